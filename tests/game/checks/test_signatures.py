"""Methods with other arguments than those of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from games_to_check import check, found
from perfectplay import Game, Value, solve
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


def _moves_first(_self: Any, move: Any, state: Any) -> Any:
    return state - move


@pytest.mark.parametrize(
    ("method", "rule"),
    [
        ("play", _moves_first),
        ("play", staticmethod(lambda move, state: state - move)),
        ("play", lambda _self, action, board: board - action),
        ("moves_again", lambda _self, move, state: state == move),
    ],
    ids=["play", "static", "action", "moves_again"],
)
def test_a_move_before_the_state_is_told_by_its_name(method: str, rule: Any) -> None:
    game = changed(**{method: rule})
    said = rf"Changed.{method} has its arguments in the other order; {method} takes the state first"
    with pytest.raises(RulesError, match=said):
        solve(game)
    assert [finding.promise for finding in check(game).findings] == ["wrong-arguments"]


class Row(Game):
    """Three in a row; each player fills one of them."""

    def start(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def moves(self, cells: tuple[int, ...]) -> list[int]:
        return [i for i in range(3) if not cells[i]]

    def play(self, i: Any, cells: Any) -> tuple[int, ...]:
        return (*cells[:i], 1, *cells[i + 1 :])

    def outcome(self, cells: tuple[int, ...]) -> Value | None:
        return Value.LOSS if all(cells) else None


def test_a_move_before_the_state_is_told_by_trying_the_other_order() -> None:
    with pytest.raises(RulesError, match=r"Row.play .* takes the state first, then the move"):
        solve(Row())
    assert [finding.promise for finding in check(Row()).findings] == ["wrong-arguments"]


def test_a_fault_in_a_rule_is_not_taken_for_the_other_order() -> None:
    game = changed(play=lambda _self, s, m: s // (m - 1))
    with pytest.raises(RulesError, match="raised ZeroDivisionError"):
        solve(game)


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


@pytest.mark.parametrize("method", ["start", "moves", "play", "outcome"])
def test_an_async_rule_is_refused_without_a_warning_of_python(
    method: str, recwarn: pytest.WarningsRecorder
) -> None:
    async def rule(*_: Any) -> Any:
        return [1]

    async def rule_that_yields(*_: Any) -> Any:
        yield 1

    for slip in (rule, rule_that_yields):
        game = changed(**{method: slip})
        with pytest.raises(RulesError, match=rf"Changed.{method} is async, .* write def {method}"):
            solve(game)
        assert found(game, "async-rule").message.startswith(f"Changed.{method} is async")
    assert not recwarn.list
