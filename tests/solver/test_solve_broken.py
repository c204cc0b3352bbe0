"""What `solve` says of rules that break a promise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from forced_levels import force_levels
from games_to_solve import METHODS, Chain, Piles, Steps
from perfectplay import Game, Value, solve
from perfectplay.core.errors import PerfectPlayError, RulesError
from tiny_games import changed

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


NO_FAULT, IN_MOVES, IN_PLAY, IN_OUTCOME, STICKS, NEGATIVE, TOO_LARGE, NO_VALUE = range(8)
IN_AGAIN = 8
FAULT = 10**6


@dataclass(frozen=True)
class Bad(Game):
    """Counts down from ``length``; in state ``at`` the rules go wrong as ``fault`` says.

    The fault lies in the state: one compilation serves them all.
    """

    length: int = 20_000
    at: int = 500
    fault: int = NO_FAULT

    TABLE: ClassVar = tuple(range(20_001))

    def start(self) -> Any:
        return self.fault * FAULT + self.length

    def wrong(self, state):
        return state // FAULT if state % FAULT == self.at else NO_FAULT

    def moves(self, state):
        if self.wrong(state) == IN_MOVES:
            raise ValueError("no such thing")
        return range(0 if self.wrong(state) == STICKS else 2)

    def play(self, state, move):
        fault = self.wrong(state)
        if fault == IN_PLAY and move:
            raise ZeroDivisionError("no such thing")
        if fault == NEGATIVE:
            return 5 - state
        if fault == TOO_LARGE:
            return state + 2**62 + 2**62
        return state - min(1 + move, state % FAULT)

    def outcome(self, state):
        fault = self.wrong(state)
        if fault == NO_VALUE:
            return 7
        # beyond the table in one state
        left = self.TABLE[state % FAULT + (50_000 if fault == IN_OUTCOME else 0)]
        return Value.LOSS if left == 0 else None

    def moves_again(self, state, move):
        if self.wrong(state) == IN_AGAIN and move:
            raise ValueError("no such thing")
        return False


BAD = [
    (IN_MOVES, "no such thing", None),
    (IN_PLAY, "no such thing", 1),
    (IN_OUTCOME, "range", None),
    (STICKS, "no legal move", None),
    (NEGATIVE, "-50", 0),
    (TOO_LARGE, "9223372036860", 0),
    (NO_VALUE, "7", None),
    (IN_AGAIN, "no such thing", 1),
]


@pytest.mark.parametrize("at", [500, 19_990])
@pytest.mark.parametrize("method", ["auto", "compiled", "interpreted", "reference"])
@pytest.mark.parametrize(("fault", "text", "move"), BAD)
def test_rules_that_go_wrong(fault: int, text: str, move: Any, method: str, at: int) -> None:
    """The state and the move are shown and kept, the rules' own exception is the cause."""
    with pytest.raises(RulesError) as problem:
        solve(Bad(at=at, fault=fault), method=method)
    error = problem.value
    assert text in str(error)
    assert error.state == fault * FAULT + at
    assert error.move == move
    assert str(error.state) in str(error)
    assert error.promise
    assert error.remedy
    if fault in (IN_MOVES, IN_PLAY, IN_OUTCOME, IN_AGAIN):
        assert isinstance(error.__cause__, ValueError | ZeroDivisionError | IndexError)


@pytest.mark.parametrize(("fault", "text", "move"), BAD)
def test_levels_never_hide_broken_rules(
    fault: int, text: str, move: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exploring by levels shows the same state as exploring in one go."""
    force_levels(monkeypatch)
    with pytest.raises(RulesError) as problem:
        solve(Bad(8_000, fault=fault), method="compiled")
    assert (problem.value.state, problem.value.move) == (fault * FAULT + 500, move)
    assert text in str(problem.value)


def test_wrong_stuck() -> None:
    class WrongStuck(Bad):
        stuck: ClassVar[Any] = 9

    with pytest.raises(RulesError, match="stuck"):
        solve(WrongStuck(fault=STICKS))


class Wraps(Chain):
    """Compiled code computes 2^64 times something as nothing."""

    length: int = 20_000

    def play(self, state, move):
        if state <= 9_000:
            return max(0, state - 1 - (state * 2**40 * 2**24 // 2**62) % 8 // 4)
        return max(0, state - 1 - move)

    def moves(self, state):
        return range(2) if state > 9_000 else range(1)


@pytest.mark.parametrize("wide", [False, True])
def test_integers_that_wrap_in_compiled_code(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of compiled and interpreted rules finds them, and says what to do."""
    if wide:
        force_levels(monkeypatch)
    with pytest.raises(RulesError) as problem:
        solve(Wraps(), method="compiled")
    assert problem.value.promise == "compiled-differs"
    assert problem.value.state <= 9_000
    assert "interpreted" in str(problem.value)
    assert solve(Wraps(), method="interpreted").value(0) is DRAW


class Mutable(Steps):
    def start(self):
        return ("x", 0)

    def moves(self, state):
        return range(1)

    def play(self, state, move):
        return ("x", state[1] + 1) if state[1] < 10 else ["x", 11]

    def outcome(self, state):
        return None


class OtherKind(Steps):
    def play(self, state, move):
        return str(state) if state == 500 else state - 1


class GivesNone(Mutable):
    def play(self, state, move):
        return ("x", state[1] + 1) if state[1] < 10 else None


@pytest.mark.parametrize("method", ["auto", "interpreted", "reference"])
def test_states_that_are_none(method: str) -> None:
    for cls, state, promise in (
        (Mutable, ("x", 10), "unhashable-state"),
        (GivesNone, ("x", 10), "no-state"),
        (OtherKind, 500, "kind-changes"),
    ):
        with pytest.raises(RulesError) as problem:
            solve(cls(), method=method)
        assert problem.value.state == state
        assert problem.value.promise == promise
        assert problem.value.move == 0


@pytest.mark.parametrize("start", [-1, 2**63, [1], {}, None])
@pytest.mark.parametrize("method", METHODS)
def test_starts_that_are_no_states(start: Any, method: str) -> None:
    class Starts(Chain):
        def start(self) -> Any:
            return start

    with pytest.raises(PerfectPlayError) as problem:
        solve(Starts(), method=method)
    assert "start" in str(problem.value)


def test_tuples_that_change_their_length_are_interpreted() -> None:
    game = Piles((3, 2), "shorter")
    assert solve(game).value((2, 2)) is LOSS
    assert solve(game).value((2,)) is WIN


def test_a_negative_state_is_named_before_what_follows_from_it() -> None:
    """Its rules give no move there, which is no fault of theirs."""
    game = changed(moves=lambda _self, state: range(1, min(3, state + 1) + 1))
    with pytest.raises(RulesError, match="play gave -1 for the move 3 in state 2"):
        solve(game)
