"""The searches of one game: a thread that hands positions to a process, one after another."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import suppress
from typing import Any

from perfectplay.game.game import Game
from perfectplay.web.searching.search_job import SearchJob
from perfectplay.web.solving.task import game_task
from perfectplay.web.solving.worker_process import WorkerProcess

PROGRAM = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from perfectplay.web.searching.search_worker import main
main()
"""

IDLE = 60.0
"""A process ends after so many seconds without a search."""

SETUP = 120.0
"""The most seconds for starting the process and for compiling the rules."""

GRACE = 5.0
"""Seconds beyond its limit that a search may take before its process is ended."""

BEAT = 0.05
"""Seconds between two looks at what has happened."""

LIFE = 24 * 3600.0
"""The most seconds of a process."""


class GameSearcher:
    """Searches positions of one game, the one that was asked for last before the others.
    ``address`` as for `game_task`."""

    def __init__(self, game: Game, address: str | None) -> None:
        self._game, self._address = game, address
        self._offered: list[SearchJob] = []
        self._current: SearchJob | None = None
        self._wake = threading.Condition()
        self._closed = False
        self._process: WorkerProcess | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def offer(self, job: SearchJob) -> None:
        """Let a job be done, once."""
        with self._wake:
            if job is not self._current and job not in self._offered:
                self._offered.append(job)
                self._wake.notify()

    @property
    def alive(self) -> bool:
        """Whether it takes further jobs."""
        return not self._closed and self._thread.is_alive()

    @property
    def idle(self) -> bool:
        """Whether nobody waits for a position of this game."""
        with self._wake:
            jobs = [*self._offered, *([self._current] if self._current else [])]
            return not any(job.live for job in jobs)

    def close(self) -> None:
        """End its process."""
        with self._wake:
            self._closed = True
            if self._process is not None:
                self._process.kill()
            self._wake.notify()

    # --- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        """Do jobs in one process, until there are none for some time."""
        try:
            task = game_task(self._game, self._address)
            with WorkerProcess(task, LIFE, PROGRAM) as process:
                with self._wake:
                    self._process = process
                    if self._closed:
                        return
                inbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
                threading.Thread(target=_listen, args=(process, inbox), daemon=True).start()
                number = 0
                while (job := self._next()) is not None:
                    number += 1
                    if not self._done(job, number, process, inbox):
                        return
        except Exception as error:  # no process, or rules that another process cannot find
            self._fail_all(f"the search could not be begun: {error}")
        finally:
            with self._wake:
                self._closed = True

    def _next(self) -> SearchJob | None:
        """The job that was asked for last, once there is one; None if it is time to end."""
        until = time.monotonic() + IDLE
        with self._wake:
            self._current = None
            while not self._closed:
                self._offered = [job for job in self._offered if job.live]
                if self._offered:
                    self._current = max(self._offered, key=lambda job: job.asked)
                    self._offered.remove(self._current)
                    return self._current
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._wake.wait(left)
        return None

    def _done(
        self, job: SearchJob, number: int, process: WorkerProcess,
        inbox: queue.SimpleQueue[dict[str, Any] | None],
    ) -> bool:  # fmt: skip
        """Do one job. False if the process has ended, or was ended, with it."""
        place, limit = job.place, job.limit
        process.send(
            id=number, state=place.state, seat=place.seat, moves=place.moves, seconds=limit
        )
        until, stopped = time.monotonic() + SETUP, False
        stage = job.stage = "preparing"
        while True:
            if not stopped and not job.live:
                process.send(stop=number)
                until, stopped = min(until, time.monotonic() + GRACE), True
            if time.monotonic() > until:
                process.kill()
                self._give_up(job, "the rules have not answered in time; see whether they end here")
                return False
            message: dict[str, Any] | None = {}
            with suppress(queue.Empty):
                message = inbox.get(timeout=BEAT)
            if message is None:
                self._give_up(job, _ended(process))
                return False
            if message.get("id") != number:
                continue
            if message["stage"] == "over" and stopped and not job.live:
                job.take({**message, "stage": "waiting"})  # it goes on if asked for again
                return True
            job.take(message)
            if job.ended:
                return True
            if stage != message["stage"]:
                stage = message["stage"]
                until = time.monotonic() + (SETUP if stage == "preparing" else limit + GRACE)

    def _give_up(self, job: SearchJob, sentence: str) -> None:
        """End, and fail the job: in this order, so that whoever reads it finds room here."""
        with self._wake:
            self._closed = True
        job.fail(sentence)

    def _fail_all(self, sentence: str) -> None:
        with self._wake:
            self._closed = True
            for job in [*self._offered, *([self._current] if self._current else [])]:
                job.fail(sentence)


def _listen(process: WorkerProcess, inbox: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    """Put what a process sends into a queue, and None at its end."""
    with suppress(OSError, ValueError):
        for message in process.messages():
            inbox.put(message)
    inbox.put(None)


def _ended(process: WorkerProcess) -> str:
    process.process.wait()
    return f"the search {process.how_ended}; go to the position again"
