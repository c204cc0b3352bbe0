"""Rows that are parts of one text: ``state.split("/")``, where the separators stand in one place.

The start shows where. Compiled code checks each text that it takes apart, and raises for one whose
separators stand elsewhere.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from perfectplay.game.record_classes import field_names

_SEPARATORS = " /|,;:-_\n"


def separations(start: Any) -> dict[str, dict[int, tuple[int, ...]]]:
    """For each character that may separate, the places where it stands in texts of each length.

    Of a length whose texts differ in this, nothing is known.

    >>> separations(("../xo", "x"))
    {'/': {5: (2,)}}
    """
    found: dict[str, dict[int, tuple[int, ...]]] = {}
    unclear: set[tuple[str, int]] = set()
    texts = deque(_texts(start))
    seen: set[str] = set()
    while texts:
        text = texts.popleft()
        if text in seen:
            continue
        seen.add(text)
        for separator in set(text) & set(_SEPARATORS):
            places = tuple(i for i, letter in enumerate(text) if letter == separator)
            known = found.setdefault(separator, {}).setdefault(len(text), places)
            if known != places:
                unclear.add((separator, len(text)))
            texts.extend(text.split(separator))
    for separator, length in unclear:
        del found[separator][length]
    return found


def _texts(value: Any) -> list[str]:
    """The texts in a state."""
    if isinstance(value, str):
        return [value]
    names = field_names(type(value))
    if names:
        return [text for name in names for text in _texts(getattr(value, name))]
    return [text for each in value for text in _texts(each)] if isinstance(value, tuple) else []


def number_of_parts(places: dict[int, tuple[int, ...]]) -> int | None:
    """How many parts each text has; None if that depends on its length."""
    counts = {len(each) + 1 for each in places.values()}
    return counts.pop() if len(counts) == 1 else None


def as_literal(places: dict[int, tuple[int, ...]]) -> str:
    """The places as one text, which compiled code can read while it is compiled.

    >>> as_literal({11: (3, 7), 5: (2,)}), read_literal("11:3,7;5:2")
    ('11:3,7;5:2', {11: (3, 7), 5: (2,)})
    """
    return ";".join(f"{length}:{','.join(map(str, each))}" for length, each in places.items())


def read_literal(text: str) -> dict[int, tuple[int, ...]]:
    """The places that `as_literal` wrote."""
    parts = [part.split(":") for part in text.split(";") if part]
    return {int(length): tuple(map(int, each.split(","))) for length, each in parts}
