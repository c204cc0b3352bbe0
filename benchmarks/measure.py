"""Runs one task in a process of its own, so that its time and its peak of memory are its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Measured:
    """``seconds`` as the task took them; ``peak``: bytes, those of its worker processes included;
    ``facts``: all that the task gave."""

    seconds: float
    peak: int
    facts: Mapping[str, Any] = field(default_factory=dict)


class TaskError(RuntimeError):
    """A measured process ended with an error, which has been shown."""


def measure(
    task: str, *, repeat: int = 1, environment: Mapping[str, str], **arguments: Any
) -> Measured:
    """The fastest of ``repeat`` runs of a function of ``tasks.py``. Raises TaskError."""
    command = [sys.executable, "-m", "benchmarks.one_task", task, json.dumps(arguments)]
    runs = []
    for _ in range(repeat):
        output, _, workers, _ = _run(command, environment)
        facts = json.loads(output.splitlines()[-1])
        runs.append(Measured(facts["seconds"], facts["peak"] + workers, facts))
    return min(runs, key=lambda run: run.seconds)


def measure_command(
    command: Sequence[str], *, repeat: int = 1, environment: Mapping[str, str]
) -> Measured:
    """The fastest of ``repeat`` runs of a whole process. Raises TaskError."""
    runs = []
    for _ in range(repeat):
        output, seconds, workers, peak = _run(command, environment)
        runs.append(Measured(seconds, peak + workers, {"output": output}))
    return min(runs, key=lambda run: run.seconds)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> tuple[str, float, int, int]:
    """Output, seconds, peak of the workers and peak of the process itself, in bytes."""
    paths = [str(ROOT / "src"), str(ROOT)]
    variables = {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(paths)}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        began = time.perf_counter()
        process = subprocess.Popen(list(command), stdout=output, env=variables, cwd=ROOT)
        workers = 0
        poll = 0.0005  # short at first: a process that ends soon is timed to the millisecond
        try:
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                workers = max(workers, _bytes_of_workers(process.pid))
                time.sleep(poll)
                poll = min(poll * 1.02, _POLL_SECONDS)
        except BaseException:
            process.kill()
            process.wait()
            raise
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise TaskError(f"{' '.join(command)} ended with {process.returncode}")
        output.seek(0)
        return output.read(), seconds, workers, usage.ru_maxrss * _rss_unit()


def _bytes_of_workers(pid: int) -> int:
    """What the processes that a process has forked hold beyond what they share with it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return sum(_private_bytes(int(child)) for child in children)
    except OSError:
        return 0


def _private_bytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def _rss_unit() -> int:
    return 1 if sys.platform == "darwin" else 1024


def peak_bytes() -> int:
    """The most memory that this process has held.

    ``ru_maxrss`` would do, but for a process that was started by a larger one it begins with
    what that one held.
    """
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _rss_unit()
