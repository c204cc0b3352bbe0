"""Progress on standard error: a bar, the speed and the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from threading import RLock, Timer, current_thread
from typing import TYPE_CHECKING

from perfectplay.cli.process.ctrl_c import heard_on_the_way
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.game.showing import number_of

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

PATIENCE = 0.5
"""Seconds before a bar is shown; most solves take less."""

FIRST = 5.0
"""Seconds before the first line of progress without a terminal."""

STOP = "Ctrl-C stops"


@contextmanager
def shown_progress(
    every: float = 30.0, stage: str = "preparing", stop: str = STOP
) -> Iterator[ProgressCallback]:
    """A callback that draws a bar, which begins with ``stage`` before the first report.

    Without a terminal it writes notes, and a line of progress every ``every`` seconds, the first
    one early; ``stop``: how the work ends, for that line.
    """
    shown = _ProgressBar(stage) if sys.stderr.isatty() else _PlainProgress(stage, every, stop)
    with heard_on_the_way() as interrupts:

        def callback(progress: Progress) -> None:
            interrupts.again()
            shown.update(progress)

        try:
            yield callback
        finally:
            shown.close()


@contextmanager
def later_progress() -> Iterator[ProgressCallback]:
    """As `shown_progress`, but begun with the first report, so that what comes before it in the
    block may show its own."""
    with ExitStack() as stack:
        shown: list[ProgressCallback] = []

        def callback(progress: Progress) -> None:
            if not shown:
                shown.append(stack.enter_context(shown_progress()))
            shown[0](progress)

        yield callback


class _PlainProgress:
    """Notes, and a line of progress now and then; the first says how to stop the work. A thread
    writes the lines, since a compiler that takes long reports nothing on its way."""

    def __init__(self, stage: str, every: float, stop: str) -> None:
        self._every, self._stop = every, f" ({stop})"
        self._latest, self._reported = Progress(stage, 0, None, 0, 0.0), time.perf_counter()
        self._began = 0, 0.0  # the states and the seconds when the stage began
        self._lock = RLock()
        self._timer: Timer | None = None
        if every < inf:
            self._wait(min(FIRST, every))

    def update(self, progress: Progress) -> None:
        with self._lock:
            for line in progress.notes:
                sys.stderr.write(f"{line}\n")
            if progress.notes:
                return
            if _name(progress) != _name(self._latest):
                self._began = _count(progress), progress.seconds
            self._latest, self._reported = progress, time.perf_counter()

    def _wait(self, seconds: float) -> None:
        self._timer = Timer(seconds, self._write)
        self._timer.daemon = True
        self._timer.start()

    def _write(self) -> None:
        with self._lock:
            if self._timer is not current_thread():  # it was closed meanwhile
                return
            now = self._latest
            seconds = now.seconds + time.perf_counter() - self._reported
            count = f"{_states(now)}, " if now.states or now.total else ""
            if now.stage == "compiling":  # it goes through no states
                count = f"{number_of(now.states, 'state')} so far, " if now.states else ""
            pace = self._pace(now) + _of_workers(now)
            sys.stderr.write(f"{now.stage}: {count}{seconds:.0f} s{pace}{self._stop}\n")
            sys.stderr.flush()
            self._stop = ""
            self._wait(self._every)

    def _pace(self, progress: Progress) -> str:
        """The speed of a stage that goes through states, and the time that is left of it."""
        if _name(progress) not in ("exploring", "resolving", "verifying", "searching"):
            return ""
        done, began = self._began
        grown, passed = _count(progress) - done, progress.seconds - began
        if grown <= 0:
            return ", time left not known"
        speed = f", {_short(grown / passed)}/s"
        if progress.total is None:
            return f"{speed}, time left not known"
        from perfectplay.solver.estimate.interval import span_words

        left = passed * (progress.total - progress.done) / grown
        return f"{speed}, about {span_words(left)} left"

    def close(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None


class _ProgressBar:
    """One line that is drawn again and again; each stage replaces the bar of the last. A thread
    begins it, since a compiler that takes long reports nothing on its way."""

    def __init__(self, stage: str) -> None:
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._stage = "", True  # its name, and whether its total is unknown
        self._began = 0, 0.0  # its states and the seconds when it began
        self._latest = Progress(stage, 0, None, 0, 0.0)
        self._lock = RLock()
        self._timer: Timer | None = None
        self._wait()

    def _wait(self) -> None:
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def _begin(self) -> None:
        with self._lock:
            if self._timer is current_thread():  # it was not closed meanwhile
                self._rich = _rich_progress()
                self._draw(self._rich)

    def update(self, progress: Progress) -> None:
        if progress.notes:
            self.close()
            for line in progress.notes:
                sys.stderr.write(f"{line}\n")
            self._wait()
            return
        with self._lock:
            self._latest = progress
            if self._rich is not None:
                self._draw(self._rich)

    def _draw(self, rich: RichProgress) -> None:
        progress = self._latest
        stage = progress.stage, progress.total is None  # a total cannot be taken back from a bar
        if self._task is None or stage != self._stage:
            if self._task is not None:
                rich.remove_task(self._task)
            if self._stage[0]:  # the first one begins with the work
                self._began = progress.states, progress.seconds
            self._stage = stage
            self._task = rich.add_task(
                progress.stage, total=progress.total, speed="", found="", end=""
            )
        tier = "" if progress.tier is None else f" tier {progress.tier}"
        workers = progress.workers
        if workers is not None and workers.tasks > 1:
            tier += f" task {workers.done}/{workers.tasks}"
        grown, passed = progress.states - self._began[0], progress.seconds - self._began[1]
        rich.update(
            self._task,
            description=progress.stage + tier,
            completed=progress.done,
            total=progress.total,
            found=f"{_short(progress.states)} states" if progress.states else "",
            speed=f"{_short(grown / passed)}/s" if grown > 0 and passed > 0 else "",
            end="Ctrl-C stops" if progress.total is None else "left",
        )

    def close(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._rich is not None:
                self._rich.stop()
            self._rich = self._task = None


def _states(progress: Progress) -> str:
    """The states, or plays, that are done, and how many there are if that is known.

    >>> _states(Progress("checking", 1, None, 1, 2.0)), _states(Progress("resolving", 1, 4, 4, 2.0))
    ('1 state', '1 of 4 states')
    >>> _states(Progress("playing", 3, 10, 0, 2.0))
    '3 of 10 plays'
    """
    counted = "play" if progress.stage == "playing" else "state"
    if progress.total is None:
        return number_of(_count(progress), counted)
    return f"{progress.done:,} of {number_of(progress.total, counted)}"


def _count(progress: Progress) -> int:
    """The states that are done; where nothing says how many there are, those that are found."""
    return progress.done if progress.total is not None else max(progress.done, progress.states)


def _name(progress: Progress) -> str:
    """The name of a stage, without what is proved so far."""
    return progress.stage.partition(":")[0]


def _of_workers(progress: Progress) -> str:
    """What a line of progress says of workers.

    >>> from perfectplay.core.progress import WorkerProgress
    >>> _of_workers(Progress("exploring", 0, None, 0, 9.0, workers=WorkerProgress(3, 17, 2, 10**9)))
    ', task 3 of 17, 2 workers, 1 G bytes written'
    """
    workers = progress.workers
    if workers is None:
        return ""
    count = number_of(workers.workers, "worker")
    written = f"{_short(workers.bytes)} bytes written"
    return f", task {workers.done} of {workers.tasks}, {count}, {written}"


def _rich_progress() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    shown = RichProgress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=14),
        TextColumn("{task.fields[found]}"),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[end]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    shown.start()
    return shown


def _short(number: float) -> str:
    """A short form of a count, so that a line of progress fits 80 columns.

    >>> _short(34_888_367), _short(435_000), _short(812)
    ('34.9 M', '435 k', '812')
    """
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{float(f'{number / unit:.3g}'):g}{name}"
    return f"{number:.0f}"
