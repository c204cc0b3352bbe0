"""What rules can change besides states: attributes, default arguments, globals of their module."""

from __future__ import annotations

import copy
import dis
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from perfectplay.conformance.class_slips import own_classes
from perfectplay.game.checks.answers import same
from perfectplay.game.game import Game
from perfectplay.identity.normal_ast import codes_of

_ABSENT = object()
"""Stands for an attribute that is not set."""

_NEVER_CHANGE = str, bytes, int, float, type(None), FunctionType, ModuleType, type, Game


class _Place(NamedTuple):
    """Something that rules can change. ``text``: how rules write it; ``first``: a copy of what it
    held at first."""

    text: str
    read: Callable[[], Any]
    write: Callable[[Any], None]
    first: Any


class RulesMemory:
    """What the rules of a game can change, as it was before they were asked."""

    def __init__(self, game: Game) -> None:
        self._copies: dict[int, Any] = {}  # what is shared stays shared
        self._games = list(_games_in(game))
        self._copies |= {id(each): each for each in self._games}
        self._places = [
            place
            for each in self._games
            for places in (self._attributes(each), self._of_classes(each), self._of_functions(each))
            for place in places
        ]

    def changed(self) -> list[str]:
        """What has changed, as rules write it."""
        return list(dict.fromkeys(place.text for place in self._changed()))

    @contextmanager
    def as_at_first(self) -> Iterator[None]:
        """A block in which all that has changed is as it was at first, then as it is now."""
        changed = self._changed()
        now = [place.read() for place in changed]
        try:
            for place in changed:
                place.write(place.first)
            yield
        finally:
            for place, value in zip(changed, now, strict=True):
                place.write(value)

    def _changed(self) -> list[_Place]:
        new = [
            place for each in self._games for place in self._attributes(each, new=True)
            if place.text not in {known.text for known in self._places}
        ]  # fmt: skip
        return [place for place in (*self._places, *new) if _differs(place.read(), place.first)]

    def _copy(self, value: Any) -> Any:
        """A copy of what can change; anything else itself."""
        if isinstance(value, _NEVER_CHANGE):
            return value
        try:
            if getattr(type(value), "__hash__", None) is not object.__hash__:
                hash(value)
                return value
        except Exception:  # a list, or a tuple with one
            pass
        try:
            return copy.deepcopy(value, self._copies)
        except Exception:  # what cannot be copied is not looked after
            return value

    def _attributes(self, game: Game, *, new: bool = False) -> Iterator[_Place]:
        """Attributes of a game but those that are computed once; ``new``: they were not set."""
        for name in list(vars(game)):
            if not isinstance(inspect.getattr_static(type(game), name, None), cached_property):
                first = _ABSENT if new else self._copy(vars(game)[name])
                yield _named(f"self.{name}", vars(game), name, first)

    def _of_classes(self, game: Game) -> Iterator[_Place]:
        for cls in own_classes(game):
            for name, value in list(vars(cls).items()):
                if not (name.startswith("__") or callable(value) or hasattr(value, "__get__")):
                    read, write = partial(getattr, cls, name, _ABSENT), partial(setattr, cls, name)
                    yield _Place(f"{cls.__name__}.{name}", read, write, self._copy(value))

    def _of_functions(self, game: Game) -> Iterator[_Place]:
        globals_seen = set[tuple[int, str]]()
        for function in _functions_of(game):
            if function.__defaults__:
                yield _Place(
                    f"a default argument of {function.__name__}",
                    partial(getattr, function, "__defaults__"),
                    partial(setattr, function, "__defaults__"),
                    tuple(map(self._copy, function.__defaults__)),
                )
            for name, value in (function.__kwdefaults__ or {}).items():
                text = f"the argument {name} of {function.__name__}"
                yield _named(text, function.__kwdefaults__ or {}, name, self._copy(value))
            for name, stored in _globals_of(function).items():
                value, key = function.__globals__[name], (id(function.__globals__), name)
                first = self._copy(value)
                if key not in globals_seen and (stored or first is not value):
                    globals_seen.add(key)
                    yield _named(name, function.__globals__, name, first)


def _named(text: str, holder: dict[str, Any], name: str, first: Any) -> _Place:
    """The place of a name in a dictionary of attributes or globals."""

    def write(value: Any) -> None:
        if value is _ABSENT:
            holder.pop(name, None)
        else:
            holder[name] = value

    return _Place(text, lambda: holder.get(name, _ABSENT), write, first)


def _differs(now: Any, first: Any) -> bool:
    if now is _ABSENT or first is _ABSENT:
        return now is not first
    return not same(now, first)


def _games_in(game: Game) -> Iterator[Game]:
    """A game, and the games that it is made of."""
    yield game
    for value in list(vars(game).values()) if hasattr(game, "__dict__") else ():
        if isinstance(value, Game):
            yield from _games_in(value)


def _functions_of(game: Game) -> Iterator[FunctionType]:
    """The functions of a game, and those of the same module that they name."""
    members = [member for cls in own_classes(game) for member in vars(cls).values()]
    members += vars(game).values()
    waiting, found = members, dict[FunctionType, None]()
    while waiting:
        member = waiting.pop(0)
        function = getattr(member, "__func__", getattr(member, "fget", member))
        function = inspect.unwrap(getattr(function, "func", function))
        if isinstance(function, FunctionType) and function not in found:
            found[function] = None
            named = [function.__globals__[name] for name in _globals_of(function)]
            waiting += [x for x in named if getattr(x, "__module__", 0) == function.__module__]
    yield from found


def _globals_of(function: FunctionType) -> dict[str, bool]:
    """The globals that a function names, and whether it sets them."""
    found: dict[str, bool] = {}
    for code in codes_of(function.__code__):
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "STORE_GLOBAL", "LOAD_NAME"):
                stored = step.opname == "STORE_GLOBAL"
                found[step.argval] = found.get(step.argval, False) or stored
    return {name: stored for name, stored in found.items() if name in function.__globals__}
