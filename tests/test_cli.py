"""The command line: what it answers, where, and how it says what is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.contract.address import load_game
from perfectplay.games.index import GAMES
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe

HEAD = """
from dataclasses import dataclass
from perfectplay import Game, Value

class Rocks(Game):
    def start(self):
        return 4
    def moves(self, state):
        return range(1, min(state, 2) + 1)
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""


@pytest.fixture
def told(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder; gives status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = run(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


@pytest.fixture
def answer(told):
    """The standard output of a command that must succeed and say nothing beside it."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert (status, err) == (0, "")
        return out

    return command


@pytest.fixture
def refused(told):
    """The one sentence on standard error of a command that must fail with status 2."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert status == 2
        assert out == "" or typed or arguments[0] == "play"
        assert err.startswith("perfectplay: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.removeprefix("perfectplay: ").rstrip("\n")

    return command


# --- answers --------------------------------------------------------------------------------------


def test_help_lists_every_command(answer):
    for asked in ([], ["--help"], ["-h"]):
        text = answer(*asked)
        for name in ("games", "new", "check", "solve", "show", "line", "play", "export"):
            assert f"\n  {name} " in text


@pytest.mark.parametrize("name", ["solve", "show", "line", "play", "export"])
def test_what_solves_takes_the_options_of_solving(answer, name):
    text = answer(name, "--help")
    for option in ("--method", "--threads", "--max-states", "--no-symmetries"):
        assert option in text


def test_the_version_is_shown(answer):
    assert answer("--version").startswith("perfectplay")


def test_games_lists_all_with_their_parameters(answer):
    text = answer("games")
    for name in GAMES:
        assert f"{name} " in text
    assert "left=10 right=10 most=3" in text
    listed = json.loads(answer("games", "--json"))["games"]
    assert [game["name"] for game in listed] == list(GAMES)
    rocks = next(game for game in listed if game["name"] == "three_rocks")
    assert rocks["parameters"] == {"left": 10, "right": 10, "most": 3}


def test_games_shows_the_rules_of_one(answer):
    assert "State" in answer("games", "tic_tac_toe")
    assert json.loads(answer("games", "tic_tac_toe", "--json"))["name"] == "tic_tac_toe"


def test_solve_answers_the_summary_of_the_solution(answer):
    found = json.loads(answer("solve", "three_rocks", "left=4", "--json"))
    wanted = json.loads(json.dumps(solve(ThreeRocks(left=4)).summary()))
    assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    assert list(found) == list(wanted)


def test_solve_says_who_wins_and_what_to_do(answer):
    text = answer("solve", "three_rocks")
    assert "a loss in 10 plies for the player to move; the second player wins" in text
    assert "121: 91 won" in text
    text = answer("solve", "three_rocks", "left=9")
    assert "the first player wins" in text
    assert "(4 of 9 win)" in text


def test_the_speed_is_told_where_it_means_something(answer, monkeypatch):
    assert "states/s" not in answer("solve", "three_rocks")
    monkeypatch.setattr("perfectplay.cli.solve.MEASURABLE", 0.0)
    assert "states/s" in answer("solve", "three_rocks")


def test_solve_counts_with_and_without_symmetries(answer):
    both = json.loads(answer("solve", "tic_tac_toe", "--json"))
    assert (both["states"], both["representatives"]["states"]) == (5478, 765)
    plain = json.loads(answer("solve", "tic_tac_toe", "--json", "--no-symmetries"))
    assert plain["states"] == 5478
    assert "representatives" not in plain


def test_methods_agree(answer):
    answers = []
    for method in ("auto", "interpreted", "reference"):
        found = json.loads(answer("solve", "fingers_down", "--method", method, "--json"))
        answers.append({k: v for k, v in found.items() if k not in ("engine", "seconds")})
    assert answers[0] == answers[1] == answers[2]


def test_show_answers_the_record(answer):
    found = json.loads(answer("show", "three_rocks", "3,2", "--json"))
    assert found == json.loads(json.dumps(solve(ThreeRocks()).probe((3, 2)).as_dict()))


def test_show_marks_best_and_perfect_moves(answer):
    rows = answer("show", "three_rocks", "4,1").splitlines()
    solution = solve(ThreeRocks())
    record = solution.probe((4, 1))
    shown = [row.split()[0] for row in rows[rows.index("") :] if row[:1].isdigit() and "," in row]
    assert shown == ["4,1", *[move.text for move in record.moves]]
    assert sum(row.endswith("perfect") for row in rows) == len(solution.perfect_moves((4, 1)))


def test_show_follows_moves_from_the_start_and_from_a_state(answer):
    by_moves = json.loads(answer("show", "tic_tac_toe", "--move", "5", "--move", "1", "--json"))
    assert by_moves["state"] == solve(TicTacToe()).find(by_moves["text"])
    assert by_moves["seat"] == 0
    there = json.loads(answer("show", "three_rocks", "3,2", "--move", "1,2", "--json"))
    assert (there["state"], there["seat"]) == ([2, 0], None)


def test_a_state_may_hold_an_equals_sign(answer):
    Path("sign.py").write_text(HEAD.replace("return 4", "return 'n=4'") + SIGNED)
    found = json.loads(answer("show", "sign.py", "n=3", "--json"))
    assert (found["state"], found["value"]) == ("n=3", "loss")


SIGNED = """
    def start(self):
        return "n=4"
    def moves(self, state):
        return range(1, min(int(state[2:]), 2) + 1)
    def play(self, state, move):
        return f"n={int(state[2:]) - move}"
    def outcome(self, state):
        return Value.LOSS if state == "n=0" else None
"""


def test_line_realises_the_remoteness(answer):
    found = json.loads(answer("line", "three_rocks", "--json"))
    steps = found["line"]
    assert [step["remoteness"] for step in steps] == list(range(10, -1, -1))
    assert [step["seat"] for step in steps] == [0, 1] * 5 + [0]
    assert steps[-1]["move"] is None
    assert found["loops"] is False
    assert "the second player wins after 10 plies" in answer("line", "three_rocks")


def test_a_line_of_an_endless_draw_stops_where_it_comes_back(answer):
    assert solve(load_game("fingers_down")).summary()["start"]["remoteness"] is None
    assert "an endless draw" in answer("line", "fingers_down")
    assert json.loads(answer("line", "fingers_down", "--json"))["loops"] is True


def test_states_without_a_parser_are_found_by_their_text(answer, refused):
    Path("sets.py").write_text(
        "from perfectplay import Game, Value\n"
        "class Sets(Game):\n"
        "    def start(self):\n        return frozenset({1, 2})\n"
        "    def moves(self, state):\n        return sorted(state)\n"
        "    def play(self, state, move):\n        return state - {move}\n"
        "    def outcome(self, state):\n        return None if state else Value.LOSS\n"
    )
    found = json.loads(answer("show", "sets.py", "frozenset({2})", "--json"))
    assert (found["text"], found["value"]) == ("frozenset({2})", "win")
    assert "frozenset({7})" in refused("show", "sets.py", "frozenset({7})")


# --- on a terminal --------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Looks like a terminal to who asks."""

    def isatty(self):
        return True


def test_a_terminal_gets_a_layout_with_the_same_words(told, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for arguments in (["show", "three_rocks", "3,2"], ["line", "three_rocks"], ["games"]):
        _, plain, _ = told(*arguments)
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal)
            assert run(arguments) == 0
        shown = re.sub(r"\x1b\[[0-9;]*m|─", "", terminal.getvalue())
        assert shown.split() == plain.split()


def test_a_bar_is_shown_on_a_terminal_alone(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("perfectplay.cli.progress.PATIENCE", 0.0)
    arguments = ["solve", "connect_four", "width=3", "height=4", "--method", "interpreted"]
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run(arguments) == 0
    assert "/s" in terminal.getvalue()


# --- new, check -----------------------------------------------------------------------------------


def test_a_new_file_checks_and_solves_as_it_stands(answer):
    said = answer("new", "my-rocks.py")
    assert said == "wrote my-rocks.py with the game MyRocks\nnext: perfectplay solve my-rocks.py\n"
    assert "the first player wins" in answer("solve", "my-rocks.py")
    assert "a loss in 6 plies" in answer("solve", "my-rocks.py", "stones=12")
    status = run(["check", "my-rocks.py", "--samples", "100"])
    assert status == 0


def test_new_takes_a_name(answer):
    answer("new", "rocks.py", "--name", "Pebbles")
    assert "class Pebbles(Game):" in Path("rocks.py").read_text()


def test_new_quotes_a_name_that_a_shell_would_part(answer):
    assert "next: perfectplay solve 'my game.py'" in answer("new", "my game.py")


def test_new_never_writes_over_a_file_unless_forced(answer, refused):
    Path("rocks.py").write_text("mine")
    assert "rocks.py is already there; --force" in refused("new", "rocks.py")
    assert Path("rocks.py").read_text() == "mine"
    answer("new", "rocks.py", "--force")
    assert "class Rocks(Game):" in Path("rocks.py").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rocks"], "rocks must end in .py"),
        (["rocks.py", "--name", "two words"], "'two words' cannot name a class"),
        (["rocks.py", "--name", "class"], "'class' cannot name a class"),
        (["rocks.py", "--name", "Game"], "'Game' is a name of perfectplay's own"),
        (["no/rocks.py"], "cannot be written: No such file"),
    ],
)
def test_new_refuses_what_would_not_work(refused, arguments, said):
    assert said in refused("new", *arguments)


def test_check_is_silent_about_a_game_that_is_right(told):
    status, out, _ = told("check", "three_rocks", "left=2", "right=2")
    assert status == 0
    assert "keeps every promise" in out


def test_check_ends_with_1_where_a_promise_is_broken(told):
    Path("dead.py").write_text(HEAD.replace("range(1, min(state, 2) + 1)", "[2] * (state > 1)"))
    Path("dead.py").write_text(Path("dead.py").read_text().replace("return 4", "return 3"))
    status, out, _ = told("check", "dead.py")
    assert status == 1
    assert "stuck-state" in out
    status, out, _ = told("check", "dead.py", "--json")
    assert status == 1
    assert json.loads(out)["ok"] is False


# --- export ---------------------------------------------------------------------------------------


def _wanted_rows():
    solution = solve(ThreeRocks(2, 3))
    for state in solution.states():
        record = solution.probe(state)
        best = [move.text for move in record.moves if move.best]
        yield list(state), record.text, str(record.value), record.remoteness, best


EXPORTED = ("export", "three_rocks", "left=2", "right=3")


def test_json_is_one_object(answer):
    found = json.loads(answer(*EXPORTED))
    assert found["parameters"] == {"left": 2, "right": 3, "most": 3}
    rows = [tuple(row.values()) for row in found["states"]]
    assert rows == list(_wanted_rows())


def test_json_lines_are_one_object_each(answer):
    rows = [
        tuple(json.loads(row).values())
        for row in answer(*EXPORTED, "--format", "jsonl").splitlines()
    ]
    assert rows == list(_wanted_rows())


def test_csv_reads_back(answer):
    rows = list(csv.reader(io.StringIO(answer(*EXPORTED, "--format", "csv"))))
    assert rows[0] == ["state", "text", "value", "remoteness", "best_moves"]
    read = [(json.loads(a), b, c, int(d), json.loads(e)) for a, b, c, d, e in rows[1:]]
    assert read == list(_wanted_rows())


def test_csv_keeps_texts_of_several_lines_and_empty_remoteness(told):
    _, out, err = told("export", "tic_tac_toe", "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert len(rows) == 766
    assert "one state of each class" in err
    assert rows[1][1].count("\n") == 2
    _, out, _ = told("export", "fingers_down", "--format", "csv")
    remotenesses = {row[3] for row in csv.reader(io.StringIO(out))}
    assert "" in remotenesses


def test_a_file_appears_whole_and_alone(answer):
    answer(*EXPORTED, "-o", "out.json")
    assert len(json.loads(Path("out.json").read_text())["states"]) == 12
    assert os.listdir() == ["out.json"]
    assert Path("out.json").stat().st_mode & 0o044 == 0o044 & ~_umask()


def _umask() -> int:
    bits = os.umask(0)
    os.umask(bits)
    return bits


def test_a_failed_export_leaves_what_was_there(refused, monkeypatch):
    from perfectplay.results.solution import Solution

    Path("out.json").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device", "out.json")

    monkeypatch.setattr(Solution, "states", full)
    assert "out.json: No space left on device" in refused(*EXPORTED, "-o", "out.json")
    assert Path("out.json").read_text() == "old"
    assert os.listdir() == ["out.json"]


def test_a_place_that_cannot_be_written_is_told_before_the_solve(refused):
    assert "there is no folder no to write x.csv into" in refused(*EXPORTED, "-o", "no/x.csv")
    assert "is a folder" in refused(*EXPORTED, "-o", ".")


# --- play -----------------------------------------------------------------------------------------


def test_a_human_plays_against_the_perfect_player(answer):
    text = answer("play", "three_rocks", "left=3", "right=1", typed="9,9\n0,1\n")
    assert "'9,9' is not legal in 3,1; legal: 0,1" in text
    assert "second player (perfect) plays 3,0" in text
    assert text.endswith("the second player (perfect) wins after 2 plies\n")


def test_help_undo_and_quit(answer):
    text = answer("play", "three_rocks", typed="help\n1,0\nundo\nquit\n")
    assert "commands: undo, help, quit" in text
    assert "took back 2 plies" in text
    assert text.endswith("left after 0 plies; the play is not over\n")


def test_the_end_of_input_is_said_plainly(refused):
    said = refused("play", "three_rocks", typed="1,0\n")
    assert said == "the input ended before the play was over; nothing is kept of it"


def test_players_of_all_kinds_meet(answer):
    for first in ("perfect", "random:1", "perfect:2"):
        text = answer("play", "tic_tac_toe", "--first", first, "--second", "random:2")
        assert text.splitlines()[-1].endswith("plies")


def test_a_random_player_can_be_repeated_by_the_name_it_is_shown_with(answer):
    text = answer("play", "three_rocks", "--first", "random", "--second", "random:2")
    name = text[text.index("random:") :].split(")")[0]
    assert answer("play", "three_rocks", "--first", name, "--second", "random:2") == text


def test_play_begins_anywhere(answer):
    text = answer("play", "three_rocks", "1,1", "--first", "perfect", "--second", "perfect")
    assert text.endswith("the first player (perfect) wins after 1 ply\n")
    text = answer("play", "three_rocks", "--move", "3,0", "--first", "random:1", "--second",
                  "random:2")  # fmt: skip
    assert "\n7,10\n\nsecond player (random:2) plays" in text


def test_two_perfect_players_in_an_endless_draw_are_stopped(answer):
    text = answer("play", "fingers_down", "--first", "perfect", "--second", "perfect",
                  "--max-plies", "20")  # fmt: skip
    assert text.endswith(
        "stopped after 20 plies: the play is not over (--max-plies N allows more)\n"
    )


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "tictactoe"], "did you mean tic_tac_toe"),
        (["solve", "gone.py"], "no file gone.py"),
        (["solve", "none.py"], "none.py defines no game"),
        (["solve", "two.py"], "two.py defines 2 games, Other and Rocks; say which"),
        (["solve", "syntax.py"], "syntax.py is not Python"),
        (["solve", "raises.py"], "ZeroDivisionError: division by zero (line 1: x = 1 / 0)"),
        (["solve", "three_rocks", "left=x"], "left must be a whole number, got 'x'"),
        (["solve", "three_rocks", "left=-1"], "refused by its rules"),
        (["solve", "three_rocks", "lfet=1"], "did you mean 'left'"),
        (["solve", "three_rocks", "3,2"], "'3,2' is no parameter: expected name=value"),
        (
            ["solve", "rules.py"],
            "Rules.moves raised ZeroDivisionError: division by zero in state 2",
        ),
        (["solve", "list.py"], "List.start gave [4]"),
        (["solve", "endless.py", "--max-states", "1000"], "--max-states"),
        (["solve", "stuck.py"], "no legal move"),
        (["solve", "exits.py"], "the rules ended the program"),
        (["solve", "three_rocks", "--method", "fast"], "'fast'"),
        (["solve", "three_rocks", "--threads", "0"], "'--threads'"),
        (["solve", "three_rocks", "--max-states", "0"], "'--max-states'"),
        (["solve", "three_rocks", "--max-states", "5"], "--max-states"),
        (["solve"], "Missing argument 'GAME'"),
        (["solve", "--nonsense"], "No such option: --nonsense"),
        (["sovle"], "No such command"),
        (["solve", "three_rocks", "left"], "expected name=value, did you mean 'left=…'?"),
        (["solve", "refuses.py"], "refused by its rules: too few, all told"),
        (["show", "no_text.py"], "Rocks.text gave None in state 4; it must give a str"),
        (["solve", "no_generator.py"], "unexpected GeneratorExit"),
        (["solve", ":Rocks"], "no game ':Rocks' in the library"),
        (["new", "rocks.txt"], "rocks.txt must end in .py, as in rocks.py"),
        (["show", "three_rocks", "3,x"], "'3,x' cannot be read as a state"),
        (["show", "three_rocks", "20,20"], "no play from the start reaches the state 20,20"),
        (["show", "three_rocks", "1,1", "2,2"], "expected at most one state, got 2"),
        (["show", "three_rocks", "lfet=3"], "nor is it a state"),
        (["show", "three_rocks", "lfet=3", "2,2"], "did you mean 'left'"),
        (["show", "three_rocks", "--move", "4,0"], "'4,0' is not legal in 10,10; legal: 0,1"),
        (["line", "three_rocks", "--move", "1,0", "--move", "x"], "(move number 2)"),
        (["play", "three_rocks", "--first", "smart"], "no player 'smart'"),
        (["play", "three_rocks", "1"], "'1' cannot be read as a state"),
        (["games", "tictac"], "did you mean tic_tac_toe"),
        (["export", "three_rocks", "--format", "xml"], "'xml'"),
    ],
)
def test_bad_input_is_one_sentence(refused, arguments, said):
    for name, text in BAD_FILES.items():
        Path(name).write_text(text)
    assert said in refused(*arguments)


