"""Games of 10^8 positions and more, each solved by the command within a budget, and verified so.

They take from ten minutes to an hour each, and tens of gigabytes of disk; on a machine without that
they are skipped. What they took goes into docs/large-landmarks.txt.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.process_memory import default_budget
from places import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="what a process holds is asked of Linux"
)

KEPT = ROOT / "docs" / "large-landmarks.txt"
TROMP = "J. Tromp, John's Connect Four Playground"
GIGABYTE = 10**9


@dataclass(frozen=True)
class Large:
    """A command and what is known of its game. ``room``: gigabytes of memory, the budget, and of
    disk; ``states``: those stored; ``wdl``: won, drawn, lost, or None; ``start``: value and plies;
    ``longest``: the plies of the longest win, or None."""

    name: str
    words: tuple[str, ...]
    source: str
    room: tuple[int, int]
    states: int
    start: tuple[str, int | None]
    wdl: tuple[int, int, int] | None = None
    longest: int | None = None


def four(width: int, height: int) -> tuple[str, ...]:
    return "connect_four", f"width={width}", f"height={height}", "--no-symmetries"


LARGE = (
    Large("connect four 5×6", four(5, 6), TROMP, (6, 10), 1_044_334_437, ("draw", 30)),
    Large("connect four 7×4", four(7, 4), TROMP, (6, 20), 2_265_792_710, ("draw", 28)),
    Large("connect four 6×5", four(6, 5), f"{TROMP}; recomputed", (6, 20), 2_818_972_642,
          ("draw", 30), (1_197_631_916, 295_456_833, 1_325_883_893)),
    Large("connect four 5×7", four(5, 7), TROMP, (11, 50), 14_171_315_454, ("draw", 35)),
    Large("dobutsu shogi", (str(ROOT / "benchmarks" / "dobutsu.py"),),
          "T. Tanaka 2009, and the position after a capture", (8, 40), 246_803_168, ("loss", 78),
          longest=173),
    Large("Gobblet Gobblers", (str(ROOT / "benchmarks" / "gobblers.py"),),
          "the first player wins: published; counts recomputed", (8, 10), 341_024_631, ("win", 13),
          longest=23),
)  # fmt: skip


SMALL = (
    Large("connect four 3×4", four(3, 4), TROMP, (1, 1), 6_000, ("draw", 12)),
    Large("tic-tac-toe", ("tic_tac_toe",), "published", (1, 1), 765, ("draw", 9), longest=5),
)
"""Games of which nothing is kept: they try the way that large ones go."""


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.name.replace("×", "x"))
def test_small_games_go_the_same_way(
    small: Large, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text(f"another: 2 states\n{small.name}: of an earlier run\n", encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "KEPT", kept)
    test_large_landmark(small, tmp_path)
    another, line = kept.read_text(encoding="utf-8").splitlines()
    assert another == "another: 2 states"
    assert line.startswith(f"{small.name}: {small.states:,} states, draw in ")


@pytest.mark.landmark
@pytest.mark.parametrize("large", LARGE, ids=lambda large: large.name.replace("×", "x"))
def test_large_landmark(large: Large, tmp_path: Path) -> None:
    memory, disk = (size * GIGABYTE for size in large.room)
    if default_budget() < memory or shutil.disk_usage(tmp_path).free < disk:
        pytest.skip(f"needs {large.room[0]} GB of memory and {large.room[1]} GB of disk")
    folder, budget = tmp_path / "folder", f"--memory={large.room[0]}G"
    solved = measured("solve", *large.words, budget, "--force", "-o", str(folder), beside=folder)
    facts = solved.facts
    stored = facts.get("representatives") or facts
    assert stored["states"] == large.states
    assert (facts["start"]["value"], facts["start"]["remoteness"]) == large.start
    if large.wdl is not None:
        assert (facts["wins"], facts["draws"], facts["losses"]) == large.wdl
    if large.longest is not None:
        assert facts["longest_win"]["remoteness"] == large.longest
    assert 0 < solved.peak < 1.05 * memory
    verified = measured("verify", str(folder), budget, beside=folder)
    assert verified.facts["ok"]
    keep(large, solved, verified, sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()))


@dataclass(frozen=True)
class Run:
    """What a command answered and took: seconds on the clock and of processor time; bytes of memory
    and of disk at the peak."""

    facts: dict[str, Any]
    seconds: float
    busy: float
    peak: int
    disk: int


def measured(*words: str, beside: Path) -> Run:
    """A command in a process of its own; ``beside``: the folder that it fills."""
    command = [sys.executable, "-m", "perfectplay", *words, "--json"]
    most, ended = Most(), threading.Event()
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        watcher = threading.Thread(target=watch, args=(process.pid, beside, most, ended))
        watcher.start()
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - began
    ended.set()
    watcher.join()
    assert process.returncode == 0, text
    busy = usage.ru_utime + usage.ru_stime
    return Run(json.loads(text), seconds, busy, most.memory, most.disk)


@dataclass
class Most:
    """The most bytes of memory and of disk that were seen."""

    memory: int = 0
    disk: int = 0


def watch(process: int, folder: Path, most: Most, ended: threading.Event) -> None:
    """Note the most bytes that a process holds (ru_maxrss counts the one that began it, too), and
    that a folder has."""
    looks = 0
    while not ended.wait(0.1):
        with suppress(OSError):
            lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
            peaks = [int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")]
            most.memory = max([most.memory, *peaks])
        looks += 1
        if looks % 50 == 0:
            most.disk = max(most.disk, size_of(folder))


def size_of(folder: Path) -> int:
    """The bytes that the files of a folder take."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # it is gone
            size += path.stat().st_blocks * 512
    return size


def keep(large: Large, solved: Run, verified: Run, size: int) -> None:
    """Put a line into the file of results, in the place of the one of an earlier run."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    line = (
        f"{large.name}: {large.states:,} states, {' in '.join(map(str, large.start))} plies; "
        f"solved in {words(solved)}, {solved.disk / GIGABYTE:.1f} GB of disk, "
        f"{size / large.states:.2f} bytes a state; verified in {words(verified)}; "
        f"{os.cpu_count()} cores, {processor()}"
    )
    others = [other for other in lines if not other.startswith(f"{large.name}: ")]
    KEPT.write_text("\n".join(sorted([*others, line])) + "\n", encoding="utf-8")


def words(run: Run) -> str:
    return (
        f"{run.seconds:,.0f} s ({run.busy:,.0f} s of processor time), {run.peak / GIGABYTE:.1f} GB"
    )


def processor() -> str:
    """The processor's own name, as Linux gives it."""
    try:
        lines: Sequence[str] = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = ()
    return next(
        (x.split(": ", 1)[1] for x in lines if x.startswith("model name")), platform.machine()
    )
