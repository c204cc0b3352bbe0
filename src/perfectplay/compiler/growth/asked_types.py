"""Whether rules ask for the type of a number: numbers of a proof cannot hide theirs from that."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from perfectplay.game.game import Game

MOST_FUNCTIONS = 2_000
"""Rules that call more functions are taken to ask."""


@cache
def asks_for_types(kind: type[Game]) -> bool:
    """True if ``type(x)`` stands in the methods of a game or in the functions that these name, but
    for ``type(self)``.

    >>> class Plain(Game):
    ...     def outcome(self, state):
    ...         return type(self).stuck if isinstance(state, int) else None
    >>> class Asking(Game):
    ...     def outcome(self, state):
    ...         return type(state) is int
    >>> asks_for_types(Plain), asks_for_types(Asking)
    (False, True)
    """
    classes = [cls for cls in kind.__mro__ if issubclass(cls, Game) and cls is not Game]
    waiting = [
        each for cls in classes for value in vars(cls).values() for each in _functions(value)
    ]
    seen = set[int]()
    while waiting:
        function = waiting.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        if len(seen) > MOST_FUNCTIONS or any(map(_asks, _codes(function.__code__))):
            return True
        waiting.extend(_named(function))
    return False


def _functions(value: Any) -> Iterator[FunctionType]:
    """The Python functions in the value of a name: a method, a property, a cached function."""
    for found in (value, *(getattr(value, name, None) for name in ("__func__", "fget", "func"))):
        inner = found
        while inner is not None:
            if isinstance(inner, FunctionType):
                yield inner
            inner = getattr(inner, "__wrapped__", None)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _asks(code: CodeType) -> bool:
    """Whether the builtin ``type`` is named, but not to ask for the type of the first argument of a
    method."""
    steps = [
        step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "PUSH_NULL")
    ]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval == "type":
            own = after is not None and after.opname.startswith("LOAD_FAST")
            if not (own and after is not None and after.argval == "self"):
                return True
    return False


def _named(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that a function may call by a global name, or holds in its cells; not those of
    perfectplay, of which none asks for the type of a number in a state."""
    for found in _values_named(function):
        for inner in _functions(found):
            if inner.__module__.partition(".")[0] != "perfectplay":
                yield inner


def _values_named(function: FunctionType) -> Iterator[Any]:
    """What the names and cells of a function stand for, with the members of classes beside it."""
    for code in _codes(function.__code__):
        for name in code.co_names:
            value = function.__globals__.get(name)
            yield value
            if isinstance(value, type) and value.__module__ == function.__module__:
                yield from vars(value).values()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # it is empty
            continue
