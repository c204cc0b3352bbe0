"""The record of measured ratios: ``history.jsonl``, one line for each recorded run.

``python -m benchmarks --record`` adds a line; ``python -m benchmarks.history`` shows, for each
contender, the ratios of the recorded runs, the oldest first. Ratios are measured within one run, so
runs of different machines can be compared; seconds cannot, and are not recorded.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.machine import in_words
from benchmarks.table import Row

ROOT = Path(__file__).resolve().parent.parent
HISTORY = Path(__file__).parent / "history.jsonl"


def entry_of(
    rows: Sequence[Row], commit: str, day: str, machine: Mapping[str, Any]
) -> dict[str, Any]:
    """One line of the record: the machine, ratios, and bytes a state where they are known.

    >>> row = Row("solve", "perfectplay", 2.0, ratio=40.0)
    >>> entry = entry_of([row], "abc1234", "2026-11-22", {})
    >>> entry["commit"], entry["machine"], entry["ratios"]
    ('abc1234', {}, {'solve: perfectplay': 40.0})
    """
    ratios = {f"{row.section}: {row.contender}": round(row.ratio, 3) for row in rows if row.ratio}
    sizes = {
        f"{row.section}: {row.contender}": round(row.bytes_a_state, 1)
        for row in rows
        if row.bytes_a_state
    }
    entry: dict[str, Any] = {"commit": commit, "day": day, "machine": machine, "ratios": ratios}
    return {**entry, "bytes_a_state": sizes} if sizes else entry


def record(rows: Sequence[Row], machine: Mapping[str, Any], file: Path = HISTORY) -> None:
    """Add a line for the present commit. Raises OSError, subprocess.CalledProcessError."""
    asked = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    entry = entry_of(rows, commit.strip(), date.today().isoformat(), machine)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(entry) + "\n")


def lines_of(entries: Sequence[dict[str, Any]]) -> list[str]:
    """The ratios of each contender over the recorded runs.

    >>> here = {"processor": "Z80", "cores": 2, "sort": "NumPy", "python": "3.12.1"}
    >>> one = {"commit": "a", "day": "2026-11-22", "machine": here, "ratios": {"x": 2}}
    >>> other = {**one, "commit": "b", "ratios": {"x": 3, "y": 1}}
    >>> print("\\n".join(lines_of([one, other])))
    a  2026-11-22  Z80, 2 cores, Python 3.12.1; keys are sorted by NumPy.
    b  2026-11-22  Z80, 2 cores, Python 3.12.1; keys are sorted by NumPy.
    x  2, 3
    y  -, 1
    """
    names = {name: None for entry in entries for name in entry["ratios"]}
    width = max(map(len, names), default=0)
    head = [f"{entry['commit']}  {entry['day']}  {in_words(entry['machine'])}" for entry in entries]
    shown = [
        ", ".join(f"{one['ratios'][name]:.3g}" if name in one["ratios"] else "-" for one in entries)
        for name in names
    ]
    return [*head, *(f"{name:{width}}  {row}" for name, row in zip(names, shown, strict=True))]


def main() -> int:
    """Show the record; 1 if there is none."""
    if not HISTORY.exists():
        print("nothing is recorded yet: python -m benchmarks --record")
        return 1
    texts = HISTORY.read_text(encoding="utf-8").splitlines()
    print("\n".join(lines_of([json.loads(text) for text in texts])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
