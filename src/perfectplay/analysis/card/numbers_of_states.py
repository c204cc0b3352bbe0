"""Numbers of states that rules of a card ask for; the Python files of cards import them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import gcd as gcd_of
from numbers import Integral
from operator import xor
from typing import Any

from perfectplay.core.value import State


def nim_sum(*given: Any) -> int:
    """The binary sum without carrying, of numbers or of the numbers in one sequence.

    >>> nim_sum(1, 3), nim_sum((1, 2, 3)), nim_sum(5)
    (2, 0, 5)
    """
    return reduce(xor, _numbers(given), 0)


def gcd(*given: Any) -> int:
    """The greatest common divisor, of numbers or of the numbers in one sequence.

    >>> gcd(4, 6), gcd((3, 6, 9))
    (2, 3)
    """
    return gcd_of(*_numbers(given))


def _numbers(given: tuple[Any, ...]) -> Iterable[int]:
    alone = len(given) == 1 and not isinstance(given[0], Integral)
    return given[0] if alone else given


def pairs_up(state: State) -> bool:
    """True if a state is a tuple in which each number but 0 stands an even number of times.

    >>> pairs_up((1, 3, 3, 1)), pairs_up((0, 2, 2)), pairs_up((1, 2)), pairs_up("11")
    (True, True, False, False)
    """
    return isinstance(state, tuple) and all(
        isinstance(number, Integral) and (not number or state.count(number) % 2 == 0)
        for number in state
    )
