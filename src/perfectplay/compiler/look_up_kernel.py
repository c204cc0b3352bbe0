"""The kernel by which a table in memory finds hundreds of thousands of keys."""

from __future__ import annotations

from perfectplay.core.kernels import njit


@njit(nogil=True, cache=True)
def take_found(keys, packed, first, wanted, places, found):  # type: ignore[no-untyped-def]
    """Write the entries that one part of a table has for rising keys; the number of keys it lacks.

    keys: [K] rising, int64 with ``first`` 0, or uint32, less ``first`` each; packed: [K] their
    entries; wanted: [W] int64, rising; places: [W] int64, where the entry of each goes in
    ``found``. The keys that are lacking, and their places, are moved to the front of ``wanted`` and
    ``places``, in their order.
    """
    at, lacking = 0, 0
    for i in range(len(wanted)):
        key = wanted[i] - first  # below 0 it is not there
        if at < len(keys) and keys[at] < key:
            # in steps that double until one is too far, and then by halves
            low, step = at, 1
            while low + step < len(keys) and keys[low + step] < key:
                low += step
                step *= 2
            at = min(low + step, len(keys))
            while at - low > 1:
                middle = (low + at) // 2
                if keys[middle] < key:
                    low = middle
                else:
                    at = middle
        if at < len(keys) and keys[at] == key:
            found[places[i]] = packed[at]
        else:
            wanted[lacking], places[lacking] = wanted[i], places[i]
            lacking += 1
    return lacking
