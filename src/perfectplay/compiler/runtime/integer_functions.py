"""Functions of integers that Numba lacks."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.bit_counts import popcount
from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.compiler.runtime.support import typed

MOST, ROOT_OF_MOST = 2**63 - 1, 3_037_000_499
"""The largest number of compiled code, and the whole part of its root."""


@inner
def bit_count(number):
    return popcount(abs(np.int64(number)))


@inner
def bit_length(number):
    length = 0
    number = abs(np.int64(number))
    while number:
        number >>= 1
        length += 1
    return length


@inner
def bits(number):
    while number:
        lowest = number & -number
        yield popcount(lowest - 1)
        number ^= lowest


@inner
def digits_of(number):
    """The digits of a number, the first one first; there are none of a minus."""
    if number < 0:
        raise ValueError("a minus is no digit")
    power = 1
    while number // power >= 10:
        power *= 10
    while power:
        yield number // power % 10
        power //= 10


@inner
def number_length(number):
    """``len(str(number))``."""
    length = 2 if number < 0 else 1
    number = abs(number) // 10
    while number:
        length += 1
        number //= 10
    return length


@inner
def turned_number(number):
    """``int(str(number)[::-1])``."""
    if number < 0:
        raise ValueError("a minus is no digit")
    turned = 0
    while number:
        if turned > (MOST - 9) // 10:
            raise ValueError("a number that is turned round leaves 63 bits")
        turned = turned * 10 + number % 10
        number //= 10
    return turned


@inner
def are_turned(number, other):
    """``str(number) == str(other)[::-1]``: a minus, or a zero at the wrong end, is in neither."""
    if number < 0 or other < 0 or (other % 10 == 0 and other):
        return False
    return number == turned_number(other)


@typed()
def power(base, exponent):
    """``base ** exponent``; of integers it is an integer, or Python gives a fraction."""
    if not all(isinstance(x, types.Integer | types.Boolean) for x in (base, exponent)):
        return lambda base, exponent: base**exponent

    def of_integers(base, exponent):
        if exponent < 0:
            raise ValueError("a power with a negative exponent is a fraction")
        return int(base) ** int(exponent)

    return of_integers


@typed()
def rounded(value, digits):
    """``round(value, digits)`` of integers; Numba's has other last digits than Python's."""
    if not all(isinstance(x, types.Integer | types.Boolean) for x in (value, digits)):
        raise TypingError("PERFECTPLAY a fraction is rounded to some digits")

    def of_integers(value, digits):
        if digits >= 0:
            return int(value)
        if digits < -18:
            raise ValueError("round() to more digits than a number has")
        unit = 10 ** int(-digits)
        whole, rest = value // unit, value % unit
        up = rest > unit - rest or (rest == unit - rest and whole % 2 == 1)
        return (whole + int(up)) * unit

    return of_integers


@inner
def pow_mod(base, exponent, modulus):
    if exponent < 0:
        raise ValueError("pow() of three with a negative exponent does not compile")
    if abs(modulus) > ROOT_OF_MOST:
        raise ValueError("pow() of three with a large modulus leaves 63 bits")
    result = 1 % modulus
    base %= modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@inner
def isqrt(number):
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = np.int64(np.sqrt(np.float64(number)))
    while root * root > number or root > ROOT_OF_MOST:
        root -= 1
    while root < ROOT_OF_MOST and (root + 1) * (root + 1) <= number:
        root += 1
    return root


@inner
def square_root(number):
    if number < 0:
        raise ValueError("the square root of a negative number")
    return np.sqrt(np.float64(number))


@inner
def comb(n, k):
    if n < 0 or k < 0:
        raise ValueError("comb() of a negative number")
    if k > n:
        return 0
    result = 1
    for i in range(min(k, n - k)):
        if result > MOST // (n - i):
            raise ValueError("comb() leaves 63 bits on the way")
        result = result * (n - i) // (i + 1)
    return result


@inner
def factorial(n):
    if n < 0:
        raise ValueError("factorial() of a negative number")
    result = 1
    if n > 20:
        raise ValueError("factorial() leaves 63 bits")
    for i in range(2, n + 1):
        result *= i
    return result


@typed()
def shifted_left(value, places):
    """``value << places``, modulo 2**64; no branch, which would cost more than the shift."""
    if any(isinstance(x, types.Optional) for x in (value, places)):
        return lambda value, places: shifted_left(value + 0, places + 0)  # None raises
    if not all(isinstance(x, types.Integer | types.Boolean) for x in (value, places)):
        return lambda value, places: value << places

    def of_integers(value, places):
        found = np.int64(value) << (np.int64(places) & 63)
        return found if np.uint64(places) < np.uint64(64) else np.int64(0)

    return of_integers


@typed()
def shifted_right(value, places):
    """``value >> places``."""
    if any(isinstance(x, types.Optional) for x in (value, places)):
        return lambda value, places: shifted_right(value + 0, places + 0)
    if not all(isinstance(x, types.Integer | types.Boolean) for x in (value, places)):
        return lambda value, places: value >> places

    def of_integers(value, places):
        return np.int64(value) >> np.int64(min(np.uint64(places), np.uint64(63)))

    return of_integers


@inner
def places(number):
    if number < 0:
        raise ValueError("negative shift count")
    return number
