"""The distinct numbers of an array."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.integer)


def distinct(numbers: NDArray[Number]) -> NDArray[Number]:
    """The distinct numbers of an array, rising.

    NumPy's `unique` does this with a hash table from version 2.3 on. That takes about 1 µs for each
    of a million different numbers, where it takes 20 ns to sort them.

    >>> distinct(np.array([3, 1, 3, 2]))
    array([1, 2, 3])
    """
    rising = np.sort(numbers, axis=None)
    is_new = np.ones(len(rising), np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=is_new[1:])
    return rising[is_new]
