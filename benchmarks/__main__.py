"""``python -m benchmarks``: one table of ratios, measured in one run."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.bench import Bench
from benchmarks.history import record
from benchmarks.machine import in_words, machine
from benchmarks.measure import TaskError
from benchmarks.sections import LONG, SECTIONS
from benchmarks.table import Row, show

EXPLAINED = """
Time is that of a first solve in a fresh process with compiled code kept, unless said otherwise; the
peak is that of the whole process. Ratio: how many times as fast as the first of the section, or as
the opponent that its title names. Nearest limit: what the moves would cost if nothing were done but
to make each child once, and which part of the time that is.
"""

BUSY = 0.7
"""A load above this is that of others, and counts against what is measured."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the sections that are asked for; 1 where a wanted figure is not reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=tuple(SECTIONS), help="a section; may be given again"
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--record", action="store_true", help="add the ratios to history.jsonl")
    asked = parser.parse_args(arguments)
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="perfectplay-bench-") as folder:
        try:
            rows = measured(
                asked.only or [name for name in SECTIONS if name not in LONG],
                asked.quick,
                Path(folder),
            )
        except TaskError as failure:
            print(failure, file=sys.stderr)
            return 1
    here = machine(busy)
    show(rows, sys.stdout.isatty())
    print(EXPLAINED)
    print(in_words(here))
    if busy > BUSY:
        print(f"The machine was busy when this began (load {busy:.1f}): times are too long.")
    if asked.json is not None:
        asked.json.write_text(json.dumps(report(rows, here), indent=2) + "\n", encoding="utf-8")
    if asked.record:
        record(rows, here)
    return int(any(row.judged() is False for row in rows))


def measured(names: Sequence[str], quick: bool, folder: Path) -> list[Row]:
    """The rows of some sections, told one by one on standard error."""

    def cold() -> Mapping[str, str]:
        empty = tempfile.mkdtemp(dir=folder)
        return {"PERFECTPLAY_CACHE": empty, "NUMBA_CACHE_DIR": empty}

    bench = Bench({"PERFECTPLAY_CACHE": str(folder / "kept")}, cold, quick)
    rows = []
    for name in names:
        for row in SECTIONS[name](bench):
            rows.append(row)
            seconds = "" if row.seconds is None else f" {row.seconds:.3g} s"
            print(f"{name}: {row.contender}{seconds}", file=sys.stderr)
    return rows


def report(rows: Sequence[Row], here: Mapping[str, object]) -> dict[str, object]:
    """The table for programs."""
    return {"machine": here, "rows": [row.as_dict() for row in rows]}


if __name__ == "__main__":
    sys.exit(main())
