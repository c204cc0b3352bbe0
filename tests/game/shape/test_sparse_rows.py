"""Sparse keys: rows that differ from the usual one in few places are numbered in their order."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from perfectplay.game.shape.keys import KEYS_END
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.sparse_rows import (
    completions,
    most_unusual,
    number_of,
    numbered,
    row_of,
    rows_of,
)
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.wider_keys import learnt, widened
from perfectplay.verifier.plain.plain_sparse import SparseRows


def test_numbers_are_places_in_the_list_of_all_rows() -> None:
    random = np.random.default_rng(1)
    several = 0
    for _ in range(200):
        size = tuple(map(int, random.integers(1, 4, int(random.integers(1, 6)))))
        usual = [int(random.integers(many)) for many in size]
        every = list(product(*map(range, size)))
        ways = completions(size, int(random.integers(1, len(every) + 2)))
        most = len(ways) - 2
        rows = [r for r in every if sum(a != b for a, b in zip(r, usual, strict=True)) <= most]
        assert [number_of(row, usual, ways) for row in rows] == list(range(len(rows)))
        assert [tuple(row_of(i, usual, ways)) for i in range(len(rows))] == rows
        arrays = np.array(usual), np.array(ways, np.int64)
        found = numbered(np.array(every), *arrays)
        assert found.tolist() == [rows.index(r) if r in rows else -1 for r in every]
        assert rows_of(np.arange(len(rows)), *arrays).tolist() == list(map(list, rows))
        several += 1 < len(rows) < len(every)
    assert several > 50


def wide(random: np.random.Generator) -> TupleKeys:
    """Sparse keys of random rows of 40 to 80 fields."""
    many = int(random.integers(40, 80))
    low = [int(x) for x in random.integers(-3, 3, many)]
    size = [int(x) for x in random.integers(4, 9, many)]
    usual = [int(random.integers(a, a + s)) for a, s in zip(low, size, strict=True)]
    shape = StateShape.flat(many)
    return TupleKeys(tuple(low), tuple(size), shape, tuple(usual))


def test_every_way_to_a_key_gives_the_same() -> None:
    """One state, many, and what the verifier has written for itself; up to the last bit."""
    random = np.random.default_rng(2)
    kept = 0
    for _ in range(40):
        keys = wide(random)
        own = SparseRows(*keys.numbers)
        assert (keys.layout() == own.layout()).all()
        assert own.most == most_unusual(keys.size, KEYS_END)
        last = tuple(own.row(own.key(keys.usual) or 0))
        assert last == keys.usual
        for _ in range(20):
            row = list(keys.usual)
            for i in random.integers(0, len(row), int(random.integers(0, own.most + 3))):
                row[i] = int(random.integers(keys.low[i], keys.low[i] + keys.size[i]))
            key = keys.key(tuple(row))
            assert own.key(row) == (None if key < 0 else key)
            assert keys.array(np.array([row])).tolist() == [key]
            if key >= 0:
                assert keys.state(key) == tuple(row) == tuple(own.row(key))
                assert keys.fields(np.array([key])).tolist() == [row]
                kept += 1
    assert kept > 200


def test_keys_are_sparse_only_where_63_bits_are_too_few() -> None:
    near = [(1,) * 39, (2,) + (0,) * 38]  # 3^39 is less than 2^63
    assert learnt(near).usual == ()
    far = [tuple(2 * (i == k) for i in range(42)) for k in range(41)]
    keys = learnt([(0,) * 42, *far, (0, 1, 2) * 2 + (0,) * 36])
    assert keys.usual == (0,) * 42
    assert set(keys.size) == {3}, "all cells of a board have one range"
    states = [*far, (0,) * 41 + (2,)]
    assert keys.states_of(keys.array(states)) == states
    assert sorted(states, key=keys.key) == sorted(states)


def test_states_with_too_many_unusual_fields_have_no_keys() -> None:
    said = r"63 bits: .* at least \d+ of the 60 fields have their usual values \(on a board, what"
    half = [tuple(2 * (i < k) for i in range(60)) for k in range(61)]
    with pytest.raises(OverflowError, match=said):
        learnt(half)
    few = learnt([(0,) * 60, *(tuple(2 * (i == k) for i in range(60)) for k in range(60))])
    assert few.usual
    with pytest.raises(OverflowError, match=said):
        widened(few, [(1,) * 60])
    wider = widened(few, [(5,) + (0,) * 59])
    assert wider.key((7,) + (0,) * 59) > wider.key((5,) + (0,) * 59) > 0
