"""Rising keys in four bytes each, against plain arrays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from perfectplay.solver.explore import narrow_array
from perfectplay.solver.explore.array_store import MemoryArray, chunks
from perfectplay.solver.explore.narrow_array import NarrowArray, is_narrow

LOWEST, HIGHEST = -(2**63), 2**63 - 1


def some_keys(chosen: random.Random) -> list[int]:
    """Rising keys in clusters, with the edges of blocks and of 64 bits among them."""
    keys = set[int]()
    for _ in range(chosen.randrange(1, 6)):
        at = chosen.choice([0, LOWEST, HIGHEST, -1, chosen.randrange(LOWEST, HIGHEST)])
        for _ in range(chosen.randrange(1, 12)):
            step = chosen.choice([0, 1, -1, 2**32 - 1, 2**32, 2**32 + 1, chosen.randrange(2**33)])
            keys.add(min(HIGHEST, max(LOWEST, at + step)))
    return sorted(keys)


def cut(keys: np.ndarray, chosen: random.Random) -> list[np.ndarray]:
    """The same as arrays that follow one another, some of them empty."""
    places = sorted(chosen.choices(range(len(keys) + 1), k=chosen.randrange(4)))
    return np.split(keys, places)


@pytest.mark.parametrize("seed", range(60))
def test_the_same_as_an_array_of_eight_bytes(seed: int) -> None:
    chosen = random.Random(seed)
    listed = some_keys(chosen)
    keys = np.array(listed, np.int64)
    narrow = NarrowArray.of(cut(keys, chosen), len(keys) + chosen.randrange(3))
    plain: MemoryArray = MemoryArray(keys)
    for _ in range(30):
        assert len(narrow) == len(plain)
        begin = chosen.randrange(len(narrow) + 1)
        end = chosen.randrange(begin, len(narrow) + 3)
        found = narrow.read(begin, end)
        assert found.dtype == np.int64
        assert found.tolist() == plain.read(begin, end).tolist()
        for key in (*listed, LOWEST, HIGHEST, chosen.randrange(LOWEST, HIGHEST)):
            for near in (key - 1, key, key + 1):
                if LOWEST <= near <= HIGHEST:
                    assert narrow.place(near) == plain.place(near)
        step = chosen.randrange(1, 5)
        assert narrow.sample(step).tolist() == plain.sample(step).tolist()
        assert [c.tolist() for c in chunks(narrow, step)] == [
            c.tolist() for c in chunks(plain, step)
        ]
        if chosen.random() < 0.3:
            narrow, plain = narrow.part(begin, end), plain.part(begin, end)


def test_what_was_read_may_be_changed() -> None:
    """It is a copy, also of a block that begins with 0."""
    narrow = NarrowArray.of([np.arange(5)], 5)
    narrow.read(0, 5)[:] = 7
    assert narrow.read(0, 5).tolist() == [0, 1, 2, 3, 4]


def test_keys_far_apart_are_not_narrow() -> None:
    assert is_narrow(5, 5 + 2**32 - 1, 2)
    assert not is_narrow(5, 5 + 2**32, 2)
    assert not is_narrow(LOWEST, HIGHEST, 10**9)
    each = narrow_array.BLOCK_KEYS
    assert is_narrow(0, 2**33, 3 * each)
    assert not is_narrow(0, 2**33, 3 * each - 1)
