"""Functions, classes and plain objects that rules keep in tables: compiled, each is a word.

``DIRECTIONS = [Direction("up", 0, 1), ...]``, ``PIECES = {"k": King, ...}``, ``SHIFTS = (north,
south)``. What rules ask of one is looked up in a table of all, or is a call of one of several
functions.
"""

from __future__ import annotations
import __future__

import inspect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Generic, TypeGuard

from perfectplay.compiler.source.plain_objects import attributes_of
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names

MOST_THINGS = 256
_DEEPEST = 3
_FEATURES = type(__future__.annotations)
"""The class of what ``from __future__ import annotations`` names."""
_PLAIN_METACLASSES = (type, type(Game))


class Things:
    """The things of the rules of a game.

    ``made``: classes of records that rules may make anew; their instances are no things.
    ``made_classes``: other classes of records that the rules' modules name, of which no thing is.
    """

    def __init__(self, game: Game, made: Iterable[type] = ()) -> None:
        self._made = frozenset(made)
        found: dict[int, Any] = {}
        for value in _named(game):
            for thing in self._held(value, 0):
                found.setdefault(id(thing), thing)
        values = _without_equal(list(found.values()))
        if len(values) > MOST_THINGS:
            values = []
        words: Any = Enum("Thing", [f"thing{i}" for i in range(len(values))])  # type: ignore[misc]
        self._values: dict[Enum, Any] = dict(zip(words, values, strict=True))
        self.made_classes = [x for x in _records(game) if not (x in self._made or self._has(x))]
        self._members = {id(value): member for member, value in self._values.items()}

    def _has(self, cls: type) -> bool:
        """Whether a thing is of a class, or is the class."""
        return any(type(value) is cls or value is cls for value in self._values.values())

    def member(self, value: object) -> Enum | None:
        """The word that stands for a thing; None for anything else."""
        return self._members.get(id(value))

    def value(self, member: Enum) -> Any:
        """The thing that a word stands for."""
        return self._values[member]

    @property
    def all(self) -> list[Enum]:
        """The words of all things."""
        return list(self._values)

    def those_in(self, values: Iterable[Any]) -> list[Enum] | None:
        """The words of some values, if all of them are things."""
        found = [self.member(value) for value in values]
        there = [member for member in found if member is not None]
        return there if there and len(there) == len(found) else None

    def with_attribute(self, name: str, among: Sequence[Enum]) -> dict[Enum, Any]:
        """What those of some things that have no method of this name have under it."""
        found = {}
        for member in among:
            thing = self.value(member)
            if called_by(thing) is None and self.method(member, name) is None:
                with suppress(Exception):  # one that has none, or a property that raises
                    found[member] = getattr(thing, name)
        return found

    def method(self, member: Enum, name: str) -> tuple[FunctionType, bool] | None:
        """The function that is a thing's method of this name, and whether it takes the thing."""
        thing = self.value(member)
        static = inspect.getattr_static(thing, name, None)
        is_class = isinstance(thing, type)
        if isinstance(static, staticmethod):
            function, takes = static.__func__, False
        elif isinstance(static, classmethod):
            function, takes = static.__func__, True
            if not is_class:  # it takes the class, which is another thing
                return None
        else:
            function, takes = static, not is_class
            if name in getattr(thing, "__dict__", {}) and not is_class:
                return None  # a function that is kept in a field
        return (function, takes) if isinstance(function, FunctionType) else None

    def owners_of(self, function: FunctionType) -> list[Enum]:
        """The things of which a function is a method that takes them."""
        name = function.__name__
        return [x for x in self._values if self.method(x, name) == (function, True)]

    def _held(self, value: Any, depth: int) -> Iterator[Any]:
        """The things in a table, and a plain object that is named alone."""
        if isinstance(value, dict | list | tuple | set | frozenset):
            if depth < _DEEPEST and len(value) <= MOST_THINGS:
                for item in value.values() if isinstance(value, dict) else value:
                    yield from self._held(item, depth + 1)
        elif self._is_object(value) or (depth and (called_by(value) or _is_class(value))):
            yield value

    def _is_object(self, value: Any) -> bool:
        """Whether a value is an object of a class of the rules that is neither a number nor a
        tuple nor the like."""
        cls = type(value)
        if not _is_class(cls) or cls in self._made or isinstance(value, type | Game | Enum):
            return False
        if {"__bool__", "__len__", "__getattr__", "__getattribute__"} & _defined(cls):
            return False
        return all(base is object or _is_class(base) for base in cls.__mro__)


