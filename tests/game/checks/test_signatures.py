"""Methods with other arguments than those of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from games_to_check import check, found
from perfectplay import solve
from perfectplay.core.errors import RulesError
from tiny_games import changed


@pytest.mark.parametrize(
    ("method", "rule", "remedy"),
    [
        ("start", lambda: 5, "def start(self)"),
        ("moves", lambda _state: [1], "def moves(self, state)"),
        ("outcome", lambda _self, _state, _move: None, "def outcome(self, state)"),
        ("play", lambda _self, state: state, "def play(self, state, move)"),
        ("player", lambda _state: 0, "def player(self, state)"),
        ("move_text", lambda _move: "", "def move_text(self, move)"),
    ],
    ids=["start", "moves", "outcome", "play", "player", "move_text"],
)
def test_wrong_arguments_are_named_with_the_right_ones(method: str, rule: Any, remedy: str) -> None:
    game = changed(**{method: rule})
    finding = found(game, "wrong-arguments")
    assert f"Changed.{method} has other arguments than it is called with" in finding.message
    if method == "move_text":  # `solve` has no use for it
        return
    with pytest.raises(RulesError, match=r"write def " + method) as raised:
        solve(game)
    assert remedy in str(raised.value)


@pytest.mark.parametrize(
    "rule",
    [
        lambda _self, s: None if s else 1,
        lambda _self, s, _depth=3: None if s else 1,
        lambda *arguments: None if arguments[1] else 1,
        staticmethod(lambda s: None if s else 1),
    ],
    ids=["other names", "a default", "any number", "static"],
)
def test_other_ways_to_take_these_arguments_are_right(rule: Any) -> None:
    report = check(changed(outcome=rule))
    assert {finding.promise for finding in report.findings} == {"illegal-outcome"}
