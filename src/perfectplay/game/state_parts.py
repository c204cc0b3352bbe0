"""The parts of states that have some."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """The items of a tuple, or the fields of a dataclass; None of anything else.

    >>> from fractions import Fraction
    >>> parts_of((1, (2, 3))), parts_of(Fraction(1, 2))
    ((1, (2, 3)), None)
    """
    if isinstance(value, tuple):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, field.name) for field in fields(value))
    return None
