"""Solves on request: some run, each in a process of its own, and the others wait."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from perfectplay.game.game import Game
from perfectplay.solver.memory import LEAST_MEMORY, SHARE, available_bytes
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.web.solving.folders import default_keep, folder_name, is_finished
from perfectplay.web.solving.keeping import DAYS, SolveFolders
from perfectplay.web.solving.refusing import seconds_words
from perfectplay.web.solving.status import SolveReached, SolveStatus, SpeedClock, State
from perfectplay.web.solving.task import SolveTask, task_for

LONGEST = 600.0
"""Seconds that a solve may be foretold to take, if nobody says."""

FORECAST = 60.0
"""Seconds that a forecast takes at the very most: some of looking, the rest of compiling."""

LENIENCE = 3.0
"""A solve that takes so many times what was allowed is stopped: forecasts may be wrong, and rules
may never answer."""

WAITING = 16
"""So many solves may wait."""

REMEMBERED = 200
"""So many solves that have ended are remembered; of the others, only their folders are."""

PROGRAM = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from perfectplay.web.solving.worker import main
main()
"""
"""What a worker runs: with the modules of the server, and none of the folder that it stands in."""


@dataclass(eq=False)
class _Job:
    id: str
    task: SolveTask
    status: SolveStatus
    clock: SpeedClock = field(default_factory=SpeedClock)
    process: subprocess.Popen[bytes] | None = None
    too_long: bool = False


