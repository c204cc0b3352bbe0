"""Stored games of points, written anew by hand with other rows: checksums and counts fit them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

PART = "tier-0-0.parquet"

Row = list[Any]
"""State, score, remoteness."""

NAMES = {-1: "loss", 0: "draw", 1: "win"}


def rows_of(folder: Path) -> list[Row]:
    """The rows of a solution of one part."""
    columns = pq.read_table(folder / PART).columns
    return [list(row) for row in zip(*(column.to_pylist() for column in columns), strict=True)]


def write_rows(folder: Path, rows: list[Row], edit: Callable[[Any], Any] | None = None) -> None:
    """A part of these rows, and the manifest that fits them; ``edit`` changes that."""
    states, scores, plies = zip(*rows, strict=True)
    kind = pa.string() if isinstance(states[0], str) else pa.int64()
    schema = pa.schema([("state", kind), ("score", pa.int32()), ("remoteness", pa.int32())])
    table = pa.table([pa.array(states), pa.array(scores), pa.array(plies)], names=schema.names)
    write_table(folder, table.cast(schema), edit, rows)


def write_table(
    folder: Path,
    table: Any,
    edit: Callable[[Any], Any] | None = None,
    rows: list[Row] | None = None,
) -> None:
    """A part of any columns; ``rows``: what the counts of the manifest are taken from."""
    pq.write_table(table, folder / PART, compression="zstd", store_schema=False)
    whole = json.loads((folder / "manifest.json").read_text())
    if rows is not None:
        signs = [((score > 0) - (score < 0), plies) for _, score, plies in rows]
        counts = sorted(Counter(signs).items(), key=lambda item: (-item[0][0], item[0][1]))
        whole["histogram"] = [[NAMES[sign], plies, n] for (sign, plies), n in counts]
        for state, score, plies in rows:
            if state == whole["start"]["key"]:
                value = NAMES[(score > 0) - (score < 0)]
                whole["start"] |= {"value": value, "score": score, "remoteness": plies}
        part = whole["tiers"][0]["parts"][0]
        part |= {"states": len(rows), "first": rows[0][0], "last": rows[-1][0]}
        whole["tiers"][0]["states"] = len(rows)
    seal(folder, whole, edit)


def seal(folder: Path, whole: Any, edit: Callable[[Any], Any] | None = None) -> None:
    """The manifest with right checksums and its sum, laid out as perfectplay does."""
    content = (folder / PART).read_bytes()
    part = whole["tiers"][0]["parts"][0]
    part |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    if edit is not None:
        edit(whole)
    del whole["sum"]
    canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    whole["sum"] = hashlib.sha256(canonical.encode()).hexdigest()
    lines = []
    for name, value in whole.items():
        shown = json.dumps(value, ensure_ascii=False)
        if name == "tiers":
            parts = json.dumps(value[0]["parts"][0])
            head = f'{{"tier": 0, "states": {value[0]["states"]}, "parts": ['
            shown = f"[\n  {head}\n    {parts}]}}\n ]"
        lines.append(f" {json.dumps(name)}: {shown}")
    (folder / "manifest.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def column(name: str, values: Callable[[list[Any]], Any], kind: Any = None) -> Any:
    """What replaces one column of the part."""

    def made(table: Any) -> Any:
        place = table.column_names.index(name)
        changed = pa.array(values(table.column(name).to_pylist()), kind or pa.int32())
        return table.set_column(place, pa.field(name, changed.type), changed)

    return made


TABLES: dict[str, Callable[[Any], Any]] = {
    "no score": lambda table: table.drop_columns(["score"]),
    "a value for a score": lambda table: table.rename_columns(["state", "value", "remoteness"]),
    "words for a score": column("score", lambda found: ["win" for _ in found], pa.string()),
    "wide scores": column("score", lambda found: found, pa.int64()),
    "too low": column("score", lambda found: [-(2**31), *found[1:]]),
    "null scores": column("score", lambda found: [None, *found[1:]]),
    "null remoteness": column("remoteness", lambda found: [None, *found[1:]]),
    "below 0": column("remoteness", lambda found: [-1, *found[1:]]),
    "one more": lambda table: table.append_column("value", table.column("score")),
}
"""What is wrong with the columns of a part, by name; all of it is damage."""
