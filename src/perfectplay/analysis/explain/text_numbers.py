"""Numbers of the texts in states: which word it is, how often a character is in it, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_WORDS = 8
"""Most words of a part, and most characters of a text, that get a number each."""


def text_numbers(
    names: Sequence[str], rows: Sequence[Sequence[Any]], most: int
) -> tuple[dict[str, NDArray[np.int64]], tuple[str, ...]]:
    """Numbers of N states by their expressions, [N] each; and the names of texts without any.

    ``rows``: for each state the texts with these names. At most ``most`` numbers; what stands in
    the places of long texts is left out first.

    >>> found, lost = text_numbers(["s"], [["X.."], ["XO."]], 9)
    >>> sorted(found), found["s.count('O')"].tolist(), lost
    (["(s[1] == '.')", "s.count('.')", "s.count('O')"], [0, 1], ())
    """
    found: dict[str, NDArray[np.int64]] = {}
    places: dict[str, NDArray[np.int64]] = {}
    lost = []
    for column, name in enumerate(names):
        texts = [row[column] for row in rows]
        if not all(isinstance(text, str) for text in texts):
            lost.append(name)
            continue
        kinds, letters = sorted(set(texts)), sorted(set("".join(texts)))
        if _are_numbers(kinds):
            lost.append(name)
        elif len(kinds) <= MOST_WORDS and not _is_board(kinds):
            found |= _which(name, texts, kinds)
        elif len(letters) <= MOST_WORDS:
            found |= _varying((f"{name}.count({one!r})", [t.count(one) for t in texts])
                              for one in letters)  # fmt: skip
            for place in range(len(kinds[0]) if len({*map(len, kinds)}) == 1 else 0):
                here = [text[place] for text in texts]
                places |= _which(f"{name}[{place}]", here, sorted(set(here)))
        else:
            lost.append(name)
    if len(found) + len(places) <= most:
        found |= places
    return (found, tuple(lost)) if len(found) <= most else ({}, tuple(names))


def _are_numbers(kinds: Sequence[str]) -> bool:
    """True for numbers that are written out, such as "8 6", which are better kept as numbers."""
    spelled = r"-?\d+([ ,;]+-?\d+)+" if _is_board(kinds) else r"-?\d+([ ,;]+-?\d+)*"
    return all(re.fullmatch(spelled, kind) for kind in kinds)


def _is_board(kinds: Sequence[str]) -> bool:
    """True for texts of one length that are put together from few characters."""
    long = len({*map(len, kinds)}) == 1 and len(kinds[0]) > 1
    return long and len(set("".join(kinds))) <= len(kinds) + 1


def _which(name: str, texts: Sequence[str], kinds: Sequence[str]) -> dict[str, NDArray[np.int64]]:
    """A 1 where the text is one of these; the last of two says nothing new."""
    asked = kinds[:1] if len(kinds) == 2 else kinds
    return _varying((f"({name} == {one!r})", [text == one for text in texts]) for one in asked)


def _varying(
    columns: Iterable[tuple[str, Sequence[int]]],
) -> dict[str, NDArray[np.int64]]:
    """The numbers that are not the same in all states."""
    arrays = {name: np.array(numbers, np.int64) for name, numbers in columns}
    return {name: array for name, array in arrays.items() if len(array) and np.ptp(array)}
