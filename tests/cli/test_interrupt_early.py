"""Ctrl-C while the program is still being imported: one sentence, as at any other moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

SOURCES = str(ROOT / "src")

HOOK = """
import os, signal, sys

class Interrupts:
    '''Presses Ctrl-C at one import, counted from that of the command line.'''

    left = int(os.environ.get("AT_IMPORT", "0"))
    counting = False

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        cls.counting |= name == "perfectplay.cli.main"
        if cls.counting:
            cls.left -= 1
            if cls.left == 0:
                os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Interrupts)
"""

COMMAND = ("solve", "three_rocks", "left=2", "right=2")
SAID = "perfectplay: interrupted: nothing was written\n"


def started(folder: Path, at: int, *, ignored: bool = False) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(HOOK)
    path = os.pathsep.join([str(folder), SOURCES])
    return subprocess.run(
        [sys.executable, "-m", "perfectplay", *COMMAND],
        env={**os.environ, "PYTHONPATH": path, "AT_IMPORT": str(at)},
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignored else None,
    )


@pytest.mark.parametrize("at", [1, 2, 5, 17, 40, 90, 150, 210, 260])
def test_interrupted_while_the_program_is_imported(tmp_path: Path, at: int) -> None:
    done = started(tmp_path, at)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", SAID)


def test_the_hook_itself_changes_nothing(tmp_path: Path) -> None:
    done = started(tmp_path, 0)
    assert done.returncode == 0, done.stderr
    assert "a loss in 2 plies" in done.stdout


def test_a_program_in_the_background_does_not_hear_it(tmp_path: Path) -> None:
    done = started(tmp_path, 40, ignored=True)
    assert done.returncode == 0, done.stderr
    assert "a loss in 2 plies" in done.stdout


def test_the_entry_imports_little() -> None:
    """What stands before it cannot be heard: nothing of ours but the packages themselves."""
    code = (
        "import sys; before = set(sys.modules); import perfectplay.cli.entry; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        check=True,
    )
    found = set(done.stdout.split())
    ours = {"perfectplay", "perfectplay.cli", "perfectplay.cli.entry"}
    assert ours <= found
    assert not {"typing", "typer", "numpy"} & found
    assert len(found) < 30, found
