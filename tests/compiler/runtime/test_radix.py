"""Fields of keys of tuples, and keys that are packed anew for another layout."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.compiler.runtime import radix
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.game.shape.packing import TupleKeys


def test_a_sentence_lists_eight_ranges() -> None:
    """Two hundred of them filled a screen."""
    with pytest.raises(OverflowError) as said:
        TupleKeys.of_limits([(0, 1)] * 200)
    ranges = "0…1, " * 7 + "0…1 and 192 more"
    assert str(said.value) == f"a state needs more than 63 bits; its fields range over {ranges}"


def test_fields_of_keys_and_keys_of_another_layout() -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        fields = int(random.integers(1, 7))
        low = random.integers(-50, 50, fields)
        size = random.integers(1, 60, fields)
        keys = TupleKeys(tuple(low.tolist()), tuple(size.tolist()))
        states = [
            tuple(int(random.integers(a, a + s)) for a, s in zip(low, size, strict=True))
            for _ in range(int(random.integers(1, 40)))
        ]
        numbers = keys.array(states)
        found_low, found_high = np.full(fields, 2**62), np.full(fields, -(2**62))
        radix.field_ranges(numbers, keys.layout(), found_low, found_high)
        columns = list(zip(*states, strict=True))
        assert found_low.tolist() == [min(column) for column in columns]
        assert found_high.tolist() == [max(column) for column in columns]
        tight = TupleKeys.of_limits(list(zip(found_low, found_high, strict=True)))
        packed = radix.repacked(numbers, keys.layout(), tight.layout())
        assert packed.tolist() == [tight.key(state) for state in states]
        back = radix.repacked(packed, tight.layout(), keys.layout())
        assert back.tolist() == numbers.tolist()


def test_keys_that_need_all_63_bits_are_packed_anew() -> None:
    wide = TupleKeys((0, -5, 3), (1 << 31, 1 << 16, 1 << 16))
    states = [(0, -5, 3), ((1 << 31) - 1, (1 << 16) - 6, (1 << 16) + 2), (12_345_678, 0, 99)]
    other = TupleKeys((0, -5, 3), (1 << 31, 1 << 17, 1 << 15))
    numbers = wide.array(states)
    assert int(numbers.max()) == KEYS_END - 1
    low, high = np.full(3, 2**62), np.full(3, -(2**62))
    radix.field_ranges(numbers, wide.layout(), low, high)
    assert low.tolist() == [0, -5, 3]
    assert high.tolist() == list(states[1])
    some = wide.array([states[0], states[2]])
    assert radix.repacked(some, wide.layout(), other.layout()).tolist() == [
        other.key(states[0]), other.key(states[2])
    ]  # fmt: skip