class RequestedSolves:
    """The solves that a server was asked for, by the ids of games.

    ``folder``: where their solutions are kept (default: below the user's folder for what can be
    made again); ``longest``: what is foretold to take more seconds is refused; ``at_once``: how
    many run beside one another; ``memory``: bytes that each may take (default: its share of what is
    free); ``threads``: of each (default: all cores); ``days``: how long a solution that no server
    uses is kept. All methods may be called by any thread, and
    none waits for a solve.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        longest: float = LONGEST,
        at_once: int = 1,
        memory: int | None = None,
        threads: int | None = None,
        days: float = DAYS,
    ) -> None:
        self.folder = default_keep() if folder is None else folder
        self._keeping = SolveFolders(self.folder, days)
        self._longest, self._at_once = longest, at_once
        self._memory, self._threads = memory, threads
        self._jobs: dict[str, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._running: dict[_Job, threading.Thread] = {}
        self._lock = threading.RLock()
        self._closed = False

    # --- asked by the server ----------------------------------------------------------------------

    def kept(self, id: str, game: Game) -> Path | None:  # noqa: A002
        """The folder of a game that was solved before, by this server or an earlier one; None where
        it was not, or by other rules."""
        folder = self.folder / folder_name(id, game)
        if not is_finished(folder, game):
            return None
        self._keeping.using(folder.name)
        return folder

    def tidy(self) -> None:
        """Removes what was not used for long, in a thread of its own."""
        threading.Thread(target=self._keeping.tidy, daemon=True).start()

    def start(
        self,
        id: str,  # noqa: A002
        game: Game,
        address: str | None = None,
        *,
        anew: bool = False,
    ) -> SolveStatus:
        """Begins a solve, or goes on with one that was stopped; gives how it stands.

        ``address``: where the worker finds the game (default: where its class does stand). A solve
        that waits or runs is not begun again; one that has ended is, unless it is solved. With
        ``anew`` what is solved is set aside first: it cannot be read.
        """
        folder = self.folder / folder_name(id, game)
        if not anew and is_finished(folder, game):
            return SolveStatus("solved", folder)
        with self._lock:
            known = self.status(id)
            if known is not None and known.state in ("waiting", "solving"):
                return known
            if (refusal := self._not_now(folder)) is not None:
                return refusal
            self._keeping.making(folder.name)
            self.tidy()
            task = task_for(game, address, str(folder), self._memory, self._longest, self._threads)
            task = replace(task, anew=anew)
            job = _Job(id, task, SolveStatus("waiting", folder))
            self._jobs.pop(id, None)  # the last one asked for is the last one forgotten
            self._jobs[id] = job
            self._waiting.append(job)
            self._go_on()
            self._forget()
            return self._told(job)

    def status(self, id: str) -> SolveStatus | None:  # noqa: A002
        """How the solve of an id stands; None where none was asked for."""
        with self._lock:
            job = self._jobs.get(id)
            return None if job is None else self._told(job)

    def close(self) -> None:
        """Ends all solves; what is done is in their folders. Waits until they have ended."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            running = list(self._running.items())
            for job, _ in running:
                _kill(job.process)
        for _, thread in running:
            thread.join(timeout=10)
        self._keeping.close()

    def __enter__(self) -> RequestedSolves:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- within the lock --------------------------------------------------------------------------

    def _told(self, job: _Job) -> SolveStatus:
        if job in self._waiting:
            return replace(job.status, place=self._waiting.index(job) + 1)
        return job.status

    def _not_now(self, folder: Path) -> SolveStatus | None:
        """Why no solve can be begun now; None where one can."""
        if self._closed:
            return SolveStatus("refused", folder, sentence="the server is about to stop")
        if len(self._waiting) >= WAITING:
            said = f"{WAITING} solves are waiting already; ask again later"
            return SolveStatus("refused", folder, sentence=said)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as error:
            said = f"{refused(error, self.folder)}; keep solves elsewhere (--keep)"
            return SolveStatus("failed", folder, sentence=said)
        return None

    def _go_on(self) -> None:
        """Begins what waits, as far as there is room."""
        while self._waiting and len(self._running) < self._at_once and not self._closed:
            job = self._waiting.popleft()
            job.status = replace(job.status, state="solving", progress=SolveReached("starting"))
            job.task = replace(job.task, memory=self._share())
            thread = threading.Thread(target=self._run, args=(job,), daemon=True)
            self._running[job] = thread
            thread.start()

    def _share(self) -> int | None:
        """Bytes for one more solve: of what is free, less what others may yet take."""
        if self._memory is not None or not self._running:
            return self._memory
        taken = sum(job.task.memory or available_bytes() // 2 for job in self._running)
        return max(LEAST_MEMORY, int((available_bytes() - taken) * SHARE))

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.status.state not in _OPEN]
        for gone in ended[: max(0, len(ended) - REMEMBERED)]:
            del self._jobs[gone]

    # --- a thread for each solve ------------------------------------------------------------------

    def _run(self, job: _Job) -> None:
        """One solve, from the beginning of its process to its end."""
        last: dict[str, Any] = {}
        try:
            with self._process(job) as process, self._until(job):
                assert process.stdout is not None
                for line in process.stdout:
                    last = json.loads(line)
                    if "end" in last:  # what the rules have begun beside it may still run
                        break
                    with self._lock:
                        job.status = job.clock.told(job.status, last)
        except (OSError, ValueError) as error:
            last = {"end": "failed", "sentence": f"the solve could not be begun: {error}"}
        code = job.process.returncode if job.process else None
        with self._lock:
            job.status = self._ended(job, last, code)
            del self._running[job]
            self._go_on()

    @contextmanager
    def _process(self, job: _Job) -> Iterator[subprocess.Popen[bytes]]:
        """The worker, with its task; it is gone when the context is left."""
        command = [sys.executable, "-P", "-c", PROGRAM, json.dumps(sys.path)]
        with self._lock:
            if self._closed:
                raise OSError("the server is about to stop")
            process = job.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        try:
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # then its end says why
                process.stdin.write(job.task.as_json().encode() + b"\n")
                process.stdin.flush()  # and it stays open: see worker.py
            yield process
        finally:
            _kill(process)
            process.wait()
            for end in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert end is not None
                    end.close()

    @contextmanager
    def _until(self, job: _Job) -> Iterator[None]:
        """While it lasts, the worker is ended where it takes much too long."""

        def stop() -> None:
            with self._lock:
                job.too_long = True
                _kill(job.process)

        timer = threading.Timer(LENIENCE * self._longest + FORECAST, stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _ended(self, job: _Job, last: dict[str, Any], code: int | None) -> SolveStatus:
        state: State = "failed"
        said = ""
        if "end" in last:
            state, said = last["end"], last.get("sentence", "")
        elif self._closed:
            said = "the server was stopped; ask again to go on"
        elif job.too_long:
            said = (
                f"stopped after {seconds_words(LENIENCE * self._longest)}, much longer than is "
                f"allowed (--longest); `perfectplay solve GAME -o {job.status.folder}` goes on"
            )
        elif code is not None and code < 0:
            said = f"the solve was killed ({_signal_name(-code)}); ask again to go on"
        else:
            said = "the solve has ended without a word; ask again to go on"
        return replace(job.status, state=state, sentence=said, progress=None)


_OPEN = ("waiting", "solving")


def _kill(process: subprocess.Popen[bytes] | None) -> None:
    """Ends a worker with all that it has forked. A worker that has ended is not yet waited for, so
    that its number is nobody else's."""
    if process is None or process.returncode is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
