"""The distinct numbers of an array, beside Python's sets."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.core.distinct import distinct


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8, np.uint32])
@pytest.mark.parametrize("size", [0, 1, 2, 1_000, (20, 30)])
@pytest.mark.parametrize("span", [1, 100, 1 << 40])
def test_those_of_a_set(dtype: type[np.integer], size: int, span: int) -> None:
    limits = np.iinfo(dtype)
    low, high = max(-span, limits.min), min(span, limits.max)
    numbers = np.random.default_rng(span).integers(low, high, size, dtype, endpoint=True)
    given = numbers.copy()
    found = distinct(numbers)
    assert found.tolist() == sorted(set(numbers.ravel().tolist()))
    assert found.dtype == dtype
    assert np.array_equal(numbers, given)


def test_the_largest_and_smallest_keys() -> None:
    ends = np.array([np.iinfo(np.int64).max, np.iinfo(np.int64).min] * 3)
    assert distinct(ends).tolist() == [ends[1], ends[0]]
