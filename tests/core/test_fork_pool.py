"""Copies of this process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from perfectplay.core.fork_pool import can_fork, fork, how_ended

READING = """
import sys, threading, time
from perfectplay.core.separate_process import apart

threading.Thread(target=sys.stdin.readline, daemon=True).start()
time.sleep(0.2)  # it reads now, and holds the lock of the input
heard = []
done = apart(lambda tell: tell(sys.stdin.read()), time.monotonic() + 60, heard.append, lambda: None)
print(done, heard, flush=True)
"""


@pytest.mark.skipif(not can_fork(), reason="this system copies no processes")
def test_a_copy_is_made_while_another_thread_reads_the_input() -> None:
    """An engine reads its input while it compiles: a copy once waited for that thread for ever."""
    with subprocess.Popen(
        [sys.executable, "-c", READING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True ['']\n"


@pytest.mark.skipif(not can_fork(), reason="this system copies no processes")
@pytest.mark.parametrize(("number", "name"), [(signal.SIGKILL, "SIGKILL"), (40, "signal 40")])
def test_a_copy_that_was_killed_is_said_to_be(number: int, name: str) -> None:
    """Signals of real time, which have no names in Python, once raised ValueError here."""
    process, line = fork(lambda _: os.kill(os.getpid(), number))
    with pytest.raises(EOFError):
        line.recv()
    assert how_ended(process, "else") == f"its process was ended by {name}"
