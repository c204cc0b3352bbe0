"""Odd rules and odd surroundings: each message says what was expected and the next step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules_in_text import HEAD

STATES = (
    HEAD.replace("return 4", "return S(4)")
    .replace("min(state, 2)", "min(state.n, 2)")
    .replace("state - move", "S(state.n - move)")
    .replace("state == 0", "state.n == 0")
)
CLASS = """
class S:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return self.n == other.n
"""
CHANGES = (
    CLASS
    + """
    def __hash__(self):
        self.asked = getattr(self, "asked", 0) + 1
        return self.asked
"""
)
TWO = CLASS + "    __hash__ = object.__hash__\n"
LATE = (
    CLASS
    + """
    def __hash__(self):
        return self.n if self.n > 2 else id(self)
"""
)


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (CHANGES, "Rocks.start gave S(n=4, asked=2); equal states must have one hash"),
        (TWO, "Rocks.start gives equal states with two hashes (S(n=4)); equal states must have"),
    ],
)
def test_states_whose_hash_changes_are_refused(told, refused, states, said):
    Path("rules.py").write_text(STATES + states)
    assert refused("solve", "rules.py").startswith(said)
    status, out, _ = told("check", "rules.py")
    assert status == 1
    assert f"hash-changes: {said}" in out


def test_check_finds_equal_states_with_two_hashes_after_a_move(told):
    Path("rules.py").write_text(STATES + LATE)
    status, out, _ = told("check", "rules.py")
    assert status == 1
    assert (
        "Rocks.play gives equal states with two hashes (S(n=2)) for the move 2 in state S(n=4)"
    ) in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace("return 4", "raise KeyError(4)"), "(rules.py:7); correct that line"),
        (
            HEAD + "    def text(self, state):\n        return state.gone\n",
            "in state 4 (rules.py:15); correct that line",
        ),
        (HEAD.replace("return 4", "pass"), "start gave None; return the first state of every play"),
        (HEAD + "    def __init__(self, size):\n        pass\n", "give each argument of __init__"),
        (
            HEAD + "\nfrom perfectplay import Solution\nSolution.open('none')\n",
            'put what is a script below: if __name__ == "__main__":',
        ),
        ("from .other import X\n" + HEAD, "write its imports without the first dot"),
    ],
)  # fmt: skip
def test_the_next_step_fits_the_fault(told, text, said):
    Path("rules.py").write_text(text)
    status, _, err = told("solve", "rules.py")
    assert status == 2
    assert err.rstrip("\n").endswith(said) or f"{said} " in err


RECORDS = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Heap:
    left: int

@dataclass(frozen=True)
class Take(Game):
    left: int = 4
    def start(self):
        return Heap(self.left)
    def moves(self, state):
        return range(1, min(state.left, 2) + 1)
    def play(self, state, move):
        return Heap(state.left - move)
    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None
"""


def test_two_games_of_one_file_have_states_of_one_class(told):
    Path("take.py").write_text(RECORDS)
    status, out, err = told("diff", "take.py", "take.py", "left=5")
    assert (status, err) == (0, "")
    assert "in both    5" in out


def test_a_file_that_has_changed_between_two_commands_is_run_anew(told):
    Path("take.py").write_text(RECORDS)
    assert "states        5" in told("solve", "take.py")[1]
    Path("take.py").write_text(RECORDS.replace("= 4", "= 6"))
    assert "states        7" in told("solve", "take.py")[1]


def test_one_state_is_no_states(told):
    Path("rules.py").write_text(HEAD.replace("return 4", "return 0"))
    assert told("export", "rules.py", "-o", "one.json")[2] == "note: wrote one.json with 1 state\n"
    assert "interpreted, 1 state in" in told("search", "rules.py")[1]


@pytest.mark.skipif(os.name == "nt", reason="a folder that is in use is not removed there")
def test_a_library_game_is_solved_in_a_folder_that_was_removed(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = (
        f"import os, sys; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n"
        "from perfectplay.cli.main import run; sys.exit(run(['solve', 'three_rocks']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "a loss in 10 plies" in done.stdout


@pytest.mark.parametrize("verb", ["play", "engine"])
def test_a_closed_standard_input_is_the_end_of_input(verb, monkeypatch, capsys):
    from perfectplay.cli.main import run

    monkeypatch.setattr(sys, "stdin", None)
    status = run([verb, "three_rocks"])
    err = capsys.readouterr().err
    assert "unexpected" not in err
    assert (status, err) == {
        "play": (2, "perfectplay: the input ended before the play was over\n"),
        "engine": (0, ""),
    }[verb]


@pytest.mark.parametrize(
    ("verb", "said"), [("play", "is not legal in 10,10; legal:"), ("engine", "unknown command")]
)
def test_bytes_that_are_no_letters_are_no_move(verb, said):
    """Not an error of the program, nor an engine that waits for ever."""
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", verb, "three_rocks"],
        input=b"\xff\xfe\nquit\n", capture_output=True, timeout=600, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert said in done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="names of files are texts there")
def test_a_file_name_that_is_no_text_is_written(tmp_path):
    words = [sys.executable, "-m", "perfectplay", "new", b"\xff.py", "--name", "Mine"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "class Mine" in (tmp_path / "\udcff.py").read_text(encoding="utf-8")


GROWING = """
from perfectplay import Game, Value
class Letters(Game):
    def start(self): return ""
    def moves(self, state): return ["a", "b"]
    def play(self, state, move): return state + move
    def outcome(self, state): return Value.LOSS if len(state) == 3 else None
"""


def test_an_empty_text_is_shown_and_read_in_quotes(told):
    Path("grow.py").write_text(GROWING)
    assert "longest win   a win in 3 plies, from ''" in told("solve", "grow.py")[1]
    status, out, _ = told("show", "grow.py", "''")
    assert (status, out.splitlines()[2]) == (0, "''")


def test_numbers_of_more_than_64_bits_have_no_symmetries_offered(told):
    status, out, err = told("symmetries", "three_rocks", f"left={10**20}")
    assert (status, err) == (0, "")
    assert "holds a number of more than 64 bits; take smaller parameters" in " ".join(out.split())
