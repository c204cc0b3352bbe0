"""The shape of states: rows of integers and back."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from enum import Enum, Flag, IntEnum
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.packing import FieldRanges, TupleKeys, learnt
from perfectplay.game.shape.shape_tree import DEEPEST, NONE, ShapeTree
from perfectplay.game.shape.state_shape import KEYLESS, StateShape, shape_of_tree, state_shape
from perfectplay.game.shape.state_words import Word, word_text
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.tablebase.store.stored_keys import keys_entry
from perfectplay.verifier.plain.plain import PlainKeys, fits_start
from perfectplay.verifier.plain.plain_lengths import Stretch
from perfectplay.verifier.plain.plain_shapes import lettered


class Side(Enum):
    WHITE = "w"
    BLACK = "b"


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Board:
    cells: tuple[int, ...]
    king: Place
    castled: bool = False


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


@dataclass
class Mutable:
    cells: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class Checked:
    cells: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        assert self.cells


@dataclass(frozen=True)
class Hidden:
    cells: int = 1
    cached: int = field(default=2, init=False)


@dataclass(frozen=True)
class Unequal:
    cells: int = 1
    note: int = field(default=0, compare=False)


@dataclass(frozen=True)
class OwnEquality:
    cells: tuple[int, ...] = (1,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnEquality)

    def __hash__(self) -> int:
        return 1


@dataclass(frozen=True)
class OwnMaking:
    cells: tuple[int, ...]

    def __init__(self, first: int, second: int) -> None:
        object.__setattr__(self, "cells", (first, second))


@dataclass(frozen=True)
class ForMaking:
    cells: int
    extra: InitVar[int]
    turn: bool = False


@dataclass(frozen=True)
class BelowChecked(Checked):
    more: int = 1


@dataclass(frozen=True)
class Sized:
    cells: int = 1

    def __len__(self) -> int:
        return 0


class EqualPlace(Place):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Flags(Flag):
    ONE = 1


class Truth(Enum):
    YES, NO = True, False

    def __bool__(self) -> bool:
        return bool(self.value)


class OddSum(IntEnum):
    ONE = 1

    def __add__(self, other: int) -> int:
        return 7


class OddText(IntEnum):
    ONE = 1

    def __str__(self) -> str:
        return "one"


class Code(str):
    """Another kind of text."""


class Pair(tuple):
    """Another kind of tuple."""


def nested(depth: int) -> Any:
    return (nested(depth - 1),) if depth else 1


@pytest.mark.parametrize(
    "state",
    [
        3, True, "ab", b"", (), ((), 1), (1.5,), (1, "a", b""), (Flags.ONE, 1),
        (Truth.NO, 1), (OddSum.ONE, 1), (OddText.ONE, 1), (Code("a"), 1), ([1], 2),
        frozenset({b"a"}), frozenset({"a", 1}), frozenset({("a", 1), (1, "a")}), frozenset({None}),
        frozenset({1, (1, 2)}), frozenset(range(63)), frozenset({1 << 40}), {1},
        Mutable(), Checked(), OwnEquality(), OwnMaking(1, 2), ForMaking(1, 2), BelowChecked(),
        Sized(),
        (EqualPlace(1, 2), 1), Hidden(), Unequal(), (Pair((1, 2)), 3), nested(DEEPEST + 1),
    ],
    ids=repr,
)  # fmt: skip
def test_what_has_no_shape(state: Any) -> None:
    assert state_shape(state) is None


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
    wider = keys.widened([((-9, 0, 9), True)])
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
    assert full.with_texts(map(word_text, full.words)) == full
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
        shape.with_texts([text])


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


# --- tuples that change their length --------------------------------------------------------------

HANDS = ShapeTree(
    tuple,
    (ShapeTree(tuple, (int,) * 4, varying=True), ShapeTree(tuple, (Word,) * 2, varying=True), bool),
)
PAIRS = ShapeTree(tuple, (ShapeTree(tuple, (int, bool)),) * 3, varying=True)
STACKS = ShapeTree(tuple, (ShapeTree(tuple, (int,) * 3, varying=True),) * 3, varying=True)

integers = st.integers(-5, 5)
hands = st.tuples(
    st.lists(integers, max_size=4).map(tuple),
    st.lists(st.sampled_from(["X", "O", "", None]), max_size=2).map(tuple),
    st.booleans(),
)
pairs = st.lists(st.tuples(integers, st.booleans()), max_size=3).map(tuple)
stacks = st.lists(st.lists(integers, max_size=3).map(tuple), max_size=3).map(tuple)
OPTIONS = ShapeTree(
    tuple,
    (
        ShapeTree(NONE, (bool, int)),
        ShapeTree(NONE, (bool, ShapeTree(tuple, (int, bool, Word)))),
        int,
    ),
)
options = st.tuples(
    st.none() | integers,
    st.none() | st.tuples(integers, st.booleans(), st.sampled_from([None, "", "a", "bc"])),
    integers,
)
VARYING = [(HANDS, hands), (PAIRS, pairs), (STACKS, stacks), (OPTIONS, options)]


@pytest.mark.parametrize(("tree", "states"), VARYING, ids=["hands", "pairs", "stacks", "options"])
@given(data=st.data())
def test_tuples_of_any_length_come_back_and_keep_their_order(
    tree: ShapeTree, states: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    some = data.draw(st.lists(states, min_size=1, max_size=8))
    shape = shape_of_tree(tree, some)
    assert shape is not None
    rows = [shape.fields(state) for state in some]
    assert all(row is not None and len(row) == shape.size for row in rows)
    assert [shape.state(row) for row in rows if row is not None] == some
    assert len(set(rows)) == len(set(some))
    columns = shape.columns(some)
    assert columns is not None
    assert list(zip(*columns, strict=True)) == rows
    keys = learnt(some, shape)
    assert keys.states_of(keys.array(some)) == some
    assert [keys.key(state) for state in some] == keys.array(some).tolist()
    read = shape.with_texts(shape.texts)
    assert (read.words, read.lengths) == (shape.words, shape.lengths)
    entry = keys_entry(keys)
    plain = PlainKeys(entry, lettered(some[0], shape))
    assert [plain.key(state) for state in some] == keys.array(some).tolist()
    assert [plain.state(keys.key(state)) for state in some] == some
    assert fits_start(entry, lettered(some[0], shape))
    smallest = shape.smallest(some)
    assert shape.fields(smallest) == min(row for row in rows if row is not None)


def test_a_tuple_that_is_too_long_has_no_fields_but_the_shape() -> None:
    shape = StateShape(tuple, (int,) * 2, varying=True)
    assert shape.holds((1, 2, 3))
    assert shape.fields((1, 2, 3)) is None
    assert shape.columns([(1,), (1, 2, 3)]) is None
    assert not shape.holds((1, True))
    assert shape.longest_in((1, 2, 3)) == (3,)
    assert shape.with_lengths([3]).fields((1, 2, 3)) == (1, 2, 3, 3)
    rows = np.array([[1, 2, 2], [5, 0, 1]])
    assert shape.recoded(rows, shape.with_lengths([3])).tolist() == [[1, 2, 0, 2], [5, 0, 0, 1]]
    [full, short] = shape.recoded(rows, shape.with_lengths([1])).tolist()
    assert min(full) >= KEYLESS
    assert short == [5, 1]


def test_rows_of_numbers_that_are_not_negative_sort_as_tuples_do() -> None:
    shape = StateShape(tuple, (int,) * 3, varying=True)
    some = [c for n in range(4) for c in product(range(3), repeat=n)]
    assert sorted(some) == sorted(some, key=shape.fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "texts",
    [
        ["length 3"] * 2,
        ["length 0"],
        ["length 101"],
        ["length 03"],
        ["length -1"],
        [],
        ["5"],
    ],
)
def test_lengths_of_a_manifest_that_are_none(texts: list[str]) -> None:
    shape = StateShape(tuple, (int,), varying=True)
    with pytest.raises(ValueError, match=r"length|sorted"):
        shape.with_texts(texts)
    assert not fits_start(KeysEntry("tuple", (0,) * 2, (1,) * 2, tuple(texts)), Stretch([0]))
