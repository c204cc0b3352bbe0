"""The table of a sweep as a file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.swept_row import COLUMNS

Writer: TypeAlias = Callable[[Atlas, Path], None]
"""Writes a sweep into a file."""


def write_csv(found: Atlas, path: Path) -> None:
    """Write a table with a head; what is not known is empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, (*found.varied, *COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found.records())


def write_parquet(found: Atlas, path: Path) -> None:
    """Write a Parquet file, null for what is not known. Raises MissingExtraError."""
    from perfectplay.tablebase.store.part_columns import arrow

    records = found.records()
    names = (*found.varied, *COLUMNS)
    columns = {name: _column([record[name] for record in records]) for name in names}
    arrow("parquet").write_table(arrow("").table(columns), path)


def _column(values: list[Any]) -> Any:
    """A column of one type; of several, texts."""
    from perfectplay.tablebase.store.part_columns import arrow

    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1 and kinds != {int, float}:
        values = [None if value is None else str(value) for value in values]
    return arrow("").array(values)


WRITERS: dict[str, Writer] = {".csv": write_csv, ".parquet": write_parquet}
"""What writes a file, by its ending."""
