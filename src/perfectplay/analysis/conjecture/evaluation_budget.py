"""What a conjecture may cost on one state: operators and functions that say no instead of hanging.

A conjecture is typed by a person, and a slip such as ``9**9**9`` must end in a sentence.
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
"""Items that one state may take, of comprehensions and of functions over them."""

SECONDS = 10.0
"""And seconds."""

BITS = 20_000
"""The largest integer, in bits."""

ITEMS = 100_000
"""The longest sequence that ``+`` and ``*`` make."""


class TooMuchError(Exception):
    """A state took more than a conjecture may; the text goes on from "the conjecture"."""


class EvaluationBudget:
    """What is left for the state that is being tried.

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
        """What a conjecture may call, by name, whatever the game."""
        self.operators: dict[str, Any] = {
            "_add": _add, "_mul": _mul, "_pow": _pow, "_shift": _shift, "_mod": _mod,
            "_each": self.each,
        }  # fmt: skip
        """What a checked conjecture has in place of operators that can make huge things."""

    def begin(self) -> None:
        """The next state begins."""
        self._left = STEPS
        self._asked = 0
        self._until = 0.0

    def spend(self, items: int) -> None:
        """So many items are looked at. Raises TooMuchError."""
        self._left -= items
        if self._left < 0:
            raise TooMuchError(f"takes more than {STEPS:,} steps")
        self._asked += 1
        if not self._asked & 255:  # the clock is slower than most steps
            now = time.perf_counter()
            self._until = self._until or now + SECONDS
            if now > self._until:
                raise TooMuchError(f"takes more than {SECONDS:.0f} seconds")

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items, counted."""
        for item in items:
            self.spend(1)
            yield item

    def _known(self, items: Iterable[Any]) -> Iterable[Any]:
        """The items, counted: at once where their number is known."""
        if not isinstance(items, Sized):
            return self.each(items)
        try:
            self.spend(len(items))
        except OverflowError:  # a range beyond what len can say
            self.spend(STEPS + 1)
        return items

    def _linear(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that goes through its first argument."""

        def call(first: Any = (), *rest: Any, **how: Any) -> Any:
            if isinstance(first, Iterable):
                first = self._known(first)
            return function(first, *rest, **how)

        return call

    def _counted(self, function: Callable[..., Iterable[Any]]) -> Callable[..., Any]:
        """A function whose answer is gone through later."""
        return lambda *args, **how: self.each(function(*args, **how))

    def _sum(self, items: Iterable[Any], start: Any = 0) -> Any:
        if isinstance(start, int):
            return sum(self._known(items), start)
        return reduce(_add, self.each(items), start)

    def _folded(self, function: Callable[[int, int], int]) -> Callable[..., int]:
        """A function of any number of integers, or of sequences of them."""

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
