"""Ctrl-C in a solve: the process ends at once, wherever it is.

At once is told by processor time after the signal, which a busy machine does not stretch.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from perfectplay.cli.process import ctrl_c
from places import ROOT

KERNEL = """
import hashlib
from perfectplay.solver.threads import ThreadTeam
print("begins", flush=True)
# half an hour of machine code that gives the interpreter's lock free and hears no signal
ThreadTeam(1).map(lambda n: hashlib.pbkdf2_hmac("sha256", b"", b"", n), [2_000_000_000], long=True)
"""

SOURCES = str(ROOT / "src")

GAMES = '''
import sys
import numpy  # first: it makes another error of one that comes while it is imported
import perfectplay.games.connect_four
from perfectplay import Game, Value, solve

class Words(Game):
    """Strings without end, more and more of them."""

    def start(self):
        return "1"

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        return str(int(state) * 3 % 2**61 + move)

    def outcome(self, state):
        return None

class Loopy(Game):
    """Three million states, 18 million moves and many loops."""

    def start(self):
        return 0

    def moves(self, state):
        return range(6)

    def play(self, state, move):
        x = (state * 48271 + move * 7919 + 12345) % 2147483647
        x = (x ^ (x >> 13)) * 16807 % 2147483647
        return x % 3_000_000

    def outcome(self, state):
        return Value.LOSS if state % 50 == 7 else None

def tell(progress):
    print(progress.stage, progress.states, flush=True)

four = perfectplay.games.connect_four.ConnectFour
print("begins 0", flush=True)
games = {"words": Words(), "loopy": Loopy(), "four": four(5, 5), "four 4x6": four(4, 6)}
solve(games[sys.argv[1]], method=sys.argv[2], threads=int(sys.argv[3]), progress=tell)
print("finished")
'''


@pytest.mark.thinned(2)
@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
@pytest.mark.parametrize(
    ("game", "method", "threads", "stage", "states"),
    [
        ("words", "interpreted", 1, "exploring", 50_000),
        ("words", "interpreted", 2, "exploring", 400_000),
        ("words", "reference", 1, "begins", 0),  # it tells nothing on the way
        ("four", "compiled", 1, "exploring", 1_500_000),
        ("four", "compiled", 2, "exploring", 4_000_000),
        ("four 4x6", "compiled", 2, "resolving", 0),
        ("loopy", "compiled", 1, "exploring", 2_000_000),
        ("loopy", "compiled", 2, "exploring", 2_000_000),
        ("loopy", "compiled", 1, "resolving", 0),
        ("loopy", "compiled", 2, "resolving", 0),
    ],
)
def test_ctrl_c(
    game: str, method: str, threads: int, stage: str, states: int, tmp_path: Path
) -> None:
    program = tmp_path / "solves.py"
    program.write_text(GAMES, encoding="utf-8")
    command = [sys.executable, str(program), game, method, str(threads)]
    for _ in range(3):
        status, errors = interrupted(command, stage, states)
        # Python loses one that comes while it runs a finaliser: only a command hears it then
        if "Exception ignored in" not in errors:
            break
    assert status in (-signal.SIGINT, 130, 1)
    assert "KeyboardInterrupt" in errors


def seconds_of_children() -> float:
    """Processor time of the processes that have ended and were waited for."""
    spent = os.times()
    return spent.children_user + spent.children_system


def seconds_of(pid: int) -> float:
    """Processor time of a process and of all that it has begun, so far; 0 where Linux is not."""
    process = Path(f"/proc/{pid}")
    try:
        ticks = (process / "stat").read_text().rpartition(")")[2].split()[11:15]
        begun = (process / f"task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") + sum(seconds_of(int(c)) for c in begun)


def interrupted(command: list[str], stage: str, states: int) -> tuple[int, str]:
    """How a process ends, and what it says, that is interrupted in a stage with so many states."""
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    before = seconds_of_children()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        told = (line.split() for line in process.stdout)
        assert any(t[0] == stage and int(t[1]) >= states for t in told)
        assert process.poll() is None
        worked = seconds_of(process.pid)
        process.send_signal(signal.SIGINT)
        # worker processes hold the pipes too: this waits for them as well
        _, errors = process.communicate(timeout=600)
        lost = "Exception ignored in" in errors
        assert lost or seconds_of_children() - before - worked < 5.0
    finally:
        process.kill()
        process.communicate()
    return process.returncode, errors


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_one_that_python_loses_is_heard_by_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(ctrl_c, "time", SimpleNamespace(monotonic=lambda: now))
    with ctrl_c.heard_on_the_way() as heard:
        heard.again()
        with contextlib.suppress(KeyboardInterrupt):  # as Python does in a finaliser
            signal.raise_signal(signal.SIGINT)
        heard.again()  # it may be on its way
        now = ctrl_c.PATIENCE * 1.01
        with pytest.raises(KeyboardInterrupt):
            heard.again()
        heard.again()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_that_a_compiled_call_hides_is_heard_by_a_command() -> None:
    """Python says so where a function of C returns, and an exception was raised meanwhile."""
    with pytest.raises(KeyboardInterrupt), ctrl_c.heard_on_the_way():
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()
    with pytest.raises(SystemError), ctrl_c.heard_on_the_way():
        raise SystemError("of another kind")


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_ctrl_c_in_a_long_kernel() -> None:
    """Also one that a single thread has to itself."""
    process = subprocess.Popen(
        [sys.executable, "-c", KERNEL],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCES},
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.3)  # into the kernel, as a rule
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=600)
    finally:
        process.kill()
        process.communicate()
    assert "KeyboardInterrupt" in errors
