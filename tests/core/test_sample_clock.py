"""When a sample of rules ends: not by one slow step, which says nothing about the rules."""

from __future__ import annotations

import pytest

from perfectplay.core import sample_clock
from perfectplay.core.sample_clock import LONGEST, SampleClock


def steps_until_over(monkeypatch, seconds: float, steps: int, taken) -> int | None:
    """After which step the clock is over; None if it is not. ``taken``: seconds of each step."""
    now = [0.0]
    monkeypatch.setattr(sample_clock, "thread_seconds", lambda: now[0])
    clock = SampleClock(seconds, steps)
    for number, passed in enumerate(taken, 1):
        now[0] += passed
        if clock.over():
            return number
    return None


@pytest.mark.parametrize("at", [0, 1, 200, 399])
def test_one_slow_step_of_many_does_not_end_a_sample(monkeypatch, at):
    taken = [0.0001] * 400
    taken[at] = 3.0
    assert steps_until_over(monkeypatch, 1.0, 400, taken) is None


@pytest.mark.parametrize(("each", "ended"), [(1, 3), (1 / 32, 33), (1 / 256, 257), (1 / 512, None)])
def test_slow_steps_end_it_when_the_seconds_are_over(monkeypatch, each, ended):
    assert steps_until_over(monkeypatch, 1.0, 400, [each] * 500) == ended


def test_it_ends_in_any_case(monkeypatch):
    taken = ([0.0001] * 3 + [0.5]) * 100
    assert steps_until_over(monkeypatch, 1.0, 400, taken) == 4 * 2 * LONGEST
    assert steps_until_over(monkeypatch, 1.0, 400, [11.0]) == 1
