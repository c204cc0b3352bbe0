"""Values that nobody can change: what generators that call themselves are given, and yield."""
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.set_types import SetType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.source.own_names import OF_PLAIN_CLASS

_CHANGING = (types.List, types.LiteralList, types.Set, types.IteratorType, types.MutableSequence)

_MAY_CHANGE = "PERFECTPLAY a generator that calls itself is given, or yields, what may change"


def _may_change(kind):
    """Whether values of a type, or what they hold, may be changed in place."""
    if isinstance(kind, _CHANGING) or hasattr(
        getattr(kind, "instance_class", None), OF_PLAIN_CLASS
    ):
        return True
    if isinstance(kind, SetType):
        return kind.changes
    if isinstance(kind, types.Optional):
        return _may_change(kind.type)
    if isinstance(kind, types.BaseTuple):
        return any(map(_may_change, kind))
    return isinstance(kind, types.IterableType) and _may_change(getattr(kind, "dtype", None))


def _checked(kind):
    if _may_change(kind):
        raise TypingError(_MAY_CHANGE)


@typed()
def lasting(value):
    """The value, of a type whose values do not change."""
    _checked(value)
    return lambda value: value


@typed()
def new_of_lasting(value):
    """A new list or set, or the like, of values that do not change."""
    if not isinstance(value, types.List | types.Set | SetType):
        _checked(value)
    else:
        _checked(getattr(value, "dtype", None))
    return lambda value: value
