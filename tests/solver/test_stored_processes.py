"""Solves into folders as real processes: killed, interrupted, short of memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games_to_store import contents
from perfectplay.registry.address import load_class
from perfectplay.solver.checkpoint.lock import LOCK
from perfectplay.solver.resume import has_progress
from perfectplay.verifier.verifying import verify
from places import ROOT

pytest.importorskip("pyarrow")

SOURCES = str(ROOT / "src")


DRIVER = """
import os, signal, sys, threading
from pathlib import Path
from perfectplay.solver import tier_solve
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.explore import hash_explorer
from perfectplay.cli.entry import main
pattern, count = sys.argv.pop(1), int(sys.argv.pop(1))
replace, alone = os.replace, threading.Lock()
def stopping(source, target):
    # as soon as there are so many files the process is stopped, for whoever waits for it
    global count
    replace(source, target)
    with alone:
        if count and len(list(Path(sys.argv[-1]).glob(pattern))) >= count:
            count = 0
            os.kill(os.getpid(), signal.SIGSTOP)
os.replace = stopping
hash_explorer.WIDE_STATES, hash_explorer.WIDE_LEVEL, hash_explorer._PIECE = 1, 0, 2
tier_solve.room_for = lambda *_: BufferRoom(500, 4_000, 0, 1 << 30, 500, 0)
tier_solve._resolving = lambda *_, **__: 0
main()
"""

USERS = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Mine(Game):
    """Levels of ever other states on tuples without limits; some moves stay in a level."""
    levels: int = 40

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        if move == 2 and state[1] % 5 == 0:
            return (state[0], state[1] // 5 + 1)
        return (state[0] + 1, (state[1] * 3 + move * 7 + 1) % (400 + 10 * state[0]) - state[0])

    def outcome(self, state):
        if state[0] < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[state[1] % 3]

    def tier(self, state):
        return state[0]
'''


class Programs:
    """Runs the command line in processes of its own, small games as large ones."""

    def __init__(self, place: Path) -> None:
        self.place = place
        (place / "driver.py").write_text(DRIVER, encoding="utf-8")
        (place / "mine.py").write_text(USERS, encoding="utf-8")

    def begun(self, folder: Path, files: str = "*", count: int = 0) -> subprocess.Popen[str]:
        """A process that is stopped when its folder has so many files; 0: never."""
        return subprocess.Popen(
            [sys.executable, str(self.place / "driver.py"), files, str(count),
             "solve", str(self.place / "mine.py"), "--method", "compiled", "-o", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": SOURCES},
        )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_programs_that_are_killed_and_interrupted(tmp_path: Path) -> None:
    programs = Programs(tmp_path)
    whole = programs.begun(tmp_path / "whole")
    out, err = whole.communicate(timeout=600)
    assert whole.returncode == 0, err
    assert len(list((tmp_path / "whole").glob("tier-*.parquet"))) == 41
    folder = tmp_path / "folder"
    explored, finished = "work/tier-*.keys", "tier-*.parquet"
    for files, count, number in (
        (explored, 5, signal.SIGKILL), (explored, 20, signal.SIGINT), (finished, 4, signal.SIGKILL),
        (finished, 20, signal.SIGINT), (finished, 30, signal.SIGTERM),
    ):  # fmt: skip
        process = programs.begun(folder, files, count)
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=600)
        if number == signal.SIGINT:
            assert process.returncode == 2, (out, err)
            *notes, last = err.splitlines()
            assert notes.pop(0) == "goes on from what an earlier solve has kept here"
            # there is an estimate if keys were outgrown: explored anew
            assert [line.split()[0] for line in notes] in ([], ["forecast:", "plan:"])
            assert last.startswith("perfectplay: interrupted")
            assert f"the progress is kept in {folder}; the same command continues" in err
            assert not (folder / LOCK).exists()
        else:
            assert process.returncode == -number
        assert has_progress(folder)
    last = programs.begun(folder)
    out, err = last.communicate(timeout=600)
    assert last.returncode == 0, err
    assert contents(folder) == contents(tmp_path / "whole")
    assert verify(folder, load_class(str(tmp_path / "mine.py"))()).ok


WIDE = '''
import resource, sys
from dataclasses import dataclass
from perfectplay import Game, Value
from perfectplay.solver.resume import solve_into
from perfectplay.core.errors import MemoryBudgetError

@dataclass(frozen=True)
class Wide(Game):
    """Thirty levels, each as wide, that are tiers; the last ones are all of them wide at once."""
    width: int = 150_000
    apart: int = 1

    def start(self):
        return 0

    def moves(self, state):
        return range(4)

    def play(self, state, move):
        level = state // 10_000_000 + 1
        return level * 10_000_000 + (state % 10_000_000 * 3 + move * 7 + 1) % self.width

    def outcome(self, state):
        if state // 10_000_000 == 30 or state % 17 == 3:
            return Value.LOSS if state % 3 else Value.DRAW
        return None

    def tier(self, state):
        return state // 10_000_000 // self.apart

def peak():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

folder, memory, width, apart = sys.argv[1], *map(int, sys.argv[2:])
try:
    solve_into(Wide(width, apart), folder, memory=memory, method="compiled")
    print("solved", peak())
except MemoryBudgetError as error:
    print(error.least, peak(), error)
'''


def budgeted(folder: Path, memory: int, width: int, apart: int) -> list[str]:
    program = folder.parent / "wide.py"
    program.write_text(WIDE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), *map(str, (folder, memory, width, apart))],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": SOURCES}, check=True,
    )  # fmt: skip
    return [word.strip() for word in done.stdout.split(maxsplit=2)]


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux")


@needs_proc
def test_the_budget_holds(tmp_path: Path) -> None:
    """The peak of a real process, all of it: three million states in 350 MB."""
    answer, peak = budgeted(tmp_path / "folder", 350_000_000, 150_000, 1)
    assert answer == "solved"
    assert int(peak) <= 350_000_000


@needs_proc
def test_a_budget_that_is_too_small_names_one_that_does(tmp_path: Path) -> None:
    """A tier of a third of all states does not fit; a tenth more than the least that is named
    does, and holds: from the beginning, and on from what is explored."""
    least, peak, sentence = budgeted(tmp_path / "explored", 310_000_000, 400_000, 11)
    assert "the game does not fit a budget of 310M; the least that would do is about" in sentence
    assert int(peak) <= 310_000_000 * 1.1
    assert has_progress(tmp_path / "explored")
    enough = int(least) * 110 // 100
    for folder in (tmp_path / "explored", tmp_path / "fresh"):
        answer, peak, *_ = budgeted(folder, enough, 400_000, 11)
        assert answer == "solved"
        assert int(peak) <= enough
    assert contents(tmp_path / "explored") == contents(tmp_path / "fresh")
