"""The program of one solve: it reads a task from standard input, and writes messages as JSON lines.

    {"stage": "exploring", "done": 5, "total": null, "states": 9, "seconds": 0.1}   progress
    {"notes": ["..."]}, {"estimate": 12.5}                                          beside it
    {"end": "solved"}, {"end": "failed", "sentence": "..."}                         the last one

Its standard input stays open while the server lives: the process ends when it is closed. So no
solve outlives its server, however that has ended; what is done is in the folder.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from pathlib import Path

from perfectplay.core.errors import (
    DamagedError,
    FolderBusyError,
    MemoryBudgetError,
    PerfectPlayError,
    PerfectPlayWarning,
)
from perfectplay.core.progress import Progress
from perfectplay.game.game import Game
from perfectplay.web.page_sentences import without_flags
from perfectplay.web.solving.solve_refusals import free_bytes, refusal, too_long
from perfectplay.web.solving.task import SolveTask
from perfectplay.web.solving.worker_streams import (
    MessageLine,
    end_with,
    lower_priority,
    own_streams,
)

LOOK = 2.5
"""Seconds of an estimate."""

BUSY = 10.0
"""Seconds to wait for another process to release the folder: the worker of a killed server."""


def main() -> None:
    """Do the task on standard input."""
    lower_priority()
    given, out = own_streams()
    line = MessageLine(out)
    task = SolveTask.of_json(given.readline().decode())
    threading.Thread(target=end_with, args=(given,), daemon=True).start()
    warnings.simplefilter("ignore")
    warnings.showwarning = lambda message, category, *_, **__: (
        line.send(notes=[str(message)]) if issubclass(category, PerfectPlayWarning) else None
    )
    warnings.simplefilter("always", PerfectPlayWarning)
    line.send(**ended(task, line))


def ended(task: SolveTask, line: MessageLine) -> dict[str, str]:
    """Solve, and give the last message about it."""
    end, sentence = _end_of(task, line)
    return {"end": end, "sentence": without_flags(" ".join(sentence.split()))}


def _end_of(task: SolveTask, line: MessageLine) -> tuple[str, str]:
    try:
        refused = _solved(task, line)
    except MemoryBudgetError as error:
        return "refused", f"too large for this server: {error}"
    except PerfectPlayError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there is not enough memory for this game"
    except BaseException as error:  # rules may raise anything
        return "failed", f"unexpected {type(error).__name__}: {error}"
    return ("solved", "") if refused is None else ("refused", refused)


def _solved(task: SolveTask, line: MessageLine) -> str | None:
    """Solve into the folder; the reason for refusing that, or None."""
    from perfectplay.solver.estimate.plan import plan

    line.send(stage="forecasting", done=0, total=None, states=0, seconds=0.0)
    game, folder = task.game(), Path(task.folder)
    estimate = plan(game, memory=task.memory, seconds=LOOK)
    line.send(notes=estimate.lines())
    if (refused := refusal(estimate, task.longest, free_bytes(folder))) is not None:
        return refused
    known = estimate.seconds.high is not None
    if known:
        line.send(estimate=estimate.seconds.likely)
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
        return too_long(error.args[0], task.longest, task.folder)
    return None


class _WorkTooLongError(Exception):
    """A solve without an upper estimate has taken all allowed seconds; with the states found."""


def _solve(task: SolveTask, game: Game, line: MessageLine, most: float) -> None:
    """Solve into the folder, in ``most`` seconds. Raises _WorkTooLongError, DamagedError."""
    from perfectplay.solver.resume import solve_into

    began = time.monotonic()

    def report(progress: Progress) -> None:
        if time.monotonic() > began + most:
            raise _WorkTooLongError(progress.states)
        line.send(
            stage=progress.stage, done=progress.done, total=progress.total, states=progress.states,
            seconds=progress.seconds, notes=list(progress.notes),
        )  # fmt: skip

    until = time.monotonic() + BUSY
    while True:
        try:
            solve_into(game, task.folder, memory=task.memory, progress=report)
            return
        except FolderBusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _set_aside(folder: Path) -> None:
    """Rename a damaged folder, in place of one that was set aside before."""
    import shutil

    aside = folder.with_name(f"{folder.name}.damaged")
    shutil.rmtree(aside, ignore_errors=True)
    folder.rename(aside)
