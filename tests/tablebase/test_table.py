"""Tables of keys and packed entries."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from perfectplay.core.packed import PackedArray, pack, pack_scores
from perfectplay.core.value import Value
from perfectplay.tablebase import compiled_look_up
from perfectplay.tablebase import table as table_module
from perfectplay.tablebase.table import StateEntries, Table, TablePart


def test_the_smallest_state_of_a_worth_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """All entries unpacked at once took 50 MB for ten million states, beside a budget."""
    rng = np.random.default_rng(5)
    keys = np.sort(rng.choice(10**6, 200_000, replace=False))
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    remoteness = rng.integers(0, 30, len(keys)).astype(np.int32)
    values[190_000:] = Value.WIN
    remoteness[195_000] = 77
    table = Table([TablePart(keys, pack(values, remoteness))])
    sizes, real = list[int](), StateEntries.unpacked

    def unpacked(packed: PackedArray) -> StateEntries:
        sizes.append(len(packed))
        return real(packed)

    monkeypatch.setattr(StateEntries, "unpacked", unpacked)
    assert table.smallest_with(Value.WIN, 77) == keys[195_000]
    assert table.smallest_with(Value.LOSS, 77) is None
    first = np.flatnonzero((values == Value.DRAW) & (remoteness == 3))[0]
    assert table.smallest_with(Value.DRAW, 3) == keys[first]
    assert max(sizes) <= 1 << 16


def random_table(rng: np.random.Generator, scored: bool) -> Table:
    """Some parts without common keys, with entries of different widths."""
    keys = rng.choice(4_000, rng.integers(1, 1_500), replace=False)
    parts = []
    for some in np.array_split(keys, rng.integers(1, 6)):
        rising = np.sort(some).astype(np.int64)
        remoteness = rng.integers(0, 40, len(rising)).astype(np.int32)
        if scored:
            packed = pack_scores(rng.integers(-9, 10, len(rising)), remoteness)
        else:
            values = rng.integers(1, 4, len(rising)).astype(np.uint8)
            remoteness[(values == Value.DRAW) & (remoteness > 30)] = -1
            packed = pack(values, remoteness, wide=bool(rng.integers(2)))
        first = int(rising[0]) - int(rng.integers(0, 3))
        narrow = TablePart((rising - first).astype(np.uint32), packed, first)
        parts.append(narrow if rng.integers(2) else TablePart(rising, packed))
    return Table(parts)


@pytest.mark.parametrize("seed", range(20))
def test_keys_of_four_bytes_are_found_as_those_of_eight(seed: int) -> None:
    rng = np.random.default_rng(seed)
    firsts = [-(2**63), -(2**32), -5, 2**32, 2**63 - 2**31]
    narrow, plain = [], []
    for first in firsts:
        low = np.unique(rng.choice([0, 1, 2**31 - 1, *rng.integers(0, 2**31, 9)], 6))
        if first < 2**62:
            low = np.append(low, 2**32 - 1)
        packed = pack(rng.integers(1, 4, len(low)).astype(np.uint8), np.arange(len(low)))
        narrow.append(TablePart(low.astype(np.uint32), packed, first))
        plain.append(TablePart(np.array([first + int(key) for key in low], np.int64), packed))
    mine, theirs = Table(narrow), Table(plain)
    known = theirs.joined()[0]
    assert np.array_equal(mine.joined()[0], known)
    near = (key + step for key in known.tolist() for step in (-1, 0, 1, -(2**32), 2**32))
    keys = np.array([key for key in near if -(2**63) <= key < 2**63], np.int64)
    for asked in (keys, known, keys[:1]):
        assert mine.look_up(asked).listed() == theirs.look_up(asked).listed()
    assert [mine.get(key) for key in keys.tolist()] == theirs.look_up(keys).listed()
    for value in Value:
        for plies in range(7):
            assert mine.smallest_with(value, plies) == theirs.smallest_with(value, plies)


@pytest.mark.parametrize("scored", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_compiled_look_ups_are_those_of_numpy(
    seed: int, scored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(seed)
    table = random_table(rng, scored)
    keys = rng.integers(-3, 4_100, rng.integers(0, 3_000))
    plain = table.look_up(keys)
    monkeypatch.setattr(table_module, "MANY", 0)
    monkeypatch.setattr(compiled_look_up, "NOT_LOADED", 0)
    monkeypatch.setattr(compiled_look_up, "PIECE", int(rng.integers(1, 900)))
    for asked in (keys, keys[::-1], np.sort(keys), np.broadcast_to(keys[:1], (len(keys),))):
        found = table.look_up(asked)
        assert found.listed() == [table.get(key) for key in asked.tolist()]
    found = table.look_up(keys)
    for mine, theirs in zip(found, plain, strict=True):
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert mine.dtype == theirs.dtype
            assert np.array_equal(mine, theirs)


def test_many_keys_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    table = random_table(np.random.default_rng(3), False)
    keys = np.arange(4_000)
    expected = table.look_up(keys).listed()
    monkeypatch.setattr(table_module, "MANY", 0)
    monkeypatch.setattr(compiled_look_up, "NOT_LOADED", 0)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert table.look_up(keys).listed() == expected
