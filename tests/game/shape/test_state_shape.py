"""The shape of states: rows of integers and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.packing import FieldRanges, TupleKeys
from perfectplay.game.shape.shape_texts import with_texts
from perfectplay.game.shape.state_shape import StateShape, state_shape
from perfectplay.game.shape.state_words import word_text
from perfectplay.game.shape.wider_keys import learnt, widened
from shaped_states import Board, Place, Side

STATES: list[Any] = [
    (1, 2),
    ((1, 2), (3, -4)),
    ((0, 1, 2), True),
    Place(3, 4),
    (Place(0, 1), (Place(2, 3), 5)),
    Board((1, 0), Place(2, 2), True),
    (Board((1,), Place(0, 0)), -7),
    ("X", ".", ""),
    (("X", None), (None, "O"), 3),
    (Side.WHITE, None, "w", 1),
    b"\x00\xff",
    ((b"ab", "X"), 7),
]


@pytest.mark.parametrize("state", STATES, ids=repr)
def test_a_state_comes_back_as_it_was(state: Any) -> None:
    shape = state_shape(state)
    assert shape is not None
    row = shape.fields(state)
    assert row is not None
    assert len(row) == shape.size
    assert repr(shape.state(row)) == repr(state)
    keys = learnt([state])
    assert repr(keys.states_of(keys.array([state]))) == repr([state])
    assert repr(keys.state(keys.key(state))) == repr(state)


@pytest.mark.parametrize(
    "other",
    [
        ((1, 2), (3,)), ((1, 2, 3), (4, 5)), ((1, 2), 3), (1, 2, 3, 4), ((1, 2),), "ab", 7,
        ((1, 2), (3, None)), ((1, 2), (3, "4")), ((1, 2), (3, Side.WHITE)), None,
    ],
    ids=repr,
)  # fmt: skip
def test_a_state_of_another_shape_has_no_key(other: Any) -> None:
    keys = learnt([((1, 2), (3, 4)), ((0, 0), (9, 9))])
    assert keys.key(other) == -1
    assert keys.array([other, ((1, 2), (3, 4))]).tolist()[0] == -1
    assert keys.array([other, ((1, 2), (3, 4))]).tolist()[1] == keys.key(((1, 2), (3, 4)))


def test_classes_in_a_shape() -> None:
    assert list(classes_in(state_shape(STATES[6]))) == [Place, Board]
    assert list(classes_in(None)) == []


def test_truth_and_numbers_are_not_alike() -> None:
    """1 equals True, but is written otherwise: such states have no common keys."""
    ranges = FieldRanges(((1, 2), True))
    ranges.look_at([((0, 5), False)])
    assert ranges.alike
    ranges.look_at([((0, 5), 1)])
    assert not ranges.alike


def test_the_smallest_is_the_one_whose_fields_come_first() -> None:
    shape = state_shape(((1, 2), False))
    assert shape is not None
    assert shape.smallest([((2, 0), False), ((1, 9), True), ((1, 9), False)]) == ((1, 9), False)
    assert shape.smallest([((2, 0), False), (1, 9)]) is None


@given(st.lists(st.tuples(st.tuples(*[st.integers(-5, 5)] * 3), st.booleans()), min_size=1))
def test_keys_sort_as_states_do(states: list[Any]) -> None:
    keys = learnt(states)
    found = keys.array(states)
    assert found.tolist() == [keys.key(state) for state in states]
    order = np.argsort(found, kind="stable")
    assert [states[i] for i in order] == sorted(states)
    assert keys.states_of(found) == states
    wider = widened(keys, [((-9, 0, 9), True)])
    again = found.copy()
    keys.repack(again, wider)
    assert wider.states_of(again) == states


def test_flat_shapes_are_those_of_flat_tuples() -> None:
    assert TupleKeys((0, 0), (2, 2)).shape == StateShape.flat(2) == state_shape((5, 6))
    assert state_shape(Place(1, 2)) == StateShape(Place, (int, int))


def test_words_are_sorted_and_those_of_another_state_have_no_key() -> None:
    shape = state_shape(("X", Side.WHITE, None, ""))
    assert shape is not None
    assert shape.words == ("X", Side.WHITE)
    full = shape.with_words(["O", "X", None, Side.BLACK, Side.WHITE])
    assert full.words == ("O", "X", Side.BLACK, Side.WHITE)
    assert full.fields(("O", Side.BLACK, None, "")) == (0, 2, -2, -1)
    assert with_texts(full, map(word_text, full.words)) == full
    assert shape.fields(("O", Side.BLACK, None, "")) is None
    assert shape.holds(("O", 1, None, "")) is False
    assert full.smallest([("X", "", "", ""), ("O", "", "", ""), ("", "", "", "X")]) == (
        "", "", "", "X",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["X", "1", "None", "", "'", "'a' 'b", "['a']", "Side.WHITE", "f'x'", "(" * 9999,
             "'" + "x" * 2000 + "'", "b'x'", "\"'x'\".upper()"],
)  # fmt: skip
def test_a_text_that_is_no_word(text: str) -> None:
    shape = state_shape(("X", 1))
    assert shape is not None
    with pytest.raises((ValueError, SyntaxError)):
        with_texts(shape, [text])


CELLS = st.sampled_from(["X", "O", "", None, Side.WHITE])
BOARDS = st.builds(
    lambda cells, place, turn, castled: (Board(cells, Place(*place), castled), turn),
    st.tuples(st.integers(-3, 3), st.integers(0, 2)),
    st.tuples(st.integers(0, 7), st.integers(0, 7)),
    CELLS,
    st.booleans(),
)
OTHERS = st.sampled_from(
    [(Board((1,), Place(0, 0)), "X"), (Board((1, 2), Place(0, 0)), "Q"), ("X", "X"), 7, None,
     (Board((1, 2), Place(0, 0)), 5), (Board((True, 2), Place(0, 0)), "X"), (1, 2)]
)  # fmt: skip


@given(st.lists(BOARDS, min_size=1, max_size=9), st.lists(OTHERS, max_size=1))
def test_many_states_at_once_are_as_one_by_one(states: list[Any], strange: list[Any]) -> None:
    shape = state_shape(states[0])
    assert shape is not None
    shape = shape.with_words(["X", "O", Side.WHITE])
    rows = [shape.fields(state) for state in states]
    columns = shape.columns(states)
    assert columns is not None
    assert list(zip(*columns, strict=True)) == rows
    assert list(map(repr, shape.states(columns))) == list(map(repr, states))
    fitting = [shape.holds(s) and shape.fields(s) is not None for s in states + strange]
    assert (shape.columns(states + strange) is not None) is all(fitting)
    keys = learnt(states, shape)
    assert keys.array(states + strange).tolist() == [keys.key(s) for s in states + strange]
    assert list(map(repr, keys.states_of(keys.array(states)))) == list(map(repr, states))
