"""Counts, bytes and seconds that are not known exactly, and their wording."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Interval:
    """A number that is probably about ``likely``, and nearly always from ``low`` to ``high``;
    ``high`` is None if only the lower bound is known.

    >>> Interval.about(100, 0.1) * 2
    Interval(low=180.96, likely=200, high=221.04)
    """

    low: float
    likely: float
    high: float | None

    @classmethod
    def exactly(cls, number: float) -> Interval:
        return cls(number, number, number)

    @classmethod
    def about(cls, likely: float, error: float, least: float = 0.0) -> Interval:
        """``error`` in logarithms; if it is infinite, ``least`` is the only bound."""
        if math.isinf(error):
            return cls(least, max(least, likely), None)
        low = max(least, round(likely * math.exp(-error), 2))
        likely = max(least, likely)
        return cls(low, likely, round(likely * math.exp(error), 2))

    def scaled(self, low: float, likely: float, high: float) -> Interval:
        """The three numbers, each times a factor of its own."""
        top = None if self.high is None else self.high * high
        return Interval(self.low * low, self.likely * likely, top)

    def __mul__(self, factor: float) -> Interval:
        return self.scaled(factor, factor, factor)

    def __add__(self, more: float | Interval) -> Interval:
        other = more if isinstance(more, Interval) else Interval.exactly(more)
        high = None if self.high is None or other.high is None else self.high + other.high
        return Interval(self.low + other.low, self.likely + other.likely, high)

    @property
    def exact(self) -> bool:
        """Whether the number is known exactly."""
        return self.low == self.high

    @property
    def factor(self) -> float | None:
        """The factor by which the number may differ from the middle of the range, in either
        direction; None if there is no upper bound."""
        if self.high is None:
            return None
        return math.sqrt(self.high / self.low) if self.low > 0 else 1.0

    def as_dict(self, digits: int = 0) -> dict[str, Any]:
        """low, likely and high for programs, whole numbers unless ``digits`` are asked for."""
        numbers = {"low": self.low, "likely": self.likely, "high": self.high}
        return {
            name: None if number is None else round(float(number), digits or None)
            for name, number in numbers.items()
        }


def at_least(count: Interval, least: Interval) -> Interval:
    """A count raised so that it is never below another.

    >>> at_least(Interval(1, 2, 9), Interval(2, 3, 4))
    Interval(low=2, likely=3, high=9)
    """
    high = None if count.high is None or least.high is None else max(count.high, least.high)
    return Interval(max(count.low, least.low), max(count.likely, least.likely), high)


def at_most(count: Interval, most: Interval) -> Interval:
    """A count lowered so that it is never above another, which may have no upper bound."""
    high = most.high
    if high is not None and count.high is not None:
        high = min(count.high, high)
    return Interval(min(count.low, most.low), min(count.likely, most.likely), high)


def count_words(interval: Interval) -> str:
    """A count in words.

    >>> count_words(Interval(8.1e7, 9.4e7, 1.3e8)), count_words(Interval.exactly(5478))
    ('81 to 130 million (likely 94 million)', '5,478')
    >>> count_words(Interval(1e6, 2e6, 6.1e6))
    '1.0 to 6.1 million (likely 2 million)'
    >>> count_words(Interval(8.1e7, 8.1e7, None)), count_words(Interval(2e5, 8e5, 3.2e6))
    ('beyond 81 million', '200,000 to 3.2 million (likely 800,000)')
    >>> count_words(Interval(4.43e7, 1.9e12, 5.6e16))
    '44 million to 5.6·10^16 (likely 1.9 trillion)'
    """
    if interval.exact:
        return f"{interval.likely:,.0f}"
    if interval.high is None:
        return f"beyond {number_words(interval.low)}"
    scale, name = _scale(interval.likely)
    least, most = interval.low / scale, interval.high / scale
    one_unit = most < 1e6 if scale == 1.0 else least >= 0.1 and most < 1e4
    if not one_unit:
        low, high = number_words(_rounded(interval.low, -1)), number_words(interval.high)
        return f"{low} to {high} (likely {number_words(interval.likely)})"
    low, high = _down(least), _two(_rounded(most, 1))
    if scale > 1.0 and len(low) == 1:  # "1 to 6 million" may be read as from one
        low = f"{low}.0"
    return f"{low} to {high}{name} (likely {number_words(interval.likely)})"


def number_words(number: float) -> str:
    """A number to two or three figures.

    >>> number_words(94_910_577), number_words(4.53e12), number_words(1234)
    ('95 million', '4.5 trillion', '1,200')
    >>> number_words(3.6e70)
    '3.6·10^70'
    """
    scale, name = _scale(number)
    return f"{_two(number / scale)}{name}"


def _scale(number: float) -> tuple[float, str]:
    names = ((1e15, ""), (1e12, " trillion"), (1e9, " billion"), (1e6, " million"))
    scale, name = next(((s, n) for s, n in names if number >= s), (1.0, ""))
    return (1.0, "") if scale == 1e15 else (scale, name)


def _two(number: float) -> str:
    if number < 1e6 or not math.isfinite(number):
        return f"{float(f'{number:.2g}'):,.10g}"
    mantissa, exponent = f"{number:.1e}".split("e+")
    return f"{mantissa}·10^{int(exponent)}"


def _down(number: float) -> str:
    return _two(_rounded(number, -1))


def _rounded(number: float, direction: int) -> float:
    """To two figures, downwards or upwards."""
    if number <= 0:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(number)) - 1)
    steps = number / unit
    return (math.ceil(steps - 1e-9) if direction > 0 else math.floor(steps + 1e-9)) * unit


def size_words(size: float) -> str:
    """A number of bytes in words.

    >>> size_words(2_000_000_000), size_words(350_000_000), size_words(1200), size_words(4e20)
    ('2 GB', '350 MB', '1.2 kB', '400 EB')
    """
    for exponent, name in ((18, "EB"), (15, "PB"), (12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")):
        if size >= 10.0**exponent:
            return f"{_two(size / 10.0**exponent)} {name}"
    return f"{size:.0f} bytes"


def bytes_words(interval: Interval) -> str:
    """A range of bytes in words."""
    if interval.high is None:
        return f"beyond {size_words(interval.low)}"
    if size_words(interval.low) == size_words(interval.high):
        return f"about {size_words(interval.likely)}"
    return f"{size_words(interval.low)} to {size_words(interval.high)}"


def time_words(interval: Interval) -> str:
    """A range of seconds in words.

    >>> time_words(Interval(30, 60, 300)), time_words(Interval(0.01, 0.02, 0.05))
    ('30 s to 5 min', 'less than a second')
    """
    if interval.high is None:
        return f"beyond {span_words(interval.low)}"
    if interval.high < 1:
        return "less than a second"
    low, high = span_words(interval.low), span_words(interval.high)
    return f"about {low}" if low == high else f"{low} to {high}"


def span_words(seconds: float) -> str:
    """A number of seconds in words, with two digits.

    >>> span_words(42), span_words(5_000), span_words(771_613)
    ('42 s', '83 min', '8.9 days')
    """
    day, hour = 86_400.0, 3_600.0
    for unit, name in ((365 * day, "years"), (day, "days"), (hour, "h"), (60.0, "min")):
        if seconds >= unit * 1.5:
            return f"{_two(seconds / unit)} {name}"
    return f"{_two(seconds)} s" if seconds >= 1 else "a second"
