"""Texts of Python objects that are the same in every run of Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from numbers import Integral
from typing import Any


def lasting_repr(value: Any) -> str:
    """The repr with the members of sets sorted, so that it is the same in every run of Python.

    >>> lasting_repr((frozenset("cab"), 1)), lasting_repr(frozenset())
    ("(frozenset({'a', 'b', 'c'}), 1)", 'frozenset()')
    """
    if type(value) is tuple:
        parts = ", ".join(map(lasting_repr, value))
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if type(value) is frozenset and value:
        numbers = all(isinstance(member, int) for member in value)
        members = sorted(value) if numbers else value  # sets themselves compare by inclusion
        texts = map(lasting_repr, members)
        return f"frozenset({{{', '.join(texts if numbers else sorted(texts))}}})"
    if isinstance(value, Integral) and not isinstance(value, int):
        return str(int(value))  # of NumPy
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _with_fields(value, value._fields)
    if is_dataclass(value) and hasattr(type(value).__repr__, "__wrapped__"):  # generated
        return _with_fields(value, [field.name for field in fields(value) if field.repr])
    return repr(value)


def _with_fields(value: Any, names: Iterable[str]) -> str:
    parts = ", ".join(f"{name}={lasting_repr(getattr(value, name))}" for name in names)
    return f"{type(value).__qualname__}({parts})"
