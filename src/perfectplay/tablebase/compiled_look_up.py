"""Look-ups of hundreds of thousands of keys at once, by a kernel and on all cores."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from perfectplay.core.arguments import available_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from perfectplay.tablebase.table import TablePart
else:
    from perfectplay.core import lazy_numpy as np

LOADED, NOT_LOADED = 1 << 17, 1 << 21
"""Keys for which NumPy alone takes longer than to load the kernel: if Numba is imported already,
and if it is not."""

PIECE = 1 << 20
"""Keys of a thread: so many that the next one in a table is near the last one, in rising order."""

Put = Callable[["NDArray[np.intp]", "NDArray[Any]"], None]
"""Takes [F] places and the packed entries that were found for the keys there."""


def look_up_compiled(parts: list[TablePart], keys: NDArray[np.int64], put: Put) -> bool:
    """Find the packed entries of keys, and tell each piece of them by ``put``, in several threads.

    parts: in the order in which they are tried. False, and nothing is told, if the keys are too few
    to load a kernel, or if Numba is not installed.
    """
    if len(keys) < (LOADED if sys.modules.get("numba") else NOT_LOADED):
        return False
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    from concurrent.futures import ThreadPoolExecutor

    from perfectplay.tablebase.look_up_kernel import take_found

    kinds = dict.fromkeys(part.packed.dtype for part in parts)

    def piece(first: int) -> None:
        some = keys[first : first + PIECE]
        places = np.argsort(some).astype(np.int64, copy=False)
        wanted = some[places]
        lacking = len(wanted)
        for kind in kinds:
            found = np.zeros(len(some), kind)
            for part in parts:
                if part.packed.dtype == kind and lacking:
                    lacking = take_found(
                        part.keys, part.packed, wanted[:lacking], places[:lacking], found
                    )
            hits = np.flatnonzero(found)  # no entry is 0: the value is at least 1
            put(first + hits, found[hits])

    with ThreadPoolExecutor(available_cores()) as crew:
        list(crew.map(piece, range(0, len(keys), PIECE)))
    return True
