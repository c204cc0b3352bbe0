"""The columns of a part, and pyarrow, which is imported where it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.words.errors import MissingExtraError
from perfectplay.words.packed import PackedArray, unpack_remoteness, unpack_values
from perfectplay.words.value import Value

ROW_GROUP = 1 << 15
"""States of a row group: what a look-up has to decode."""

COLUMNS = ("state", "value", "remoteness")

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


def schema_of(text: bool) -> Any:
    """The pyarrow schema of a part: states are int64 keys, or texts."""
    pa = arrow("")
    return pa.schema(
        [
            pa.field("state", pa.string() if text else pa.int64(), nullable=False),
            pa.field("value", pa.dictionary(pa.int8(), pa.string()), nullable=False),
            pa.field("remoteness", pa.int32()),
        ]
    )


def batch_of(states: NDArray[np.int64] | list[str], packed: PackedArray) -> Any:
    """A pyarrow table of states with their values and remotenesses, in the columns of a part.

    states: [N] int64 keys, or N texts; packed: [N] as in words/packed.py.
    """
    pa = arrow("")
    schema = schema_of(isinstance(states, list))
    indices = (unpack_values(packed) - np.uint8(1)).astype(np.int8)
    remoteness = unpack_remoteness(packed)
    endless = remoteness < 0
    columns = [
        pa.array(states, schema.field("state").type),
        pa.DictionaryArray.from_arrays(pa.array(indices), pa.array(VALUES)),
        pa.array(remoteness, pa.int32(), mask=endless if endless.any() else None),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def packed_columns(table: Any) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """[N] values and remotenesses (-1: endless) of a pyarrow table in these columns."""
    pa = arrow("")
    value = table.column("value").unify_dictionaries().combine_chunks()
    if isinstance(value, pa.ChunkedArray):
        value = value.chunk(0)
    known = {str(v): v.value for v in Value if v}
    codes = np.array([known[text] for text in value.dictionary.to_pylist()], np.uint8)
    values = codes[value.indices.to_numpy(zero_copy_only=False)]
    remoteness = table.column("remoteness").fill_null(-1).to_numpy().astype(np.int32)
    return values, remoteness
