"""The columns of a part, and pyarrow, which is imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.packed import PackedArray
from perfectplay.core.value import Value
from perfectplay.tablebase.table import StateEntries

ROW_GROUP = 1 << 15
"""States of a row group, which a look-up has to decode."""


def columns_of(scored: bool) -> list[str]:
    """The columns of a part, in their order; ``scored``: of a game of points.

    >>> columns_of(False), columns_of(True)
    (['state', 'value', 'remoteness'], ['state', 'score', 'remoteness'])
    """
    return ["state", "score" if scored else "value", "remoteness"]


VALUES = ("loss", "draw", "win")
"""The dictionary of the column ``value``; each at its value less one."""


def arrow(module: str) -> Any:
    """A module of pyarrow, such as "parquet" ("" for itself). Raises MissingExtraError.

    >>> arrow("parquet").__name__
    'pyarrow.parquet'
    """
    try:
        return import_module(f"pyarrow.{module}" if module else "pyarrow")
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            "stored solutions need pyarrow, which is not installed; "
            "pip install 'perfectplay[store]' installs it"
        ) from error


def schema_of(text: bool, scored: bool) -> Any:
    """The pyarrow schema of a part: int64 keys, or texts; values, or scores, which always have a
    remoteness."""
    pa = arrow("")
    worth = pa.int32() if scored else pa.dictionary(pa.int8(), pa.string())
    state, name, remoteness = columns_of(scored)
    return pa.schema(
        [
            pa.field(state, pa.string() if text else pa.int64(), nullable=False),
            pa.field(name, worth, nullable=False),
            pa.field(remoteness, pa.int32(), nullable=not scored),
        ]
    )


def batch_of(states: NDArray[np.int64] | list[str], packed: PackedArray) -> Any:
    """A pyarrow table of states with their worth, in the columns of a part.

    states: [N] int64 keys, or N texts; packed: [N] as in core/packed.py.
    """
    pa = arrow("")
    values, remoteness, scores = StateEntries.unpacked(packed)
    schema = schema_of(isinstance(states, list), scores is not None)
    if scores is None:
        indices = pa.array((values - np.uint8(1)).astype(np.int8))
        worth = pa.DictionaryArray.from_arrays(indices, pa.array(VALUES))
    else:
        worth = pa.array(scores, pa.int32())
    endless = remoteness < 0
    columns = [
        pa.array(states, schema.field("state").type),
        worth,
        pa.array(remoteness, pa.int32(), mask=endless if endless.any() else None),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def entries_of(table: Any) -> StateEntries:
    """[N] entries of a pyarrow table in these columns."""
    if "score" in table.column_names:
        scores: NDArray[np.int32] = table.column("score").to_numpy()
        plies: NDArray[np.int32] = table.column("remoteness").to_numpy()
        return StateEntries((np.sign(scores) + 2).astype(np.uint8), plies, scores)
    pa = arrow("")
    value = table.column("value").unify_dictionaries().combine_chunks()
    if isinstance(value, pa.ChunkedArray):
        value = value.chunk(0)
    known = {str(v): v.value for v in Value if v}
    codes = np.array([known[text] for text in value.dictionary.to_pylist()], np.uint8)
    values = codes[value.indices.to_numpy(zero_copy_only=False)]
    remoteness = table.column("remoteness").fill_null(-1).to_numpy().astype(np.int32)
    return StateEntries(values, remoteness)
