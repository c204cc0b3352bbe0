"""Progress on standard error: a bar, the speed and the time left."""

from __future__ import annotations

import sys
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


@contextmanager
def shown_progress(every: float = 30.0, stage: str = "preparing") -> Iterator[ProgressCallback]:
    """A callback that draws a bar, which begins with ``stage`` before the first report.

    Without a terminal it writes notes, and a line of progress every ``every`` seconds.
    """
    shown = _ProgressBar(stage) if sys.stderr.isatty() else _PlainProgress(every)
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
    """Notes, and a line of progress now and then."""

    def __init__(self, every: float = inf) -> None:
        self._every = self._next = every
        self._timer: Timer | None = None
        self._stage = "", 0, 0.0  # its name, its states and the seconds when it began

    def update(self, progress: Progress) -> None:
        self.close()
        if progress.stage != self._stage[0]:
            self._stage = progress.stage, progress.done, progress.seconds
        for line in progress.notes:
            sys.stderr.write(f"{line}\n")
        if not progress.notes and progress.seconds >= self._next:
            self._next = progress.seconds + self._every
            count = f"{_states(progress)}, " if progress.states or progress.total else ""
            pace = self._pace(progress) + _of_workers(progress)
            self._write(progress.stage, count, progress.seconds, pace)
        elif progress.stage == "compiling" and self._every < inf:
            self._watch(progress)

    def _watch(self, progress: Progress) -> None:
        """Write a line if the compiler, which reports nothing on its way, takes long."""
        count = f"{number_of(progress.states, 'state')} so far, "
        seconds = progress.seconds + self._every
        self._timer = Timer(self._every, self._write, ("compiling", count, seconds))
        self._timer.daemon = True
        self._timer.start()

    def _pace(self, progress: Progress) -> str:
        """The speed of a stage that goes through states, and the time that is left of it."""
        if progress.stage not in ("exploring", "resolving", "verifying"):
            return ""
        _, done, began = self._stage
        grown, passed = progress.done - done, progress.seconds - began
        if grown <= 0:
            return ", time left not known"
        speed = f", {_short(grown / passed)}/s"
        if progress.total is None:
            return f"{speed}, time left not known"
        from perfectplay.solver.estimate.interval import span_words

        left = passed * (progress.total - progress.done) / grown
        return f"{speed}, about {span_words(left)} left"

    @staticmethod
    def _write(stage: str, count: str, seconds: float, pace: str = "") -> None:
        sys.stderr.write(f"{stage}: {count}{seconds:.0f} s{pace}\n")
        sys.stderr.flush()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _ProgressBar:
    """One line that is drawn again and again; each stage replaces the bar of the last.

    A thread begins it, since a compiler that takes long reports nothing on its way.
    """

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
            _PlainProgress().update(progress)
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
    """The states that are done, and how many there are if that is known.

    >>> _states(Progress("checking", 1, None, 1, 2.0)), _states(Progress("resolving", 1, 4, 4, 2.0))
    ('1 state', '1 of 4 states')
    """
    if progress.total is None:
        return number_of(progress.done, "state")
    return f"{progress.done:,} of {number_of(progress.total, 'state')}"


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
