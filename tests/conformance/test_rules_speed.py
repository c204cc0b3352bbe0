"""The speed of rules that `check` measures where it is asked to."""

from __future__ import annotations

from typing import Any

import pytest

from games_to_check import check
from perfectplay.core.value import Value
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from tiny_games import Countdown, changed


@pytest.mark.parametrize("game", [ThreeRocks(6, 6), TicTacToe()])
def test_compiled_and_interpreted(game: Any) -> None:
    report = check(game, compiled=True, speed=True)
    assert report.ok
    assert report.speed is not None
    assert report.speed.compiled is not None
    assert report.speed.compiled > 5 * report.speed.interpreted > 0
    lines = report.text().splitlines()
    assert lines[2] == report.speed.text()
    assert report.as_dict()["speed"] == report.speed.as_dict()


def test_rules_that_do_not_compile_are_measured_interpreted() -> None:
    class Sorted(ThreeRocks):
        def play(self, state: Any, move: Any) -> Any:
            left, right = super().play(state, move)
            return tuple(int(n) for n in f"{left:2} {right}".split())

    report = check(Sorted(3, 3), compiled=True, speed=True)
    assert report.speed is not None
    assert report.speed.interpreted > 0
    assert report.speed.compiled is None
    assert any("runs interpreted" in note for note in report.notes)


def test_states_without_a_shape_are_measured_interpreted() -> None:
    game = changed(
        start=lambda self: frozenset({b"a", b"b", b"c"}),
        moves=lambda self, state: sorted(state),
        play=lambda self, state, move: state - {move},
        outcome=lambda self, state: None if state else Value.LOSS,
    )
    report = check(game, compiled=True, speed=True)
    assert report.ok, report.text()
    assert report.speed is not None
    assert report.speed.compiled is None


def test_it_is_only_measured_where_asked_for() -> None:
    report = check(ThreeRocks(3, 3))
    assert report.speed is None
    assert report.as_dict()["speed"] is None
    assert "speed" not in report.text()


def test_faulty_rules_have_no_speed() -> None:
    report = check(changed(outcome=lambda self, state: None), compiled=True, speed=True)
    assert not report.ok
    assert report.speed is None


def test_a_play_that_is_over_at_its_start_has_no_speed_and_the_report_says_so() -> None:
    report = check(changed(outcome=lambda self, state: Value.LOSS), compiled=True, speed=True)
    assert report.ok, report.text()
    assert report.speed is None
    assert "no speed was measured: no state that was checked has moves" in report.notes


class Wraps(Countdown):
    """2 << 62 wraps in compiled rules, and is below 0 there."""

    def outcome(self, state: Any) -> Any:
        return Value.LOSS if state == 0 or state << 62 < 0 else None


def test_compiled_rules_that_answer_otherwise_have_no_speed() -> None:
    report = check(Wraps(), compiled=True, speed=True)
    assert not report.ok
    assert report.speed is None
