"""The process of one solve: it reads a task from standard input, and writes JSON lines.

    {"stage": "exploring", "done": 5, "total": null, "states": 9, "seconds": 0.1}   progress
    {"notes": ["..."]}, {"foretold": 12.5}                                          beside it
    {"end": "solved"}, {"end": "failed", "sentence": "..."}                         the last one

Its standard input stays open as long as the server lives: where it ends, the process does too. So
no solve goes on that nobody has asked for, however the server has ended; what is done is in the
folder.
"""

from __future__ import annotations

import json
import math
import os
import signal
import threading
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from perfectplay.core.errors import (
    DamagedError,
    FolderBusyError,
    MemoryBudgetError,
    PerfectPlayError,
    PerfectPlayWarning,
)
from perfectplay.core.progress import Progress
from perfectplay.game.game import Game
from perfectplay.web.solving.refusing import free_bytes, refusal, too_long
from perfectplay.web.solving.task import SolveTask

LOOK = 2.5
"""Seconds of a forecast."""

BUSY = 10.0
"""Seconds to wait for a process that is about to leave the folder: the worker of a server that was
killed."""


class MessageLine:
    """To the server: one JSON object a line."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._lock = threading.Lock()

    def say(self, **what: Any) -> None:
        """Writes a line; a server that is gone ends the process."""
        line = json.dumps(what).encode() + b"\n"
        try:
            with self._lock:
                self._out.write(line)
                self._out.flush()
        except OSError:
            end()


def main() -> None:
    """Does the task on standard input."""
    _after_others()
    given, out = _own_ends()
    line = MessageLine(out)
    task = SolveTask.of_json(given.readline().decode())
    threading.Thread(target=_ends_with, args=(given,), daemon=True).start()
    warnings.simplefilter("ignore")
    warnings.showwarning = lambda message, category, *_, **__: (
        line.say(notes=[str(message)]) if issubclass(category, PerfectPlayWarning) else None
    )
    warnings.simplefilter("always", PerfectPlayWarning)
    line.say(**ended(task, line))


def _after_others() -> None:
    """Pages come before solves; and where memory is short, a solve goes before the server."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _own_ends() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the server alone: rules may print, and ask."""
    given, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return given, out


def _ends_with(given: BinaryIO) -> None:
    given.read()
    end()


def end() -> None:
    """Ends this process and those that it has forked, at once."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def ended(task: SolveTask, line: MessageLine) -> dict[str, str]:
    """Solves; what is said last of it, on one line."""
    end, said = _end_of(task, line)
    return {"end": end, "sentence": " ".join(said.split())}


def _end_of(task: SolveTask, line: MessageLine) -> tuple[str, str]:
    try:
        said = _solved(task, line)
    except MemoryBudgetError as error:
        return "refused", f"too large for this server: {error}"
    except PerfectPlayError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there is not enough memory for this game"
    except SystemExit as left:
        said = f"the rules ended the program: sys.exit({left.code!r})"
        return "failed", said
    except BaseException as error:  # rules may raise anything
        return "failed", f"unexpected {type(error).__name__}: {error}"
    return ("solved", "") if said is None else ("refused", said)


def _solved(task: SolveTask, line: MessageLine) -> str | None:
    """Solves into the folder; why not, where it is too large."""
    from perfectplay.solver.estimate.plan import plan

    line.say(stage="forecasting", done=0, total=None, states=0, seconds=0.0)
    game, folder = task.game(), Path(task.folder)
    foretold = plan(game, memory=task.memory, threads=task.threads, seconds=LOOK)
    line.say(notes=foretold.lines())
    refused = refusal(foretold, task.longest, free_bytes(folder))
    if refused is not None:
        return refused
    known = foretold.seconds.high is not None
    if known:
        line.say(foretold=foretold.seconds.likely)
    most = math.inf if known else task.longest
    if task.anew and folder.exists():
        _set_aside(folder)
    try:
        try:
            _solve(task, game, line, most)
        except DamagedError:
            _set_aside(folder)
            _solve(task, game, line, most)
    except _WorkTooLongError as error:
        return too_long(error.states, task.longest, task.folder)
    return None


class _WorkTooLongError(Exception):
    """A solve whose length nobody could foretell has taken all that is allowed."""

    def __init__(self, states: int) -> None:
        super().__init__()
        self.states = states


def _solve(task: SolveTask, game: Game, line: MessageLine, most: float) -> None:
    """Solves into the folder, in ``most`` seconds. Raises _TooLongError, DamagedError."""
    from perfectplay.solver.resume import solve_into

    began = time.monotonic()

    def tell(progress: Progress) -> None:
        if time.monotonic() > began + most:
            raise _WorkTooLongError(progress.states)
        line.say(
            stage=progress.stage, done=progress.done, total=progress.total, states=progress.states,
            seconds=progress.seconds, notes=list(progress.notes),
        )  # fmt: skip

    until = time.monotonic() + BUSY
    while True:
        try:
            solve_into(game, task.folder, threads=task.threads, memory=task.memory, progress=tell)
            return
        except FolderBusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _set_aside(folder: Path) -> None:
    """Renames a folder that is not as it was written, over one that was set aside before."""
    import shutil

    aside = folder.with_name(f"{folder.name}.damaged")
    shutil.rmtree(aside, ignore_errors=True)
    folder.rename(aside)
