"""Values of finished tiers, looked up by keys of every style."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, pack
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import SHARE, KeyIndex, ValuedTier
from perfectplay.tablebase.table import StateEntries

WIN = 3

Numbers = np.ndarray[Any, np.dtype[Any]]


def dense(random: np.random.Generator, n: int) -> Numbers:
    return np.arange(n, dtype=np.int64) + 7


def holes(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(0, 2 * n + 1, n))


def clustered(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(0, 9, n) * (1 << 33) + random.integers(0, 2 * n, n))


def sparse(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(1 << 20, 1 << 40, n))


def everywhere(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(np.append(random.integers(0, KEYS_END - 1, n), [0, KEYS_END - 1]))


STYLES: list[Callable[[np.random.Generator, int], Numbers]] = [
    dense, holes, clustered, sparse, everywhere
]  # fmt: skip


def worths(random: np.random.Generator, n: int, wide: bool) -> tuple[Numbers, Numbers]:
    values = random.integers(1, 4, n).astype(np.uint8)
    plies = random.integers(0, NARROW_LIMIT, n).astype(np.int32)
    if wide:
        plies[random.random(n) < 0.5] += NARROW_LIMIT
        plies[random.integers(0, n)] = WIDE_LIMIT - 1
    else:
        plies[random.integers(0, n)] = NARROW_LIMIT - 1
    plies[random.random(n) < 0.2] = -1
    return values, plies


@pytest.mark.parametrize("style", STYLES)
def test_values_are_looked_up(style: Callable[..., Numbers]) -> None:
    """Each key has its value and remoteness, whatever the keys look like; others are missing."""
    random = np.random.default_rng(STYLES.index(style))
    for n in (1, 2, 7, 8, 9, 40, 300, 3_000):
        for wide in (False, True):
            keys = style(random, n)
            values, plies = worths(random, len(keys), wide)
            packed = pack(values, plies)
            assert packed.dtype == (np.uint32 if plies.max() >= NARROW_LIMIT else np.uint16)
            parts = np.array_split(keys, int(random.integers(1, 5)))
            index = KeyIndex(iter(parts), int(keys[0]), int(keys[-1]), len(keys))
            tier = ValuedTier(index, packed)
            order = random.permutation(len(keys))
            entries = np.empty(len(keys), np.uint32)
            tier.entries(keys[order], entries)
            found = StateEntries.unpacked(entries)
            assert np.array_equal(found.values, values[order])
            assert np.array_equal(found.remoteness, plies[order])
            for absent in absentees(random, keys):
                wanted = np.append(keys[:3], absent)
                with pytest.raises(KeyError) as missing:
                    tier.entries(wanted, np.empty(len(wanted), np.uint32))
                assert missing.value.args == (absent,)


def absentees(random: np.random.Generator, keys: Numbers) -> Iterator[int]:
    """Keys below, between and above those that are there."""
    there = set(keys.tolist())
    first, last = int(keys[0]), int(keys[-1])
    near = [key + step for key in keys[:: max(1, len(keys) // 20)].tolist() for step in (-1, 1)]
    far = random.integers(0, KEYS_END - 1, 10).tolist()
    for key in (0, first - 1, last + 1, KEYS_END - 1, (first + last) // 2, *near, *far):
        if 0 <= key < KEYS_END and key not in there:
            yield int(key)


def test_low_parts_take_the_fewest_bytes_that_hold_them() -> None:
    """All widths are met, at their borders too, and the directory stays small."""
    n = 16 * SHARE
    for bits, width in ((7, 1), (8, 1), (9, 2), (16, 2), (17, 4), (32, 4), (33, 8), (58, 8)):
        step = 1 << bits
        keys = np.unique(np.append(np.arange(n - 1) % 8 + np.arange(n - 1) // 8 * step, 15 * step))
        packed = pack(np.full(len(keys), WIN, np.uint8), np.arange(len(keys), dtype=np.int32))
        index = KeyIndex.of(MemoryArray(keys))
        tier = ValuedTier(index, packed)
        assert len(index.directory) <= len(keys) // SHARE + 3
        if bits:
            assert index.low.itemsize == width, bits
        assert tier.nbytes == index.nbytes + packed.nbytes
        assert (
            index.nbytes
            == index.low.nbytes + index.directory.nbytes
            == KeyIndex.size(MemoryArray(keys))
        )
        entries = np.empty(len(keys), np.uint32)
        tier.entries(keys, entries)
        assert StateEntries.unpacked(entries).remoteness.tolist() == list(range(len(keys)))
