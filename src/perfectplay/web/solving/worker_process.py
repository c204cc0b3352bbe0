"""The process of one solve, or of the searches of one game, as the server sees it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from perfectplay.core.fork_pool import signal_name
from perfectplay.web.solving.task import GameTask

PROGRAM = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from perfectplay.web.solving.worker import main
main()
"""
"""What a worker runs: with the module path of the server, and without its own working folder."""


class WorkerProcess:
    """A worker that does a task; a context manager, which ends the process.

    ``seconds``: the time after which it is stopped; ``program``: what it runs, by default that of a
    solve. Raises OSError if no process can be started.
    """

    def __init__(self, task: GameTask, seconds: float, program: str | None = None) -> None:
        self.too_long = False
        self._task = task
        command = [sys.executable, "-P", "-c", program or PROGRAM, json.dumps(sys.path)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._timer = threading.Timer(seconds, self._time_is_over)
        self._timer.daemon = True

    def __enter__(self) -> WorkerProcess:
        self._timer.start()
        self._write(self._task.as_json())  # first of all; the stream stays open: see worker.py
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self.kill()
        self.process.wait()
        for end in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                assert end is not None
                end.close()

    def messages(self) -> Iterator[dict[str, Any]]:
        """What the worker sends about its task, until that ends; see `worker`."""
        sent = self.process.stdout
        assert sent is not None
        for line in sent:
            message = json.loads(line)
            yield message
            if "end" in message:  # processes that the rules have started may still run
                return

    def send(self, **message: Any) -> None:
        """Send a further message to the worker."""
        self._write(json.dumps(message))

    def _write(self, line: str) -> None:
        given = self.process.stdin
        assert given is not None
        with suppress(OSError, ValueError):  # it has ended: the exit status says why
            given.write(line.encode() + b"\n")
            given.flush()

    def kill(self) -> None:
        """End the process with all that it has forked. One that has ended is not yet waited for, so
        that its number is not used again."""
        if self.process.returncode is not None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def _time_is_over(self) -> None:
        self.too_long = True
        self.kill()

    @property
    def how_ended(self) -> str:
        """How the process ended without a last message, in words that follow its name."""
        code = self.process.returncode
        if code is None or code >= 0:
            return f"ended its process with status {code}, as os._exit in the rules would do"
        return f"was killed ({signal_name(-code)})"
