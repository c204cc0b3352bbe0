"""What `solve` says of games without end, and those that only look it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from forced_levels import force_levels
from games_to_solve import METHODS, Chain
from perfectplay import Game, Value, put, solve
from perfectplay.engines import limits
from perfectplay.words.errors import EndlessGameError


@dataclass(frozen=True)
class Endless(Game):
    """States without end: ``width`` new ones for each, or one."""

    width: int = 1

    def start(self) -> Any:
        return 1

    def moves(self, state):
        return range(self.width)

    def play(self, state, move):
        return state * self.width % 2**55 + move + 1 - (self.width > 1)

    def outcome(self, state):
        return None


class EndlessWords(Endless):
    def start(self) -> Any:
        return "1"

    def play(self, state: Any, move: int) -> Any:
        return str(int(state) + 1)


class EndlessTuples(Endless):
    """One field grows until no key holds it."""

    def start(self) -> Any:
        return (1, 0)

    def play(self, state, move):
        return put(state, 0, state[0] * 3)


@pytest.mark.parametrize("game", [Endless(), Endless(3), EndlessWords()], ids=repr)
@pytest.mark.parametrize("method", METHODS)
def test_games_without_end(game: Endless, method: str) -> None:
    if method == "compiled" and isinstance(game, EndlessWords):
        method = "auto"
    with pytest.raises(EndlessGameError) as problem:
        solve(game, method=method, max_states=60_000)
    assert problem.value.states >= 60_000
    assert f"{problem.value.states:,}" in str(problem.value)
    assert "max_states" in str(problem.value)


def test_a_wide_game_without_end_explored_by_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    force_levels(monkeypatch)
    with pytest.raises(EndlessGameError) as problem:
        solve(Endless(3), method="compiled", max_states=60_000)
    # a level is given up before it is whole
    assert 60_000 <= problem.value.states < 62_000


def test_thin_games_without_end_are_reported_by_themselves() -> None:
    """By default: ten million states of which never many wait."""
    with pytest.raises(EndlessGameError) as problem:
        solve(Endless())
    assert 10_000_000 <= problem.value.states < 12_000_000


@pytest.mark.parametrize(
    ("rates", "limit", "ends"),
    [
        ([3.0] * 20, 10**12, False),  # a tree without end
        ([1 + 2 / 2 ** (k / 3) for k in range(20)], 10**7, False),  # a grid of three fields
        ([1.0] * 10, 10**12, True),  # nobody can say: the default limit will
        ([3 - 0.2 * k for k in range(11)], 10**12, True),
        ([3 - 0.02 * k for k in range(20)], 10**12, False),  # it would end far beyond the limit
        ([0.9] * 20, 10**12, True),
    ],
)
def test_games_that_only_grow_are_given_up_in_time(
    rates: list[float], limit: int, ends: bool
) -> None:
    """``rates``: new states for each one expanded, whenever twice as many have been expanded."""

    def explored(found: limits.Limits) -> None:
        states, done = 1_000.0, 1
        for rate in rates:
            for _ in range(14):
                more = max(1, done // 20)
                states, done = states + rate * more, done + more
                found.check(int(states), int(states) - done, lambda: 1, Endless())

    worked, passed = limits.clocks()
    long_ago = (worked - limits.PATIENCE - 1, passed)
    if ends:
        explored(limits.Limits(None, limit, began=long_ago))
    else:
        with pytest.raises(EndlessGameError, match="growth that hardly slackens"):
            explored(limits.Limits(None, limit, began=long_ago))
    explored(limits.Limits(None, limit))  # not before its time
    explored(limits.Limits(None, limit, threads=2, began=long_ago))
    explored(limits.Limits(10**12, 10, began=long_ago))  # not where the caller says more


class ToTheLast(Chain):
    """The largest state there can be, with a loop."""

    def start(self):
        return 2**63 - 4

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        if move or state == 2**63 - 1:
            return 2**63 - 4
        return state + 1

    def outcome(self, state):
        return Value.LOSS if state == 5 else None


@pytest.mark.parametrize("way", ["interpreted", "compiled", "levels"])
def test_the_largest_state(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(ToTheLast(), method="interpreted" if way == "interpreted" else "compiled")
    assert len(solution) == 4
    assert solution.counts.moves == 8
    assert 2**63 - 1 in solution


def test_tuples_that_grow_without_end() -> None:
    with pytest.raises(EndlessGameError):
        solve(EndlessTuples(), max_states=3_000)
