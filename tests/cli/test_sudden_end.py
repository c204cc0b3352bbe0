"""Rules that end the program: by an exception that ends it, by os._exit, by a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay import check_game, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import RulesError
from perfectplay.registry.address import load_class

RULES = '''
import os, sys
from perfectplay import Game, Value


class Ends(Game):
    """Take one or two of twenty. Whoever takes the last wins."""

    def start(self):
        return 20

    def moves(self, state):
        if state == 10:
            HOW
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else Value.LOSS
'''


def _rules(folder: Path, how: str) -> str:
    file = folder / "ends.py"
    file.write_text(RULES.replace("HOW", how))
    return str(file)


@pytest.mark.parametrize(
    ("how", "words"),
    [("sys.exit(3)", "sys.exit(3)"), ("quit()", "quit() or sys.exit()"),
     ("raise SystemExit('no')", "sys.exit('no')")],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["solve", "show", "search", "stats", "export"])
def test_rules_that_leave_are_named_with_their_line(
    how: str, words: str, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb, _rules(tmp_path, how)]) == 2
    out, err = capsys.readouterr()
    assert f"Ends.moves would end the program, with {words}, in state 10 (" in err
    assert "ends.py:14)" in err
    assert not out


def test_rules_that_leave_do_not_end_the_program_of_a_caller(tmp_path: Path) -> None:
    game = load_class(_rules(tmp_path, "sys.exit()"))()
    with pytest.raises(RulesError, match="would end the program"):
        solve(game)
    assert [finding.promise for finding in check_game(game).findings] == ["rules-raised"]


@pytest.mark.parametrize("verb", ["solve", "show", "search", "stats", "export", "check"])
def test_rules_that_interrupt_are_named_with_their_line(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run([verb, _rules(tmp_path, "raise KeyboardInterrupt")])
    out, err = capsys.readouterr()
    assert status == (1 if verb == "check" else 2)
    assert (
        "Ends.moves would end the program as Ctrl-C does, with KeyboardInterrupt, in" in out + err
    )
    assert "ends.py:14)" in out + err
    assert "interrupted" not in out + err


def test_a_file_that_interrupts_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "halts.py").write_text("x = 1\nraise KeyboardInterrupt\n")
    assert run(["solve", str(tmp_path / "halts.py")]) == 2
    said = "perfectplay: the rules ended the program: KeyboardInterrupt at "
    assert capsys.readouterr().err.startswith(said)


def test_ctrl_c_while_rules_are_at_work_is_no_fault_of_theirs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", _rules(tmp_path, "os.kill(os.getpid(), 2)")]) == 2
    assert capsys.readouterr().err == "perfectplay: interrupted: nothing was written\n"


def _apart(*words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "perfectplay", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_end_of_the_whole_process_is_said(tmp_path: Path) -> None:
    status, out, err = _apart("solve", _rules(tmp_path, "os._exit(3)"))
    said = "perfectplay: the rules ended the program with os._exit(3) at ends.py:14\n"
    assert (status, out, err) == (3, "", said)


@pytest.mark.parametrize(
    ("how", "name"),
    [("os.abort()", "SIGABRT"), ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
     ("import ctypes; ctypes.CDLL(None).strlen(0)", "SIGSEGV")],
)  # fmt: skip
@pytest.mark.skipif(os.name != "posix", reason="signals of this kind")
def test_a_crash_names_the_line_of_the_rules(how: str, name: str, tmp_path: Path) -> None:
    status, out, err = _apart("solve", _rules(tmp_path, how))
    assert status == -signal.Signals[name]
    assert not out
    assert "Fatal Python error" in err
    said = f"perfectplay: C code that the rules called at ends.py:14 crashed ({name})"
    assert err.splitlines()[-1] == said
