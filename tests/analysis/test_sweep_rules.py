"""A rule tried on the rows of a sweep, against the reference solver."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, sweep
from perfectplay.analysis.atlas import rule_trials
from perfectplay.analysis.atlas.atlas_plot import atlas_plot
from perfectplay.analysis.atlas.atlas_tables import write_csv
from perfectplay.analysis.atlas.solved_row import SweepLimits
from perfectplay.analysis.atlas.sweep_ranges import combinations
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.analysis.atlas.swept_rule import SweptRule, found_rule
from perfectplay.core.errors import ConjectureError, ExplainError, ParameterError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.retrograde.reference_solver import solve_reference


@dataclass(frozen=True)
class Slow(Game):
    """Count down from ``n``; a method never answers."""

    n: int = 3

    def start(self) -> int:
        return self.n

    def moves(self, state: int) -> Any:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None

    def odd(self, state: int) -> bool:
        time.sleep(60)
        return bool(state % 2)


TRIALS: list[tuple[type[Game], dict[str, Any], str, Callable[[Game, Any], bool], Value]] = [
    (
        ThreeRocks, {"left": "3..5", "right": "4", "most": "2..4"}, "sum(s) % 4 == 0",
        lambda _, s: sum(s) % 4 == 0, Value.LOSS,
    ),
    (
        ThreeRocks, {"left": "1,7", "most": "2..4"}, "sum(state) % (most + 1) == 0",
        lambda game, s: sum(s) % (game.most + 1) == 0, Value.LOSS,  # type: ignore[attr-defined]
    ),
    (
        Nim, {"rows": [(1, 2, 3), (3, 3), (2,)], "misere": "no,yes"}, "s[0] ^ s[-1] != 0",
        lambda _, s: s[0] ^ s[-1] != 0, Value.WIN,
    ),
    (
        TicTacToe, {"width": "2..3", "height": "2", "length": "2"}, "s % 3 == 0",
        lambda _, s: s % 3 == 0, Value.DRAW,
    ),
    (ConnectFour, {"width": "3", "height": "2..3", "length": "3"}, "False", lambda *_: False,
     Value.LOSS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "ranges", "rule", "right", "value"), TRIALS,
    ids=["sum", "parameter", "misere", "symmetric", "never"],
)  # fmt: skip
def test_a_trial_counts_what_the_reference_solver_counts(
    game: type[Game], ranges: dict[str, Any], rule: str, right: Any, value: Value
) -> None:
    found = sweep(game, ranges, rule=rule, value=value, processes=2)
    assert found.rule is not None
    assert (found.rule.expression, found.rule.value) == (rule, str(value))
    for given, row in zip(combinations(game, ranges), found, strict=True):
        made = game(**given)
        rules = CheckedGame(made)
        known = solve_reference(rules, 100_000)
        wrong = {
            rules.text(state, None): (one, far)
            for state, one, far in zip(known.states, known.value, known.remoteness, strict=True)
            if right(made, state) != (one is value)
        }
        trial = row.rule
        assert trial is not None
        assert (trial.states, trial.wrong, trial.note) == (len(known.states), len(wrong), None)
        assert trial.holds == (not wrong)
        assert len(trial.exceptions) == min(3, len(wrong))
        shown = {text.replace("\n", " / "): worth for text, worth in wrong.items()}
        for one in trial.exceptions:
            worth, far = shown[one["state"]]
            assert (one["value"], one["remoteness"]) == (str(worth), far)
        nearest = sorted(10**9 if far is None else far for _, far in wrong.values())
        assert [one["remoteness"] for one in trial.exceptions] == nearest[: len(trial.exceptions)]


def test_a_rule_is_found_on_the_largest_row() -> None:
    found = sweep(ThreeRocks, {"left": "1,6", "most": "2..3"}, find_rule=True, processes=2)
    rule = found.rule
    assert rule is not None
    assert (rule.expression, rule.found_on) == ("sum(s) % 3 == 0", "left=6 most=2")
    assert [row.rule and row.rule.holds for row in found] == [True, False, True, False]
    assert found.rule_note is None
    assert found.as_dict()["rule"]["words"] == "the sum of all fields is divisible by 3"


@pytest.mark.parametrize("on", [5, 1, 0])
def test_the_three_largest_rows_are_looked_at(on: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the largest on, until one has a rule; ``on``: the row that has one."""

    def found(_: Any, parameters: Any, *__: Any) -> SweptRule | None:
        left = parameters["left"]
        return SweptRule("s == 0", "loss", "words", f"left={left}") if left == on else None

    monkeypatch.setattr(rule_trials, "found_rule", found)
    swept = sweep(ThreeRocks, {"left": "1..5,9", "right": "1"}, max_states=12, find_rule=True)
    if on == 5:
        assert swept.rule is not None
        assert swept.rule.found_on == "left=5"
    else:
        assert swept.rule is None
        assert swept.rule_note == (
            "no exact rule was found on left=5 right=1, left=4 right=1 or left=3 right=1"
        )
        assert all(row.rule is None for row in swept)


@pytest.mark.parametrize("game", [Chopsticks(3), Slow(3)], ids=["weak", "simple"])
def test_no_rule_is_found_that_says_no_more_than_a_list(game: Game) -> None:
    limits = SweepLimits(60.0, None, 0.0, True, None, None, 1)
    assert found_rule(game, {}, Value.LOSS, limits, lambda: None) is None


