"""Examples of a broken promise are collected, each once."""

from __future__ import annotations

from perfectplay.conformance.checking import check_game
from perfectplay.game.checks.findings import EXAMPLES, FindingLog
from tiny_games import Countdown


def test_a_finding_is_kept_once_and_others_of_its_promise_beside_it() -> None:
    log = FindingLog(Countdown())
    for state in (1, 1, 1, 2, 3, 4):
        log.fault("stuck-state", f"there is no legal move in state {state}", state)
    assert [finding.state for finding in log.findings] == [1, 2, 3]
    assert len(log.findings) == EXAMPLES
    assert log.has("stuck-state")


def test_an_outcome_that_raises_where_several_moves_lead_is_told_once() -> None:
    class Misspelt(Countdown):
        def outcome(self, state):
            return super().outcome(state) if state else 1 / 0

    found = [finding.message for finding in check_game(Misspelt()).findings]
    assert len(found) == len(set(found)) == 1
