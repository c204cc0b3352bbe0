"""Sets of states, looped over from the first or from the last element of their table.

Equal states may hold sets of different orders in Python, so that rules that are right give the same
in any order. Whether some rules do, nobody can see; so they are compiled with one order where
states are solved, are compared with Python's own order, and are compiled with the opposite order
where a solution is verified.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, register_model

from perfectplay.compiler.runtime.python_sets import PythonSet, has_python_order
from perfectplay.compiler.runtime.set_types import (
    SetType,
    UnorderedType,
    _checked_bits,
    _element,
    _same,
)
from perfectplay.compiler.runtime.support import typed

_WORD = ir.IntType(64)


class FromLastType(UnorderedType):
    """The type of a set that is looped over from the last element of its table to the first."""

    def __init__(self, of: SetType) -> None:
        super().__init__(of)
        self.name = f"FromLast({of.name})"

    @property
    def iterator_type(self):
        return FromLastIterator(self.of)


class FromLastIterator(types.SimpleIteratorType):
    """The type of the loop over such a set."""

    def __init__(self, of: SetType) -> None:
        self.of = of
        super().__init__(f"FromLastIterator({of.name})", of.element)


@register_model(FromLastType)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _WORD)


@register_model(FromLastIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("rest", types.EphemeralPointer(types.int64))])


@lower_builtin("getiter", FromLastType)
def _getiter(context, builder, signature, args):
    iterator = context.make_helper(builder, signature.return_type)
    iterator.rest = cgutils.alloca_once_value(builder, args[0])
    return iterator._getvalue()


@lower_builtin("iternext", FromLastIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context, builder, signature, args, result):
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    rest = builder.load(iterator.rest)
    there = builder.icmp_unsigned("!=", rest, ir.Constant(_WORD, 0))
    result.set_valid(there)
    with builder.if_then(there):
        above = builder.ctlz(rest, ir.Constant(ir.IntType(1), 1))
        place = builder.sub(ir.Constant(_WORD, 63), above)
        result.yield_(_element(context, builder, signature.args[0].of, place))
        bit = builder.shl(ir.Constant(_WORD, 1), place)
        builder.store(builder.xor(rest, bit), iterator.rest)


def _looped(kind):
    """An intrinsic that loops over sets of states as values of a type do."""

    @intrinsic
    def looped(typingctx, items):
        if isinstance(items, SetType):
            return kind(items)(items), _checked_bits
        return items(items), _same

    return looped


from_first = _looped(UnorderedType)
from_last = _looped(FromLastType)


@typed()
def backwards(items):
    """A set from its last element, as far as its order is not Python's; anything else as it is."""
    if isinstance(items, PythonSet) and not has_python_order(items.dtype):
        return lambda items: list(items)[::-1]
    return lambda items: from_last(items)  # noqa: PLW0108 Numba wants a function of its own


def first_by(looped):
    """A function that gives the first element that such a loop gives, of sets and of anything."""

    def first(items):
        for item in looped(items):
            return item
        raise ValueError("an item of nothing")

    return typed()(lambda items: first)


def popped_by(first):
    """``items.pop()`` of a set that is another one afterwards; ``first``: gives an element."""

    def popping(items):
        if not isinstance(items, SetType):
            return lambda items: items.pop()
        if not items.changes:
            raise TypingError("PERFECTPLAY a frozenset has no pop")

        def popped(items):
            if len(items) == 0:
                raise KeyError("pop from an empty set")
            return first(items)

        return popped

    return typed()(popping)
