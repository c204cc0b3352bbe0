"""Arguments that many functions take: their checks and defaults."""

from __future__ import annotations

import os


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


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
