"""Limits of a conjecture on one state: operators and functions that raise instead of hanging.

Users type conjectures, and a slip such as ``9**9**9`` must end in an error message.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from functools import reduce
from operator import xor
from typing import Any

from perfectplay.game.tuples import popcount

STEPS = 1_000_000
"""Most items for one state, in comprehensions and functions over them."""

SECONDS = 10.0
"""Most seconds for one state."""

BITS = 20_000
"""Most bits of an integer."""

ITEMS = 100_000
"""Longest sequence that ``+`` and ``*`` make."""


class TooMuchError(Exception):
    """The conjecture exceeds a limit on a state; the text continues "the conjecture ..."."""


class EvaluationBudget:
    """What is left of the limits for the current state.

    >>> EvaluationBudget().functions["sum"](range(10))
    45
    """

    def __init__(self) -> None:
        self.begin()
        self.functions: dict[str, Any] = {
            **{f.__name__: self._linear(f) for f in _LINEAR},
            **{f.__name__: self._counted(f) for f in _LAZY},
            **{f.__name__: f for f in (len, abs, divmod, bool, int, range, round, popcount)},
            "sum": self._sum,
            "min": self._linear(min),
            "max": self._linear(max),
            "gcd": self._folded(math.gcd),
            "nim_sum": self._folded(xor),
        }
        """Functions for conjectures by name, for any game."""
        self.operators: dict[str, Any] = {
            "_add": _add, "_mul": _mul, "_pow": _pow, "_shift": _shift, "_mod": _mod,
            "_each": self.each,
        }  # fmt: skip
        """Replacements of operators that can make huge objects, by name."""

    def begin(self) -> None:
        """Start the next state."""
        self._left = STEPS
        self._calls = 0
        self._until = 0.0

    def spend(self, items: int) -> None:
        """Count items that are looked at. Raises TooMuchError."""
        self._left -= items
        if self._left < 0:
            raise TooMuchError(f"takes more than {STEPS:,} steps")
        self._calls += 1
        if not self._calls & 255:  # the clock is slower than most steps
            now = time.perf_counter()
            self._until = self._until or now + SECONDS
            if now > self._until:
                raise TooMuchError(f"takes more than {SECONDS:.0f} seconds")

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield and count the items."""
        for item in items:
            self.spend(1)
            yield item

    def _known(self, items: Iterable[Any]) -> Iterable[Any]:
        """The items, counted at once if their number is known."""
        if not isinstance(items, Sized):
            return self.each(items)
        try:
            self.spend(len(items))
        except OverflowError:  # a range too long for len
            self.spend(STEPS + 1)
        return items

    def _linear(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that iterates over its first argument, with counting."""

        def call(first: Any = (), *rest: Any, **how: Any) -> Any:
            if isinstance(first, Iterable):
                first = self._known(first)
            return function(first, *rest, **how)

        return call

    def _counted(self, function: Callable[..., Iterable[Any]]) -> Callable[..., Any]:
        """A function whose result is iterated over later, with counting."""
        return lambda *args, **how: self.each(function(*args, **how))

    def _sum(self, items: Iterable[Any], start: Any = 0) -> Any:
        if isinstance(start, int):
            return sum(self._known(items), start)
        return reduce(_add, self.each(items), start)

    def _folded(self, function: Callable[[int, int], int]) -> Callable[..., int]:
        """Fold any number of integers, or of sequences of them, with counting."""

        def fold(*items: Any) -> int:
            total = 0
            for item in items:
                if isinstance(item, Iterable):
                    total = reduce(function, self._known(item), total)
                else:
                    total = function(total, item)
            return total

        return fold


_LINEAR = (any, all, sorted, tuple, list, set, frozenset)
_LAZY = (zip, enumerate, reversed)


def _add(a: Any, b: Any) -> Any:
    if not isinstance(a, int) and isinstance(a, Sized) and isinstance(b, Sized):
        _fits(len(a) + len(b))
    return a + b


def _mul(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _small(a.bit_length() + b.bit_length())
    elif isinstance(a, int) and isinstance(b, Sized):
        _fits(a * len(b))
    elif isinstance(b, int) and isinstance(a, Sized):
        _fits(b * len(a))
    return a * b


def _pow(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int) and b > 0:
        _small(a.bit_length() * b)
    return a**b


def _shift(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int) and b > 0:
        _small(a.bit_length() + b)
    return a << b


def _mod(a: Any, b: Any) -> Any:
    if isinstance(a, str | bytes):  # '%999999999d' % 1
        raise TooMuchError("formats a string with %, which it may not")
    return a % b


def _small(bits: int) -> None:
    if bits > BITS:
        raise TooMuchError(f"makes a number of more than {BITS:,} bits")


def _fits(items: int) -> None:
    if items > ITEMS:
        raise TooMuchError(f"makes a sequence of more than {ITEMS:,} items")
