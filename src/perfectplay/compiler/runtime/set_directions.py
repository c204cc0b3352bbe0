"""Sets of states, looped over from the first or from the last element of their table.

Equal states may hold sets of different orders in Python, so that rules that are right give the same
in any order. Whether some rules do, nobody can see; so they are compiled with one order and with
the opposite one, both are compared wherever states are solved, and in some with Python's own order.
A middle element is the same in both: where a solution is verified, a third order is taken.
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


class FromSecondType(UnorderedType):
    """The type of a set that is looped over from the second element of its table to the last, and
    then to the first."""

    def __init__(self, of: SetType) -> None:
        super().__init__(of)
        self.name = f"FromSecond({of.name})"

    @property
    def iterator_type(self):
        return FromSecondIterator(self.of)


class FromSecondIterator(types.SimpleIteratorType):
    """The type of the loop over such a set."""

    def __init__(self, of: SetType) -> None:
        self.of = of
        super().__init__(f"FromSecondIterator({of.name})", of.element)


register_model(FromSecondType)(_BitsModel)


@register_model(FromSecondIterator)
class _TwoPartsModel(models.StructModel):
    def __init__(self, manager, kind):
        word = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("rest", word), ("first", word)])


@lower_builtin("getiter", FromSecondType)
def _getiter_from_second(context, builder, signature, args):
    iterator = context.make_helper(builder, signature.return_type)
    first = builder.and_(args[0], builder.neg(args[0]))
    iterator.rest = cgutils.alloca_once_value(builder, builder.xor(args[0], first))
    iterator.first = cgutils.alloca_once_value(builder, first)
    return iterator._getvalue()


@lower_builtin("iternext", FromSecondIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext_from_second(context, builder, signature, args, result):
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    rest, first = builder.load(iterator.rest), builder.load(iterator.first)
    has_rest = builder.icmp_unsigned("!=", rest, ir.Constant(_WORD, 0))
    bits = builder.select(has_rest, rest, first)
    there = builder.icmp_unsigned("!=", bits, ir.Constant(_WORD, 0))
    result.set_valid(there)
    with builder.if_then(there):
        place = builder.cttz(bits, ir.Constant(ir.IntType(1), 1))
        result.yield_(_element(context, builder, signature.args[0].of, place))
        less = builder.and_(bits, builder.sub(bits, ir.Constant(_WORD, 1)))
        builder.store(builder.select(has_rest, less, rest), iterator.rest)
        builder.store(builder.select(has_rest, first, less), iterator.first)


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
from_second = _looped(FromSecondType)


@typed()
def backwards(items):
    """A set from its last element, as far as its order is not Python's; anything else as it is."""
    if isinstance(items, PythonSet) and not has_python_order(items.dtype):
        return lambda items: list(items)[::-1]
    return lambda items: from_last(items)  # noqa: PLW0108 Numba wants a function of its own


@typed()
def rotated(items):
    """A set from its second element, as far as its order is not Python's; anything else as it
    is."""
    if isinstance(items, PythonSet) and not has_python_order(items.dtype):
        return lambda items: list(items)[1:] + list(items)[:1]
    return lambda items: from_second(items)  # noqa: PLW0108 Numba wants a function of its own


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
