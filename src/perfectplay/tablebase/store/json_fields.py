"""JSON that somebody else may have written: each field read with the type that it must have."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

LARGEST = (1 << 63) - 1


class WrongError(ValueError):
    """What is wrong, as part of a sentence about the file."""


def object_of(content: bytes) -> Any:
    """The JSON value of a text. Raises ValueError, also for names that stand twice and NaN.

    >>> object_of(b'{"a": [1, null]}')
    {'a': [1, None]}
    """
    try:
        return json.loads(
            content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{max(names, key=names.count)!r} stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


class JsonFields:
    """The fields of a JSON object; ``where`` names it in sentences. All raise WrongError.

    >>> JsonFields({"states": -1}, "tier 3").count("states")
    Traceback (most recent call last):
    perfectplay.tablebase.store.json_fields.WrongError: "states" of tier 3 is -1, expected a whole
    number that is not negative
    """

    def __init__(self, content: Any, where: str) -> None:
        if not isinstance(content, dict):
            raise WrongError(f"{where} is {_shown(content)}, expected an object")
        self.content: dict[str, Any] = content
        self.where = where

    def only(self, *names: str) -> None:
        """The object has these fields and no others."""
        missing = [name for name in names if name not in self.content]
        strange = [name for name in self.content if name not in names]
        if missing:
            raise WrongError(f'{self.where} has no "{missing[0]}"')
        if strange:
            raise WrongError(f"{self.where} has {_shown(strange[0])}, which has no meaning")

    def boolean(self, name: str) -> bool:
        """True or false."""
        return bool(self._typed(name, type(self._value(name)) is bool, "true or false"))

    def true(self, name: str) -> None:
        """True: what stands only where it is so."""
        self._typed(name, self._value(name) is True, "true")

    def integer(self, name: str) -> int:
        """A whole number of 64 bits."""
        value = self._value(name)
        ok = type(value) is int and -LARGEST - 1 <= value <= LARGEST
        return int(self._typed(name, ok, "a whole number of 64 bits"))

    def count(self, name: str) -> int:
        """A whole number from 0 to 2^63 - 1."""
        value = self._value(name)
        ok = type(value) is int and 0 <= value <= LARGEST
        return int(self._typed(name, ok, "a whole number that is not negative"))

    def text(self, name: str) -> str:
        """A string that UTF-8 can write."""
        value = self._value(name)
        return str(self._typed(name, isinstance(value, str) and _is_plain(value), "a text"))

    def digits(self, name: str, length: int) -> str:
        """So many hexadecimal digits, in lower case."""
        value = self._value(name)
        ok = isinstance(value, str) and len(value) == length
        ok = ok and re.fullmatch("[0-9a-f]*", value) is not None
        return str(self._typed(name, ok, f"{length} hexadecimal digits"))

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """One of some texts."""
        ok = isinstance(self._value(name), str) and self._value(name) in choices
        return str(self._typed(name, ok, " or ".join(f'"{choice}"' for choice in choices)))

    def none(self, name: str) -> None:
        """Null, as everything that only a finished solution has."""
        self._typed(name, self._value(name) is None, "null while it is not complete")

    def state(self, name: str, key_type: type[int | str]) -> int | str:
        """A key, or the text of a state."""
        return self.count(name) if key_type is int else self.text(name)

    def items(self, name: str) -> list[Any]:
        """A list of anything."""
        found = self._typed(name, isinstance(self._value(name), list), "a list")
        assert isinstance(found, list)
        return found

    def integers(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers of 64 bits."""
        values = self.items(name)
        ok = all(type(v) is int and -LARGEST - 1 <= v <= LARGEST + 1 for v in values)
        self._typed(name, ok, "a list of whole numbers")
        return tuple(values)

    def inner(self, name: str) -> JsonFields:
        """An object."""
        return JsonFields(self._value(name), f'"{name}"')

    def inners(self, name: str) -> list[JsonFields]:
        """A list of objects."""
        return [
            JsonFields(item, f'item {n} of "{name}"') for n, item in enumerate(self.items(name))
        ]

    def _value(self, name: str) -> Any:
        if name not in self.content:
            raise WrongError(f'{self.where} has no "{name}"')
        return self.content[name]

    def _typed(self, name: str, ok: bool, expected: str) -> Any:
        value = self._value(name)
        if not ok:
            raise WrongError(f'"{name}" of {self.where} is {_shown(value)}, expected {expected}')
        return value


def _is_plain(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return False
    return True


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
