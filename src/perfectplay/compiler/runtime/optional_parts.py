"""Parts of a state that are None or a number, None or a tuple: Numba's optional values.

Numba lets rules do with one what they do with a number or a tuple, and raises for None. It has no
``==`` for them: `equal` in `words.py`, `contains` in `items.py` do.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from perfectplay.compiler.runtime.perhaps_none import there
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import WordType

__all__ = [
    "alike_items",
    "each_unless",
    "perhaps",
    "perhaps_like",
    "row_unless",
    "told_apart",
    "unless",
]


@intrinsic
def perhaps(typingctx, given, value):
    """The value if it is there, else None."""
    if not isinstance(given, types.Boolean):
        return None
    kind = types.Optional(value)

    def codegen(context, builder, signature, args):
        held = context.make_helper(builder, kind)
        held.valid, held.data = args
        return impl_ret_borrowed(context, builder, kind, held._getvalue())

    return kind(given, value), codegen


@typed()
def unless(value, mark):
    """A number of a constant table, or None where it is the mark."""
    return lambda value, mark: perhaps(value != mark, value)


@typed()
def row_unless(row, mark):
    """A row of a constant table, or None where it begins with the mark."""
    return lambda row, mark: perhaps(row[0] != mark, row)


@intrinsic
def each_unless(typingctx, items, mark):
    """Numbers of a constant table, with None where they are the mark."""
    if not isinstance(items, types.UniTuple):
        raise TypingError("PERFECTPLAY a row of None and numbers has no length of its own")
    kind = types.UniTuple(types.Optional(items.dtype), len(items))

    def codegen(context, builder, signature, args):
        made = []
        for value in cgutils.unpack_tuple(builder, args[0], len(items)):
            held = context.make_helper(builder, kind.dtype)
            held.valid, held.data = builder.icmp_signed("!=", value, args[1]), value
            made.append(held._getvalue())
        return context.make_tuple(builder, kind, made)

    return kind(items, items.dtype), codegen


@typed()
def perhaps_like(value, blank):
    """The value as one that may be None, of the type of the blanks if it is there."""
    if isinstance(value, types.NoneType):
        return lambda value, blank: perhaps(False, blank)
    if isinstance(value, types.Optional):
        return lambda value, blank: value
    return lambda value, blank: perhaps(True, value)


@typed()
def alike_items(items):
    """Items of a row that is looped over, each as one that may be None if some may be and all
    others are numbers."""
    kinds = set(items.types) if isinstance(items, types.Tuple) and len(items) else set()
    held = {x.type if isinstance(x, types.Optional) else x for x in kinds if x != types.none}
    if not held or held == kinds or not all(isinstance(x, types.Integer) for x in held):
        return lambda items: items
    return lambda items: _each_perhaps(items)  # noqa: PLW0108


@typed()
def _each_perhaps(items):
    if len(items) == 1:
        return lambda items: (_perhaps_number(items[0]),)
    return lambda items: (_perhaps_number(items[0]),) + _each_perhaps(items[1:])  # noqa: RUF005


@typed()
def _perhaps_number(value):
    if isinstance(value, types.NoneType):
        return lambda value: perhaps(False, 0)
    if isinstance(value, types.Optional):
        return lambda value: perhaps(value is not None, 0 if value is None else int(there(value)))
    return lambda value: perhaps(True, int(value))


@typed()
def told_apart(value, blank):
    """Whether a part of a state is there, and the part, or blanks for None; nothing else than what
    is like the blanks compiles."""
    if isinstance(value, types.NoneType):
        return lambda value, blank: (False, blank)
    if isinstance(value, WordType) or not _alike(getattr(value, "type", value), blank):
        raise TypingError(f"PERFECTPLAY a part of its states is None or {blank}, and then {value}")
    if isinstance(value, types.Optional):

        def told(value, blank):
            if value is None:
                return (False, blank)
            return (True, there(value))

        return told
    return lambda value, blank: (True, value)


def _alike(value, blank):
    """Whether a type is that of the blanks, with any numbers and truth values."""
    if isinstance(value, types.BaseTuple) and isinstance(blank, types.BaseTuple):
        named = getattr(value, "instance_class", None) is getattr(blank, "instance_class", None)
        return named and len(value) == len(blank) and all(map(_alike, value, blank))
    for kind in (types.Boolean, types.Integer):
        if isinstance(blank, kind):
            return isinstance(value, kind)
    if isinstance(value, types.NoneType):
        return isinstance(blank, WordType)
    return value == blank
