"""Games that are solved into folders, and what is watched while they are."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games_to_verify import LoopyTiers, Steps, Tiered
from large_ways import as_large
from perfectplay import Game, Solution, Value
from perfectplay.cli.main import run
from perfectplay.solver import tier_solve
from perfectplay.solver.checkpoint.work import CheckpointFolder
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store import atomic_files, writer


@dataclass(frozen=True)
class Spreading(Game):
    """Tuples without limits, whose fields outgrow their keys time and again: a field of each
    level's own grows, another falls below nought. Moves stay in a level, go to the next, or skip
    one."""

    levels: int = 4

    def start(self):
        return (0, 0, 0)

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        if move == 2:
            return (state[0], state[1] * 3 % 7, state[2] * 5 % 3 - state[0] * state[0])
        return (state[0] + 1 + move, state[1] * 2 + move + 1, state[2] - 3 * move)

    def outcome(self, state):
        if state[0] < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[(state[1] - state[2]) % 3]

    def tier(self, state):
        return state[0] - 3


@dataclass(frozen=True)
class SpreadingLevels(Spreading):
    """The same by levels, which are not declared."""

    tier: ClassVar[Any] = Game.tier

    def play(self, state, move):
        return (state[0] + 1, (state[1] * 2 + move) % 23, state[2] % 5 - move * (state[0] + 1))


@dataclass(frozen=True)
class Spread:
    """A state of `SpreadingRecords`."""

    level: int
    places: tuple[int, int]
    even: bool = True


@dataclass(frozen=True)
class SpreadingRecords(Spreading):
    """The same with frozen dataclasses as states, and a field that is true or false."""

    def start(self):
        return Spread(0, (0, 0))

    def play(self, state, move):
        level, places, even = state.level, state.places, not state.even
        if move == 2:
            return Spread(level, (places[0] * 3 % 7, places[1] * 5 % 3 - level * level), True)
        return Spread(
            level + 1 + move, (places[0] * 2 + move + 1, places[1] - 3 * move), move == 0 or even
        )

    def outcome(self, state):
        if state.level < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[(state.places[0] - state.places[1]) % 3]

    def tier(self, state):
        return state.level - 3


@dataclass(frozen=True)
class Mirrored(Tiered):
    """Piles that may be exchanged; the tier is the rocks that are gone."""

    def moves(self, state):
        for pile in (0, 1):
            for some in range(1, min(state[pile], 2) + 1):
                yield (some, 0) if pile == 0 else (0, some)

    def symmetries(self, state):
        yield (state[1], state[0])

    def tier(self, state):
        return 8 - state[0] - state[1]


GAMES: list[Game] = [
    LoopyTiers(),
    Tiered(4, 3),
    Spreading(),
    SpreadingRecords(),
    Steps(5),
    SpreadingLevels(),
    Mirrored(4, 4),
]
NAMES = [type(game).__name__ for game in GAMES]


def few_at_a_time(patch: pytest.MonkeyPatch, room: int = 300) -> None:
    """Small games take the way of large ones, with room for so many bytes of arrays."""
    as_large(patch)
    patch.setattr(tier_solve, "room_for", lambda *_: BufferRoom(20, 100, room, 1 << 30, 50, 0))
    patch.setattr(tier_solve, "_resolving", lambda *_, **__: 0)
    # what is on the disk when a machine stops is not what is tested here, and takes most time
    patch.setattr(atomic_files, "sync", lambda _: None)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"a folder"
        for path in sorted(folder.rglob("*"))
    }


def solved(game: Game, folder: Path, **how: Any) -> Solution:
    return solve_into(game, folder, method="compiled", **how).solution


class Points:
    """Counts what a solve does to the disk, and does something else in the ``wanted``-th place."""

    def __init__(self, wanted: int, instead: Callable[[], None]) -> None:
        self.wanted, self.instead, self.count = wanted, instead, 0

    def reached(self) -> None:
        self.count += 1
        if self.count == self.wanted:
            self.instead()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While it lasts, each note, name given, file removed and part begun is a point."""
        with pytest.MonkeyPatch.context() as patch:
            for where, name in (
                (os, "replace"),
                (Path, "unlink"),
                (shutil, "rmtree"),
                (Path, "mkdir"),
                (CheckpointFolder, "note"),
                (CheckpointFolder, "begin_anew"),
                (writer.PartWriter, "add"),
                (os, "truncate"),
            ):
                patch.setattr(where, name, self._counted(getattr(where, name)))
            yield

    def _counted(self, real: Any) -> Any:
        def counted(*args: Any, **kwargs: Any) -> Any:
            if "scratch" not in str(args[0]):  # what is there is of no use to anybody else
                self.reached()
            return real(*args, **kwargs)

        return counted


def in_a_child(work: Callable[[], None]) -> int:
    """Exit status of a process that does it: 0, or 9 where it died on the way."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    status = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err
