"""Differences between two states, field by field, and states with some fields replaced."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from perfectplay.compiler.growth.affine import Affine
from perfectplay.core.value import State

MOST_CHANGES = 4
"""Maximum number of fields that change; if more do, they are not counters."""

Path = tuple[int, ...]
"""The place of a field in a state: its index, the index of the field inside it, and so on."""

Way = tuple[Path, str, bool]
"""A field that changes: its path, its kind, and whether it rises."""

_DIGITS, _LONGEST_NUMBER = re.compile(r"(\d+)"), 18

_DEEPEST, _LOOKED_INTO = 16, 64
"""Levels inside a value, and values there, at most, that are looked into for an earlier one."""


@dataclass(frozen=True)
class FieldChange:
    """A field that differs in two states.

    ``kind``: "number" (an ``int``), "digits" (the number in a text), "length" (a tuple, text or
    set that begins, ends with or contains the value before), or "depth" (a tuple or dataclass with
    the very object before somewhere inside it, as in nested pairs that keep all moves).
    """

    path: Path
    before: Any
    after: Any
    kind: str

    @property
    def way(self) -> Way:
        """How the field changes, which is the same in every round as long as it keeps growing."""
        return self.path, self.kind, self.kind in ("length", "depth") or self.after > self.before


def changes(
    before: State, after: State, longer: Container[Path] = ()
) -> tuple[FieldChange, ...] | None:
    """The fields that differ; None if other changes than growth are found, or too many fields.

    ``longer``: fields that are known to become longer; only their lengths are compared.

    >>> changes((1, (5, 0)), (1, (7, 0)))
    (FieldChange(path=(1, 0), before=5, after=7, kind='number'),)
    >>> changes((1, 2), (1, None))
    """
    found: list[FieldChange] = []
    return tuple(found) if _compare(before, after, (), found, longer) else None


def _compare(
    a: Any, b: Any, path: Path, found: list[FieldChange], longer: Container[Path] = ()
) -> bool:
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    change: tuple[Any, Any, str] | None = None
    if path in longer:
        change = (a, b, "length") if len(a) < len(b) else None
    elif type(a) in (int, str) and a == b:
        return True
    elif type(a) is int:
        change = a, b, "number"
    elif type(a) is str:
        change = _longer(a, b) or _digits(a, b)
    elif (ours := parts_of(a)) is not None and (theirs := parts_of(b)) is not None:
        if ours and _is_inside(a, theirs):
            change = a, b, "depth"
        elif len(ours) == len(theirs):
            pairs = enumerate(zip(ours, theirs, strict=True))
            return all(_compare(x, y, (*path, i), found, longer) for i, (x, y) in pairs)
        else:
            change = _longer(a, b)
    elif isinstance(a, frozenset) and a < b:
        change = a, b, "length"
    else:
        return bool(a == b)
    if change is None or len(found) == MOST_CHANGES:
        return False
    found.append(FieldChange(path, *change))
    return True


def _is_inside(value: Any, parts: tuple[Any, ...]) -> bool:
    """True if the very object is among the parts, or inside them, not too deep. Only objects are
    compared: a comparison of values could take as long as they are deep."""
    looked = 0
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for part in parts:
            if part is value:
                return True
            looked += 1
            if looked > _LOOKED_INTO:
                return False
            inner += parts_of(part) or ()
        parts = tuple(inner)
    return False


def _longer(a: Any, b: Any) -> tuple[Any, Any, str] | None:
    grows = len(b) > len(a) and (a == b[: len(a)] or a == b[len(b) - len(a) :])
    return (a, b, "length") if grows else None


def _digits(a: str, b: str) -> tuple[int, int, str] | None:
    """The number in each of two texts that are otherwise equal."""
    ours, theirs = _DIGITS.split(a), _DIGITS.split(b)
    if len(ours) != len(theirs):
        return None
    (x, y), *more = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    if more or not (x.isdecimal() and y.isdecimal()) or max(len(x), len(y)) > _LONGEST_NUMBER:
        return None
    return (int(x), int(y), "digits") if int(x) != int(y) else None


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """The fields of a tuple or of a dataclass; None for any other object."""
    if isinstance(value, tuple):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, field.name) for field in fields(value))
    return None


def with_numbers(state: State, numbers: Mapping[Path, Any], path: Path = ()) -> State:
    """The state with the fields at these paths replaced.

    >>> with_numbers((1, (5, 0)), {(1, 0): 9})
    (1, (9, 0))
    """
    if path in numbers:
        return numbers[path]
    parts = parts_of(state)
    if parts is None or not any(at[: len(path)] == path for at in numbers):
        return state
    new = [with_numbers(part, numbers, (*path, i)) for i, part in enumerate(parts)]
    if not isinstance(state, tuple):
        copy = object.__new__(type(state))
        for field, value in zip(fields(state), new, strict=True):
            object.__setattr__(copy, field.name, value)
        return copy
    return type(state)(*new) if hasattr(state, "_fields") else tuple(new)


def numbers_at(state: State, like: State, paths: set[Path], path: Path = ()) -> dict[Path, Any]:
    """The numbers of a state at some paths. Raises ValueError if any other field differs from
    that of ``like``."""
    if path in paths:
        if type(state) is not Affine and type(state) is not int:
            raise ValueError
        return {path: state}
    if type(state) is not type(like):
        raise ValueError
    ours, theirs = parts_of(state), parts_of(like)
    if ours is None or theirs is None:
        if state != like:
            raise ValueError
        return {}
    if len(ours) != len(theirs):
        raise ValueError
    found: dict[Path, Any] = {}
    for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        found.update(numbers_at(one, other, paths, (*path, i)))
    return found


def path_words(state: State, path: Path) -> str:
    """The name of a field for people: its own name if it has one, otherwise its number from 0.

    >>> path_words((1, (5, 0)), (1, 0)), path_words(7, ())
    ('field 1, item 0', 'the number')
    """
    words: list[str] = []
    value: Any = state
    for i in path:
        names = getattr(value, "_fields", None)
        if names is None and not isinstance(value, tuple):
            names = [field.name for field in fields(value)]
        words.append(f"{'item' if words else 'field'} {names[i] if names else i}")
        value = (parts_of(value) or ())[i]
    if words:
        return ", ".join(words)
    return "the number" if isinstance(state, int) else "the state"