BAD_FILES = {
    "none.py": "x = 1",
    "two.py": HEAD + "class Other(Game):\n    pass\n",
    "syntax.py": "def f(:",
    "raises.py": "x = 1 / 0",
    "rules.py": HEAD.replace("Rocks", "Rules").replace(
        "return range", "1 / (state - 2)\n        return range"
    ),
    "list.py": HEAD.replace("return 4", "return [4]").replace("Rocks", "List"),
    "endless.py": HEAD.replace("state - move", "state + move"),
    "stuck.py": HEAD.replace("range(1, min(state, 2) + 1)", "[2] * (state > 1)").replace(
        "return 4", "return 3"
    ),
    "refuses.py": HEAD
    + "    def __init__(self):\n        raise ValueError('too few,\\nall told')\n",
    "no_text.py": HEAD + "    def text(self, state):\n        pass\n",
    "no_generator.py": HEAD.replace("return state - move", "raise GeneratorExit"),
    "exits.py": HEAD.replace("return state - move", "raise SystemExit(5)"),
}


def test_debug_shows_the_traceback_wherever_it_stands(told):
    for arguments in (["--debug", "solve", "zzz"], ["solve", "zzz", "--debug"]):
        status, _, err = told(*arguments)
        assert status == 2
        assert "Traceback" in err
        assert err.splitlines()[-1].startswith("perfectplay: no game 'zzz'")


