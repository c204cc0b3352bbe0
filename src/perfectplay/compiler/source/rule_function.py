"""A function that the rules reach, as their classes have it."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.move_forms import ArgumentForms
from perfectplay.compiler.source.not_compilable import NotCompilable

ITERATED = ("moves", "symmetries", "forced")
"""The methods whose answers the solver only loops over."""


@dataclass(frozen=True)
class RuleFunction:
    """A function that the rules reach.

    ``first``: the role of its first argument, "self", "class" or None for an ordinary one;
    ``owner``: the class that defines it; ``iterated``: True if callers only loop over its result.
    ``forms``: what is known of its arguments. ``asked``: the methods of which moves that it gives
    are arguments, if it gives all of the state; see ``move_options.py``. ``remembers``: whether
    `functools.cache` or the like decorates it. ``style``: see ``older_functions.py``.
    """

    function: FunctionType
    first: str | None = None
    owner: type | None = None
    iterated: bool = False
    forms: ArgumentForms = ()
    asked: tuple[str, ...] = ()
    remembers: bool = False
    style: str = ""

    @property
    def of_class(self) -> str:
        """What a method is called in the module, but for what makes its name unique."""
        assert self.owner is not None
        return f"{self.owner.__name__}_{self.function.__name__}"

    @property
    def asks_itself(self) -> bool:
        """Whether it names itself, as far as its own text shows, and gives a list or the like: a
        generator is made one that does."""
        code, name = self.function.__code__, self.function.__name__
        names = () if code.co_flags & inspect.CO_GENERATOR or name in ITERATED else code.co_names
        return name in names and "super" not in names


def method_in(owner: str, bases: tuple[type, ...], name: str, place: str) -> RuleFunction:
    """The first method of this name in some classes; ``owner``: what has none, in words."""
    cls = next((cls for cls in bases if name in vars(cls)), None)
    if cls is None:
        raise NotCompilable(f"{owner} has no method {name}", place)
    found = vars(cls)[name]
    first: str | None = "self"
    if isinstance(found, staticmethod | classmethod):
        first = "class" if isinstance(found, classmethod) else None
        found = found.__func__
    function = plain_function(found)
    if function is None:
        raise NotCompilable(
            f"{name} is no plain method: its decorator does not compile",
            place or f"{cls.__module__}.{cls.__qualname__}",
        )
    return RuleFunction(function, first, cls, remembers=found is not function)


def is_hidden(game: Any, name: str, function: FunctionType) -> bool:
    """Whether a game has, under the name of a method, something else than the method or its cache:
    ``self.place = self.other``."""
    found = getattr(game, "__dict__", {}).get(name, function)
    if isinstance(found, functools._lru_cache_wrapper):
        found = found.__wrapped__
    return plain_function(getattr(found, "__func__", found)) is not function


def plain_function(found: Any) -> FunctionType | None:
    """The function that is run; None if it is wrapped in something else than a cache."""
    if isinstance(found, functools._lru_cache_wrapper):  # remembers, and changes nothing else
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None
