"""Forecasts against what games turn out to be."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from perfectplay import Game, Value
from perfectplay.core.errors import EndlessGameError, RulesError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.estimate import estimate_of
from perfectplay.solver.estimate.forecast import (
    forecast,
    forecast_interpreted,
    forecast_walked,
)
from perfectplay.solver.estimate.interval import Interval, count_words
from perfectplay.solver.estimate.plan import plan_of
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.explore import interpreted
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import begin_interpreted
from perfectplay.solver.state_limits import unlimited
from perfectplay.solver.threads import ThreadTeam
from walked_games import walked_of


@dataclass(frozen=True)
class Endless(Game):
    """One more, for ever."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> Value | None:
        return None


@dataclass(frozen=True)
class Strings(Endless):
    """Endless, and never compiled."""

    def start(self) -> str:  # type: ignore[override]
        return "."

    def play(self, state: str, move: int) -> str:  # type: ignore[override]
        return state + str(move)


@dataclass(frozen=True)
class Raising(Endless):
    """Rules that fail far from the start."""

    def play(self, state: int, move: int) -> int:
        if state > 80_000:
            raise ValueError("too far")
        return state + move


def within(found: Interval, truth: float) -> bool:
    return found.low <= truth and (found.high is None or truth <= found.high)


@pytest.mark.parametrize(
    ("game", "states", "moves"),
    [(Hexapawn(4, 4), 14_000, None), (Dodgem(3), 1_963, 5_373), (Chomp(4, 4), 69, None)],
    ids=["hexapawn", "dodgem", "chomp"],
)
def test_small_games_are_exact(game: Game, states: int, moves: int | None) -> None:
    from perfectplay import solve

    found, solution = forecast(game), solve(game)
    assert found.exact
    assert (found.every or found.states).likely == solution.counts.states
    stored = solution.representatives or solution.counts
    assert found.states.likely == stored.states
    assert found.moves.likely == stored.moves
    if moves is not None:
        assert (found.states.likely, found.moves.likely) == (states, moves)


@pytest.mark.parametrize("symmetries", [True, False])
def test_connect_four_5x4(symmetries: bool) -> None:
    found = forecast(ConnectFour(5, 4), symmetries=symmetries, seconds=math.inf, moves=8e6)
    states = 1_974_174 if symmetries else 3_945_711
    assert not found.exact
    assert found.states.high is not None
    assert within(found.states, states)
    assert found.states.high < 2 * found.states.low
    assert found.plies == 21
    if symmetries:
        assert found.every is not None
        assert within(found.every, 3_945_711)
    else:
        assert within(found.moves, 8_757_625)


@pytest.mark.parametrize("seconds", [0.0, 1e-4, 0.02])
def test_there_is_a_forecast_however_short_the_time(seconds: float) -> None:
    """The plan of a solve has a quarter of a second, which a busy machine may not give."""
    for game, truth in (
        (ConnectFour(5, 4), 1_974_174), (Hexapawn(5, 5), 938_329), (Dodgem(size=4), 393_900),
    ):  # fmt: skip
        source, found = walked_of(game, 100_000, symmetries=has_symmetries(game))
        told = forecast_walked(source.expander, found, ThreadTeam(2), SampleBudget(seconds))
        assert told.states.low <= truth
        assert plan_of(told, 2, 4_000_000_000).lines()


def test_seven_by_six_is_told_within_a_few_times() -> None:
    found = forecast(ConnectFour(7, 6), seconds=math.inf, moves=1e7, symmetries=False)
    assert found.states.high is not None
    # about twelve levels seen of 43, fewer on a machine that is very busy: ten beyond its range
    assert found.states.low / 10 < 4.53e12 < found.states.high * 10
    plan = plan_of(found, 2, 8_000_000_000)
    assert not plan.fits
    assert plan.keys == "in files"


@pytest.mark.parametrize("moves", [3e4, 1e5, 3e5])
def test_few_samples_of_a_large_game_give_a_wide_range(moves: float) -> None:
    """There was no estimate, but for a lower bound of some 100,000 states."""
    large = forecast(ConnectFour(7, 6), seconds=math.inf, moves=moves, symmetries=False)
    assert large.states.high is not None
    assert large.states.low < 4.53e12 < large.states.high
    assert large.states.likely > 1e10
    small = forecast(ConnectFour(5, 5), seconds=math.inf, moves=moves, symmetries=False)
    assert within(small.states, 69_763_700)


def test_a_walk_that_is_there_is_enough() -> None:
    source, found = walked_of(ConnectFour(5, 4), 300_000)
    keys = found.keys.copy()
    told = forecast_walked(source.expander, found, ThreadTeam(2))
    assert within(told.states, 3_945_711)
    assert (found.keys == keys).all()
    lines = plan_of(told, 2, 4_000_000_000).lines()
    assert len(lines) == 2
    assert lines[0].startswith("forecast: ")


def test_classes_are_counted_where_sifting_leaves_nothing_out() -> None:
    """A mean over some classes was printed as exact: 1,925,788 states for 1,899,449."""
    source, found = walked_of(Hexapawn(5, 4), 9_000, symmetries=True)
    told = forecast_walked(source.expander, found, ThreadTeam(2), SampleBudget(moves=10_000_000))
    assert told.exact
    assert told.every == Interval.exactly(71_986)


def test_a_game_that_is_proved_to_have_no_end_is_an_error() -> None:
    with pytest.raises(EndlessGameError, match="the game grows without end: the move 1 leads"):
        forecast(Endless(), seconds=math.inf, moves=20_000)


def test_a_game_without_end_has_bounds() -> None:
    found = forecast(Strings(), seconds=math.inf, moves=20_000)
    assert found.states.high is None
    assert found.why
    assert count_words(found.states).startswith("beyond ")


def test_rules_that_raise_are_shown() -> None:
    with pytest.raises(RulesError, match="too far"):
        forecast(Raising(), seconds=math.inf, moves=1e7)


def test_very_slow_rules_get_a_bound_soon() -> None:
    """No step is played to its end if its states take a second each."""
    played = 0

    class Slow(Strings):
        def play(self, state: str, move: int) -> str:
            nonlocal played
            played += 1
            return super().play(state, move)

    found, passed = begin_interpreted(CheckedGame(Slow()), False), itertools.count()
    explore_interpreted(found, unlimited(), Reporter(), lambda states, _: states > 20)
    played = 0
    budget = SampleBudget(1.0, clock=lambda: float(next(passed)))
    estimate = forecast_interpreted(found, budget)
    assert estimate.bounded
    assert estimate.why == "the rules are too slow to take samples in this time"
    assert played < 50


def test_a_chunk_of_very_slow_rules_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits hears of it after a few states, not after the first 64."""
    clock = itertools.count()
    monkeypatch.setattr(interpreted.time, "perf_counter", lambda: float(next(clock)))
    found = begin_interpreted(CheckedGame(Strings()), False)
    explore_interpreted(found, unlimited(), Reporter(), lambda *_: True)
    assert len(found.over) < 5


def test_what_is_explored_may_grow_while_an_estimate_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the estimate was made of may live on in a circle of references."""
    found = begin_interpreted(CheckedGame(Hexapawn(3, 3)), symmetric=False)
    explore_interpreted(found, unlimited(), Reporter(), lambda states, _: states > 20)
    kept: list[object] = []

    def keeping(*given: object) -> Estimate:
        kept.extend(given)
        return estimate_of(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("perfectplay.solver.estimate.forecast.estimate_of", keeping)
    forecast_interpreted(found, SampleBudget(1.0))
    assert kept
    found.over.append(0)
