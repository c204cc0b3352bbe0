"""Look-ups of hundreds of thousands of keys at once, by a kernel and on all cores."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.compiler.numba_found import require_compiler
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arguments import available_cores
from perfectplay.core.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOT_LOADED = 1 << 21
"""Keys for which NumPy alone takes longer than to import Numba."""

PIECE = 1 << 20
"""Keys of a thread: so many that the next one in a table is near the last one, in rising order."""

Put = Callable[["NDArray[np.intp]", "NDArray[Any]"], None]
"""Takes [F] places and the packed entries that were found for the keys there."""

Part = tuple["NDArray[Any]", "NDArray[Any]", int]
"""Of a part of a table: [K] rising keys, int64, or uint32 less a first one; [K] their packed
entries; that first one, or 0."""


def worth_a_kernel(count: int) -> bool:
    """Whether many keys are looked up faster by the kernel: if Numba is imported, or if they are so
    many that it is imported here, where it is installed."""
    if count < NOT_LOADED and not sys.modules.get("numba"):
        return False
    try:
        require_compiler()
    except NotCompilable:
        return False
    return True


def look_up_compiled(parts: Sequence[Part], keys: NDArray[np.int64], put: Put) -> None:
    """Find the packed entries of keys, and tell each piece of them by ``put``, in several threads.

    parts: in the order in which they are tried. Only where `worth_a_kernel`.
    """
    from concurrent.futures import ThreadPoolExecutor

    from perfectplay.compiler.look_up_kernel import take_found

    kinds = dict.fromkeys(packed.dtype for _, packed, _ in parts)

    def piece(first: int) -> None:
        some = keys[first : first + PIECE]
        places = np.argsort(some).astype(np.int64, copy=False)
        wanted = some[places]
        lacking = len(wanted)
        for kind in kinds:
            found = np.zeros(len(some), kind)
            for rising, packed, low in parts:
                if packed.dtype == kind and lacking:
                    lacking = take_found(
                        rising, packed, low, wanted[:lacking], places[:lacking], found
                    )
            hits = np.flatnonzero(found)  # no entry is 0: the value is at least 1
            put(first + hits, found[hits])

    with ThreadPoolExecutor(available_cores()) as pool:
        list(pool.map(piece, range(0, len(keys), PIECE)))
