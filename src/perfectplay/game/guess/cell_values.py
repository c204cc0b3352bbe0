"""What a cell may hold, a number, a short text, None or a tuple of these, and how it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from numbers import Integral
from typing import Any

from perfectplay.game.board import LETTERS
from perfectplay.game.state_parts import parts_of

EMPTY = (0, None, ".", " ", "_", "-", "", "·", "0", ())
"""Values of empty cells."""

PARTS, PART = 40, 12
"""Most parts of a cell that is a tuple, and most characters of a text in it."""


def is_atom(value: object) -> bool:
    """True for a whole number, a short text, None, or an Enum of these."""
    value = plain_value(value)
    return (
        value is None
        or isinstance(value, Integral)
        or (isinstance(value, str) and len(value) <= LETTERS)
    )


def is_cell(value: object) -> bool:
    """True for what a cell may hold: an atom, or a tuple or dataclass of a few.

    >>> is_cell("X"), is_cell(("white", "king")), is_cell(((1, 2), 3)), is_cell(0.5)
    (True, True, False, False)
    """
    value = plain_value(value)
    if not isinstance(value, tuple):
        return is_atom(value)
    return len(value) <= PARTS and all(
        is_atom(part) or (isinstance(part, str) and len(part) <= PART) for part in value
    )


def plain_value(value: Any) -> Any:
    """The number or text of a cell; a tuple of them for a tuple or a dataclass.

    >>> import numpy
    >>> plain_value(numpy.int8(2)), plain_value(True), plain_value(("X", None))
    (2, 1, ('X', None))
    """
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, Integral):
        return int(value)
    parts = parts_of(value)
    return value if parts is None else tuple(map(plain_value, parts))


def is_blank(value: Any, *, zeros: bool = False) -> bool:
    """True for a tuple of empty parts; ``zeros``: numbers 0 are such parts too.

    >>> is_blank((None, None)), is_blank((0, 0)), is_blank((0, 0), zeros=True)
    (True, False, True)
    """
    return isinstance(value, tuple) and all(
        part in EMPTY and (zeros or part not in (0, "0")) for part in value
    )


def grows(before: Any, after: Any) -> bool:
    """True if one of two stacks is the other with something put on it, or below it.

    >>> grows((1, 2), (1,)), grows((1,), (2, 1)), grows((1, 2), (2, 1))
    (True, True, False)
    """
    if not isinstance(before, tuple) or not isinstance(after, tuple):
        return False
    short, long = sorted((before, after), key=len)
    return short in (long[: len(short)], long[len(long) - len(short) :])


def height(value: Any, empty: Collection[Any]) -> int:
    """The number of parts of a cell, 0 if it is empty."""
    if value in empty:
        return 0
    return len(value) if isinstance(value, tuple) else 1


def cell_text(value: Any, width: int = PART) -> str:
    """The text of a cell, at most four letters; ``width``: most letters of each part.

    >>> cell_text(("w", "K")), cell_text((1, 2, None)), cell_text(("white", "king"), 1)
    ('wK', '12', 'wk')
    >>> cell_text((1, 2, 1, 1, 2, 2)), cell_text("horse"), cell_text("")
    ('1…22', 'hors', '?')
    """
    if not isinstance(value, tuple):
        return str(value)[:LETTERS] or "?"
    joined = "".join(_parts(value, width))
    if len(joined) > LETTERS:
        joined = f"{joined[0]}…{joined[-2:]}"
    return joined or "?"


def tuple_texts(values: Iterable[Any]) -> Mapping[Any, str]:
    """The texts of all values that are tuples, each another one where four letters allow it.

    >>> tuple_texts([("white", "king"), ("white", "knight"), 3])
    {('white', 'king'): 'whki', ('white', 'knight'): 'whkn'}
    """
    tuples = [value for value in values if isinstance(value, tuple)]
    for width in (PART, 2, 1):
        found = {value: "".join(_parts(value, width)) for value in tuples}
        if (
            len(set(found.values())) == len(tuples)
            and max(map(len, found.values()), default=0) <= 4
        ):
            return found
    return {value: cell_text(value) for value in tuples}


def _parts(value: tuple[Any, ...], width: int) -> list[str]:
    return [str(part)[:width] for part in value if part is not None]
