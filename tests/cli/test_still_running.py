"""A remark about a rule that does not return, whether it works, sleeps or waits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")

LOOPS = '''
from perfectplay import Game, Value

{before}

class Loops(Game):
    """Take one or two of five. Whoever takes the last wins."""

    def start(self):
        return 5

    def moves(self, state):
        {loop}
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else Value.LOSS
'''

RUN = """
import os, signal, sys
from perfectplay.cli.process import still_running
from perfectplay.cli.main import run

still_running.SECONDS = 0.5
said = still_running.note
def note(text):
    said(text)
    os.kill(os.getpid(), signal.SIGINT)  # as somebody who has read the remark
still_running.note = note
sys.exit(run(["solve", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("before", "loop", "what"),
    [
        (
            "",
            "while state == 3: pass",
            "Loops.moves has not returned for 0.5 s, and is at loops.py",
        ),
        (
            "import time",
            "time.sleep(0 if state != 3 else 1_000)",
            "Loops.moves has not returned for 0.5 s, and is at loops.py",
        ),
        ("while True: pass", "pass", "the file itself has not returned for 0.5 s, and is at loops"),
    ],
    ids=["rule", "sleep", "file"],
)
def test_a_loop_that_never_ends_is_remarked_on(
    before: str, loop: str, what: str, tmp_path: Path
) -> None:
    rules = tmp_path / "loops.py"
    rules.write_text(LOOPS.format(before=before, loop=loop))
    done = subprocess.run([sys.executable, "-c", RUN, str(rules)], capture_output=True, text=True)
    assert f"note: {what}" in done.stderr
    assert "if a loop there never ends, Ctrl-C stops it" in done.stderr
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_rules_that_return_are_not_remarked_on(tmp_path: Path) -> None:
    rules = tmp_path / "loops.py"
    rules.write_text(LOOPS.format(before="", loop="sum(range(300_000))"))
    done = subprocess.run([sys.executable, "-c", RUN, str(rules)], capture_output=True, text=True)
    assert (done.returncode, "has not returned" in done.stderr) == (0, False)
