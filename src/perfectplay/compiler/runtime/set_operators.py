"""What compiled rules can do with sets: operators, comparisons, truth, methods; see `set_types`.

If both sides have elements outside the table, nobody knows whether these are the same: an answer
that depends on it is not given.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core.imputils import lower_builtin
from numba.extending import overload, register_jitable, type_callable

from perfectplay.compiler.runtime.set_types import OUTSIDE, UNKNOWN, SetType, bits_in, set_like
from perfectplay.compiler.runtime.support import popcount, typed
from perfectplay.compiler.runtime.words import WordType


@register_jitable
def _known(bits):
    """The bits, of elements that are all in the table."""
    if bits < 0:
        raise ValueError(UNKNOWN)
    return bits


# --- of bits: the sign says that there are elements outside ---------------------------------------


@register_jitable
def _or(a, b):
    return a | b


@register_jitable
def _and(a, b):
    return _known(a & b)


@register_jitable
def _minus(a, b):
    _known(a & b)
    return a & ~b


@register_jitable
def _xor(a, b):
    _known(a & b)
    return a ^ b


@register_jitable
def _equal(a, b):
    if a != b:
        return False
    _known(a)
    return True


@register_jitable
def _within(a, b):
    """Whether all of a are in b."""
    if a & ~b:  # the sign too, if only a has elements outside
        return False
    _known(a)
    return True


@register_jitable
def _disjoint(a, b):
    common = a & b
    if common == 0:
        return True
    if common == OUTSIDE:
        raise ValueError(UNKNOWN)
    return False


# --- operators ------------------------------------------------------------------------------------


def _gives_a_set(function):
    """The typing of an operator of two sets, whose result is of the kind of the first."""

    def typing(one, other):
        if alike(one, other):
            return lambda one, other: set_like(function(bits_in(one), bits_in(other)), one)
        return None

    return typing


def alike(one, other):
    """Whether both types are those of sets with one table."""
    both = isinstance(one, SetType) and isinstance(other, SetType)
    return both and one.like(changes=False) == other.like(changes=False)


def _gives_another(typing):
    """The typing of ``rows[i] |= cells``: a frozenset is not changed in place."""
    return lambda one, other: (
        typing(one, other) if isinstance(one, SetType) and not one.changes else None
    )


for _operator, _in_place, _function in (
    (operator.or_, operator.ior, _or),
    (operator.and_, operator.iand, _and),
    (operator.sub, operator.isub, _minus),
    (operator.xor, operator.ixor, _xor),
):
    overload(_operator)(_gives_a_set(_function))
    overload(_in_place)(_gives_another(_gives_a_set(_function)))


def _decides(function):
    """The typing of a comparison of two sets."""

    def typing(one, other):
        if alike(one, other):
            return lambda one, other: function(bits_in(one), bits_in(other))
        return None

    return typing


overload(operator.le)(_decides(_within))
overload(operator.ge)(_decides(register_jitable(lambda a, b: _within(b, a))))
overload(operator.lt)(_decides(register_jitable(lambda a, b: _within(a, b) and a != b)))
overload(operator.gt)(_decides(register_jitable(lambda a, b: _within(b, a) and a != b)))


@overload(operator.eq)
def _eq(one, other):
    if alike(one, other):
        return lambda one, other: _equal(bits_in(one), bits_in(other))
    return (lambda one, other: False) if _unlike(one, other) else None


@overload(operator.ne)
def _ne(one, other):
    if alike(one, other):
        return lambda one, other: not _equal(bits_in(one), bits_in(other))
    return (lambda one, other: True) if _unlike(one, other) else None


def _unlike(one, other):
    """Whether one is a set, and the other something that no set equals."""
    if not (isinstance(one, SetType) or isinstance(other, SetType)):
        return False
    kinds = types.Number | types.Boolean | types.BaseTuple | types.NoneType | types.List | WordType
    return isinstance(one, kinds) or isinstance(other, kinds)


@overload(len)
def _len(items):
    if isinstance(items, SetType):
        return lambda items: popcount(_known(bits_in(items)))
    return None


@type_callable(bool)
def _type_of_truth(context):
    return lambda items: types.boolean if isinstance(items, SetType) else None


@lower_builtin(bool, SetType)
def _true(context, builder, signature, args):
    return builder.icmp_unsigned("!=", args[0], args[0].type(0))


@overload(operator.not_)
def _not(items):
    return (lambda items: bits_in(items) == 0) if isinstance(items, SetType) else None


@typed()
def disjoint(one, other):
    """``one.isdisjoint(other)``, of two sets."""
    return lambda one, other: _disjoint(bits_in(one), bits_in(other))
