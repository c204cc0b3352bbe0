"""Functions that translated rules call for dicts of their own; see `scratch_dicts`.

A dict is two lists, of its keys and of its values, in the order in which they were put in.
"""
# ruff: noqa: ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.words import WordType, equal, is_none


@inner
def dict_place(keys, wanted):
    """The place of a key; -1 if there is none."""
    for i in range(len(keys)):
        if equal(keys[i], wanted):
            return i
    return -1


@register_jitable
def _found(keys, wanted):
    """The place of a key. Raises KeyError if there is none."""
    i = dict_place(keys, wanted)
    if i < 0:
        raise KeyError("a key that the dict does not have")
    return i


@inner
def dict_item(keys, values, wanted):
    """``d[key]``."""
    return values[_found(keys, wanted)]


@inner
def dict_at(keys, wanted):
    """The place of a key that is there. Raises KeyError."""
    return _found(keys, wanted)


@inner
def dict_get(keys, values, wanted, default):
    """``d.get(key, default)``."""
    i = dict_place(keys, wanted)
    if i < 0:
        return default
    return values[i]


@inner
def dict_true(keys, values, wanted):
    """The truth of ``d.get(key)``."""
    i = dict_place(keys, wanted)
    return i >= 0 and bool(values[i])


@inner
def dict_pop(keys, values, wanted):
    """``d.pop(key)``."""
    i = _found(keys, wanted)
    keys.pop(i)
    return values.pop(i)


@inner
def dict_pop_or(keys, values, wanted, default):
    """``d.pop(key, default)``."""
    i = dict_place(keys, wanted)
    if i < 0:
        return default
    keys.pop(i)
    return values.pop(i)


@inner
def dict_number(keys, values, wanted):
    """``d[key]`` of a ``defaultdict(int)``, which puts in what it does not have."""
    i = dict_place(keys, wanted)
    if i < 0:
        keys.append(wanted)
        values.append(0)
    return values[i]


@inner
def dict_list(keys, values, wanted):
    """``d[key]`` of a ``defaultdict(list)``, which puts in what it does not have."""
    i = dict_place(keys, wanted)
    if i < 0:
        keys.append(wanted)
        values.append(_nothing_like(values))
    return values[i]


@typed()
def _nothing_like(lists):
    """An empty list such as those in a list."""
    kind = lists.dtype.dtype
    if isinstance(kind, types.Integer):
        example = 0
    elif isinstance(kind, types.UniTuple) and isinstance(kind.dtype, types.Integer):
        example = (0,) * len(kind)
    else:
        raise TypingError(f"PERFECTPLAY defaultdict(list) holds {kind}")
    return lambda lists: [example][:0]


@typed()
def equal_perhaps(one, other):
    """``one == other``, one of which may be None."""
    if isinstance(other, types.Optional) and not isinstance(one, types.Optional):
        return lambda one, other: equal_perhaps(other, one)
    if not isinstance(one, types.Optional) or isinstance(one.type, WordType):
        return lambda one, other: equal(one, other)  # noqa: PLW0108
    if isinstance(other, types.Optional):
        raise TypingError("PERFECTPLAY two values that may be None are compared")

    def impl(one, other):
        if one is None:
            return is_none(other)
        return equal(one, other)

    return impl
