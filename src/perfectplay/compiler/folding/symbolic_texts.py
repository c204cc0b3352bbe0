"""Texts of which the constant parts are known, and the places of the values between them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from perfectplay.compiler.source.syntax_trees import item

_FIRST = 0xE000
"""Characters from here on, which mean nothing, stand for values in a text."""

_MOST = 64


@dataclass(frozen=True)
class Value:
    """A value that is written into a text. ``length``: its characters, None if not known;
    ``number``: whether it is certainly an ``int``."""

    expression: ast.expr
    length: int | None
    number: bool


Part: TypeAlias = "str | Value"


@dataclass(frozen=True)
class Text:
    """A text of constant parts and values."""

    parts: tuple[Part, ...]

    @property
    def constant(self) -> str | None:
        """The whole text, if it holds no value."""
        if any(isinstance(part, Value) for part in self.parts):
            return None
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def single(self) -> Value | None:
        """The value, if the text is one value alone."""
        one = self.parts[0] if len(self.parts) == 1 else None
        return one if isinstance(one, Value) else None

    @property
    def values(self) -> list[Value]:
        """The values in it."""
        return [part for part in self.parts if isinstance(part, Value)]

    @property
    def length(self) -> int | None:
        """How many characters it has; None if that is not known."""
        lengths = [len(x) if isinstance(x, str) else x.length for x in self.parts]
        return None if None in lengths else sum(x or 0 for x in lengths)

    def changed(self, change: Callable[[str], str | list[str] | tuple[str, ...]]) -> list[Text]:
        """What a method of texts gives, done with characters in the place of the values."""
        values = self.values
        marks = iter(range(len(values)))
        whole = "".join(x if isinstance(x, str) else chr(_FIRST + next(marks)) for x in self.parts)
        given = change(whole)
        return [_read(text, values) for text in ([given] if isinstance(given, str) else given)]

    def cut(self, where: slice | int) -> Text | None:
        """A slice, or a character; None if the lengths that are known do not tell it."""
        cells: list[str | tuple[Value, int | None]] = []
        for part in self.parts:
            if isinstance(part, str):
                cells += part
            elif part.length is None:
                cells.append((part, None))
            else:
                cells += [(part, i) for i in range(part.length)]
        edges = [where] if isinstance(where, int) else [where.start, where.stop]
        if not isinstance(where, int) and where.step not in (None, 1):
            return None
        for edge in edges:
            passed = [] if edge is None else cells[:edge] if edge >= 0 else cells[edge:]
            if isinstance(where, int) and where >= 0:
                passed = cells[: where + 1]
            if any(isinstance(cell, tuple) and cell[1] is None for cell in passed):
                return None
        if isinstance(where, int):
            return _of_cells([cells[where]]) if -len(cells) <= where < len(cells) else None
        return _of_cells(cells[where])


Known: TypeAlias = "Text | list[Known] | ast.expr"
"""A text, several things, or any other value."""


def _read(text: str, values: list[Value]) -> Text:
    parts: list[Part] = []
    for letter in text:
        place = ord(letter) - _FIRST
        if 0 <= place < min(len(values), _MOST):
            parts.append(values[place])
        elif parts and isinstance(parts[-1], str):
            parts[-1] += letter
        else:
            parts.append(letter)
    return Text(tuple(parts))


def _of_cells(cells: list[str | tuple[Value, int | None]]) -> Text:
    parts: list[Part] = []
    i = 0
    while i < len(cells):
        cell = cells[i]
        if isinstance(cell, str):
            if parts and isinstance(parts[-1], str):
                parts[-1] += cell
            else:
                parts.append(cell)
            i += 1
            continue
        value, first = cell
        count = 1
        while i + count < len(cells) and cells[i + count] == (value, (first or 0) + count):
            count += 1
        i += count
        if first is None or (first == 0 and count == value.length):
            parts.append(value)
        else:
            parts.append(_part_of(value, first, count))
    return Text(tuple(parts))


def _part_of(value: Value, first: int, count: int) -> Value:
    edges = ast.Slice(ast.Constant(first), ast.Constant(first + count))
    taken = item(copy.deepcopy(value.expression), ast.Constant(first) if count == 1 else edges)
    return Value(taken, count, False)


def together(parts: list[Part]) -> Text:
    """The text of these parts."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return Text(tuple(joined))
