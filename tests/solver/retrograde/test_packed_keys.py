"""Keys of tuples: fields in 63 bits, widened, refused and read back."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perfectplay.game.shape.keys import KEYS_END, IntegerKeys
from perfectplay.game.shape.object_keys import ObjectKeys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.wider_keys import learnt, widened


def array(items: Any) -> np.ndarray:
    return np.array(list(items), np.int64)


# --- keys -----------------------------------------------------------------------------------------

Place = namedtuple("Place", "x y")

field = st.integers(-(2**20), 2**20)
layouts = st.lists(st.tuples(field, st.integers(0, 300)), min_size=1, max_size=6).map(
    lambda pairs: [(low, low + span) for low, span in pairs]
)


@given(layouts, st.data())
def test_tuple_keys(limits: list[tuple[int, int]], data: st.DataObject) -> None:
    """One to one, in the order of the tuples, one at a time and many at once."""
    keys = TupleKeys.of_limits(limits)
    inside = st.tuples(*(st.integers(low, high) for low, high in limits))
    around = st.tuples(*(st.integers(low - 2, high + 2) for low, high in limits))
    states = data.draw(st.lists(inside, max_size=20))
    assert [keys.state(keys.key(s)) for s in states] == states
    assert sorted(states) == sorted(states, key=keys.key)
    nearby = data.draw(st.lists(around, max_size=20))
    for state in nearby:
        fits = all(low <= x <= high for x, (low, high) in zip(state, limits, strict=True))
        assert (keys.key(state) >= 0) == fits
    assert keys.array(nearby).tolist() == [keys.key(s) for s in nearby]
    if nearby:
        assert keys.array(np.array(nearby)).tolist() == [keys.key(s) for s in nearby]
    found = array(keys.key(s) for s in states)
    assert [tuple(row) for row in keys.fields(found).tolist()] == states


below = st.integers(-(2**20), 2**20 - 1)
threes = st.lists(st.tuples(below, below, below), min_size=1)
LOWEST, HIGHEST = (-(2**20),) * 3, (2**20 - 1,) * 3


@given(threes, threes)
@example([LOWEST], [HIGHEST])
def test_widened_keys_hold_old_and_new(old: list[Any], new: list[Any]) -> None:
    """Three fields of 21 bits each: the keys of all that can be drawn fit 63 bits."""
    keys = learnt(old)
    wider = widened(keys, new)
    for state in [*old, *new]:
        assert wider.state(wider.key(state)) == state
    packed = array(keys.key(state) for state in old)
    keys.repack(packed, wider)
    assert packed.tolist() == [wider.key(state) for state in old]
    assert wider.states_of(packed) == old


def test_keys_that_are_refused() -> None:
    with pytest.raises(OverflowError, match="63 bits"):
        TupleKeys.of_limits([(0, 2**32), (0, 2**32)])
    with pytest.raises(OverflowError, match="63 bits"):
        widened(TupleKeys.of_limits([(0, 2**40)]), [(2**70,)])
    with pytest.raises(OverflowError, match="63 bits"):  # one value more in each field
        widened(learnt([LOWEST]), [(2**20,) * 3])
    # exactly 63 bits fit
    keys = TupleKeys.of_limits([(0, 2**31 - 1), (-5, 2**32 - 6)])
    last = (2**31 - 1, 2**32 - 6)
    assert keys.key(last) == KEYS_END - 1
    assert keys.state(KEYS_END - 1) == last
    # where there is no room to grow, keys are as tight as need be
    tight = TupleKeys.of_limits([(0, 2**31 - 1), (0, 2**31 - 1)])
    assert widened(tight, [(0, 2**32 - 1)]).size == (2**31, 2**32)


def test_keys_of_what_is_no_state() -> None:
    keys = TupleKeys.of_limits([(0, 3), (0, 3)])
    for wrong in [5, "12", None, (1,), (1, 2, 3), [1, 2], (1, "2"), (1, 2.0), (1, 2**80), (1, -1)]:
        assert keys.key(wrong) == -1, wrong
        assert keys.array([wrong]).tolist() == [-1], wrong
    assert keys.key((np.int8(1), np.int64(2))) == keys.key((1, 2)) >= 0
    assert keys.array([]).tolist() == []
    assert keys.array(np.empty((0, 2), np.int64)).tolist() == []
    assert keys.array(np.array([[1, 2]], np.uint8)).tolist() == [keys.key((1, 2))]
    huge = np.array([[1, 2**64 - 1], [2**64 - 3, 2]], np.uint64)
    assert TupleKeys.of_limits([(-4, 4), (-4, 4)]).array(huge).tolist() == [-1, -1]
    with pytest.raises(TypeError, match=r"\[N, 2\]"):
        keys.array(np.zeros((3, 5), np.int64))
    with pytest.raises(TypeError, match="integer"):
        keys.array(np.zeros((3, 2)))
    numbers = IntegerKeys()
    for wrong in [-1, 2**63, "1", None, 1.0, True, (1,), [1]]:
        assert numbers.key(wrong) == -1, wrong
    assert numbers.array([3, -1, "x", 2**63]).tolist() == [3, -1, -1, -1]
    assert (numbers.array(np.array([2**63 + 5], np.uint64)) < 0).all()
    objects = ObjectKeys(["a", ("b", 2)])
    assert objects.array(["a", ("b", 2), "c", [], {}]).tolist() == [0, 1, -1, -1, -1]


def test_keys_give_back_named_tuples() -> None:
    keys = learnt([Place(1, 2), Place(0, 5)])
    state = keys.state(keys.key((1, 5)))
    assert (type(state), state) == (Place, Place(1, 5))
