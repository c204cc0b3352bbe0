"""The plan that is made of a forecast."""

from __future__ import annotations

import pytest

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver.estimate import plan as plan_module
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.plan import LEAST_MEMORY, plan_of


def made_up(states: float, moves: float, shape: str = "levels", inside: bool = False) -> Estimate:
    return Estimate(
        ConnectFour(6, 4),
        "compiled",
        Interval.about(states, 0.1),
        None,
        Interval.about(moves, 0.1),
        Interval.about(states / 7, 0.1),
        shape,
        inside,
        1_000_000,
        25,
        1e8,
        2e8,
    )


def test_plan_follows_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    # a process that has run other tests holds more than a solve begins with
    monkeypatch.setattr(plan_module, "resident_bytes", lambda: 200_000_000)
    large, small = (plan_of(made_up(9.5e7, 2.4e8), 2, n * 10**6) for n in (4_000, 600))
    assert (large.keys, large.edges, large.fits) == ("in memory", "expanded again", True)
    assert (small.keys, small.fits) == ("in files", True)
    assert small.peak.likely <= 600e6
    assert large.peak.likely == pytest.approx(200e6 + 95e6 * 10 + 300e6, rel=0.4)
    graph = plan_of(made_up(1.2e7, 2e8, "graph", True), 2, 4_000_000_000)
    assert graph.edges == "kept"
    tight = plan_of(made_up(1.2e7, 2e8, "graph", True), 2, 1_000_000_000)
    assert (tight.keys, tight.edges, tight.fits) == ("in files", "in files", True)


def test_a_budget_too_small_says_the_least() -> None:
    with pytest.raises(MemoryBudgetError) as told:
        plan_of(made_up(9.5e7, 2.4e8), 2, 50_000_000)
    assert told.value.least >= LEAST_MEMORY
    plan = plan_of(made_up(1e12, 4e12), 2, 8_000_000_000)
    assert not plan.fits
    values = 4 * plan.forecast.largest.likely  # of the largest tier; those above are read by ranges
    assert values < plan.least < 1.01 * values


def test_slow_rules_are_asked_once() -> None:
    slow = made_up(4e6, 8e6)
    slow = Estimate(**{**slow.__dict__, "speed": 1e6})
    assert plan_of(slow, 2, 8_000_000_000).edges == "kept"
