"""The elements of a game's sets, and frozensets that its rules name, as lines of a module."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import Any

from perfectplay.game.shape.state_sets import (
    MOST_ELEMENTS,
    BitSet,
    classes_of_elements,
    element_parts,
    element_table,
    is_element,
    is_number,
    leaves_of,
    rounded,
)
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import EMPTY

NO_ELEMENTS = "_pp_no_elements"
"""The name of the empty frozenset, whose type has the table of elements."""

MOST_BITS = 60
"""Elements that only the rules name get bits if all sets of a state take no more together."""


class SetConstants:
    """The frozensets that translated rules name. ``elements``: the table of the states; () if they
    hold no sets."""

    def __init__(self, shape: StateShape | None) -> None:
        self.elements = shape.elements if shape is not None else ()
        self.names: dict[frozenset[Any], str] = {}

    def name(self, value: frozenset[Any]) -> str | None:
        """The name of a frozenset that may be compared with those in states; None for others."""
        if not self.elements or not all(map(is_element, value)):
            return None
        if element_table((*value, self.elements[0])) is None:
            return None
        return self.names.setdefault(value, f"_pp_s{len(self.names)}")

    def has_all(self, rows: Iterable[Iterable[Any]]) -> bool:
        """Whether some sets may be compared with those in states."""
        return all(self.name(frozenset(row)) is not None for row in rows)

    def shape_with(self, shape: StateShape) -> StateShape:
        """The shape with the elements of these frozensets too, if there are bits for them."""
        named = element_table(rounded(set(shape.elements).union(*self.names)))
        fields = shape.kinds.count(BitSet)
        if named is None or len(named) * fields > MOST_BITS:
            return shape
        return shape.with_elements(named)

    def lines(
        self, elements: tuple[Any, ...], words: Sequence[Any],
        record_name: Callable[[type], str] | None = None,
    ) -> list[str]:  # fmt: skip
        """The lines that define the names, and NO_ELEMENTS. ``words``: the table of words, whose
        places stand for texts; ``record_name``: the module's name of a class in elements."""
        bits = {element: 1 << i for i, element in enumerate(elements)}
        kind, record = _parts(elements[0]), ""
        if record_name and classes_of_elements(elements):
            record = f", {_records(elements[0], record_name)}"
        codes = {word: code for code, word in enumerate(words)} | {"": EMPTY}
        coded = tuple(_coded(element, codes) for element in elements)
        lines = [f"_pp_elements = {coded!r}"]
        for name, value in ((NO_ELEMENTS, frozenset()), *_by_name(self.names)):
            total = sum(bits.get(element, 0) for element in value)
            outside = any(element not in bits for element in value)
            total -= (1 << 63) * outside
            lines.append(f"{name} = SetConstant(_pp_elements, {total}, {kind!r}{record})")
        return lines


def _parts(part: Any) -> str:
    """What an element is in compiled code, see `SetType`."""
    parts = element_parts(part)
    if parts is not None:
        return f"({''.join(map(_parts, parts))})"
    return "b" if type(part) is bool else "n" if is_number(part) else "t"


def _records(part: Any, record_name: Callable[[type], str]) -> str:
    """The classes in an element, as a line of a module has them, see `SetType`."""
    parts = element_parts(part)
    if parts is None:
        return "None"
    name = "None" if type(part) is tuple else record_name(type(part))
    inner = [_records(x, record_name) for x in parts]
    return name if set(inner) == {"None"} else f"({name}, ({', '.join(inner)},))"


def _by_name(names: dict[frozenset[Any], str]) -> Iterable[tuple[str, frozenset[Any]]]:
    return ((name, value) for value, name in names.items())


def _coded(element: Any, codes: dict[Any, int]) -> Any:
    """The numbers of an element, with those of words in the place of texts; a number alone."""
    leaves = leaves_of(element)
    numbers = tuple(int(x) if isinstance(x, int) else int(codes[x]) for x in leaves)
    return numbers if element_parts(element) is not None else numbers[0]


def with_margin(text: str) -> str:
    """The text of a module whose sets may also have elements around those of the states, such as
    cells beside a board, if there are bits for them. Keys have none: no state holds them.

    >>> line = "_pp_no_elements = SetConstant(_pp_elements, 0, 'n')"
    >>> with_margin(f"_pp_elements = (1, 2)\\n{line}")[:25]
    '_pp_elements = (1, 2, -29'
    """
    found = re.search(
        rf"^_pp_elements = (.*)$\n{NO_ELEMENTS} = SetConstant\(.*?'(.*?)'", text, re.M
    )
    if found is None:
        return text
    elements = ast.literal_eval(found[1])
    numbers = [part == "n" for part in found[2] if part in "ntb"]
    more = (*elements, *_around(elements, numbers))
    return f"{text[: found.start(1)]}{more!r}{text[found.end(1) :]}"


def _around(elements: tuple[Any, ...], numbers: list[bool]) -> list[Any]:
    """Elements around those of a table, as many as there are bits for: within two steps, or one,
    in each of the ``numbers``, or one step in one of them."""
    room = MOST_ELEMENTS - len(elements)
    rows = [x if isinstance(x, tuple) else (x,) for x in elements]
    columns = [sorted(set(column)) for column in zip(*rows, strict=True)]
    there = set(rows)
    for margin in (room // 2, 2, 1) if len(columns) == 1 else (2, 1):
        ranges = [
            range(column[0] - margin, column[-1] + margin + 1) if number else column
            for column, number in zip(columns, numbers, strict=True)
        ]
        if prod(map(len, ranges)) <= MOST_ELEMENTS:
            return _plain(row for row in product(*ranges) if row not in there)
    steps = [
        (*row[:i], row[i] + step, *row[i + 1 :])
        for row in rows for i, number in enumerate(numbers) if number for step in (-1, 1)
    ]  # fmt: skip
    beside = [row for row in dict.fromkeys(steps) if row not in there]
    return _plain(beside) if len(beside) <= room else []


def _plain(rows: Iterable[tuple[int, ...]]) -> list[Any]:
    """Rows of several numbers, and the numbers of others."""
    return [row if len(row) > 1 else row[0] for row in rows]
