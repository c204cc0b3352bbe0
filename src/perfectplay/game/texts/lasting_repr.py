"""Texts of Python objects that are the same in every run of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Integral
from typing import Any

BRACES = ("{", "}")
"""The signs around the members of a set, as people write them; an empty set is ``{}``."""


def lasting_repr(
    value: Any,
    member: Callable[[Enum], str] = repr,
    raw: Callable[[bytes], str] = repr,
    thing: Callable[[Any], str] = repr,
    braces: tuple[str, str] = ("frozenset({", "})"),
) -> str:
    """The repr with the members of sets sorted, so that it is the same in every run of Python.

    ``member``, ``raw``, ``thing``: the texts of a member of an Enum, of bytes and of any other
    object; ``braces``: what stands before and after the members of a frozenset that has some.
    Solutions and books keep some states by these texts.

    >>> lasting_repr((frozenset("cab"), 1)), lasting_repr(frozenset())
    ("(frozenset({'a', 'b', 'c'}), 1)", 'frozenset()')
    """

    def written(part: Any) -> str:
        return lasting_repr(part, member, raw, thing, braces)

    if type(value) is tuple:
        parts = ", ".join(map(written, value))
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if type(value) is frozenset and (value or braces == BRACES):
        numbers = all(isinstance(part, int) for part in value)
        members = sorted(value) if numbers else value  # sets themselves compare by inclusion
        texts = map(written, members)
        return ", ".join(texts if numbers else sorted(texts)).join(braces)
    if isinstance(value, Enum):
        return member(value)
    if type(value) is bytes:
        return raw(value)
    if isinstance(value, Integral) and not isinstance(value, int):
        return str(int(value))  # of NumPy
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _with_fields(value, value._fields, written)
    if is_dataclass(value) and hasattr(type(value).__repr__, "__wrapped__"):  # generated
        names = [field.name for field in fields(value) if field.repr]
        return _with_fields(value, names, written)
    return thing(value)


def readable_repr(value: Any) -> str:
    """The same with members of an Enum and frozensets as people write them: ``Side.NORTH``.

    >>> from perfectplay import Value
    >>> lasting_repr((Value.WIN, 1)), readable_repr((Value.WIN, frozenset({1})))
    ('(<Value.WIN: 3>, 1)', '(Value.WIN, {1})')
    """
    return lasting_repr(value, member_text, braces=BRACES)


def shown_repr(value: Any) -> str:
    """The same with bytes as letters, or as numbers if some are no letters, and with the
    attributes of objects that have no repr of their own.

    >>> shown_repr((b"X.O", 1)), shown_repr((bytes(3), 1))
    ("('X.O', 1)", '((0, 0, 0), 1)')
    """
    return lasting_repr(value, member_text, _bytes_repr, object_repr, BRACES)


def object_repr(value: Any) -> str:
    """The repr, or the attributes of an object whose class writes none.

    >>> class Pile:
    ...     def __init__(self, left):
    ...         self.left = left
    >>> object_repr(Pile(3)), object_repr(3)
    ('Pile(left=3)', '3')
    """
    kind: Any = type(value)
    if kind.__repr__ is not object.__repr__ or not getattr(value, "__dict__", None):
        return repr(value)
    parts = ", ".join(f"{name}={part!r}" for name, part in vars(value).items())
    return f"{kind.__name__}({parts})"


def _bytes_repr(value: bytes) -> str:
    return repr(value.decode("ascii") if in_letters(value) else tuple(value))


def in_letters(value: bytes) -> bool:
    """True if all bytes are printable."""
    return all(32 <= code < 127 for code in value)


def member_text(member: Enum) -> str:
    """``Side.NORTH``; the repr of a class that writes its own, and of flags that are combined."""
    kind = type(member)
    if kind.__repr__.__module__ != "enum" or member.name not in kind.__members__:
        return repr(member)
    return f"{kind.__name__}.{member.name}"


def _with_fields(value: Any, names: Iterable[str], written: Callable[[Any], str]) -> str:
    parts = ", ".join(f"{name}={written(getattr(value, name))}" for name in names)
    return f"{type(value).__qualname__}({parts})"
