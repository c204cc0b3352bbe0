"""Rules in files, solved into a folder: for tests of how a folder finds its rules."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.cli.main import run as cli
from perfectplay.registry.address import load_game

MINE = '''
from perfectplay import Game, Value

class Mine(Game):
    """Take one or two of some stones."""

    def start(self):
        return 9

    def moves(self, state):
        return [move for move in (1, 2) if move <= state]  # as many as there are

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None
'''

SPLIT = """
import helpers
from perfectplay import Game
from pack.ends import end

class Mine(Game):
    def start(self):
        return 9

    def moves(self, state):
        return helpers.moves(state)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return end(state)
"""

HELPERS = "TAKES = (1, 2)\n\ndef moves(state):\n    return [t for t in TAKES if t <= state]\n"
ENDS = (
    "from perfectplay import Value\nfrom . import WHEN\n\n"
    "def end(state):\n    return Value.LOSS if state == WHEN else None\n"
)


TRACE = "\nimport pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
"""The end of a file that leaves a file beside it when it is run."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder; modules that a test imports are forgotten."""
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    before = set(sys.modules)
    yield tmp_path / "home"
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("helpers", "pack", "rules_here"):
            del sys.modules[name]


def stored(text: str, folder: Path, name: str = "mine.py") -> Path:
    """Solves the rules of a file of this text beside the folder, which it gives."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    (folder.parent / name).write_text(text, encoding="utf-8")
    solve(load_game(str(folder.parent / name))).save(folder)
    return folder


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    capsys.readouterr()
    status = cli([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def split(home: Path) -> Path:
    """Solves rules that stand in four files, the others in a package and beside the first."""
    (home / "pack").mkdir(parents=True)
    (home / "helpers.py").write_text(HELPERS)
    (home / "pack/__init__.py").write_text("WHEN = 0\n")
    (home / "pack/ends.py").write_text(ENDS)
    return stored(SPLIT, home / "s")


def away(folder: Path, to: Path) -> Path:
    """Moves a folder; gives where it is then."""
    to.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.move(folder, to))
