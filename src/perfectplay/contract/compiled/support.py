"""What translated rules call where Numba has no word for what Python can say.

Each function here does for compiled code what the function or method of the same name does in
Python; ``translate.py`` puts the one in the place of the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, register_jitable


@intrinsic
def _replaced(typingctx: Any, state: Any, index: Any, value: Any) -> Any:
    """The homogeneous tuple with an item replaced, without a check of the index."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = cgutils.alloca_once_value(builder, args[0])
        zero = args[1].type(0)
        builder.store(args[2], builder.gep(room, [zero, args[1]], inbounds=True))
        return builder.load(room)

    if isinstance(state, types.BaseTuple) and hasattr(state, "dtype"):
        return state(state, types.intp, state.dtype), codegen
    return None


@njit
def put(state, index, value):
    if index < 0:
        index += len(state)
    if index < 0 or index >= len(state):
        raise IndexError("tuple index out of range")
    return _replaced(state, index, value)


@njit
def swap(state, first, second):
    return put(put(state, first, state[second]), second, state[first])


@njit
def popcount(bits):
    # the usual tree of sums; LLVM knows it and makes one instruction of it
    word = np.uint64(bits)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit
def bit_count(number):
    return popcount(abs(np.int64(number)))


@njit
def bit_length(number):
    length = 0
    number = abs(np.int64(number))
    while number:
        number >>= 1
        length += 1
    return length


@njit
def bits(number):
    while number:
        lowest = number & -number
        yield popcount(lowest - 1)
        number ^= lowest


@njit
def count(items, wanted):
    found = 0
    for item in items:
        if item == wanted:
            found += 1
    return found


@njit
def any_(items):
    for item in items:  # noqa: SIM110
        if item:
            return True
    return False


@njit
def all_(items):
    for item in items:  # noqa: SIM110
        if not item:
            return False
    return True


@njit
def sum_(items, start=0):
    total = start
    for item in items:
        total += item
    return total


