"""Which cases of each test run within so many seconds.

``tests/seconds.txt`` has the measured seconds of a case of each slow test; ``make seconds`` writes
it. With ``--budget S`` a test function runs as many of its cases as take S seconds together, spread
evenly over all cases, and at least one; a test whose single case takes more than `LONGEST` times S
does not run at all. CI runs every case (``make all``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

LONGEST = 8.0
"""A case that takes more than this many budgets is left to the full run."""

RECORDED = 0.05
"""Seconds: a test whose cases take less altogether is not recorded."""


def function_of(case: str) -> str:
    """
    >>> function_of("tests/game/test_board.py::test_texts[a::b]")
    'tests/game/test_board.py::test_texts'
    """
    return case.partition("[")[0]


def read_seconds(file: Path) -> dict[str, float]:
    """Seconds of one case by test function."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {name: float(seconds) for seconds, name in (line.split(" ", 1) for line in lines)}


def write_seconds(file: Path, seconds: Mapping[str, float]) -> None:
    """Write the mean seconds of a case for each function, from those of all cases."""
    cases: dict[str, list[float]] = defaultdict(list)
    for case, taken in seconds.items():
        cases[function_of(case)].append(taken)
    lines = [
        f"{sum(taken) / len(taken):.3f} {name}"
        for name, taken in sorted(cases.items())
        if sum(taken) >= RECORDED
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def within(cases: Sequence[str], seconds: Mapping[str, float], budget: float) -> set[str]:
    """The cases that run.

    >>> cases = [f"t.py::test_a[{n}]" for n in range(10)] + ["t.py::test_b", "t.py::test_c"]
    >>> known = {"t.py::test_a": 0.5, "t.py::test_b": 9.0}
    >>> sorted(within(cases, known, 1.0))
    ['t.py::test_a[0]', 't.py::test_a[5]', 't.py::test_c']
    """
    by_function: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        by_function[function_of(case)].append(case)
    kept: set[str] = set()
    for name, own in by_function.items():
        taken = seconds.get(name, 0.0)
        if taken > LONGEST * budget:
            continue
        many = len(own) if taken * len(own) <= budget else max(1, int(budget / taken))
        kept.update(own[i * len(own) // many] for i in range(many))
    return kept
