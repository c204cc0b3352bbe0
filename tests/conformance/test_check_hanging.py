"""Rules that hang in a check: hints, symmetries and comparisons that never answer."""

from __future__ import annotations

from typing import Any

import pytest

from checks_in_time import ended_soon, hanging
from games_to_check import check
from perfectplay import Value
from perfectplay.conformance import check_run, checking
from tiny_games import Countdown, Pair, changed


class Noted(Countdown):
    """Has a note, which must not be lost: its points have no use."""

    hang = -1

    def gain(self, state, move):
        return 0

    def bounds(self, state):
        if state == self.hang:
            hanging()
        return (-(2**40), 2**40)


def test_a_hint_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 0.3)
    report = ended_soon(changed(Noted, hang=2), compiled=False, max_seconds=20)
    (finding,) = report.findings
    assert finding.promise == "never-answers"
    assert "test_check_hanging.py:" in finding.message
    assert report.complete
    assert report.states_checked == 6
    assert any("makes it a game of points" in note for note in report.notes)


def test_a_hint_that_hangs_in_little_time_is_no_finding() -> None:
    report = ended_soon(changed(Noted, hang=2), compiled=False, max_seconds=1.0)
    assert report.ok
    assert "whether the hints are true was not fully checked: the time was up" in (report.notes)


def test_symmetries_that_hang_when_they_are_asked_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The walk has ended by then: what it has found is told."""
    monkeypatch.setattr(checking, "PATIENCE", 0.3)
    game = changed(Pair, symmetries=lambda self, state: [state])
    reach = check_run.ClassCheck.check_reached
    monkeypatch.setattr(check_run.ClassCheck, "check_reached", lambda *a: (reach(*a), hanging()))
    report = ended_soon(game, compiled=False, max_seconds=20)
    assert [finding.promise for finding in report.findings] == ["never-answers"]
    assert report.complete


def test_equality_of_states_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __init__(self, n: int) -> None:
            self.n = n

        def __hash__(self) -> int:
            return self.n

        def __eq__(self, other: object) -> bool:
            if self.n == 2:
                hanging()
            return isinstance(other, Slow) and self.n == other.n

    monkeypatch.setattr(checking, "PATIENCE", 0.3)
    game = changed(
        start=lambda self: Slow(5),
        moves=lambda self, state: [m for m in (1, 2) if m <= state.n],
        play=lambda self, state, move: Slow(state.n - move),
        outcome=lambda self, state: None if state.n else Value.LOSS,
        text=lambda self, state: str(state.n),
        parse=lambda self, text: Slow(int(text)),
    )
    report = ended_soon(game, compiled=False, max_seconds=20)
    assert "never-answers" in {finding.promise for finding in report.findings}


def test_rules_that_raise_only_for_the_hints() -> None:
    """They are asked about states that the sample has not met; what they raise is a finding."""
    calls = iter(range(10**6))

    def play(self: Any, state: int, move: int) -> int:
        if next(calls) > 40:
            raise ValueError("enough")
        return state - move

    report = check(changed(Noted, play=play))
    assert "rules-raised" in {finding.promise for finding in report.findings}
