"""Default texts of states and moves, for games that define none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from numbers import Integral
from typing import Any

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Move, State


def _is_flat(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(field, Integral) for field in value)


def default_text(value: Any) -> str:
    """Default text of a state or a move.

    >>> default_text((3, 0, 2)), default_text("left"), default_text(frozenset({1}))
    ('3,0,2', 'left', 'frozenset({1})')
    """
    if isinstance(value, str):
        return value
    if _is_flat(value) and value:
        return ",".join(str(int(field)) for field in value)
    return lasting_repr(value)


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


def default_parse(text: str, start: State) -> State:
    """The state of which `default_text` gives the text, of the same type as ``start``.

    >>> default_parse("3,0", (1, 2))
    (3, 0)
    >>> default_parse("3", (1, 2))
    Traceback (most recent call last):
    perfectplay.core.errors.ParseError: expected 2 whole numbers such as "1,2", got "3"
    """
    if isinstance(start, str):
        return text
    if _is_flat(start) and start:
        numbers = _numbers(text)
        if numbers is None or len(numbers) != len(start):
            count = "a whole number" if len(start) == 1 else f"{len(start)} whole numbers"
            raise ParseError(f'expected {count} such as "{default_text(start)}", got "{text}"')
        return type(start)(*numbers) if hasattr(start, "_fields") else numbers
    if isinstance(start, int):
        numbers = _numbers(text)
        if numbers is None or len(numbers) != 1:
            raise ParseError(f'expected a whole number such as "{start}", got "{text}"')
        return numbers[0]
    raise ParseError(f'states such as {start!r} need a method parse(text) to be read, got "{text}"')


def default_parse_move(text: str) -> Move:
    """An integer, a tuple of integers, or the text itself.

    >>> default_parse_move("3"), default_parse_move("1,2"), default_parse_move("left")
    (3, (1, 2), 'left')
    """
    numbers = _numbers(text)
    if numbers is None:
        return text
    return numbers[0] if len(numbers) == 1 else numbers


def _numbers(text: str) -> tuple[int, ...] | None:
    """The integers of ``1,2`` or ``(1, 2)``; None for any other text."""
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1].rstrip(",")
    try:
        return tuple(int(part) for part in inner.split(","))
    except ValueError:
        return None
