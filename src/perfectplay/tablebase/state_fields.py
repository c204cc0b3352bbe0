"""The fields of a state: their places and their names."""

from __future__ import annotations

import ast
from dataclasses import dataclass, fields, is_dataclass
from types import FunctionType

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.identity.normal_ast import tree_of


@dataclass(frozen=True)
class StateField:
    """A field of a state: its place, from 0, and its name; without one, the place as text."""

    index: int
    name: str

    @property
    def label(self) -> str:
        """Label of an axis."""
        return f"field {self.index}" if self.name == str(self.index) else self.name

    @property
    def title(self) -> str:
        """Name and place, for error messages."""
        return self.name if self.name == str(self.index) else f"{self.name} ({self.index})"


def fields_of(rules: CheckedGame) -> tuple[StateField, ...]:
    """Fields of a game's states, read from its start; empty if states have no fields.

    An integer is one field, ``state``. Fields of a NamedTuple or a dataclass have their names;
    those of a tuple have the names in ``return (self.left, self.right)`` if ``start`` ends so, else
    numbers, as have the cells of a text or of bytes.

    >>> from perfectplay.games.nim import Nim
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [field.name for field in fields_of(CheckedGame(ThreeRocks()))]
    ['left', 'right']
    >>> [field.name for field in fields_of(CheckedGame(Nim((3, 4))))]
    ['0', '1']
    """
    start = rules.start()
    if isinstance(start, int):
        return (StateField(0, "state"),)
    if isinstance(start, str | bytes):
        names = [str(i) for i in range(len(start))]
    elif isinstance(start, tuple):
        names = getattr(start, "_fields", None) or _names_of_the_start(rules, start)
    elif is_dataclass(start):
        names = [field.name for field in fields(start)]
    else:
        names = []
    return tuple(StateField(i, name) for i, name in enumerate(names))


def _names_of_the_start(rules: CheckedGame, start: tuple[object, ...]) -> list[str]:
    """Names in the tuple that ``start`` returns; a number for a field without its own name."""
    numbers = [str(i) for i in range(len(start))]
    method = getattr(type(rules.game), "start", None)
    tree = tree_of(method) if isinstance(method, FunctionType) else None
    if not isinstance(tree, ast.FunctionDef) or not isinstance(tree.body[-1], ast.Return):
        return numbers
    parts = getattr(tree.body[-1].value, "elts", ())
    names = [part.attr if _is_own(part) else "" for part in parts]
    if len(names) != len(start):
        return numbers
    once = {name for name in names if name and names.count(name) == 1}
    return [name if name in once else i for name, i in zip(names, numbers, strict=True)]


def _is_own(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
