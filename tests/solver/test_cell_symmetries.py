"""Symmetries that are data give what the same images by a method give, in every engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from games_of_cells import PAIRS, Flat, NestedMethod, Plain, PlainMethod, Ring, RingMethod, Text
from perfectplay import misere, search, solve
from perfectplay.compiler import translate
from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.images.permuting_rules import permuted_cells
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.verifier.verifying import verify

CLASSES = [cls for pair in PAIRS for cls in pair]


def some_states(game: Game) -> list:
    states = random_states(game, game.start())
    return list(dict.fromkeys(state for state, _ in zip(states, range(300), strict=False)))


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield str(file.relative_to(folder)), file.read_bytes()


@pytest.mark.parametrize(("cells", "method"), PAIRS)
def test_a_state_has_the_images_that_the_method_gives(cells, method):
    one, other = CheckedGame(cells()), CheckedGame(method())
    for state in some_states(cells()):
        images = one.symmetries(state)
        assert images[0] == state
        assert set(images) == set(other.symmetries(state))
        assert {type(image) for image in images} == {type(state)}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("cls", CLASSES)
def test_kernels_give_the_smallest_image_and_all_images(cls):
    rules, compiled = CheckedGame(cls()), compile_rules(cls())
    states = some_states(cls())
    every = [image for state in states for image in rules.symmetries(state)]
    keys = first_keys(rules, every, compiled.shape)
    array = keys.array(states)
    for layout in (compiled.layout(keys), keys.layout()):
        room = np.empty(100, np.int64)
        for i, state in enumerate(states):
            done, n, status = compiled.kernels.image_keys(array, i, i + 1, layout, room)
            assert (done, status, room[0]) == (i + 1, 0, array[i])
            assert set(room[:n].tolist()) == set(keys.array(rules.symmetries(state)).tolist())
        sizes = np.empty(len(array), np.int64)
        compiled.kernels.class_sizes(array, 0, len(array), layout, sizes, np.empty(64, np.int64))
        assert sizes.tolist() == [len(rules.symmetries(state)) for state in states]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize("how", ["interpreted", "compiled"])
def test_a_solve_gives_the_values_of_all_states(cls, how):
    small, whole = solve(cls(), method=how), solve(cls(), symmetries=False)
    assert small.counts == whole.counts
    assert small.representatives is not None
    assert small.representatives.states < len(whole)
    for state in some_states(cls()):
        assert small.value(state) is whole.value(state)
        assert small.remoteness(state) == whole.remoteness(state)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("cells", "method"), PAIRS)
def test_both_have_the_same_tables(cells, method, tmp_path):
    solve(cells(), method="compiled").save(tmp_path / "cells")
    solve(method(), method="compiled").save(tmp_path / "method")
    one, other = dict(files(tmp_path / "cells")), dict(files(tmp_path / "method"))
    tables = [name for name in one if name.endswith(".parquet")]
    assert tables
    assert [one[name] for name in tables] == [other[name] for name in tables]


@pytest.mark.parametrize("cls", [PlainMethod, NestedMethod, RingMethod])
def test_a_method_that_becomes_data_gives_the_folder_that_it_gave(cls, tmp_path, monkeypatch):
    assert permuted_cells(cls()) is not None
    solve(cls(), method="compiled").save(tmp_path / "tables")
    with monkeypatch.context() as patch:
        patch.setattr(translate, "permuted_cells", lambda _: None)
        solve(cls()).save(tmp_path / "lines")
    assert dict(files(tmp_path / "tables")) == dict(files(tmp_path / "lines"))


@pytest.mark.parametrize("cls", [Plain, PlainMethod, Text, Ring])
@pytest.mark.parametrize("interpreted", [False, True])
def test_a_folder_is_verified(cls, interpreted, tmp_path):
    solve(cls(), method="compiled").save(tmp_path / "solution")
    result = verify(tmp_path / "solution", game=cls(), interpreted=interpreted, sample=1)
    assert result.ok
    assert result.compared


def test_the_verifier_does_not_read_tables(tmp_path, monkeypatch):
    """A fault of the tables is a fault of the solution, which the verifier finds by the rules."""
    from perfectplay.compiler.images.cell_tables import CellNumbers

    rules, compiled = CheckedGame(PlainMethod()), compile_rules(PlainMethod(), tables=False)
    assert compiled.cells is None
    keys = first_keys(rules, some_states(PlainMethod()), compiled.shape)
    assert compiled.layout(keys).shape[0] == 2
    declared = compile_rules(Plain(), tables=False)

    def fails(*_):
        raise AssertionError("tables are read")

    monkeypatch.setattr(CellNumbers, "layout", fails)
    solution = solve(PlainMethod(), method="interpreted")
    solution.save(tmp_path / "solution")
    assert verify(tmp_path / "solution", game=PlainMethod(), sample=1).ok
    assert declared.cells is not None


@pytest.mark.parametrize("cls", [Flat, PlainMethod])
def test_a_search_takes_one_state_of_each_class(cls):
    whole = solve(cls())
    for state in some_states(cls())[:20]:
        found = search(cls(), state)
        assert (found.value, found.remoteness) == (whole.value(state), whole.remoteness(state))


def test_keys_that_are_too_narrow_for_an_image_are_widened():
    """Fields that begin with ranges of their own take in what images put there."""
    rules, compiled = CheckedGame(Plain()), compile_rules(Plain())
    keys = TupleKeys((0,) * 10, (3, 2, 2, 2, 3, 2, 2, 2, 2, 2), compiled.shape)
    expander = Expander(compiled, rules, keys)
    state = (2, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    with pytest.raises(KeysOutgrownError):
        expander.expand(keys.array([state]), 0, 1)


def test_an_operator_keeps_the_symmetries_of_its_game():
    game = misere(Plain())
    assert permuted_cells(game) is not None
    assert solve(game, method="compiled").representatives is not None
    assert solve(game).counts == solve(game, symmetries=False).counts


# --- which methods become data --------------------------------------------------------------------


def with_symmetries(method):
    return type("Changed", (PlainMethod,), {"symmetries": method})()


def asks(self, state):
    if state[0] == 0:
        yield (*(state[place] for place in range(8, -1, -1)), state[9])


def counts(self, state):
    yield state[::-1] if sum(state[:9]) > 3 else state


def sorts(self, state):
    yield (*sorted(state[:9]), state[9])


def asks_for_the_type(self, state):
    if type(state[0]) is int:
        yield (*state[8::-1], state[9])
    else:
        yield state


def asks_what_it_is(self, state):
    yield (*state[8::-1], state[9]) if isinstance(state[4], int) else state


def is_the_object(self, state):
    yield (*state[8::-1], state[9]) if state[0] is state[1] else state


def changes(self, state):
    yield (*((0, 2, 1)[cell] for cell in state[:9]), 1 - state[9])


def forgets(self, state):
    yield (*state[:9], 0)


def doubles(self, state):
    yield (state[0], *state[:8], state[9])


def shortens(self, state):
    yield state[:9]


def hides_that_it_asks(self, state):
    try:
        rare = sum(state[:9]) == 18  # in no state that a play reaches early
    except Exception:
        rare = False
    yield state if rare else (*state[8::-1], state[9])


def never_ends(self, state):
    while True:
        yield state


@pytest.mark.parametrize(
    "method",
    [asks, counts, sorts, asks_for_the_type, asks_what_it_is, is_the_object, changes, forgets,
     doubles, shortens, hides_that_it_asks, never_ends],
)  # fmt: skip
def test_a_method_that_does_more_than_permute_stays_a_method(method):
    assert permuted_cells(with_symmetries(method)) is None


def mirrors(self, state):
    yield (*state[8::-1], state[9])


def unpacks(self, state):
    *cells, turn = state
    cells.reverse()
    return [(*cells, turn), state]


@pytest.mark.parametrize("method", [mirrors, unpacks])
def test_a_method_that_only_permutes_becomes_data(method):
    found = permuted_cells(with_symmetries(method))
    assert found is not None
    assert [image.places for image in found.images] == [(*range(8, -1, -1), 9)]
