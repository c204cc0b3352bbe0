"""``python -m benchmarks.versions COMMIT``: this version beside an earlier one, in one run.

Each task runs in a fresh process, by turns with one version and the other, with compiled code
already in the cache. Processor time (user and system, with child processes) is compared, not wall
time, so that other work on the machine matters less. A ratio above 1: this version is slower, or
takes more memory.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SLOWER = 1.03
"""A larger ratio counts as slower."""

BEGIN = """
import json, resource, sys, tempfile
from perfectplay import *
from perfectplay.games.connect_four import ConnectFour
"""

END = """
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
seconds = sum(u.ru_utime + u.ru_stime for u in used)
print(json.dumps([seconds, int(status["VmHWM"].split()[0]) * 1024]))
"""

TASKS: Mapping[str, str] = {
    "import": "",
    "solve, interpreted": "solve(ConnectFour(4, 3))",
    "solve, integers": "solve(ConnectFour(5, 4), threads=1)",
    "solve, integers, two threads": "solve(ConnectFour(5, 4), threads=2)",
    "solve, tuples": """
from benchmarks.connect_four_cells import ConnectFourCells
solve(ConnectFourCells(5, 4), threads=1)""",
    "solve, loops and symmetries": """
from benchmarks.quixo import Quixo
solve(Quixo(4), threads=1)""",
    "solve, loops": """
from hunt import Hunt
solve(Hunt(26), threads=1)""",
    "solve into a folder and verify": """
with tempfile.TemporaryDirectory() as folder:
    solve(ConnectFour(5, 4), folder=folder + "/solution", memory=400_000_000)
    assert verify(folder + "/solution").ok""",
    "probe each state": """
solution = solve(ConnectFour(4, 4))
for state in list(solution.states())[:30_000]:
    solution.probe(state)""",
    "search": """
for moves in ((), (3,), (3, 3)):
    game = ConnectFour(5, 5)
    state = game.start()
    for move in moves:
        state = game.play(state, move)
    search(game, state, threads=1)""",
    "statistics": "statistics(ConnectFour(4, 4))",
}


@dataclass(frozen=True)
class Compared:
    """Processor seconds and peak bytes of both versions: the least of all runs of a task."""

    task: str
    before: tuple[float, int]
    after: tuple[float, int]

    @property
    def time_ratio(self) -> float:
        return self.after[0] / self.before[0]

    @property
    def memory_ratio(self) -> float:
        return self.after[1] / self.before[1]

    def line(self) -> str:
        """
        >>> Compared("solve", (2.0, 100_000_000), (1.0, 110_000_000)).line()
        'solve                               2.00 s     1.00 s   0.50       100 MB    110 MB   1.10'
        """
        times = f"{self.before[0]:8.2f} s {self.after[0]:8.2f} s {self.time_ratio:6.2f}"
        peaks = f"{self.before[1] / 1e6:9.0f} MB {self.after[1] / 1e6:6.0f} MB"
        slower = "   slower" if self.time_ratio > SLOWER else ""
        return f"{self.task:31} {times} {peaks} {self.memory_ratio:6.2f}{slower}"


def source_of(commit: str, folder: Path) -> Path:
    """A commit, unpacked. Raises subprocess.CalledProcessError."""
    packed = subprocess.run(
        ["git", "archive", commit, "src", "benchmarks", "tests/data"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        folder.mkdir()
        archive.extractall(folder, filter="data")
    return folder


def run_task(task: str, source: Path, cache: Path) -> tuple[float, int]:
    """Processor seconds and peak bytes of a task in a fresh process.

    Raises subprocess.CalledProcessError, for instance if an earlier version lacks a function.
    """
    paths = [str(source / part) for part in ("src", ".", "tests/data")]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PERFECTPLAY_CACHE": str(cache),
    }
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + TASKS[task] + END],
        env=variables, cwd=source, check=True, capture_output=True, text=True,
    )  # fmt: skip
    seconds, peak = json.loads(done.stdout.splitlines()[-1])
    return float(seconds), int(peak)


def compare(task: str, before: Path, after: Path, repeat: int, folder: Path) -> Compared:
    """A task by turns with both versions; the first run of each fills the cache."""
    caches = folder / "before", folder / "after"
    runs: list[list[tuple[float, int]]] = [[], []]
    for turn in range(repeat + 1):
        for side, source in enumerate((before, after)):
            measured = run_task(task, source, caches[side])
            if turn:
                runs[side].append(measured)
    least = [(min(s for s, _ in side), min(p for _, p in side)) for side in runs]
    return Compared(task, least[0], least[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares the tasks that are asked for; 1 if this version is slower in one of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions", description=__doc__)
    parser.add_argument("commit", help="the earlier version")
    parser.add_argument(
        "--only", action="append", choices=tuple(TASKS), help="a task; may be given again"
    )
    parser.add_argument("--repeat", type=int, default=5, help="runs of each version (default: 5)")
    options = parser.parse_args(arguments)
    slower = False
    with tempfile.TemporaryDirectory(prefix="perfectplay-bench-") as name:
        folder = Path(name)
        try:
            before = source_of(options.commit, folder / "tree")
        except subprocess.CalledProcessError as failure:
            print(failure.stderr.decode().strip(), file=sys.stderr)
            return 2
        print(f"{'':31} {'before':>10} {'after':>10}  ratio {'before':>12} {'after':>9}  ratio")
        for task in options.only or TASKS:
            try:
                found = compare(task, before, ROOT, max(1, options.repeat), folder)
            except subprocess.CalledProcessError as failure:
                print(f"{task:31} {failure.stderr.strip().splitlines()[-1]}")
                continue
            print(found.line(), flush=True)
            slower |= found.time_ratio > SLOWER
    return int(slower)


if __name__ == "__main__":
    sys.exit(main())
