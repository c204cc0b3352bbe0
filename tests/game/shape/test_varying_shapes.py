"""Shapes with tuples of any length: rows and back, order, and lengths of a manifest."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.game.shape.recoded_rows import KEYLESS, recoded
from perfectplay.game.shape.shape_texts import texts_of, with_texts
from perfectplay.game.shape.shape_tree import NONE, ShapeTree
from perfectplay.game.shape.state_shape import StateShape, shape_of_tree
from perfectplay.game.shape.state_words import Word
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.tablebase.store.stored_keys import keys_entry
from perfectplay.verifier.plain.plain import PlainKeys, fits_start
from perfectplay.verifier.plain.plain_lengths import Stretch
from perfectplay.verifier.plain.plain_shapes import lettered

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
    read = with_texts(shape, texts_of(shape))
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
    assert recoded(rows, shape, shape.with_lengths([3])).tolist() == [[1, 2, 0, 2], [5, 0, 0, 1]]
    [full, short] = recoded(rows, shape, shape.with_lengths([1])).tolist()
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
        with_texts(shape, texts)
    assert not fits_start(KeysEntry("tuple", (0,) * 2, (1,) * 2, tuple(texts)), Stretch([0]))