def test_a_fault_of_our_own_is_one_sentence_too(refused, monkeypatch):
    def broken(*_, **__):
        raise AttributeError("no such thing")

    monkeypatch.setattr("perfectplay.assembly.solve.solve", broken)
    said = refused("solve", "three_rocks")
    assert said == "unexpected AttributeError: no such thing; --debug shows where"


def test_warnings_are_notes(told):
    Path("old.py").write_text(
        "start = '3'\npossible_moves = ['2']\n"
        "def do_move(move, state):\n    return str(int(state) - 2) if state > '1' else False\n"
        "def evaluate(state):\n    return -1 if state == '0' else 'undecided'\n"
    )
    status, _, err = told("solve", "old.py")
    assert status == 0
    assert err.startswith("note: state '1' has no legal moves")
    assert err.count("\n") == 1


# --- the program as a process ---------------------------------------------------------------------


def _process(*arguments: str, **options) -> subprocess.Popen[str]:
    code = "from perfectplay.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_the_module_is_the_program():
    command = [sys.executable, "-m", "perfectplay", "solve", "zzz"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("perfectplay: no game 'zzz'")


def test_letters_that_an_output_cannot_hold_become_escapes(tmp_path):
    lone = HEAD + "    def text(self, state):\n        return '\\ud800×'\n"
    (tmp_path / "lone.py").write_text(lone, encoding="utf-8")
    options = {"env": {**os.environ, "PYTHONIOENCODING": "ascii"}, "cwd": tmp_path}
    for arguments, shown in (
        (["games"], "\\xd7"),
        (["solve", "lone.py"], "\\ud800\\xd7"),
    ):
        process = _process(*arguments, **options)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert shown in out
    for arguments in (["show", "lone.py", "--json"], ["export", "lone.py", "--format", "jsonl"]):
        process = _process(*arguments, **options)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        rows = [out] if "--json" in arguments else out.splitlines()
        assert {json.loads(row)["text"] for row in rows} == {"\ud800×"}
    process = _process("export", "lone.py", "-o", "lone.json", **options)
    assert process.communicate(timeout=60) == ("", "")
    states = json.loads((tmp_path / "lone.json").read_text(encoding="utf-8"))["states"]
    assert {state["text"] for state in states} == {"\ud800×"}


def test_neither_numba_nor_rich_is_loaded_for_a_small_game():
    code = (
        "import sys; from perfectplay.cli.main import run; run(['solve', 'tic_tac_toe']);"
        "print(sorted({'numba', 'rich', 'llvmlite', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_interrupted_solve_says_so_in_one_sentence(tmp_path):
    (tmp_path / "slow.py").write_text(
        "import time\n"
        + HEAD.replace("return 4", "return 10**6").replace(
            "return state - move", "time.sleep(0.01); return state - move"
        )
    )
    process = _process("solve", str(tmp_path / "slow.py"))
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (2, "")
    assert err == "perfectplay: interrupted: nothing was written\n"


def test_a_reader_that_goes_away_is_no_fault():
    process = _process("export", "three_rocks", "left=60", "right=60", "--format", "jsonl")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 141
