"""Solves on request that tests wait for, and a game that is solved tier by tier."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from perfectplay.web.solving import RequestedSolves, SolveStatus

LARGE = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from perfectplay.solver import tier_solve
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.explore import hash_explorer
hash_explorer.WIDE_STATES, hash_explorer.WIDE_LEVEL, hash_explorer._PIECE = 1, 0, 2
tier_solve.room_for = lambda *_: BufferRoom(500, 4_000, 0, 1 << 30, 500, 0)
tier_solve._resolving = lambda *_, **__: 0
from perfectplay.solver import solve_run
solve_run.is_large = lambda *_: True
from perfectplay.web.solving.worker import main
main()
"""
"""A worker that solves small games as large ones."""

GATED = LARGE.replace(
    "main()\n",
    """\
import os, time
from pathlib import Path
gate, replace = Path(os.environ["PERFECTPLAY_TEST_GATE"]), os.replace
def gated(source, target):
    folder = Path(target).parent
    while len(list(folder.glob("tier-*.parquet"))) >= int(gate.read_text()):
        time.sleep(0.005)
    replace(source, target)
os.replace = gated
main()
""",
)
"""The same, which finishes no more tiers than its gate lets through."""


class Gate:
    """Holds the workers back that are begun while it is there; at first it is open."""

    def __init__(self, file: Path, patch: pytest.MonkeyPatch) -> None:
        self.file = file
        patch.setenv("PERFECTPLAY_TEST_GATE", str(file))
        self.let(10**6)

    def let(self, tiers: int) -> None:
        """Lets so many tiers be finished, all in all."""
        new = self.file.with_suffix(".new")
        new.write_text(str(tiers), encoding="utf-8")
        new.replace(self.file)


TIERED = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Tiered(Game):
    """Sixty levels of numbers."""
    levels: int = 60

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        return (state[0] + 1, (state[1] * 3 + move * 7 + 1) % (900 + state[0]))

    def outcome(self, state):
        if state[0] < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[state[1] % 3]

    def tier(self, state):
        return state[0]
'''


def waited(
    kept: RequestedSolves, game_id: str, until: Callable[[SolveStatus], bool] | None = None
) -> SolveStatus:
    """The status when a solve has ended, or earlier."""
    for _ in range(60_000):
        status = kept.status(game_id)
        assert status is not None
        if status.state not in ("waiting", "solving") or (until is not None and until(status)):
            return status
        time.sleep(0.01)
    raise AssertionError("the solve does not end")


def file_with(place: Path, text: str) -> Path:
    place.write_text(text, encoding="utf-8")
    return place


def is_gone(pid: int) -> bool:
    """Whether a process that is not our child has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def wait_until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 600
    while not what():
        assert time.monotonic() < end
        time.sleep(0.002)
