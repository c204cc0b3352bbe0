"""Keys of two words: pairs that sort as states do, in Python and in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfectplay.compiler.runtime import double_key_code, single_key_code
from perfectplay.core.kernels import njit
from perfectplay.game.shape.double_keys import DoubleKeys, keys_in, keys_of_any_length
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.state_shape import StateShape


def random_keys(random: np.random.Generator) -> DoubleKeys:
    """Keys of 2 to 40 fields that together need up to two words."""
    while True:
        many = int(random.integers(2, 40))
        bits = random.integers(1, 120 // many + 2, many)
        low = [int(x) for x in random.integers(-9, 9, many)]
        most = [1 << min(62, int(b)) for b in bits]
        high = [a + int(random.integers(1, b + 1)) for a, b in zip(low, most, strict=True)]
        try:
            return DoubleKeys.of_limits(list(zip(low, high, strict=True)))
        except OverflowError:
            continue


def rows(keys: DoubleKeys, random: np.random.Generator) -> list[tuple[int, ...]]:
    """Random states, and those at the edges of all fields."""
    ranges = list(zip(keys.low, keys.size, strict=True))
    found = [tuple(low + int(random.integers(size)) for low, size in ranges) for _ in range(20)]
    last = tuple(low + size - 1 for low, size in ranges)
    return [*found, keys.low, last]


def test_pairs_sort_as_states_do_and_give_them_back() -> None:
    random = np.random.default_rng(1)
    for _ in range(100):
        keys = random_keys(random)
        states = sorted(rows(keys, random))
        words = keys.array(states)
        pairs = list(map(tuple, words.reshape(-1, 2).tolist()))
        assert pairs == sorted(pairs)
        assert words.min() >= 0
        assert keys_in(words, keys) == [keys.key(state) for state in states]
        assert [keys.state(key) for key in keys_in(words, keys)] == states
        outside = (keys.low[0] - 1, *states[0][1:])
        assert (keys.key(outside), keys.array([outside]).tolist()) == (-1, [-1, -1])
        assert keys_in(keys.array([outside]), keys) == [-1]


@pytest.mark.parametrize("code", [single_key_code, double_key_code])
def test_compiled_keys_are_those_of_python(code: Any) -> None:
    """With one word and with two, there and back, and none for a state outside the ranges."""
    random = np.random.default_rng(2)
    key_at, put_key, missing, smaller = code.key_at, code.put_key, code.missing, code.smaller
    key_of, fields_of = code.key_of, code.fields_of

    @njit
    def there(layout, fields, out):  # type: ignore[no-untyped-def]
        key = key_of(layout, (fields[0], (fields[1], fields[2]), fields[3]))
        put_key(out, 1, key)
        put_key(out, 0, smaller(key_at(out, 1), key_at(out, 0)))
        return missing(key_at(out, 1)), fields_of(key, layout, 4)

    kept = 0
    kind = DoubleKeys if code.KEY_WORDS == 2 else TupleKeys
    for turn in range(300):
        bits = random.integers(0, 31 if code.KEY_WORDS == 2 else 15, 4)
        low = random.integers(-5, 5, 4)
        limits = [(int(a), int(a) + (1 << int(b))) for a, b in zip(low, bits, strict=True)]
        keys = kind.of_limits(limits)
        state = tuple(int(random.integers(a - (turn % 3 == 0), b + 1)) for a, b in limits)
        out = np.full(2 * code.KEY_WORDS, 5, np.int64)
        none, back = there(keys.layout(), np.array(state), out)
        wanted = keys.array([state])
        assert out[code.KEY_WORDS :].tolist() == wanted.tolist()
        assert none == (keys.key(state) < 0)
        least = min(tuple(wanted.tolist()), (5,) * code.KEY_WORDS)
        assert tuple(out[: code.KEY_WORDS].tolist()) == least
        if not none:
            assert back == state
            kept += 1
    assert 100 < kept < 300


def test_one_word_is_chosen_where_it_will_do() -> None:
    bits = (1 << 31) - 1
    assert type(keys_of_any_length([(0, bits), (0, bits)], None, ())) is TupleKeys
    double = keys_of_any_length([(0, bits)] * 4, None, ())
    assert isinstance(double, DoubleKeys)
    assert double.cut == 2
    with pytest.raises(OverflowError, match="more than 63 bits"):
        keys_of_any_length([(0, bits)] * 5, None, ())
    seen = [(0, 2)] * 35 + [(0, 0)] * 7  # the upper row is still empty
    board = keys_of_any_length(seen, StateShape.flat(42), (0,) * 42)
    assert board == DoubleKeys.of_limits([(0, 2)] * 42)
    board = [(0, 12)] * 64  # twelve kinds of pieces: 237 bits
    assert keys_of_any_length(board, None, (0,) * 64).usual
    assert isinstance(keys_of_any_length([(0, 2)] * 64, None, (0,) * 64), DoubleKeys)


@pytest.mark.parametrize(
    "limits", [[(0, KEYS_END - 1), (0, 1)], [(0, 1 << 62)] * 3, [(-KEYS_END, KEYS_END - 1)]]
)
def test_what_two_words_cannot_hold(limits: list[tuple[int, int]]) -> None:
    with pytest.raises(OverflowError):
        DoubleKeys.of_limits(limits)