def test_states_in_which_no_rule_can_be_looked_for() -> None:
    found = sweep(Boxes, {"n": "2..3"}, find_rule=True, processes=2)
    assert found.rule is None
    assert found.rule_note is not None
    assert found.rule_note.startswith("no rule was found: rules are looked for in states that are")


@dataclass(frozen=True)
class Boxes(Slow):
    """The same with a set for the number."""

    def start(self) -> Any:
        return frozenset(range(self.n))

    def play(self, state: Any, move: int) -> Any:
        return state - {max(state)}

    def outcome(self, state: Any) -> Value | None:
        return None if state else Value.LOSS


def test_there_is_nothing_to_find_a_rule_on() -> None:
    found = sweep(TicTacToe, {"width": "3"}, max_states=10, find_rule=True)
    assert found.rule_note == "no solved combination has 2 to 50,000 states to look for a rule on"


def test_large_rows_and_unsolved_rows_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_trials, "RULE_STATES", 300)
    small, large, beyond = sweep(
        TicTacToe, {"width": "2..4"}, rule="s == 3", max_states=6_000, processes=2
    )
    assert small.rule is not None
    assert small.rule.states == 265
    assert large.rule is not None
    assert (large.rule.wrong, large.rule.note) == (None, "more than 300 states")
    assert (beyond.result, beyond.rule) == ("too large", None)


def test_a_rule_that_raises_on_some_rows() -> None:
    short, long = sweep(Nim, {"rows": [(1, 2), (1, 2, 3)]}, rule="s[2] == 0")
    assert short.rule is not None
    assert short.rule.note is not None
    assert "in state 0,0 the rule raises IndexError" in short.rule.note
    assert short.solved
    assert long.rule is not None
    assert long.rule.states == 24


def test_a_rule_that_hangs_costs_only_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_trials, "GRACE", 0.1)
    row, other = sweep(Slow, {"n": "1,3"}, rule="game.odd(s)", seconds=0.3, processes=2)
    for one in (row, other):
        assert one.solved
        assert one.rule is not None
        assert one.rule.note == "the rule was not tried in 0.3 s"


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"rule": "sum(t) == 0"}, ConjectureError, "knows no name 't'"),
        ({"rule": ""}, ConjectureError, "expression over a state s"),
        ({"rule": "s ="}, ConjectureError, ""),
        ({"rule": 3}, ConjectureError, "a rule is a text"),
        ({"rule": "__import__('os')"}, ConjectureError, ""),
        ({"rule": "s == 0", "find_rule": True}, ParameterError, "given or found, not both"),
        ({"rule": "s == 0", "value": "loss"}, ExplainError, "a rule is for Value.LOSS"),
    ],
    ids=["name", "empty", "syntax", "number", "forbidden", "both", "value"],
)
def test_bad_rules_are_refused_before_anything_is_solved(
    given: dict[str, Any], error: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.analysis.atlas.atlas.solved_row", None)
    with pytest.raises(error) as raised:
        sweep(ThreeRocks, {"most": "2..3"}, **given)
    assert words in str(raised.value)


def test_a_rule_that_is_no_condition() -> None:
    (row,) = sweep(ThreeRocks, {"most": "3"}, rule="sum(s) % 4")
    assert row.rule is not None
    assert row.rule.note == "in state 0,0 the rule gives 0, expected True or False"


def test_trials_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    asked: dict[str, Any] = {"ranges": {"most": "2..3"}, "results": file, "processes": 2}
    first = sweep(ThreeRocks, rule="sum(s) % 4 == 0", **asked)
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.analysis.atlas.atlas.solved_row", None)
        patch.setattr(rule_trials, "tried_rule", None)
        assert sweep(ThreeRocks, rule="sum(s) % 4 == 0", **asked) == first
        assert [row.rule for row in sweep(ThreeRocks, **asked)] == [None, None]
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.analysis.atlas.atlas.solved_row", None)
        other = sweep(ThreeRocks, rule="sum(s) % 3 == 0", **asked)
        won = sweep(ThreeRocks, rule="sum(s) % 3 != 0", value=Value.WIN, **asked)
    assert [row.rule and row.rule.holds for row in other] == [True, False]
    assert [row.rule and row.rule.holds for row in won] == [True, False]


def test_tables_and_json_have_the_rule(tmp_path: Path) -> None:
    found = sweep(ThreeRocks, {"most": "2..3"}, rule="sum(s) % 4 == 0")
    write_csv(found, tmp_path / "atlas.csv")
    with (tmp_path / "atlas.csv").open() as file:
        wrong, right = csv.DictReader(file)
    assert (wrong["rule"], wrong["rule_value"]) == ("sum(s) % 4 == 0", "loss")
    assert (wrong["rule_holds"], wrong["rule_wrong"]) == ("False", "50")
    assert wrong["rule_exceptions"] == "0,3; 1,2; 2,1"
    assert (right["rule_holds"], right["rule_exceptions"]) == ("True", "")
    for row in found:
        assert SweptRow.of_dict(json.loads(json.dumps(row.as_dict()))) == row


def test_the_picture_shows_where_it_holds() -> None:
    found = sweep(ThreeRocks, {"most": "2..3"}, rule="sum(s) % 4 == 0")
    figure = atlas_plot(found)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == ["W13", "✗", "L10", "✓"]
    assert "a state is lost exactly when sum(s) % 4 == 0" in figure.texts[1].get_text()
