"""States of any kind as JSON, for a work folder: no class is named that is more than its fields.

A list stands for a tuple. An object with one name stands for what JSON lacks: a frozenset, bytes, a
NamedTuple or a frozen dataclass, a member of an Enum.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable
from enum import Enum
from operator import attrgetter
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names

_SAME = frozenset((str, int, bool, type(None)))
"""Types of values that JSON has too."""

_SHARED = frozenset((str, int, type(None)))
"""Types of items of tuples that are equal only if they are the same."""


class NoTextError(Exception):
    """A state has a part of a type that has no text; its argument: the name of the type."""


class StateTexts:
    """Writes states of a game, and reads them.

    ``classes``: the names of the classes of objects in the states so far, with which they are read
    again. A class is found only if it has been imported, and is a plain record or an Enum.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> texts = StateTexts(ThreeRocks())
    >>> text = texts.text([(1, frozenset({("a", None)})), ((), b"x")])
    >>> text
    '[[1,{"set":[["a",null]]}],[[],{"bytes":"78"}]]'
    >>> texts.states(text)
    [(1, frozenset({('a', None)})), ((), b'x')]
    """

    def __init__(self, game: Game, classes: Iterable[str] = ()) -> None:
        self._module, self._home = type(game).__module__, _home(type(game))
        self.classes: list[str] = []
        self._numbers: dict[type, int] = {}
        self._found: list[Any] = []
        self._known: dict[Any, Any] = {}
        for name in classes:
            self._number(self._class(name))

    # --- writing ----------------------------------------------------------------------------------

    def text(self, states: Iterable[State]) -> str:
        """The text of some states. Raises NoTextError."""
        plain = list(map(self._plain, states))
        try:
            return json.dumps(plain, separators=(",", ":"))
        except ValueError:
            raise NoTextError("int") from None  # one of thousands of digits
        except RecursionError:
            raise NoTextError("tuple") from None

    def _plain(self, value: Any) -> Any:
        """A value as JSON has it."""
        kind = type(value)
        if kind in _SAME or (kind is float and not math.isnan(value)):
            return value
        if kind is tuple:
            return value if _SAME.issuperset(map(type, value)) else list(map(self._plain, value))
        if kind is frozenset:
            return {"set": list(map(self._plain, value))}
        if kind is bytes:
            return {"bytes": value.hex()}
        number = self._numbers.get(kind, -1)
        if number < 0:
            number = self._number(kind)
        if isinstance(value, Enum):
            return {"member": [number, value.name]}
        fields = map(attrgetter, field_names(kind))
        return {"record": [number, *(self._plain(field(value)) for field in fields)]}

    # --- reading ----------------------------------------------------------------------------------

    def states(self, text: str) -> list[State]:
        """The states of a text. Raises ValueError, KeyError or TypeError for another text."""
        return list(map(self._state, json.loads(text)))

    def _state(self, value: Any) -> Any:
        kind = type(value)
        if kind is list:
            if not _SAME.issuperset(map(type, value)):
                return tuple(map(self._part, value))
            return tuple(value)
        return self._part(value)

    def _part(self, value: Any) -> Any:
        """A value, the same object for equal ones that states share, as rules leave them."""
        kind = type(value)
        if kind is str:
            return self._known.setdefault(value, value)
        if kind is list:
            made = self._state(value)
            shared = _SHARED.issuperset(map(type, made))
            return self._known.setdefault(made, made) if shared else made
        if kind is not dict:
            return value
        [(name, content)] = value.items()
        if name == "set":
            return frozenset(map(self._part, content))
        if name == "bytes":
            return bytes.fromhex(content)
        cls, *items = content
        made = self._found[cls]
        return made[items[0]] if name == "member" else made(*map(self._part, items))

    # --- classes ----------------------------------------------------------------------------------

    def _number(self, kind: type) -> int:
        """The number of a class from now on. Raises NoTextError if it cannot be read again."""
        module = "" if kind.__module__ == self._module else kind.__module__
        name = f"{module}:{kind.__qualname__}"
        plain = (issubclass(kind, Enum) and kind.__module__) or field_names(kind)
        if not plain or self._class(name) is not kind:
            raise NoTextError(kind.__qualname__)
        self._numbers[kind] = number = len(self._found)
        self._found.append(kind)
        self.classes.append(name)
        return number

    def _class(self, name: str) -> type:
        """The class with a name. Raises NoTextError."""
        module, _, path = name.partition(":")
        first, *others = path.split(".")
        names = vars(sys.modules[module]) if module in sys.modules else {}
        found: Any = (names if module else self._home).get(first)
        for part in others:
            found = getattr(found, part, None)
        if not isinstance(found, type):
            raise NoTextError(path)
        return found


def _home(cls: type) -> dict[str, Any]:
    """The names in the module of a class. A file that is loaded twice has two modules with one
    name, so its functions are asked first."""
    for member in vars(cls).values():
        if getattr(member, "__module__", None) == cls.__module__ and hasattr(member, "__globals__"):
            return dict(member.__globals__)
    return dict(vars(sys.modules[cls.__module__]))
