"""What the processes of the server have in common: their streams, and how they end."""

from __future__ import annotations

import json
import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO


class MessageLine:
    """Sends messages to the server, one JSON object a line."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._lock = threading.Lock()

    def send(self, **message: Any) -> None:
        """Write a message; if the server is gone, end the process."""
        line = json.dumps(message).encode() + b"\n"
        try:
            with self._lock:
                self._out.write(line)
                self._out.flush()
        except OSError:
            end()


def lower_priority() -> None:
    """Let pages go before solves; if memory is short, the system kills a solve first."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for messages only: rules may print, and read input."""
    given, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return given, out


def end_with(given: BinaryIO) -> None:
    """End this process when its standard input is closed: the server has ended."""
    given.read()
    end()


def end() -> None:
    """End this process and those that it has forked, at once."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
