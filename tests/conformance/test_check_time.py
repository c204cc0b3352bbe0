"""A check keeps to its time, tells how far it is, and says what it has and has not seen."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from checks_in_time import ended_soon, hanging
from games_to_check import check, found
from perfectplay import Value, check_game, solve
from perfectplay.cli.main import run
from perfectplay.cli.verbs import check as command
from perfectplay.compiler import load
from perfectplay.conformance import checking, compiled_comparison
from perfectplay.conformance.sample import StateSample
from perfectplay.conformance.watch import TookTooLong, Watch, WatchedGame
from perfectplay.core.progress import Progress
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from tiny_games import Pair, changed


def compiles(monkeypatch: pytest.MonkeyPatch, instead: Any) -> None:
    monkeypatch.setattr(load.RulesToCompile, "compile", lambda _: instead())


def in_two_ways(monkeypatch: pytest.MonkeyPatch, forked: bool) -> None:
    if not forked:
        monkeypatch.setattr(compiled_comparison, "can_fork", lambda: False)


FORKED = pytest.mark.parametrize("forked", [True, False])

# --- signs of life --------------------------------------------------------------------------------


def test_a_check_tells_how_far_it_is() -> None:
    told: list[Progress] = []
    report = check_game(TicTacToe(), samples=600, max_seconds=900, progress=told.append)
    assert report.ok, report.text()
    stages = list(dict.fromkeys(one.stage for one in told))
    assert stages == ["checking", "compiling", "comparing"]
    done = [one.done for one in told if one.stage == "checking"]
    assert done == sorted(done)
    assert all(one.total == 600 for one in told if one.stage == "comparing")


def test_the_command_writes_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "EVERY", 0.005)
    assert run(["check", "tic_tac_toe", "--samples", "300", "--seconds", "900"]) == 0
    out, err = capsys.readouterr()
    assert "(Ctrl-C stops)" in err.splitlines()[0]
    assert re.search(r"^checking: ([\d,]+ states?, )?\d+ s$", err, re.MULTILINE)
    assert "TicTacToe keeps every promise" in out
    assert "checking" not in out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "-inf", "1e99", "ten", ""])
def test_seconds_that_are_none(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "three_rocks", f"--seconds={seconds}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--seconds" in line


# --- how much -------------------------------------------------------------------------------------


def test_a_report_counts_all_that_it_has_looked_at() -> None:
    game = TicTacToe(width=2)
    solution = solve(game, symmetries=False)
    report = check_game(game, max_seconds=900)
    assert report.complete
    assert report.states_checked == report.states_compared == len(solution) > 100
    assert report.moves_checked == solution.moves
    classes = [{state, *game.symmetries(state)} for state in solution.states()]
    images = sum(len(one) - 1 for one in classes)
    assert report.images_checked == images > 100
    line = report.text().splitlines()[1]
    assert line == (
        f"looked at {len(solution):,} states, {solution.moves:,} moves and {images:,} symmetric "
        f"images; compiled rules gave the same answers on {len(solution):,} states"
    )
    counts = {"states_checked", "moves_checked", "images_checked", "states_compared"}
    assert counts <= set(report.as_dict())


def test_states_that_have_no_shape_are_never_compared() -> None:
    game = changed(
        start=lambda self: frozenset({b"a", b"b"}),
        moves=lambda self, state: sorted(state),
        play=lambda self, state, move: state - {move},
        outcome=lambda self, state: None if state else Value.LOSS,
    )
    report = check_game(game, max_seconds=900)
    assert report.states_compared == 0
    assert report.text().splitlines()[1].endswith("4 moves; compiled rules were not compared")


# --- the time is over -----------------------------------------------------------------------------


def test_the_default_is_ten_seconds() -> None:
    assert checking.SECONDS == 10.0


def test_a_walk_that_is_cut_short_says_where() -> None:
    endless = changed(play=lambda self, state, move: (state * 2 + move) % 2**60)
    report = ended_soon(endless, max_seconds=0.5, compiled=False)
    assert report.ok
    assert not report.complete
    (note,) = [note for note in report.notes if "not all states were seen" in note]
    assert f"s, was up after {report.states_checked:,} states" in note
    assert "--seconds" in note


def test_a_walk_that_is_cut_short_has_seen_ends_of_plays() -> None:
    """States near the start alone would be 10 plies deep at most."""

    def look(state: tuple[int, int]) -> Any:
        nonlocal room
        room -= 1
        if not room:
            return None
        ply, place = state
        return [(m, (ply + 1, 4 * place + m)) for m in range(4)] if ply < 40 else []

    room = 2_000
    sample = StateSample((0, 0), look, lambda *_: None)
    sample.walk(100_000, 0)
    assert len(sample.checked) == 1_999
    assert max(ply for ply, _ in sample.checked) == 40
    assert len(set(sample.checked)) == len(sample.checked)


@FORKED
def test_a_compiler_that_takes_too_long(monkeypatch: pytest.MonkeyPatch, forked: bool) -> None:
    def slow(*_: Any, **__: Any) -> Any:
        while True:
            time.sleep(0.01)

    in_two_ways(monkeypatch, forked)
    compiles(monkeypatch, slow)
    report = ended_soon(ThreeRocks(2, 2), max_seconds=2.0)
    assert (report.ok, report.complete, report.states_compared) == (True, True, 0)
    assert report.notes == (
        "compiled rules were not compared to the end: the time of 2 s was up while compiling; "
        "--seconds gives more",
    )


def test_compiled_rules_that_never_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any, **__: Any) -> Any:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("perfectplay.compiler.compare.compare", endless)
    report = ended_soon(ThreeRocks(2, 2), max_seconds=20.0)
    assert report.complete
    assert report.states_compared == 0
    assert any("compiled rules were not compared to the end" in note for note in report.notes)


def test_a_compiler_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    compiles(monkeypatch, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    report = ended_soon(ThreeRocks(2, 2), max_seconds=900)
    assert report.ok
    assert "compilation failed (its process was ended by SIGKILL)" in report.notes[-1]


@FORKED
def test_a_compiler_that_stumbles(monkeypatch: pytest.MonkeyPatch, forked: bool) -> None:
    in_two_ways(monkeypatch, forked)
    compiles(monkeypatch, lambda *_, **__: {}["x"])
    report = ended_soon(ThreeRocks(2, 2), max_seconds=900)
    assert report.ok
    assert "compilation failed (KeyError: 'x')" in report.notes[-1]


@FORKED
def test_a_difference_is_found_in_both_ways(monkeypatch: pytest.MonkeyPatch, forked: bool) -> None:
    class Powers(Pair):
        def outcome(self, state):
            power = 1
            for _ in range(7 * (state[0] == 2)):
                power *= 1000
            return Value.LOSS if state[0] == 0 or power % 7 == 3 else None

    in_two_ways(monkeypatch, forked)
    finding = found(Powers(), "compiled-differs", compiled=True)
    assert finding.state == (2, 7)
    assert finding.state_text == "2,7"


# --- the patience is for one question -------------------------------------------------------------


def wait_for_ever() -> None:
    while True:
        time.sleep(0.01)


def spend(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_a_state_with_many_moves_is_no_rule_without_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 0.4)
    game = changed(
        stones=1,
        moves=lambda self, state: range(60) if state else [],
        play=lambda self, state, move: spend(0.006) or 0,
    )
    report = check(game)
    assert report.ok, report.text()
    assert report.moves_checked == 60


def test_waiting_is_not_computing() -> None:
    """A machine that lets a rule wait is not a rule without an end, until four times as long."""
    with Watch(patience=0.3) as watch:
        with watch.question():
            time.sleep(0.6)
        began = time.monotonic()
        with pytest.raises(TookTooLong), watch.question():
            wait_for_ever()
        assert time.monotonic() - began >= 1.2


def test_questions_in_questions_end_with_the_outer_one() -> None:
    with Watch(patience=60) as watch:
        with (
            pytest.raises(TookTooLong),
            watch.question(time.monotonic() + 0.2),
            watch.question(time.monotonic() + 900),
        ):
            hanging()
        with watch.question():
            spend(0.2)


def test_the_same_seed_gives_the_same_states() -> None:
    def wide(state: int) -> Any:
        return [(m, state * 7 + m + 1) for m in range(7)] if state < 10**12 else []

    samples = []
    for _ in range(2):
        sample = StateSample(0, wide, lambda *_: None)
        sample.walk(3_000, random.Random(5).randrange(100))
        samples.append(sample.checked)
    assert samples[0] == samples[1]
    assert len(samples[0]) == 3_000


def test_rules_are_run_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "from perfectplay import Game, Value\n\n\nclass Slow(Game):\n"
        "    def start(self):\n        return 9\n\n"
        "    def moves(self, state):\n        return [1]\n\n"
        "    def play(self, state, move):\n"
        "        while state == 3:\n            pass\n        return state - 1\n\n"
        "    def outcome(self, state):\n        return None if state else Value.LOSS\n"
    )
    assert run(["check", str(file), "--seconds", "1"]) == 0
    out = capsys.readouterr().out
    assert "the rules were still at work in state 3 at" in out
    assert "slow.py:1" in out


def test_slow_moves_are_reported_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state with a few moves of a second each is no reason to say nothing until all are made."""
    monkeypatch.setattr("perfectplay.conformance.watch._REPORTS", -1.0)  # every call is slow
    alive: list[None] = []
    with Watch(patience=1e9) as watch:
        rules = WatchedGame(ThreeRocks(), watch, lambda: alive.append(None), max_moves=100)
        moves = rules.moves((10, 10))
        before = len(alive)
        for move in moves:
            rules.play((10, 10), move)
    assert len(alive) - before >= len(moves)
