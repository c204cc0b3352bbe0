"""Arguments that many functions take: their checks and defaults."""

from __future__ import annotations

import os

from perfectplay.core.errors import ParameterError

LARGEST = (1 << 63) - 1
"""The largest number that is taken."""


def check_whole(least: int = 1, **numbers: int | None) -> None:
    """Raise TypeError or ValueError unless each number is a whole one, at least ``least``, or None.

    >>> check_whole(threads=2, memory=None)
    >>> check_whole(threads=0)
    Traceback (most recent call last):
    ValueError: threads must be at least 1, got 0
    """
    for name, number in numbers.items():
        if number is None:
            continue
        if type(number) is not int:
            of_bytes = " of bytes, such as 2_000_000_000" if name == "memory" else ""
            raise TypeError(f"{name} must be a whole number{of_bytes}, got {number!r}")
        if number < least:
            raise ValueError(f"{name} must be at least {least}, got {number}")


def check_number(name: str, number: object, least: int = 0, most: int = LARGEST) -> None:
    """Raise ParameterError unless an argument is a whole number in these bounds.

    >>> check_number("count", 0, 1, 10_000)
    Traceback (most recent call last):
    perfectplay.core.errors.ParameterError: count must be a whole number from 1 to 10,000, got 0
    """
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        end = "2^63 - 1" if most == LARGEST else f"{most:,}"
        raise ParameterError(f"{name} must be a whole number from {least} to {end}, got {number!r}")


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
