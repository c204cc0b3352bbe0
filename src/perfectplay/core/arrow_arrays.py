"""Arrays of pyarrow from NumPy arrays, and back.

pyarrow's own conversions import pandas wherever it is installed, which takes 40 MB that no budget
of memory has counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def arrow_numbers(values: NDArray[Any], absent: NDArray[np.bool_] | None = None) -> Any:
    """A pyarrow array of numbers; ``absent``: [N] which are null.

    >>> arrow_numbers(np.array([1, 2], np.int32), np.array([False, True])).to_pylist()
    [1, None]
    """
    import pyarrow as pa

    known = None
    if absent is not None and absent.any():
        known = pa.py_buffer(np.packbits(~absent, bitorder="little"))
    buffers = [known, pa.py_buffer(np.ascontiguousarray(values))]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), buffers)


def arrow_texts(texts: Sequence[str]) -> Any:
    """A pyarrow array of texts.

    >>> arrow_texts(["a", "", "bc"]).to_pylist()
    ['a', '', 'bc']
    """
    import pyarrow as pa

    encoded = [text.encode() for text in texts]
    ends = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), buffers)


def numbers_of(column: Any, absent: int = 0) -> NDArray[Any]:
    """[N] the whole numbers of a pyarrow array or column in its dtype; ``absent`` for nulls.

    >>> numbers_of(arrow_numbers(np.array([1, 2, 3]), np.array([False, True, False])), -1)
    array([ 1, -1,  3])
    """
    chunks = getattr(column, "chunks", [column])
    pieces = [_of_chunk(chunk, absent) for chunk in chunks if len(chunk)]
    if len(pieces) == 1:
        return pieces[0]
    return np.concatenate(pieces) if pieces else np.empty(0, str(column.type))


def _of_chunk(chunk: Any, absent: int) -> NDArray[Any]:
    known, data = chunk.buffers()
    kind = np.dtype(str(chunk.type))
    numbers: NDArray[Any]
    numbers = np.frombuffer(data, kind, len(chunk), chunk.offset * kind.itemsize)
    if not chunk.null_count:
        return numbers
    bits = np.unpackbits(np.frombuffer(known, np.uint8), bitorder="little")
    there = bits[chunk.offset : chunk.offset + len(chunk)].view(np.bool_)
    return np.where(there, numbers, kind.type(absent))
