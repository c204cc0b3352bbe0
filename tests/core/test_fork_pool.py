"""Copies of this process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from perfectplay.core.fork_pool import can_fork

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
