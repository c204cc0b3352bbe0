"""What is different between two states, field by field, and states with numbers put in."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from perfectplay.compiler.growth.affine import Affine
from perfectplay.core.value import State

MOST_CHANGES = 4
"""Fields that may change; more are no counters."""

Path = tuple[int, ...]
"""The place of a field in a state: its number, and that of the field within it, and so on."""

Way = tuple[Path, str, bool]
"""A field that changes, of which kind, and whether it rises."""

_DIGITS, _LONGEST_NUMBER = re.compile(r"(\d+)"), 18


@dataclass(frozen=True)
class FieldChange:
    """A field of two states. ``kind``: "number" (an ``int``), "digits" (the number in a text), or
    "length" (a tuple, text or set of which the second begins or ends with the first)."""

    path: Path
    before: Any
    after: Any
    kind: str

    @property
    def way(self) -> Way:
        """What stays the same while a field goes on growing, or falling."""
        rises = self.kind == "length" or self.after > self.before
        return self.path, self.kind, rises


def changes(
    before: State, after: State, longer: Container[Path] = ()
) -> tuple[FieldChange, ...] | None:
    """The fields that are different; None where that is more than growing, or too many fields.

    ``longer``: fields that are known to get longer; only their lengths are compared.

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
    elif type(a) is int:
        if a == b:
            return True
        change = a, b, "number"
    elif type(a) is str:
        if a == b:
            return True
        change = _longer(a, b) or _digits(a, b)
    elif parts_of(a) is not None:
        ours, theirs = parts_of(a), parts_of(b)
        assert ours is not None
        assert theirs is not None
        if len(ours) == len(theirs):
            pairs = enumerate(zip(ours, theirs, strict=True))
            return all(_compare(x, y, (*path, i), found, longer) for i, (x, y) in pairs)
        change = _longer(a, b)
    elif isinstance(a, frozenset) and a < b:
        change = a, b, "length"
    else:
        return bool(a == b)
    if change is None or len(found) == MOST_CHANGES:
        return False
    found.append(FieldChange(path, *change))
    return True


def _longer(a: Any, b: Any) -> tuple[Any, Any, str] | None:
    grows = len(b) > len(a) and (a == b[: len(a)] or a == b[len(b) - len(a) :])
    return (a, b, "length") if grows else None


def _digits(a: str, b: str) -> tuple[int, int, str] | None:
    """The number in two texts that are the same but for it."""
    ours, theirs = _DIGITS.split(a), _DIGITS.split(b)
    if len(ours) != len(theirs):
        return None
    other = [(x, y) for x, y in zip(ours, theirs, strict=True) if x != y]
    (x, y), *more = other
    if more or not (x.isdecimal() and y.isdecimal()) or max(len(x), len(y)) > _LONGEST_NUMBER:
        return None
    return (int(x), int(y), "digits") if int(x) != int(y) else None


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """The fields of a tuple or of a dataclass; None of anything else."""
    if isinstance(value, tuple):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, field.name) for field in fields(value))
    return None


def with_numbers(state: State, numbers: Mapping[Path, Any], path: Path = ()) -> State:
    """The state with other numbers at these paths.

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
        made = object.__new__(type(state))
        for field, value in zip(fields(state), new, strict=True):
            object.__setattr__(made, field.name, value)
        return made
    return type(state)(*new) if hasattr(state, "_fields") else tuple(new)


def numbers_at(state: State, like: State, paths: set[Path], path: Path = ()) -> dict[Path, Any]:
    """The numbers of a state at some paths. Raises ValueError where any other field is not as in
    ``like``."""
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
    """A field as people find it: by its name where it has one, else by its number from 0.

    >>> path_words((1, (5, 0)), (1, 0)), path_words(7, ())
    ('field 1, item 0', 'the number')
    """
    words: list[str] = []
    value = state
    for i in path:
        names = getattr(value, "_fields", None)
        if names is None and not isinstance(value, tuple):
            names = [field.name for field in fields(value)]
        what = "item" if words else "field"
        words.append(f"{what} {names[i] if names else i}")
        parts = parts_of(value)
        assert parts is not None
        value = parts[i]
    if words:
        return ", ".join(words)
    return "the number" if isinstance(state, int) else "the state"