@njit
def index(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            return i
    raise ValueError("tuple.index(x): x not in tuple")


@njit
def contains(items, wanted):
    for item in items:  # noqa: SIM110
        if item == wanted:
            return True
    return False


@njit
def prod(items):
    total = 1
    for item in items:
        total *= item
    return total


@njit
def first_of(items, default=None):
    for item in items:
        return item
    if default is None:
        raise ValueError("next() of nothing")
    return default


def min_(items: Any, default: Any = None) -> Any:
    """``min(items)``."""
    raise NotImplementedError("compiled code only")


def max_(items: Any, default: Any = None) -> Any:
    """``max(items)``."""
    raise NotImplementedError("compiled code only")


@overload(min_)
def _min(items, default=None):
    if _is_none(default):

        def impl(items, default=None):
            first = True
            for item in items:
                if first:
                    best = item
                elif item < best:
                    best = item
                first = False
            if first:
                raise ValueError("min() of nothing")
            return best

    else:

        def impl(items, default=None):
            first = True
            best = default
            for item in items:
                if first or item < best:
                    best = item
                first = False
            return best

    return impl


@overload(max_)
def _max(items, default=None):
    if _is_none(default):

        def impl(items, default=None):
            first = True
            for item in items:
                if first:
                    best = item
                elif item > best:
                    best = item
                first = False
            if first:
                raise ValueError("max() of nothing")
            return best

    else:

        def impl(items, default=None):
            first = True
            best = default
            for item in items:
                if first or item > best:
                    best = item
                first = False
            return best

    return impl


def _is_none(default):
    return default is None or isinstance(default, types.NoneType | types.Omitted)


@njit
def sorted_(items, reverse=False):
    found = [item for item in items]  # noqa: C416 what list() takes is less
    found.sort()
    if reverse:
        found.reverse()
    return found


def reversed_(items: Any) -> Any:
    """``reversed(items)``."""
    raise NotImplementedError("compiled code only")


@overload(reversed_)
def _reversed(items):
    if isinstance(items, types.RangeType):

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items.start + i * items.step

    else:

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items[i]

    return impl


@njit
def sliced(items, start, stop, step):
    for i in range(*slice(start, stop, step).indices(len(items))):
        yield items[i]


@njit
def pow_mod(base, exponent, modulus):
    if exponent < 0:
        raise ValueError("pow() of three with a negative exponent does not compile")
    result = 1 % modulus
    base %= modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@njit
def isqrt(number):
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = np.int64(np.sqrt(np.float64(number)))
    while root * root > number or root > 3037000499:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


@njit
def comb(n, k):
    if n < 0 or k < 0:
        raise ValueError("comb() of a negative number")
    if k > n:
        return 0
    result = 1
    for i in range(min(k, n - k)):
        result = result * (n - i) // (i + 1)
    return result


@njit
def factorial(n):
    if n < 0:
        raise ValueError("factorial() of a negative number")
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result


@njit
def splice(state, index, value):
    # s[:i] + (v,) + s[i + 1:] is something else where i is negative
    if index < 0 or index >= len(state):
        raise IndexError("tuple index out of range")
    return _replaced(state, index, value)


@njit
def at_least(index, least):
    if index < least:
        raise IndexError("slices that overlap")
    return index


@register_jitable
def _filled(items, room):
    """``room`` filled with the items, which must be exactly as many."""
    result = room
    n = 0
    for item in items:
        if n >= len(room):
            raise ValueError("a tuple of this length does not compile")
        result = _replaced(result, n, item)
        n += 1
    if n != len(room):
        raise ValueError("a tuple of this length does not compile")
    return result


def as_tuple(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(items)``, as long as ``hint`` where that is a tuple, else as long as a state."""
    raise NotImplementedError("compiled code only")


@overload(as_tuple)
def _as_tuple(items, hint, state):
    if isinstance(items, types.BaseNamedTuple):
        return lambda items, hint, state: items[:]
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, state: items
    room = _room(hint, state)
    if room is None:
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    return lambda items, hint, state: _filled(items, room)


def _room(hint, state):
    """A tuple as long as the one to be made."""
    for known in (hint, state):
        if isinstance(known, types.BaseTuple):
            return (0,) * len(known)
    return None


def sort(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(sorted(items))``."""
    raise NotImplementedError("compiled code only")


@overload(sort)
def _sort(items, hint, state):
    if isinstance(items, types.BaseTuple):

        def insertion(items, hint, state):
            for i in range(1, len(items)):
                j = i
                while j > 0 and items[j] < items[j - 1]:
                    items = swap(items, j, j - 1)
                    j -= 1
            return items

        return insertion
    return lambda items, hint, state: as_tuple(sorted_(items), hint, state)


@njit
def reversed_if(items, reverse):
    return items[::-1] if reverse else items


def reverse(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(reversed(items))``."""
    raise NotImplementedError("compiled code only")


@overload(reverse)
def _reverse(items, hint, state):
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, state: items[::-1]
    return lambda items, hint, state: as_tuple(items[::-1], hint, state)


def outcome_code(answer: Any) -> int:
    """What ``outcome`` gave as a number: 0 where the play goes on, else the value."""
    raise NotImplementedError("compiled code only")


@overload(outcome_code)
def _outcome_code(answer):
    if isinstance(answer, types.NoneType):
        return lambda answer: 0
    if isinstance(answer, types.Optional):
        return lambda answer: 0 if answer is None else answer + 0
    return lambda answer: np.int64(answer)


@njit
def row(flat, starts, index):
    """A row of a table whose rows differ in length."""
    rows = len(starts) - 1
    if index < 0:
        index += rows
    if index < 0 or index >= rows:
        raise IndexError("tuple index out of range")
    return flat[starts[index] : starts[index + 1]]


@njit
def rows(flat, starts):
    for index in range(len(starts) - 1):
        yield flat[starts[index] : starts[index + 1]]


@njit
def tuple_row(table, index, room):
    """A row of a table whose rows have one length, as a tuple."""
    if index < 0:
        index += len(table)
    if index < 0 or index >= len(table):
        raise IndexError("tuple index out of range")
    return _filled(table[index], room)


@njit
def tuples_of(table, room):
    for row_ in table:
        yield _filled(row_, room)


@njit
def rows_of_row(flat, starts, index, room):
    for row_ in row(flat, starts, index):
        yield _filled(row_, room)


def field(value: Any) -> int:
    """A field of a state as a number; what is no integer does not compile."""
    raise NotImplementedError("compiled code only")


@overload(field)
def _field(value):
    if isinstance(value, types.Integer | types.Boolean):
        return lambda value: np.int64(value)
    raise TypingError(f"PERFECTPLAY its states hold {value}")


def move_code(move: Any) -> int:
    """A number that stands for a move, the same as `interpreted_move_code` of it."""
    raise NotImplementedError("compiled code only")


@overload(move_code)
def _move_code(move):
    if isinstance(move, types.BaseTuple):
        if len(move) == 0:
            return lambda move: 0
        if len(move) == 1:
            return lambda move: move_code(move[0]) * 1000003 + 1
        return lambda move: move_code(move[0]) * 1000003 + move_code(move[1:])
    if isinstance(move, types.Integer | types.Boolean):
        return lambda move: np.int64(move)
    return lambda move: 0


@njit
def slot_of(key, mask):
    """Where a key is looked for first in a hash table of mask + 1 slots."""
    word = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return (word ^ (word >> np.uint64(29))) & mask
