"""Whole commands with all that they write, kept as golden files.

A file of ``golden/`` is one session: the commands are run again, in an empty folder, and what
they write must be as it was. ``pytest tests/test_transcripts.py --rewrite-golden`` (or ``make
golden``) writes what they write now; look at the difference before you keep it.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.cli.main import COMMANDS, run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.results.store.saving import save

GOLDEN = Path(__file__).parent / "golden"

FILES = {
    "old.py": (
        'startGameState = "5"\n'
        'possibleMoveTypes = ["1", "2"]\n\n\n'
        "def doMove(moveType, gameState):\n"
        "    left = int(gameState) - int(moveType)\n"
        "    return str(left) if left >= 0 else False\n\n\n"
        "def evaluateGameState(gameState):\n"
        '    return -1 if gameState == "0" else "undecided"\n'
    ),
    "cells.py": (
        "from perfectplay import Game, Value, put\n\n\n"
        "class Cells(Game):\n"
        "    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), "
        "(0, 4, 8), (2, 4, 6))\n\n"
        "    def start(self):\n        return (0,) * 10\n\n"
        "    def moves(self, s):\n        return [i for i in range(9) if not s[i]]\n\n"
        "    def play(self, s, i):\n        return put(put(s, i, 1 + s[9]), 9, 1 - s[9])\n\n"
        "    def outcome(self, s):\n"
        "        if any(s[a] == s[b] == s[c] != 0 for a, b, c in self.lines):\n"
        "            return Value.LOSS\n"
        "        return None if 0 in s[:9] else Value.DRAW\n"
    ),
    "coins.py": (
        "from dataclasses import dataclass\n\nfrom perfectplay import Game\n\n\n"
        "@dataclass(frozen=True)\n"
        "class Coins(Game):\n"
        '    """Coins in a row; take one from either end. Who gets more money wins."""\n\n'
        "    row: tuple[int, ...] = (3, 9, 1, 4)\n\n"
        "    scoring = True\n    stuck = 0\n\n"
        "    def start(self):\n        return (0, len(self.row))\n\n"
        "    def moves(self, state):\n"
        '        return ["left", "right"] if state[0] < state[1] else []\n\n'
        "    def play(self, state, move):\n"
        "        left, right = state\n"
        '        return (left + 1, right) if move == "left" else (left, right - 1)\n\n'
        "    def gain(self, state, move):\n"
        '        return self.row[state[0] if move == "left" else state[1] - 1]\n\n'
        "    def outcome(self, state):\n        return None\n\n"
        "    def text(self, state):\n"
        '        return " ".join(str(coin) for coin in self.row[state[0] : state[1]]) or "-"\n'
    ),
    "tree.json": (
        '{"player": "max", "moves": {\n'
        '  "a1": {"player": "min", "moves": {"b1": 3, "b2": 12, "b3": 8}},\n'
        '  "a2": {"player": "min", "moves": {"c1": 2, "c2": 4, "c3": 6}},\n'
        '  "a3": {"player": "min", "moves": {"d1": 14, "d2": 5, "d3": 2}}}}\n'
    ),
    "halves.json": (
        '{"start": "fork", "nodes": {\n'
        '  "fork": {"moves": {"left": "wood", "right": 0.5}},\n'
        '  "wood": {"moves": {"up": 1, "down": 2.5}},\n'
        '  "moor": {"utility": 7}}}\n'
    ),
    "no_leaf.json": '{"left": 3, "right": {}}\n',
    "dead.py": (
        "from perfectplay import Game, Value\n\n\n"
        "class Dead(Game):\n"
        "    def start(self):\n        return 3\n\n"
        "    def moves(self, state):\n        return [2] if state > 1 else []\n\n"
        "    def play(self, state, move):\n        return state - move\n\n"
        "    def outcome(self, state):\n        return None\n"
    ),
}


STORED = {
    "rocks": ThreeRocks(2, 1),
    "broken": ThreeRocks(2, 1),
}
"""Solutions that are stored in folders; a byte of the broken one is another."""


@dataclass(frozen=True)
class Step:
    """A command, what is typed into it, and the files and folders that must be there before."""

    command: str
    typed: str = ""
    needs: tuple[str, ...] = ()


SESSIONS: dict[str, tuple[Step, ...]] = {
    "games": (
        Step("games"),
        Step("games three_rocks"),
        Step("games three_rocks --json"),
    ),
    "new": (
        Step("new rocks.py"),
        Step("new rocks.py"),
        Step("solve rocks.py stones=30"),
        Step("show rocks.py 10"),
    ),
    "check": (
        Step("check three_rocks left=3 right=3"),
        Step("check three_rocks left=3 right=3 --json"),
        Step("check dead.py", needs=("dead.py",)),
    ),
    "symmetries": (
        Step("symmetries cells.py", needs=("cells.py",)),
        Step("symmetries cells.py --samples 500", needs=("cells.py",)),
        Step("symmetries wythoff left=4 right=4"),
        Step("symmetries wythoff left=4 right=4 --json"),
        Step("symmetries nim rows=1,1,1,1,1,1"),
        Step("symmetries kalah"),
        Step("symmetries connect_four"),
        Step("symmetries dead.py", needs=("dead.py",)),
    ),
    "plan": (  # what it says of memory and time is this machine's
        Step("plan three_rocks --memory lots"),
        Step("plan three_rock"),
        Step("plan three_rocks lefft=3"),
        Step("plan dead.py", needs=("dead.py",)),
    ),
    "solve": (
        Step("solve three_rocks"),
        Step("solve tic_tac_toe"),
        Step("solve kalah"),
        Step("solve fingers_down"),
        Step("solve old.py", needs=("old.py",)),
        Step("solve three_rocks --json"),
        Step("solve tic_tac_toe --json"),
    ),
    "scores": (
        Step("solve coins.py", needs=("coins.py",)),
        Step("solve coins.py row=2,5,2 --json"),
        Step("show coins.py"),
        Step("show coins.py --move right"),
        Step("show coins.py --move left --json"),
        Step("line coins.py"),
        Step("line coins.py 1,4"),
        Step("line coins.py row=5 --json"),
        Step("play coins.py", typed="left\nundo\nright\nleft\n"),
        Step("play coins.py row=2,2 --first perfect --second random:1"),
        Step("export coins.py row=5,2 --format csv"),
        Step("export coins.py row=5 --format jsonl"),
        Step("solve coins.py -o coins"),
        Step("show coins"),
        Step("line coins"),
        Step("verify coins"),
    ),
    "trees": (
        Step("solve tree.json", needs=("tree.json",)),
        Step("show tree.json"),
        Step("show tree.json /a2"),
        Step("line tree.json"),
        Step("play tree.json", typed="a1\n"),
        Step("check tree.json"),
        Step("solve halves.json", needs=("halves.json",)),
        Step("show halves.json --move left"),
        Step("show halves.json --json --move right"),
        Step("line halves.json"),
        Step("solve tree.json -o tree"),
        Step("show tree /a3"),
        Step("verify tree"),
        Step("solve no_leaf.json", needs=("no_leaf.json",)),
        Step("solve none.json"),
        Step("show tree.json --move b1"),
        Step("show tree.json /a9"),
    ),
    "verify": (
        Step("verify rocks", needs=("rocks",)),
        Step("verify rocks --json"),
        Step("verify rocks --game tic_tac_toe"),
        Step("verify broken", needs=("broken",)),
        Step("verify nowhere"),
    ),
    "show": (
        Step("show tic_tac_toe"),
        Step("show tic_tac_toe --move 1 --move 2"),
        Step("show three_rocks 3,2"),
        Step("show three_rocks 0,0"),
        Step("show three_rocks 2,1 --json"),
    ),
    "line": (
        Step("line three_rocks"),
        Step("line tic_tac_toe --move 1 --move 2"),
        Step("line fingers_down"),
        Step("line three_rocks 2,2 --json"),
    ),
    "play": (
        Step("play three_rocks left=4 right=3", typed="5,5\nhelp\n1,0\nundo\n3,0\n0,1\n"),
        Step("play tic_tac_toe --first perfect --second random:4"),
        Step("play three_rocks left=1 right=1 --first random:1 --second human", typed=""),
    ),
    "export": (
        Step("export three_rocks left=2 right=1"),
        Step("export three_rocks left=2 right=1 --format csv"),
        Step("export three_rocks left=2 right=1 --format jsonl -o rocks.jsonl"),
        Step("export tic_tac_toe width=2 height=1 length=2 --format csv"),
    ),
    "errors": (
        Step("solve tictactoe"),
        Step("solve gone.py"),
        Step("solve three_rocks lfet=3"),
        Step("solve three_rocks left=many"),
        Step("solve three_rocks left=-1"),
        Step("solve dead.py", needs=("dead.py",)),
        Step("show three_rocks 3,x"),
        Step("show three_rocks 30,30"),
        Step("show three_rocks --move 4,4"),
        Step("play three_rocks --first smart"),
    ),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_it_was(name, request, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    told = "\n".join(_transcript(step, monkeypatch, capsys) for step in SESSIONS[name])
    file = GOLDEN / f"{name}.txt"
    if request.config.getoption("--rewrite-golden"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8"), "if this is meant: make golden"


def test_every_command_has_a_session():
    assert {command.__name__ for command in COMMANDS} <= set(SESSIONS)


def test_every_golden_file_has_a_session():
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(SESSIONS)


def _transcript(step: Step, monkeypatch, capsys) -> str:
    """The command as typed, both its outputs, and its status where it is not 0."""
    for name in step.needs:
        if name in FILES:
            Path(name).write_text(FILES[name], encoding="utf-8")
        else:
            _store(name)
    monkeypatch.setattr(sys, "stdin", io.StringIO(step.typed))
    status = run(shlex.split(step.command))
    out, err = capsys.readouterr()
    told = f"$ perfectplay {step.command}\n{_masked(out)}"
    told += "".join(f"stderr: {line}\n" for line in _masked(err).splitlines())
    return told + (f"exit status {status}\n" if status else "")


def _store(name: str) -> None:
    save(solve(STORED[name]), Path(name))
    if name == "broken":
        part = Path(name) / "tier-0-0.parquet"
        content = bytearray(part.read_bytes())
        content[40] ^= 1
        part.write_bytes(content)


def _masked(text: str) -> str:
    """Times and speeds differ from run to run."""
    text = re.sub(r"\d+\.\d\d s(, [\d,.]+ (million )?states/s)?", "<time>", text)
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": <time>', text)
