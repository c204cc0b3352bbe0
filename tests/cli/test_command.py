"""What every verb has in common: an answer in JSON, whatever the rules print."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from perfectplay.cli.input.meant_commands import MEANT
from perfectplay.cli.main import COMMANDS, run

NOISY = '''
from perfectplay import Game, Value


class Noisy(Game):
    """Take one or two of five. Whoever takes the last wins."""

    def start(self):
        return 5

    def moves(self, state):
        print("moves of", state)
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        print("play", state, move)
        return state - move

    def outcome(self, state):
        print("outcome of", state)
        return None if state else Value.LOSS

    def move_text(self, move):
        print("text of", move)
        return str(move)
'''


@pytest.mark.parametrize(
    "words", [["solve"], ["check"], ["show"], ["line"], ["stats"], ["plan"], ["why"], ["search"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_what_rules_print_is_no_part_of_the_json(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "noisy.py"
    rules.write_text(NOISY)
    assert run([*words, str(rules), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert "outcome of 5" in err


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["export", "NOISY", "--format", "jsonl"], ""),
        (["engine", "NOISY"], "ugi\nisready\nposition startpos\ngo\nquit\n"),
        (["lines", "NOISY", "--depth", "2", "--json"], ""),
        (["replay", "NOISY", "1", "2", "--json"], ""),
        (["solve", "NOISY"], ""),
        (["check", "NOISY"], ""),
        (["play", "NOISY"], "1\nquit\n"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_what_rules_print_is_no_part_of_an_answer(
    words: list[str],
    asked: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = tmp_path / "noisy.py"
    rules.write_text(NOISY)
    monkeypatch.setattr("sys.stdin", io.StringIO(asked))
    assert run([str(rules) if word == "NOISY" else word for word in words]) == 0
    out, err = capsys.readouterr()
    assert out
    assert not re.search("(outcome|moves|text) of", out)
    assert "outcome of 5" in err


def test_signs_of_boards_on_a_terminal_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, "ascii", write_through=True))
    assert run(["show", "three_rocks", "left=3", "3,2"]) == 0
    assert "left   *  *  *\nright  *  *\n" in written.getvalue().decode("ascii")


@pytest.mark.parametrize(
    ("word", "meant"), [("explore", "serve"), ("help", "--help"), ("version", "--version")]
)
def test_a_word_of_other_programs_is_told_the_command(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([word, "nim"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"perfectplay: No such command '{word}'. Did you mean '{meant}'? See")
    assert not set(MEANT) & set(COMMANDS)
    assert {one for one in MEANT.values() if not one.startswith("-")} <= set(COMMANDS)
