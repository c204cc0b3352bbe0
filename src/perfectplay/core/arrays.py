"""Names for types of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]
    IntArray = NDArray[np.int64]
    Int32Array = NDArray[np.int32]
    AnyIntArray = NDArray[np.integer[Any]]
    ByteArray = NDArray[np.uint8]
    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
else:  # names for type checkers only; a browser has no NumPy
    Array = IntArray = Int32Array = AnyIntArray = ByteArray = BoolArray = FloatArray = Any
