"""The columns of a part, and pyarrow, which is imported on first use."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrow_arrays import arrow_numbers, arrow_texts, numbers_of
from perfectplay.core.extras import extra_module
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


VALUES = [str(value) for value in Value if value]
"""The dictionary of the column ``value``; each at its value less one."""


def arrow(module: str) -> Any:
    """A module of pyarrow, such as "parquet" ("" for itself). Raises MissingExtraError.

    >>> arrow("parquet").__name__
    'pyarrow.parquet'
    """
    name = f"pyarrow.{module}" if module else "pyarrow"
    return extra_module(name, "store", "stored solutions and Parquet files")


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
        indices = arrow_numbers((values - np.uint8(1)).astype(np.int8))
        worth = pa.DictionaryArray.from_arrays(indices, arrow_texts(VALUES))
    else:
        worth = arrow_numbers(scores.astype(np.int32, copy=False))
    keys = arrow_texts(states) if isinstance(states, list) else arrow_numbers(states)
    plies = arrow_numbers(remoteness.astype(np.int32, copy=False), absent=remoteness < 0)
    return pa.Table.from_arrays([keys, worth, plies], schema=schema)


def is_rising(states: NDArray[np.int64] | list[str]) -> bool:
    """True if each key, or text, is larger than the one before it."""
    if isinstance(states, list):
        return all(a < b for a, b in pairwise(states))
    return bool((states[1:] > states[:-1]).all())


def entries_of(table: Any) -> StateEntries:
    """[N] entries of a pyarrow table in these columns."""
    if "score" in table.column_names:
        scores: NDArray[np.int32] = numbers_of(table.column("score"))
        plies: NDArray[np.int32] = numbers_of(table.column("remoteness"))
        return StateEntries((np.sign(scores) + 2).astype(np.uint8), plies, scores)
    pa = arrow("")
    value = table.column("value").unify_dictionaries().combine_chunks()
    if isinstance(value, pa.ChunkedArray):
        value = value.chunk(0)
    codes = np.array([VALUES.index(v) + 1 for v in value.dictionary.to_pylist()], np.uint8)
    values = codes[numbers_of(value.indices)]
    remoteness = numbers_of(table.column("remoteness"), -1)
    return StateEntries(values, remoteness)