def _homes(game: Game) -> Iterator[dict[str, Any]]:
    """The names of the game, of its classes and of their modules."""
    yield dict(getattr(game, "__dict__", {}))
    seen = set()
    for cls in type(game).__mro__:
        if cls in (Game, Generic, object):
            continue
        yield dict(vars(cls))
        for each in vars(cls).values():
            names = getattr(inspect.unwrap(each), "__globals__", None) if callable(each) else None
            module = "" if names is None else names.get("__name__", "")  # none at a prompt
            if names is not None and module not in seen:
                seen.add(module)
                if not module.startswith("perfectplay."):
                    yield dict(names)


def _named(game: Game) -> Iterator[Any]:
    """What rules may name: not what Python itself keeps under names of its own, such as the fields
    of a dataclass and where a module comes from."""
    for home in _homes(game):
        for name, value in list(home.items()):
            of_python = name.startswith("__") and name.endswith("__")
            if not of_python and not isinstance(value, _FEATURES):
                yield value


def _records(game: Game) -> list[type]:
    """The classes with named fields that the modules of a game name."""
    classes = dict.fromkeys(
        x for x in _named(game) if isinstance(x, type) and not issubclass(x, Game)
    )
    return [x for x in classes if is_record(x) and _home(x) not in ("perfectplay", "builtins")]


def is_record(cls: type) -> bool:
    """Whether rules may make objects of a class anew, as records of their attributes."""
    return bool(field_names(cls)) or attributes_of(cls) is not None


def _home(cls: type) -> str:
    return cls.__module__.partition(".")[0]


def _is_class(value: Any) -> bool:
    """Whether a value is a class that somebody wrote for the rules."""
    if not isinstance(value, type) or type(value) not in _PLAIN_METACLASSES:
        return False
    if issubclass(value, Game | Enum | BaseException | tuple):
        return False
    return _home(value) not in ("builtins", "typing", "abc", "collections", "numpy", "perfectplay")


def _defined(cls: type) -> set[str]:
    return {name for base in cls.__mro__ if base is not object for name in vars(base)}


def _without_equal(values: Sequence[Any]) -> list[Any]:
    """The values of classes of which no two are equal: compiled code says that none are."""
    plain: tuple[Any, ...] = (object.__eq__, type.__eq__)
    compared = [x for x in values if type(x).__eq__ not in plain]
    equal = {type(b) for i, a in enumerate(compared) for b in compared[:i] if _may_equal(a, b)}
    return [x for x in values if type(x) not in equal]


def _may_equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:
        return True


def is_function(value: object) -> TypeGuard[FunctionType]:
    """Whether a value is a function, or a method of a game."""
    return isinstance(value, FunctionType) or (
        isinstance(value, MethodType) and isinstance(value.__self__, Game)
        and isinstance(value.__func__, FunctionType)
    )  # fmt: skip


def called_by(value: object) -> FunctionType | None:
    """The function that a call of a value calls: of a function, or of a ``partial`` of one with
    plain arguments; None for other values."""
    if is_function(value):
        return value
    if not isinstance(value, partial) or not is_function(value.func):
        return None
    given = (*value.args, *value.keywords.values())
    plain = all(x is None or isinstance(x, int | str | tuple) for x in given)
    return value.func if plain else None


def can_take(function: FunctionType, count: int) -> bool:
    """Whether a function takes so many arguments by place."""
    code, defaults = function.__code__, len(function.__defaults__ or ())
    most = code.co_argcount - isinstance(function, MethodType)
    return most - defaults <= count <= most
