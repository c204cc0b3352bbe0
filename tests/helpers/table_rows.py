"""The rows of a table, for comparisons."""

from __future__ import annotations

from perfectplay import Value
from perfectplay.tablebase.table import Table


def table_rows(table: Table) -> list[tuple[int, Value, int | None]]:
    """Every key with value and remoteness (None: endless), in the table's order."""
    return [
        (key, entry.value, entry.remoteness)
        for keys, entries in table.blocks()
        for key, entry in zip(keys.tolist(), entries.listed(), strict=True)
        if entry is not None
    ]
