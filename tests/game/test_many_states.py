"""What states hold, and their keys, for many at once: as state by state, and by few calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import FieldRanges, TupleKeys
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape, shape_of_tree
from perfectplay.game.shape.state_words import Word
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.solved_table import keys_of


class Side(Enum):
    NORTH = 1


class Shout(str):
    """A text that is no plain one."""


TEXTS = ShapeTree(tuple, (ShapeTree(str, (Word,) * 3), ShapeTree(bytes, (int,) * 2), Word))
SETS = ShapeTree(tuple, (BitSet, ShapeTree(tuple, (BitSet, Word), varying=False), bool))
HANDS = ShapeTree(tuple, (ShapeTree(tuple, (ShapeTree(tuple, (Word,) * 2, varying=True),) * 3,
                                    varying=True), int))  # fmt: skip

letters = st.sampled_from(["x", "o", ".", "\u00e4", "\U0001f600", "\0"])
words = st.sampled_from(["x", "north", "", None, Side.NORTH])
sets = st.frozensets(st.integers(0, 5), max_size=4)
rows = st.lists(words, max_size=2).map(tuple)
KINDS = [
    (TEXTS, st.tuples(st.text(letters, min_size=3, max_size=3), st.binary(min_size=2, max_size=2),
                      words)),
    (SETS, st.tuples(sets, st.tuples(sets, words), st.booleans())),
    (HANDS, st.tuples(st.lists(rows, max_size=3).map(tuple), st.integers(-9, 9))),
]  # fmt: skip
STRANGE = st.sampled_from(
    [("xo", b"ab", "x"), ("xox", b"abc", "x"), (Shout("xox"), b"ab", "x"), ("xox", b"ab", 1),
     ("xox", b"ab", Shout("x")), ("xox", b"ab", "x" * 101), ({1}, (frozenset(), "x"), True),
     (frozenset(), (frozenset(), "x"), 1), (frozenset("x"), (frozenset(), "x"), True),
     ((((),),), 1), ((("x",),), True), (((1,),), 1), ((("x", "x", "x"),), 1), (), None, 7]
)  # fmt: skip


@pytest.mark.parametrize(("tree", "states"), KINDS, ids=["texts", "sets", "hands"])
@given(data=st.data())
def test_many_states_are_as_one_by_one(
    tree: ShapeTree, states: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    some = data.draw(st.lists(states, min_size=1, max_size=8))
    some += data.draw(st.lists(STRANGE, max_size=1))
    shape = shape_of_tree(tree, some[:1])
    assert shape is not None
    found: tuple[set[Any], set[Any]] = (set(), set())
    longest = shape.gather(some, *found)
    assert (longest is not None) is all(map(shape.holds, some))
    if longest is None:
        return
    assert found[0] == {word for state in some for word in shape.words_in(state)}
    assert found[1] == {element for state in some for element in shape.elements_in(state)}
    one_by_one = map(shape.longest_in, some)
    assert longest == tuple(map(max, zip(*one_by_one, strict=True)))
    for wide in (shape, shape.with_all_of(some)):
        rows = [wide.fields(state) for state in some]
        columns = wide.columns(some)
        assert (columns is None) is (None in rows)
        if columns is None:
            continue
        assert list(zip(*columns, strict=True)) == rows
        ranges = FieldRanges(some[0], wide)
        ranges.look_at(some)
        keys = ranges.keys()
        assert keys.low == tuple(map(min, zip(*rows, strict=True)))  # type: ignore[arg-type]
        assert keys.array(some).tolist() == [keys.key(state) for state in some]
        assert keys.states_of(keys.array(some)) == some


@pytest.mark.parametrize(("tree", "states"), KINDS, ids=["texts", "sets", "hands"])
@given(data=st.data())
def test_the_smallest_state_does_not_depend_on_the_tables(
    tree: ShapeTree, states: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    some = data.draw(st.lists(states, min_size=1, max_size=6))
    others = data.draw(st.lists(states, min_size=1, max_size=4))
    own = shape_of_tree(tree, some)
    assert own is not None
    rows = [own.fields(state) for state in some]
    wanted = some[rows.index(min(row for row in rows if row is not None))]
    for known in (some[:1], [*some, *others]):
        shape = shape_of_tree(tree, known)
        assert shape is not None
        assert shape.smallest(some) == wanted
    strange = data.draw(STRANGE)
    if own.has_tables and not own.holds(strange):
        assert own.smallest([*some, strange]) is None


def test_the_smallest_text_takes_few_calls_of_python() -> None:
    boards = StateShape(str, (Word,) * 12, words=(".", "o", "x"))
    images = ["." * i + "x" + "o" * (11 - i) for i in range(12)]
    assert boards.smallest(images) == images[-1]
    assert calls_in(lambda: boards.smallest(images)) < 8 * len(images)


def test_numbers_beyond_63_bits_have_no_keys() -> None:
    shape = StateShape(tuple, (int, Word), words=("x",))
    ranges = FieldRanges((1, "x"), shape)
    ranges.look_at([(1 << 70, "x"), (-1, "x")])
    assert ranges.alike
    with pytest.raises(OverflowError):
        ranges.keys()
    keys = TupleKeys((0, 0), (3, 1), shape)
    assert keys.array([(1 << 70, "x"), (2, "x")]).tolist() == [-1, 2]


def calls_in(work: Callable[[], object]) -> int:
    """How many Python functions are called in some work."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


class Texts(ThreeRocks):
    """States that are boards beside a set of cells and a letter."""

    def start(self) -> Any:
        return "." * 12, frozenset({1, 2, 3}), "x"

    def moves(self, state: Any) -> Any:
        return [i for i, letter in enumerate(state[0]) if letter == "."]

    def play(self, state: Any, move: Any) -> Any:
        board = state[0][:move] + state[2] + state[0][move + 1 :]
        return board, state[1] ^ {move % 4}, "o" if state[2] == "x" else "x"


def test_keys_of_many_states_take_few_calls_of_python() -> None:
    rules = CheckedGame(Texts())
    states, known = [rules.start()], set()
    for state in states:
        for move in rules.game.moves(state) if len(states) < 4_000 else ():
            child = rules.game.play(state, move)
            if child not in known:
                known.add(child)
                states.append(child)
    assert rules.shape is not None
    keys_of(rules, states)  # what is kept for good is there then
    few, many = (
        calls_in(lambda: keys_of(rules, states[:1000])),
        calls_in(lambda: keys_of(rules, states)),
    )
    assert (many - few) / (len(states) - 1000) < 2.5  # a call for each of the sets, twice
    keys, array = keys_of(rules, states)
    assert keys.states_of(array) == states
    assert len(np.unique(array)) == len(states)
