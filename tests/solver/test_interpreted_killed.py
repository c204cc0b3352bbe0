"""Interpreted solves into folders that are killed, as real processes: the same command goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games_to_store import contents
from places import ROOT

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")

DRIVER = """
import os, signal, sys
from perfectplay.cli.entry import main
from perfectplay.solver import solve_run
from perfectplay.solver.checkpoint import interpreted_checkpoint as kept, work
from perfectplay.solver.explore import interpreted
where, count = sys.argv.pop(1), int(sys.argv.pop(1))
solve_run.is_large = solve_run.takes_long = lambda states, seconds: states > 100
kept.EVERY, kept.BLOCK, interpreted._CHUNK = 0.0, 50, 64
interpreted.ALONE_SECONDS, interpreted.WIDE = 0.0, 100
def killed(call):
    def counted(*given):
        global count
        answer = call(*given)
        count -= 1
        if count == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer
    return counted
if where == "noted":
    work.CheckpointFolder.note = killed(work.CheckpointFolder.note)
elif where == "written":
    kept.append_segment = killed(kept.append_segment)
main()
"""

WRITERS = '''
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple
from perfectplay import Game, Value

class Side(Enum):
    LEFT = "l"
    RIGHT = "r"

class Last(NamedTuple):
    side: Side
    twice: bool

@dataclass(frozen=True)
class Page:
    words: frozenset
    last: Last

@dataclass(frozen=True)
class Writers(Game):
    """Add a letter at one side, or strike both ends out; some moves give another."""
    length: int = 6

    def start(self):
        return Page(frozenset(), Last(Side.LEFT, False)), ("",), None

    def moves(self, state):
        text = state[1][-1]
        if len(text) < self.length:
            yield from ((side, letter) for side in Side for letter in "ab")
        if len(text) > 2 and text[0] == text[-1]:
            yield None

    def play(self, state, move):
        page, texts, _ = state
        text = texts[-1]
        if move is None:
            words = page.words | {text[1:-1]} if len(page.words) < 2 else frozenset()
            return Page(words, Last(Side.RIGHT, False)), (text[1:-1],), b"x"
        side, letter = move
        new = letter + text if side is Side.LEFT else text + letter
        return Page(page.words, Last(side, "aa" in new)), (*texts[-1:], new), None

    def outcome(self, state):
        text = state[1][-1]
        return Value.LOSS if len(text) > 3 and "abab" in text else None

    stuck = Value.DRAW

    def moves_again(self, state, move):
        return move is not None and move[1] == "b" and state[0].last.twice
'''

GREEDY = '''
from perfectplay import Game

class Greedy(Game):
    """Take a heap for its points, or split it in two."""
    scoring = True
    stuck = 0

    def start(self):
        return (23,)

    def moves(self, state):
        for heap in sorted(set(state)):
            yield heap, 0
            yield from ((heap, part) for part in range(1, heap // 2 + 1))

    def play(self, state, move):
        rest = list(state)
        rest.remove(move[0])
        return tuple(sorted(rest + ([move[1], move[0] - move[1]] if move[1] else [])))

    def gain(self, state, move):
        return move[0] % 5 if not move[1] else 0

    def outcome(self, state):
        return 1 if state == (3, 3) else None
'''


def begun(place: Path, rules: str, folder: str, *, where: str = "", count: int = 0) -> list[str]:
    """Solve into a folder; return the notes. It kills itself after the count-th segment is written,
    or noted."""
    (place / "driver.py").write_text(DRIVER, encoding="utf-8")
    (place / "mine.py").write_text(rules, encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "driver.py", where or "never", str(count), "solve", "mine.py",
         "-o", folder, "--threads", "2" if count % 2 else "1"],
        cwd=place, capture_output=True, text=True, timeout=600, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert process.returncode == (-signal.SIGKILL if where else 0), process.stderr
    return process.stderr.splitlines()


def segments(folder: Path) -> list[dict[str, int]]:
    """The notes of the segments in a work folder."""
    lines = (folder / "work" / "progress").read_text(encoding="ascii").splitlines()
    return [json.loads(line.partition(" ")[2])["interpreted"] for line in lines]


GOES_ON = "goes on from what an earlier solve has kept here"


@pytest.mark.parametrize("rules", [WRITERS, GREEDY], ids=["writers", "greedy"])
def test_the_same_command_goes_on(tmp_path: Path, rules: str) -> None:
    begun(tmp_path, rules, "whole")
    folder = tmp_path / "folder"
    assert GOES_ON not in begun(tmp_path, rules, "folder", where="noted", count=1)
    [first] = segments(folder)
    assert GOES_ON in begun(tmp_path, rules, "folder", where="written", count=2)
    two = segments(folder)  # the one that was written last is not noted
    assert two[0] == first
    assert [note["expanded"] > first["expanded"] for note in two] == [False, True]
    assert (folder / "work" / "interpreted").stat().st_size > two[1]["end"]
    assert GOES_ON in begun(tmp_path, rules, "folder", where="noted", count=1)
    assert segments(folder)[:2] == two
    assert GOES_ON in begun(tmp_path, rules, "folder")
    assert contents(folder) == contents(tmp_path / "whole")


def test_damaged_segments_begin_again(tmp_path: Path) -> None:
    begun(tmp_path, GREEDY, "whole")
    begun(tmp_path, GREEDY, "folder", where="noted", count=2)
    kept = tmp_path / "folder" / "work" / "interpreted"
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1
    kept.write_bytes(content)
    assert GOES_ON not in begun(tmp_path, GREEDY, "folder")
    assert contents(tmp_path / "folder") == contents(tmp_path / "whole")


def test_states_without_a_text_are_not_kept_and_a_note_says_so(tmp_path: Path) -> None:
    rules = GREEDY.replace("return (23,)", "return Row((23,))").replace(
        "return tuple(sorted(", "return Row(sorted("
    ).replace("class Greedy", "class Row(tuple):\n    pass\n\nclass Greedy")  # fmt: skip
    notes = begun(tmp_path, rules, "folder")
    assert (
        "what is explored is not kept, and a solve that is stopped begins again: states hold Row, "
        "which has no text of its own" in notes
    )
