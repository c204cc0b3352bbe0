"""Rules that remember what they were asked: found by asking in another order."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pytest

from games_to_check import check, found
from perfectplay.core.value import Value
from perfectplay.game.game import Game

MEMO = {}


class Piles(Game):
    """Take one or two from one of two piles."""

    def start(self):
        return (3, 2, 0)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in (1, 2) if n <= state[i]]

    def play(self, state, move):
        i, n = move
        piles = [state[0], state[1]]
        piles[i] = max(0, piles[i] - n)
        return (*piles, 1 - state[2])

    def outcome(self, state):
        return Value.LOSS if state[:2] == (0, 0) else None


class NeverTwice(Piles):
    """No state twice in a play, but in an attribute."""

    def __init__(self):
        self.history = set()

    def play(self, state, move):
        child = super().play(state, move)
        self.history.add(child)
        return child

    def moves(self, state):
        moves = super().moves(state)
        return [m for m in moves if Piles.play(self, state, m) not in self.history]

    stuck = Value.DRAW


class CachedByOnePile(Piles):
    def moves(self, state):
        if not hasattr(self, "cache"):
            self.cache = {}
        return self.cache.setdefault(state[0], super().moves(state))


class CachedInADefault(Piles):
    def outcome(self, state, memo={}):  # noqa: B006
        if sum(state[:2]) == 0:
            return memo.setdefault("end", (Value.LOSS, Value.WIN)[state[2]])
        return None


class CachedInTheModule(Piles):
    def outcome(self, state):
        if sum(state[:2]) == 0:
            return MEMO.setdefault("end", (Value.LOSS, Value.WIN)[state[2]])
        return None


class CachedInTheClass(Piles):
    memo = {}  # noqa: RUF012

    def outcome(self, state):
        if sum(state[:2]) == 0:
            return self.memo.setdefault("end", (Value.LOSS, Value.WIN)[state[2]])
        return None


class PlayedAgain(Piles):
    again = False

    def play(self, state, move):
        self.again = move[1] == 2
        return super().play(state, move)

    def moves_again(self, _state, _move):
        return self.again


@pytest.mark.parametrize(
    ("game", "promise", "changed"),
    [
        (NeverTwice(), "moves-differ", "self.history"),
        (CachedByOnePile(), "moves-differ", "self.cache"),
        (CachedInADefault(), "outcome-differs", "a default argument of outcome"),
        (CachedInTheModule(), "outcome-differs", "MEMO"),
        (CachedInTheClass(), "outcome-differs", "CachedInTheClass.memo"),
        (PlayedAgain(), "answers-differ", "self.again"),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Game) else "",
)
def test_what_rules_remember_is_named(game: Game, promise: str, changed: str) -> None:
    finding = found(game, promise)
    assert "when states were asked in another order" in finding.message
    assert finding.message.endswith(f"since rules change {changed}")


def test_a_player_who_differs_from_call_to_call_is_found() -> None:
    class Turns(Piles):
        calls = 0

        def player(self, state):
            self.calls += 1
            return (self.calls // 2) % 2

    assert "then" in found(Turns(), "answers-differ").message


class Kept(Piles):
    """Caches as they should be: each makes no difference."""

    calls = 0

    def __init__(self):
        self.cache = {}

    @cached_property
    def sizes(self):
        return [1, 2]

    def start(self):
        self.first = (3, 2, 0)
        return self.first

    def moves(self, state, known={}):  # noqa: B006
        self.calls += 1
        if state not in self.cache:
            self.cache[state] = known[state] = [
                (i, n) for i in (0, 1) for n in self.sizes if n <= state[i]
            ]
        return known[state]

    def outcome(self, state):
        return Value.LOSS if sum(state[:2]) == 0 * sum(self.first) else None


class Arrays(Piles):
    """A class and an instance that hold arrays, which are neither true nor false."""

    TAKEN = np.array([1, 2, 3])

    def __init__(self):
        super().__init__()
        self.sizes_before = np.zeros((2, 2))


def test_arrays_are_no_fault() -> None:
    assert check(Arrays()).ok


def test_caches_are_no_fault() -> None:
    game = Kept()
    report = check(game)
    assert report.ok, report.text()
    assert len(game.cache) == report.states_checked - 2  # as it was after the check: two are over
