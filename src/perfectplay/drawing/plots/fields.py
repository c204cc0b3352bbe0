"""Names of the fields of a state, which are the coordinates of a table."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import FunctionType

from perfectplay.core.errors import PlotError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.identity.normal_ast import tree_of
from perfectplay.tablebase.solution import game_name


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
    numbers.

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
    if isinstance(start, tuple):
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


def find_field(rules: CheckedGame, known: Sequence[StateField], text: str) -> StateField:
    """Field with a name or number. Raises PlotError, which lists the fields."""
    for field in known:
        if text == field.name:
            return field
    for field in known:
        if text == str(field.index):
            return field
    raise PlotError(f"{game_name(rules.game)} has no field {text!r}; its fields are {_all(known)}")


def _all(known: Sequence[StateField]) -> str:
    if len(known) > 12 or all(field.name == str(field.index) for field in known[1:]):
        return f"0 to {known[-1].index}" if len(known) > 1 else known[0].title
    return ", ".join(field.title for field in known)


def no_fields(rules: CheckedGame, state: State) -> PlotError:
    """Error for a game whose states have no fields."""
    shown = rules.state_text(state)
    return PlotError(
        f"states of {game_name(rules.game)} have no coordinates: {shown} is of the type "
        f"{type(state).__name__}, which has no fields; write the rules on tuples of numbers, or "
        "ask for --kind bars or graph, which need none"
    )
