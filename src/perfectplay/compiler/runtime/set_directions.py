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
    unordered,
)
from perfectplay.compiler.runtime.support import typed

_WORD = ir.IntType(64)


class DirectedType(UnorderedType):
    """The type of a set that is looped over in another order. ``way``: "last", from the last
    element of its table to the first, or "second", from the second to the last, and then the
    first."""

    def __init__(self, of: SetType, way: str) -> None:
        super().__init__(of)
        self.way = way
        self.name = f"From {way} of {of.name}"

    @property
    def iterator_type(self):
        return DirectedIterator(self.of, self.way)


class DirectedIterator(types.SimpleIteratorType):
    """The type of the loop over such a set."""

    def __init__(self, of: SetType, way: str) -> None:
        self.of, self.way = of, way
        super().__init__(f"iterator from {way} of {of.name}", of.element)


@register_model(DirectedType)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _WORD)


@register_model(DirectedIterator)
class _IteratorModel(models.StructModel):
    """``rest``: the bits of the elements to come; ``at_end``: of those that come after them."""

    def __init__(self, manager, kind):
        word = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("rest", word), ("at_end", word)])


@lower_builtin("getiter", DirectedType)
def _getiter(context, builder, signature, args):
    iterator = context.make_helper(builder, signature.return_type)
    at_end = ir.Constant(_WORD, 0)
    if signature.args[0].way == "second":
        at_end = builder.and_(args[0], builder.neg(args[0]))  # the lowest bit
    iterator.rest = cgutils.alloca_once_value(builder, builder.xor(args[0], at_end))
    iterator.at_end = cgutils.alloca_once_value(builder, at_end)
    return iterator._getvalue()


@lower_builtin("iternext", DirectedIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context, builder, signature, args, result):
    kind, none = signature.args[0], ir.Constant(_WORD, 0)
    iterator = context.make_helper(builder, kind, value=args[0])
    rest, at_end = builder.load(iterator.rest), builder.load(iterator.at_end)
    has_rest = builder.icmp_unsigned("!=", rest, none)
    bits = builder.select(has_rest, rest, at_end)
    there = builder.icmp_unsigned("!=", bits, none)
    result.set_valid(there)
    with builder.if_then(there):
        never_none = ir.Constant(ir.IntType(1), 1)
        place = builder.cttz(bits, never_none)
        if kind.way == "last":
            place = builder.sub(ir.Constant(_WORD, 63), builder.ctlz(bits, never_none))
        result.yield_(_element(context, builder, kind.of, place))
        less = builder.xor(bits, builder.shl(ir.Constant(_WORD, 1), place))
        builder.store(builder.select(has_rest, less, rest), iterator.rest)
        builder.store(builder.select(has_rest, at_end, less), iterator.at_end)


def _looped(way):
    """An intrinsic that loops over sets of states in an order, and over anything else as it is."""

    @intrinsic
    def looped(typingctx, items):
        if isinstance(items, SetType):
            return DirectedType(items, way)(items), _checked_bits
        return items(items), _same

    return looped


from_first = unordered
"""It begins with the first element of the table."""

from_last, from_second = _looped("last"), _looped("second")


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
