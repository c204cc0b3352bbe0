"""The machine on which a run measures, as far as it decides what is fast there."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from perfectplay.solver.explore.key_sort import digits_are_faster

CPU_INFO = Path("/proc/cpuinfo")


def machine(load: float) -> dict[str, Any]:
    """The processor, its cores, how keys are sorted on it, Python's version, and the ``load`` when
    the run began.

    >>> sorted(machine(0.26))
    ['cores', 'load', 'processor', 'python', 'sort']
    >>> machine(0.26)["load"]
    0.3
    """
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "sort": "digits" if digits_are_faster() else "NumPy",
        "python": platform.python_version(),
        "load": round(load, 1),
    }


def processor() -> str:
    """The model of the processor, or at least its kind."""
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def in_words(found: dict[str, Any]) -> str:
    """The machine in a line.

    >>> in_words({"processor": "Z80", "cores": 1, "sort": "digits", "python": "3.12.1", "load": 0})
    'Z80, 1 core, Python 3.12.1; keys are sorted by digits.'
    """
    cores = f"{found['cores']} core{'s' if found['cores'] != 1 else ''}"
    about = f"{found['processor']}, {cores}, Python {found['python']}"
    return f"{about}; keys are sorted by {found['sort']}."
