"""Constants of the rules as text of a module: numbers, tuples, tables."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

LARGEST_TUPLE = 64
"""Longer tuples become tables (read-only arrays): compilers are slow with long tuples."""

_WORD = 1 << 63


class NotCompilable(Exception):
    """Why rules cannot be compiled: a reason, the place, and the idiom that would compile."""

    def __init__(self, reason: str, place: str = "", idiom: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        self.idiom = idiom

    def __str__(self) -> str:
        at = f" ({self.place})" if self.place else ""
        return f"{self.reason}{at}" + (f"; {self.idiom}" if self.idiom else "")


def is_ragged(value: object) -> bool:
    """Whether a constant is a table of rows that differ in length, or has many rows."""
    if not isinstance(value, tuple) or not value:
        return False
    if not all(isinstance(row, tuple) and all(_is_int(x) for x in row) for row in value):
        return False
    return len({len(row) for row in value}) > 1 or (
        len(value) > LARGEST_TUPLE // 2 and len(value[0]) > 0
    )


def _is_int(value: object) -> bool:
    return isinstance(value, int | np.integer)


class Constants:
    """The constants that a translated module names: its assignments and its tables."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: dict[str, np.ndarray[Any, Any]] = {}
        self._names: dict[str, str] = {}

    def node(self, value: object, what: str) -> ast.expr:
        """An expression that stands for a constant; ``what`` names it in the refusal."""
        if value is None or isinstance(value, bool | float | str):
            return ast.Constant(value)
        if _is_int(value):
            return _integer(int(value), what)  # type: ignore[call-overload]
        if isinstance(value, frozenset):
            value = tuple(value)
        if isinstance(value, np.ndarray):
            return self._table(value, what)
        if isinstance(value, tuple):
            return self._tuple(value, what)
        if isinstance(value, range):
            parts = [_integer(x, what) for x in (value.start, value.stop, value.step)]
            return ast.Call(ast.Name("range", ast.Load()), list(parts), [])
        kind = type(value).__name__
        idiom = (
            "make it a tuple" if isinstance(value, list | dict | set) else "use integers and tuples"
        )
        raise NotCompilable(f"{what} is a {kind}, which does not compile", idiom=idiom)

    def ragged(self, value: tuple[tuple[int, ...], ...]) -> tuple[str, str]:
        """The names of the two tables (items, starts of rows) for rows of unequal length."""
        flat = [int(x) for row in value for x in row]
        starts = np.cumsum([0] + [len(row) for row in value])
        return (
            self._named_table(np.array(flat, np.int64)),
            self._named_table(starts.astype(np.int64)),
        )

    def _tuple(self, value: tuple[Any, ...], what: str) -> ast.expr:
        if len(value) > LARGEST_TUPLE and all(_is_int(x) for x in value):
            return self._table(np.array(value), what)
        text = ast.unparse(self._literal(value, what))
        if text not in self._names:
            self._names[text] = f"_c{len(self._names)}"
            self.lines.append(f"{self._names[text]} = {text}")
        return ast.Name(self._names[text], ast.Load())

    def _literal(self, value: object, what: str) -> ast.expr:
        if isinstance(value, tuple):
            return ast.Tuple([self._literal(x, what) for x in value], ast.Load())
        return self.node(value, what)

    def _table(self, value: np.ndarray[Any, Any], what: str) -> ast.expr:
        if value.dtype.kind not in "biu":
            raise NotCompilable(f"{what} is an array of {value.dtype}, not of integers")
        if value.size and (value.max() >= _WORD or value.min() < -_WORD):
            raise NotCompilable(f"{what} has numbers that leave 63 bits")
        # one signed type everywhere: a mixture with unsigned numbers would become floats
        return ast.Name(self._named_table(value.astype(np.int64)), ast.Load())

    def _named_table(self, table: np.ndarray[Any, Any]) -> str:
        text = f"{table.shape} {table.tobytes().hex()}"
        if text not in self._names:
            self._names[text] = f"_t{len(self._names)}"
            self.tables[self._names[text]] = table
        return self._names[text]


def _integer(value: int, what: str) -> ast.expr:
    if not -_WORD <= value < _WORD:
        raise NotCompilable(f"{what} is {value}, which leaves 63 bits")
    if value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)
