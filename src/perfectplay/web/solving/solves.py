"""Solves on request: one runs, in a process of its own, and the others wait."""

from __future__ import annotations

import errno
import os
import threading
from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from perfectplay.game.game import Game
from perfectplay.web.solving.solve_folders import (
    DAYS,
    SolveFolders,
    default_keep,
    folder_name,
    is_finished,
)
from perfectplay.web.solving.solve_refusals import seconds_words
from perfectplay.web.solving.status import STARTING, SolveState, SolveStatus, SpeedClock
from perfectplay.web.solving.task import SolveTask, task_for
from perfectplay.web.solving.worker_process import WorkerProcess

LONGEST = 600.0
"""Default of the estimated seconds up to which a solve is allowed."""

FORECAST = 60.0
"""The most seconds of an estimate: some of sampling, the rest of compiling."""

LENIENCE = 3.0
"""A solve that takes so many times the allowed seconds is stopped: estimates may be wrong, and
rules may never answer."""

WAITING = 16
"""The most solves that wait."""

REMEMBERED = 200
"""The most ended solves whose status is remembered; of the others, the folders remain."""


@dataclass(eq=False)
class _Job:
    id: str
    task: SolveTask
    status: SolveStatus
    clock: SpeedClock = field(default_factory=SpeedClock)
    worker: WorkerProcess | None = None


class RequestedSolves:
    """The solves that a server was asked for, by the ids of games.

    ``folder``: where their solutions are kept (default: below the user's cache folder);
    ``longest``: a solve that is estimated to take more seconds is refused; ``memory``: bytes
    for each (default: half of what is free); ``days``: how long a solution is kept that no server
    uses. One runs at a time, on all cores. Any thread may call any method, and none waits for a
    solve.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        longest: float = LONGEST,
        memory: int | None = None,
        days: float = DAYS,
    ) -> None:
        self.folder = default_keep() if folder is None else folder
        self._keeping = SolveFolders(self.folder, days)
        self._longest, self._memory = longest, memory
        self._jobs: dict[str, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._running: dict[_Job, threading.Thread] = {}
        self._lock = threading.RLock()
        self._closed = False

    # --- called by the server ---------------------------------------------------------------------

    def kept(self, id: str, game: Game) -> Path | None:  # noqa: A002
        """The folder of a game that this server or an earlier one has solved, with these rules;
        None if there is none."""
        folder = self.folder / folder_name(id, game)
        if not is_finished(folder, game):
            return None
        self._keeping.using(folder.name)
        return folder

    def tidy(self) -> None:
        """Remove folders that were not used for a long time, in a thread of its own."""
        threading.Thread(target=self._keeping.tidy, daemon=True).start()

    def start(
        self,
        id: str,  # noqa: A002
        game: Game,
        address: str | None = None,
        *,
        anew: bool = False,
    ) -> SolveStatus:
        """Begin a solve, or continue one that was stopped; gives its status.

        ``address``: where the worker finds the game (default: the place of its class). A solve
        that waits or runs is not begun again; one that has failed is. With ``anew`` the solution
        that is there is set aside first, because it cannot be read.
        """
        folder = self.folder / folder_name(id, game)
        if not anew and is_finished(folder, game):
            return SolveStatus("solved", folder)
        with self._lock:
            known = self.status(id)
            if known is not None and known.state in _OPEN:
                return known
            if (refusal := self._refusal(folder)) is not None:
                return refusal
            self._keeping.making(folder.name)
            self.tidy()
            task = replace(
                task_for(game, address, folder),
                memory=self._memory, longest=self._longest, anew=anew,
            )  # fmt: skip
            job = _Job(id, task, SolveStatus("waiting", folder))
            self._jobs.pop(id, None)  # the last one asked for is the last one forgotten
            self._jobs[id] = job
            self._waiting.append(job)
            self._start_waiting()
            self._forget()
            return self._status(job)

    def status(self, id: str) -> SolveStatus | None:  # noqa: A002
        """The status of the solve of an id; None if none was asked for."""
        with self._lock:
            job = self._jobs.get(id)
            return None if job is None else self._status(job)

    def close(self) -> None:
        """End all solves, and wait for that. What is done is in their folders."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            running = list(self._running.items())
            for job, _ in running:
                if job.worker is not None:
                    job.worker.kill()
        for _, thread in running:
            thread.join(timeout=10)
        self._keeping.close()

    def __enter__(self) -> RequestedSolves:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- within the lock --------------------------------------------------------------------------

    def _status(self, job: _Job) -> SolveStatus:
        if job in self._waiting:
            return replace(job.status, place=self._waiting.index(job) + 1)
        return job.status

    def _refusal(self, folder: Path) -> SolveStatus | None:
        """The status that says why no solve can be begun now; None if one can."""
        if self._closed:
            return SolveStatus("refused", folder, sentence="the server is about to stop")
        if len(self._waiting) >= WAITING:
            sentence = f"{WAITING} solves are waiting already; ask again later"
            return SolveStatus("refused", folder, sentence=sentence)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as error:
            sentence = (
                f"this server cannot keep a solve: {self.folder} cannot be written "
                f"({error.strerror or error}); whoever started it can name another folder"
            )
            return SolveStatus("failed", folder, sentence=sentence)
        return None

    def may_keep(self) -> bool:
        """False if the folder, or the nearest above it that there is, cannot be written."""
        place = next(place for place in (self.folder, *self.folder.parents) if place.exists())
        return place.is_dir() and os.access(place, os.W_OK | os.X_OK)

    def _start_waiting(self) -> None:
        """Start the next solve that waits, if none runs."""
        if self._waiting and not self._running and not self._closed:
            job = self._waiting.popleft()
            job.status = replace(job.status, state="solving", progress=STARTING)
            thread = threading.Thread(target=self._run, args=(job,), daemon=True)
            self._running[job] = thread
            thread.start()

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.status.state not in _OPEN]
        for gone in ended[: max(0, len(ended) - REMEMBERED)]:
            del self._jobs[gone]

    # --- a thread for each solve ------------------------------------------------------------------

    def _run(self, job: _Job) -> None:
        """One solve, from the start of its process to its end."""
        last: dict[str, Any] = {}
        try:
            with self._started(job) as worker:
                for last in worker.messages():
                    if "end" not in last:
                        with self._lock:
                            job.status = job.clock.updated(job.status, last)
        except (OSError, ValueError) as error:
            last = {"end": "failed", "sentence": f"the solve could not be begun: {error}"}
        with self._lock:
            state: SolveState = last.get("end", "failed")
            sentence = last.get("sentence", "") if "end" in last else self._why_ended(job)
            job.status = replace(job.status, state=state, sentence=sentence, progress=None)
            del self._running[job]
            self._start_waiting()

    def _started(self, job: _Job) -> WorkerProcess:
        with self._lock:
            if self._closed:
                raise OSError("the server is about to stop")
            job.worker = WorkerProcess(job.task, LENIENCE * self._longest + FORECAST)
            return job.worker

    def _why_ended(self, job: _Job) -> str:
        """Why a worker ended without a message."""
        assert job.worker is not None
        if self._closed:
            return "the server was stopped; ask again to go on"
        if job.worker.too_long:
            return (
                f"stopped after {seconds_words(LENIENCE * self._longest)}, much longer than is "
                f"allowed; `perfectplay solve GAME -o {job.status.folder}` goes on"
            )
        return f"the solve {job.worker.how_ended}; ask again to go on"


_OPEN = ("waiting", "solving")
