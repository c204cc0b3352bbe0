"""The command line: how it says what is wrong, and how it ends as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rules_in_text import HEAD

# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "tictactoe"], "did you mean tic_tac_toe"),
        (["solve", "gone.py"], "no file gone.py"),
        (["solve", "none.py"], "none.py defines no game"),
        (["solve", "list.py", "List"], "a class of a file follows a colon: list.py:List"),
        (["solve", "two.py"], "two.py defines 2 games, Other and Rocks; say which"),
        (["solve", "syntax.py"], "syntax.py is not Python"),
        (["solve", "raises.py"], "ZeroDivisionError: division by zero (line 1: x = 1 / 0)"),
        (["solve", "three_rocks", "left=x"], "left must be a whole number, got 'x'"),
        (["solve", "three_rocks", "left=-1"], "refused by its rules"),
        (["solve", "three_rocks", "lfet=1"], "did you mean 'left'"),
        (["solve", "three_rocks", "3,2"], "'3,2' is no parameter of ThreeRocks: expected"),
        (
            ["solve", "rules.py"],
            "Rules.moves raised ZeroDivisionError: division by zero in state 2",
        ),
        (["solve", "list.py"], "List.start gave [4]"),
        (["solve", "endless.py"], "grows without end: the move 1 leads from state 4 to state 5"),
        (["solve", "stuck.py"], "no legal move"),
        (["solve", "exits.py"], "Rocks.play would end the program, with sys.exit(5)"),
        (["solve", "three_rocks", "--method", "fast"], "'fast'"),
        (["solve", "three_rocks", "--threads", "0"], "'--threads'"),
        (["solve", "three_rocks", "--max-states", "0"], "'--max-states'"),
        (["solve", "three_rocks", "--max-states", "5"], "--max-states"),
        (["solve"], "Missing argument 'GAME'"),
        (["solve", "--nonsense"], "No such option: --nonsense"),
        (["show", "three_rocks", "-1,2"], "write -- before a state that begins with a dash"),
        (["show", "three_rocks", "---X-"], "write -- before a state that begins with a dash"),
        (["show", "three_rocks", "--mov"], "see perfectplay show --help"),
        (["sovle"], "No such command"),
        (["solve", "three_rocks", "left"], "expected name=value, did you mean 'left=…'?"),
        (["solve", "refuses.py"], "refused by its rules: too few, all told"),
        (["show", "no_text.py"], "Rocks.text gave None in state 4; it must give a str"),
        (["solve", "no_generator.py"], "Rocks.play raised GeneratorExit for the move"),
        (["solve", ":Rocks"], "no game ':Rocks' in the library"),
        (["new", "rocks.txt"], "rocks.txt must end in .py, as in rocks.py"),
        (["show", "three_rocks", "3,x"], "'3,x' cannot be read as a state"),
        (["show", "three_rocks", "20,20"], "no play from the start reaches the state 20,20"),
        (["show", "three_rocks", "1,1", "2,2"], "expected at most one state, got 2"),
        (["show", "three_rocks", "lfet=3"], "it cannot be read as a state either"),
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


TEXTS = """
from perfectplay import Game, Value
class Texts(Game):
    stuck = Value.LOSS
    def start(self):
        return "xxxx"
    def moves(self, state):
        return [i for i in range(4) if state[i] == "x"]
    def play(self, state, move):
        return state[:move] + "." + state[move + 1:]
    def outcome(self, state):
        return None
"""


def test_a_parameter_that_there_is_not_is_refused_before_a_solve(refused, monkeypatch):
    """Other texts are looked up among the states of the solution."""
    Path("texts.py").write_text(TEXTS)
    monkeypatch.setattr("perfectplay.solver.solve.solve", lambda *_, **__: pytest.fail("solved"))
    assert "Texts has no parameter 'size'" in refused("show", "texts.py", "size=4")


def test_debug_shows_the_traceback_wherever_it_stands(told):
    for arguments in (["--debug", "solve", "zzz"], ["solve", "zzz", "--debug"]):
        status, _, err = told(*arguments)
        assert status == 2
        assert "Traceback" in err
        assert err.splitlines()[-1].startswith("perfectplay: no game 'zzz'")


def test_a_fault_of_our_own_is_one_sentence_too(refused, monkeypatch):
    def broken(*_, **__):
        raise AttributeError("no such thing")

    monkeypatch.setattr("perfectplay.solver.solve.solve", broken)
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
    code = "from perfectplay.cli.entry import main; main()"
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
        out, err = process.communicate(timeout=600)
        assert (process.returncode, err) == (0, "")
        assert shown in out
    for arguments in (["show", "lone.py", "--json"], ["export", "lone.py", "--format", "jsonl"]):
        process = _process(*arguments, **options)
        out, err = process.communicate(timeout=600)
        assert (process.returncode, err) == (0, "")
        rows = [out] if "--json" in arguments else out.splitlines()
        assert {json.loads(row)["text"] for row in rows} == {"\ud800×"}
    process = _process("export", "lone.py", "-o", "lone.json", **options)
    assert process.communicate(timeout=600) == ("", "note: wrote lone.json with 5 states\n")
    states = json.loads((tmp_path / "lone.json").read_text(encoding="utf-8"))["states"]
    assert {state["text"] for state in states} == {"\ud800×"}


def test_neither_numba_nor_rich_is_loaded_for_a_small_game():
    code = (
        "import sys; from perfectplay.solver import state_limits as g; g.COMPILE_SECONDS = 600.0;"
        "from perfectplay.cli.main import run; run(['solve', 'tic_tac_toe']);"
        "print(sorted({'numba', 'rich', 'llvmlite', 'asyncio'} & set(sys.modules)));"
        "print(*sorted(name for name in sys.modules if name.startswith('perfectplay.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *_, others, ours = done.stdout.splitlines()
    assert others == "[]"
    large = ("solver.compiled_solve", "solver.estimate.forecast", "solver.explore.array_store")
    unused = ("analysis", "arena", "conformance", "game.openspiel", "play", "verifier", "web")
    named = tuple(f"perfectplay.{name}" for name in (*large, *unused, "compiler.expander"))
    assert [name for name in ours.split() if name.startswith(named)] == []


def test_an_interrupted_solve_says_so_in_one_sentence(tmp_path):
    (tmp_path / "slow.py").write_text(
        "import time\nfrom pathlib import Path\n"
        + HEAD.replace("return 4", "return 10**6").replace(
            "return state - move",
            "Path(__file__).with_name('begun').touch(); time.sleep(0.01); return state - move",
        )
    )
    process = _process("solve", str(tmp_path / "slow.py"))
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (2, "")
    assert err == "perfectplay: interrupted: nothing was written\n"


def test_a_reader_that_goes_away_is_no_fault():
    process = _process("export", "three_rocks", "left=60", "right=60", "--format", "jsonl")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=600) == 141


@pytest.mark.parametrize(
    ("value", "said"),
    [("0", "0 is less than 1"), ("few", "'few' is not a whole number"), ("1.5", "a whole number")],
)
def test_numbers_of_options_in_plain_words(refused, value, said):
    told = refused("solve", "three_rocks", "--threads", value)
    assert said in told
    assert "range" not in told
