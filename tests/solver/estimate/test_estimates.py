"""Estimates of games of many kinds: their ranges hold the truth, whatever the machine does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import pytest

from estimated_games import GAMES, Compared, compared, name_of
from perfectplay import Game, Value
from perfectplay.core.errors import ParameterError, RulesError
from perfectplay.games.nim import Nim
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.capture_recapture import unseen
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.plan import plan_of
from perfectplay.solver.estimate.sample_budget import SampleBudget

QUICK = (3, 13, 14, 18, 21, 24, 33, 35, 42, 44, 52, 54)
"""A dozen games that take seconds."""


def agrees(found: Estimate) -> None:
    """No count contradicts another, and there is an upper bound of all or of none."""
    counts = [found.states, found.moves, found.largest] + ([found.every] if found.every else [])
    for count in counts:
        assert 0 <= count.low <= count.likely
        assert count.high is None or count.likely <= count.high
        assert (count.high is None) == found.bounded
    assert found.moves.low >= found.states.low - 1
    assert found.largest.likely <= found.states.likely
    if found.every is not None:
        assert found.every.low >= found.states.low
        assert found.every.likely >= found.states.likely
    assert bool(found.why) == found.bounded


def report(all_of_them: list[Compared]) -> str:
    """What share of the ranges held, and how wide they were."""
    widths = sorted(one.width for one in all_of_them if not one.found.exact)
    held = sum(one.holds for one in all_of_them)
    said = "\n".join(map(str, all_of_them))
    return (
        f"{said}\n{held} of {len(all_of_them)} held; of those that were not exact the median width "
        f"is {median(widths):.3g}, and a tenth are wider than {widths[len(widths) * 9 // 10]:.3g}"
    )


def test_a_dozen_ranges_hold_the_truth() -> None:
    found = [compared(number) for number in QUICK]
    for one in found:
        agrees(one.found)
    assert sum(one.holds for one in found) >= 0.9 * len(QUICK), report(found)
    assert sum(not one.found.exact for one in found) >= 10, report(found)


@pytest.mark.landmark
@pytest.mark.parametrize("half", [0, 1], ids=["tuned", "held out"])
def test_nine_ranges_of_ten_hold_the_truth(half: int) -> None:
    found = [compared(number) for number in range(half, len(GAMES), 2)]
    for one in found:
        agrees(one.found)
    print(report(found))  # noqa: T201
    assert sum(one.holds for one in found) >= 0.9 * len(found), report(found)


def test_the_sixty_games_differ() -> None:
    assert len({name_of(number) for number in range(len(GAMES))}) == len(GAMES) == 60


@pytest.mark.parametrize("number", [3, 24], ids=["levels", "loops"])
def test_a_budget_of_moves_gives_the_same_answer_again(number: int) -> None:
    once, again = compared(number, threads=1).found, compared(number, threads=2).found
    for name in ("states", "moves", "every", "largest", "explored", "plies"):
        assert getattr(once, name) == getattr(again, name), name


# --- games that are odd ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Single(Game):
    """It is over before it begins."""

    wordy: bool = False

    def start(self) -> object:
        return "over" if self.wordy else 0

    def moves(self, state: object) -> Iterator[int]:
        return iter(())

    def play(self, state: object, move: int) -> object:
        return state

    def outcome(self, state: object) -> Value | None:
        return Value.LOSS


@dataclass(frozen=True)
class Doubling(Game):
    """Without end, level by level: twice as many in each."""

    def start(self) -> int:
        return 1

    def moves(self, state: int) -> Iterator[int]:
        yield 0
        yield 1

    def play(self, state: int, move: int) -> int:
        return (state * 2 + move) & 0x3FFFFFFFFFFFFFFF

    def outcome(self, state: int) -> Value | None:
        return None


@dataclass(frozen=True)
class Deep(Doubling):
    """Rules that raise only where walkers go."""

    def play(self, state: int, move: int) -> int:
        if state > 1 << 30:
            raise ValueError("too deep")
        return state * 2 + move


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", [False, True])
def test_a_game_of_one_state(text: bool, threads: int) -> None:
    found = forecast(Single(text), threads=threads)
    agrees(found)
    assert found.exact
    assert (found.states.likely, found.moves.likely) == (1, 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_without_end_has_lower_bounds_that_agree(threads: int) -> None:
    found = forecast(Doubling(), threads=threads, seconds=math.inf, moves=60_000)
    agrees(found)
    assert found.bounded
    said = plan_of(found, threads, 4_000_000_000).lines()[0]
    assert "beyond 0" not in said
    assert "no estimate" in said


@pytest.mark.parametrize("threads", [1, 2])
def test_rules_that_raise_deep_down_are_shown(threads: int) -> None:
    with pytest.raises(RulesError, match="too deep"):
        forecast(Deep(), threads=threads, seconds=math.inf, moves=60_000)


@pytest.mark.parametrize("seconds", [0, -1, math.nan])
def test_a_budget_of_no_seconds_is_refused(seconds: float) -> None:
    with pytest.raises(ParameterError, match="seconds must be above 0"):
        forecast(Single(), seconds=seconds)


@pytest.mark.parametrize("moves", [1, 50])
def test_a_tiny_budget_still_gives_counts_that_agree(moves: int) -> None:
    for number in (3, 14, 18):
        game, symmetric = GAMES[number]
        agrees(forecast(game, symmetries=symmetric, seconds=math.inf, moves=moves))


# --- the parts ------------------------------------------------------------------------------------


def test_a_budget_is_spent_by_what_is_spent_first() -> None:
    budget = SampleBudget(seconds=1e9, moves=100)
    budget.spend(50, 0.1)
    assert budget.used == 0.5
    budget.spend(350, 0.1)
    assert budget.left == 0
    assert budget.late
    assert SampleBudget(seconds=0).left == 0


def test_animals_caught_again_tell_how_many_there_are() -> None:
    import numpy as np

    random = np.random.default_rng(1)
    for states in (20_000, 300_000):
        times = np.bincount(np.bincount(random.integers(0, states, 20_000)), minlength=4)
        told = unseen(int(times[1:].sum()), *map(int, times[1:4]))
        assert told is not None
        assert abs(math.log(told[0] / states)) < told[1]
    assert unseen(1_000, 1_000, 0, 0) is None


def test_random_plays_alone_are_no_estimate_where_states_have_hundreds_of_moves() -> None:
    """Three rows of 300 have 301³ = 27,270,901 states: at most 6.6 million were told before."""
    found = forecast(Nim((300, 300, 300)), seconds=math.inf, moves=1_000_000)
    assert found.states.high is None or found.states.low <= 301**3 <= found.states.high
    agrees(found)
