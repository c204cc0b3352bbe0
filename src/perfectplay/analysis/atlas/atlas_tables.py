"""A sweep as a file: a table, or a picture."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.swept_row import COLUMNS
from perfectplay.registry.parameter_texts import parameter_text

Writer: TypeAlias = Callable[[Atlas, Path], None]
"""Writes a sweep into a file."""


def check_file(ending: str, given: Sequence[Mapping[str, Any]]) -> None:
    """Raise errors of a file that are known before some combinations are swept: MissingExtraError,
    and PlotError for a picture that would be too large."""
    if ending == ".parquet":
        from perfectplay.tablebase.store.part_columns import arrow

        arrow("parquet")
    elif ending in PICTURES:
        from perfectplay.analysis.atlas.atlas_plot import check_size
        from perfectplay.drawing.plots.looks import matplotlib

        matplotlib()
        names = given[0] if given else {}
        counts = (len({parameter_text(one[name]) for one in given}) for name in names)
        check_size([count for count in counts if count > 1])


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


def write_picture(found: Atlas, path: Path, kind: str) -> None:
    """Write the picture of `atlas_plot` as "svg" or "png". Raises PlotError, MissingExtraError."""
    from perfectplay.analysis.atlas.atlas_plot import atlas_plot
    from perfectplay.drawing.plots.looks import rendered

    path.write_bytes(rendered(atlas_plot(found), kind))


PICTURES = (".svg", ".png")

WRITERS: dict[str, Writer] = {
    ".csv": write_csv,
    ".parquet": write_parquet,
    ".svg": partial(write_picture, kind="svg"),
    ".png": partial(write_picture, kind="png"),
}
"""What writes a file, by its ending."""
