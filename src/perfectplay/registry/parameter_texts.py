"""The value of a parameter as text, and read from text by its type."""

from __future__ import annotations

import types
from collections.abc import Iterable
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin

from perfectplay.core.errors import ParameterError

YES = ("yes", "true", "1")


NO = ("no", "false", "0")


LONGEST = 200
"""Maximum number of characters of a wrong value in a message."""


def parameter_text(value: Any) -> str:
    """Text of a value, which `parse_parameters` reads.

    >>> parameter_text(True), parameter_text((3, 5)), parameter_text(7)
    ('yes', '3,5', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple | list):
        return ",".join(parameter_text(item) for item in value)
    if isinstance(value, set | frozenset):
        return ",".join(sorted((parameter_text(item) for item in value), key=_natural))
    return str(value)


def value_of_text(name: str, text: str, wanted: Any) -> Any:
    """The value that a text gives the parameter of this name and type. Raises ParameterError."""
    try:
        return _convert(text, wanted)
    except ValueError as error:
        got = repr(text) if len(text) <= LONGEST else f"{text[:LONGEST]!r}…"
        raise ParameterError(f"{name} must be {_described(wanted)}, got {got}") from error


def _convert(text: str, wanted: Any) -> Any:
    """Convert a text to a type. Raises ValueError."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _first(text, get_args(wanted))
    if origin is Literal:
        return {parameter_text(value): value for value in get_args(wanted)}[_known(text, wanted)]
    kind = origin or wanted
    if not isinstance(kind, type) or kind is str:
        return text
    if kind is type(None):
        return {"none": None}[_one_of(text.lower(), ("none",))]
    if kind is bool:
        return _one_of(text.lower(), YES + NO) in YES
    if issubclass(kind, Enum):
        return {item.name.lower(): item for item in kind}[_known(text, kind)]
    if issubclass(kind, tuple | list | set | frozenset):
        return kind(_items(text, get_args(wanted)))
    if kind in (int, float):
        return kind(text)
    raise ValueError(text)


def _items(text: str, kinds: tuple[Any, ...]) -> list[Any]:
    """The items of ``3,5,6`` or ``(3, 5, 6)``, of one item, or of none."""
    inner = text.strip()
    if inner[:1] in "([" and inner[-1:] in ")]":
        inner = inner[1:-1]
    parts = [part.strip() for part in inner.split(",")] if inner else []
    if len(parts) > 1 and not parts[-1]:  # Python's form of one item: (3,)
        parts.pop()
    if not kinds or kinds[-1] is Ellipsis or (len(kinds) == 1 and len(parts) != 1):
        kinds = (kinds[0] if kinds else int,) * len(parts)
    if len(kinds) != len(parts):
        raise ValueError(text)
    return [_convert(part, kind) for part, kind in zip(parts, kinds, strict=True)]


def _first(text: str, kinds: tuple[Any, ...]) -> Any:
    for kind in sorted(kinds, key=lambda kind: kind is str):  # str takes any text
        try:
            return _convert(text, kind)
        except ValueError:
            continue
    raise ValueError(text)


def _one_of(text: str, choices: Iterable[str]) -> str:
    if text not in choices:
        raise ValueError(text)
    return text


def _known(text: str, wanted: Any) -> str:
    """The choice that a text names; lower-case choices in any case. Raises ValueError."""
    choices = _choices(wanted)
    return text if text in choices else _one_of(text.lower(), choices)


def _choices(wanted: Any) -> list[str]:
    values = get_args(wanted) if get_origin(wanted) is Literal else list(wanted)
    return [parameter_text(value) for value in values]


def _described(wanted: Any) -> str:
    """The type in words, with an example if its form is not obvious."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(_described(kind) for kind in get_args(wanted))
    kind = origin or wanted
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return "one of " + ", ".join(_choices(wanted))
    if isinstance(kind, type) and issubclass(kind, tuple | list | set | frozenset):
        kinds = get_args(wanted)
        if kind is tuple and kinds and kinds[-1] is not Ellipsis:
            return f"{len(kinds)} values separated by commas, each {_described(kinds[0])}"
        return f"values separated by commas such as 3,5,6, each {_described((kinds or (int,))[0])}"
    names = {int: "a whole number", float: "a number", bool: "yes or no", type(None): "none"}
    return names.get(wanted, f"a {getattr(wanted, '__name__', wanted)} (which cannot be typed)")


def _natural(text: str) -> tuple[int, float, str]:
    try:
        return (0, float(text), "")
    except ValueError:
        return (1, 0.0, text)
