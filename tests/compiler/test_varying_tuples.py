"""Tuples that change their length in compiled code, one operation each, against Python's."""
# mypy: ignore-errors
# ruff: noqa: PLR1714, RUF005

from __future__ import annotations

import contextlib
import itertools

import pytest

numba = pytest.importorskip("numba")

from perfectplay import Game, Value, solve  # noqa: E402
from perfectplay.compiler.load import compile_rules  # noqa: E402
from perfectplay.compiler.runtime.support import splice  # noqa: E402
from perfectplay.compiler.runtime.tuple_helpers import as_tuple  # noqa: E402
from perfectplay.compiler.runtime.varying_types import TOO_LONG  # noqa: E402
from perfectplay.compiler.source.not_compilable import NotCompilable  # noqa: E402
from perfectplay.compiler.source.start_states import Room  # noqa: E402
from perfectplay.core.errors import PerfectPlayError  # noqa: E402
from perfectplay.game.checks.checked_game import CheckedGame  # noqa: E402

MOST = 4
ROOM = Room(MOST)
SOME = [c for n in range(4) for c in itertools.product((-1, 0, 2), repeat=n)]


@numba.njit
def varying(items):
    return as_tuple(items, None, (), ROOM, 0)


def given(value):
    """A list that compiled code makes a tuple of."""
    return numba.typed.List(value) if value else numba.typed.List.empty_list(numba.int64)


TWO = {
    "+": lambda a, b: a + b,
    "==": lambda a, b: 1 if a == b else 0,
    "!=": lambda a, b: 1 if a != b else 0,
    "<": lambda a, b: 1 if a < b else 0,
    "<=": lambda a, b: 1 if a <= b else 0,
    ">": lambda a, b: 1 if a > b else 0,
    ">=": lambda a, b: 1 if a >= b else 0,
    "chosen": lambda a, b: a if len(a) > len(b) else b[1:],
    "plain": lambda a, b: (7,) + a[:1] + b[:2],
}


@pytest.mark.parametrize("name", TWO)
def test_operations_on_two(name):
    operation = numba.njit(TWO[name])

    @numba.njit
    def compiled(one, other):
        return _listed(operation(varying(one), varying(other)))

    for a, b in itertools.product(SOME[:20], SOME[::7]):
        wanted = TWO[name](a, b)
        if isinstance(wanted, tuple) and len(wanted) > MOST:
            with pytest.raises(ValueError, match=TOO_LONG):
                compiled(given(a), given(b))
        else:
            assert list(compiled(given(a), given(b))) == list(_plain(wanted)), (a, b)


def _listed(value):
    raise NotImplementedError


@numba.extending.overload(_listed)
def _listed_typed(value):
    if isinstance(value, numba.types.Number):
        return lambda value: [value]
    return lambda value: [item for item in value] + [-9]  # noqa: C416


def _plain(value):
    return (*value, -9) if isinstance(value, tuple) else (value,)


ONE = {
    "len": lambda a, i: len(a),
    "truth": lambda a, i: 1 if a else 0,
    "not": lambda a, i: 1 if not a else 0,
    "item": lambda a, i: a[i],
    "from": lambda a, i: a[i:],
    "to": lambda a, i: a[:i],
    "step": lambda a, i: a[i::2],
    "back": lambda a, i: a[i::-1],
    "short": lambda a, i: 1 if a == (2, 0) or a == () else 0,
    "unlike": lambda a, i: 1 if a != 5 else 0,
}


@pytest.mark.parametrize("name", ONE)
def test_operations_on_one(name):
    operation = numba.njit(ONE[name])

    @numba.njit
    def compiled(one, i):
        return _listed(operation(varying(one), i))

    for a, i in itertools.product(SOME, range(-4, 5)):
        try:
            wanted = _plain(ONE[name](a, i))
        except IndexError:
            with pytest.raises(IndexError):
                compiled(given(a), i)
        else:
            assert list(compiled(given(a), i)) == list(wanted), (a, i)


def test_an_item_is_put_in_place_or_after_the_last_one():
    @numba.njit
    def compiled(one, i):
        return _listed(splice(varying(one), i, 5))

    for a, i in itertools.product(SOME, range(6)):
        assert list(compiled(given(a), i)) == [*a[:i], 5, *a[i + 1 :], -9], (a, i)
    with pytest.raises(IndexError):
        compiled(given((1, 2)), -1)


# --- games ----------------------------------------------------------------------------------------


class Rare(Game):
    """Random plays hardly ever lead to the long hand: all of many moves have to be 1 before."""

    stuck = Value.LOSS

    def start(self):
        return (14, (1,))

    def moves(self, state):
        return range(1, 15) if state[0] > 0 else ()

    def play(self, state, move):
        n, hand = state
        if move == 1:
            return (n - 1, (1,) * (16 - n))
        return (0, hand[:1])

    def outcome(self, state):
        return None


def test_a_longer_tuple_than_was_learnt_is_left_to_the_interpreter():
    shape = CheckedGame(Rare()).shape
    assert shape.lengths[0] < 15
    with pytest.raises(PerfectPlayError, match=r"longer tuple than random plays|where Python does"):
        solve(Rare(), method="compiled")
    found, wanted = solve(Rare()), solve(Rare(), method="reference")
    assert {s: found[s].value for s in found.states()} == {s: wanted[s].value for s in found}
    assert found[(0, (1,) * 15)].value is Value.LOSS


class Grows(Game):
    """A tuple on the way is longer than any in a state by more than there is room for."""

    def start(self):
        return (1, 2, 3)

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        twice = state + state + state
        return twice[move + 1 : len(state)]

    def outcome(self, state):
        return None if state else Value.LOSS


def test_a_tuple_on_the_way_that_is_too_long_is_left_to_the_interpreter():
    with pytest.raises(PerfectPlayError, match="more items than those of the first states"):
        solve(Grows(), method="compiled")
    assert solve(Grows())[(1, 2, 3)].value is Value.WIN


class Unlike(Game):
    def start(self):
        return (1, 2, 3)

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        return tuple((x, "b") for x in state if x != move) and state[:move]

    def outcome(self, state):
        return None if len(state) > 1 else Value.LOSS


@pytest.mark.parametrize("game", [Unlike()], ids=["pairs beside numbers"])
def test_what_does_not_fit_is_refused_or_right(game):
    with contextlib.suppress(NotCompilable):
        compile_rules(game)
    assert len(solve(game)) > 1
