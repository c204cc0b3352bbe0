"""Keys from the fields of a state and back, against Python that does it digit by digit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.key_fields import (
    all_fields,
    all_word_fields,
    fields_of,
    key_of,
    some_of,
    words_of,
)
from perfectplay.game.shape.sparse_rows import completions, number_of

FIELDS = 5


def digit_by_digit(fields: Sequence[int], layout: Any) -> int:
    key = 0
    for field, low, size in zip(fields, *layout.tolist(), strict=True):
        if not 0 <= field - low < size:
            return -1
        key = key * size + field - low
    return key


@numba.njit
def there(fields, layout):
    return key_of(layout, (all_fields(fields[:2], 2), fields[2], all_fields(fields[3:], 2)))


@numba.njit
def back(key, layout):
    fields = fields_of(key, layout, FIELDS)
    return (*some_of(fields, 0, 2), fields[2], *some_of(fields, 3, 2))


@numba.njit
def through_words(fields, layout):
    words = words_of(fields, 1, 3)
    return key_of(layout, (fields[0], all_word_fields(words, 3), fields[4]))


def layouts() -> list[Any]:
    random = np.random.default_rng(15)
    found = [np.stack([random.integers(-9, 9, FIELDS), random.integers(1, 40, FIELDS)])
             for _ in range(100)]  # fmt: skip
    # one field that fills all bits, and one that is the same in all states
    found.append(np.array([[-(2**62), 0, 5, 0, 1], [2**63 - 1, 1, 1, 1, 1]]))
    found.append(np.array([[0, 7, 0, 0, 0], [2, 1, 2**20, 2**20, 2**21]]))
    return found


def test_keys_are_those_of_the_definition() -> None:
    random = np.random.default_rng(16)
    kept = outside = 0
    for layout in layouts():
        low, size = layout
        for _ in range(20):
            inside = [int(random.integers(a, a + s)) for a, s in zip(low, size, strict=True)]
            at = int(random.integers(FIELDS))
            beside = [*inside]
            beside[at] = int(low[at] - 1 if random.random() < 0.5 else low[at] + size[at])
            for fields in (inside, beside):
                wanted = digit_by_digit(fields, layout)
                assert there(tuple(fields), layout) == wanted
                assert through_words(tuple(fields), layout) == wanted
                outside += wanted < 0
            key = there(tuple(inside), layout)
            assert back(key, layout) == tuple(inside)
            kept += 1
    assert kept == outside == 20 * len(layouts())


def test_a_layout_with_a_further_row() -> None:
    layout = np.array([[0, 0, 0, 0, 0], [2, 3, 4, 5, 6], [9, 9, 9, 9, 9]])
    assert back(there((1, 2, 3, 4, 5), layout), layout) == (1, 2, 3, 4, 5)


def test_items_of_unlike_kinds() -> None:
    layout = np.array([[0, 0, 0], [2, 9, 2]])

    @numba.njit
    def of(one, two):
        return key_of(layout, (all_fields((one == 3, two, True), 3),))

    assert of(3, 8) == digit_by_digit((1, 8, 1), layout)
    assert of(2, 9) == -1


def test_what_is_none_is_no_number() -> None:
    layout = np.array([[0, 0, 0], [5, 5, 5]])

    @numba.njit
    def of(one):
        perhaps = None if one > 3 else one
        return key_of(layout, (all_fields((1, perhaps, 2), 3),))

    assert of(2) == digit_by_digit((1, 2, 2), layout)
    with pytest.raises((TypeError, ValueError)):
        of(4)


def test_what_is_no_number_is_refused_by_name() -> None:
    @numba.njit
    def of(one):
        return all_fields((1.5, one, one), 3)

    with pytest.raises(TypingError, match="its states hold float64"):
        of(2)


def test_sparse_keys_are_those_of_the_definition() -> None:
    """With few ways to go on, so that many rows have no key."""
    random = np.random.default_rng(17)
    kept = lost = 0
    for _ in range(60):
        low = [int(x) for x in random.integers(-5, 5, FIELDS)]
        size = tuple(int(x) for x in random.integers(1, 5, FIELDS))
        usual = [int(random.integers(many)) for many in size]
        ways = completions(size, int(random.integers(20, 200)))
        layout = np.array([low, size, [0] * FIELDS, usual, *ways], np.int64)
        for _ in range(20):
            digits = [
                int(random.integers(-1, many + 1)) if random.random() < 0.4 else same
                for many, same in zip(size, usual, strict=True)
            ]
            fields = tuple(a + d for a, d in zip(low, digits, strict=True))
            inside = all(0 <= d < many for d, many in zip(digits, size, strict=True))
            wanted = number_of(digits, usual, ways) if inside else -1
            assert there(fields, layout) == through_words(fields, layout) == wanted
            if wanted >= 0:
                assert back(wanted, layout) == fields
                kept += 1
            else:
                lost += 1
    assert min(kept, lost) > 100


@numba.njit
def of_many(items):
    return all_fields(items, 60)


def test_the_items_of_a_long_text_need_no_call_inside_a_call_for_each() -> None:
    assert of_many(np.arange(60)) == tuple(range(60))
