"""Equality of dataclasses, NamedTuples once compiled: two of unlike classes are never equal."""
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core.imputils import lower_builtin
from numba.cpython.tupleobj import tuple_eq

from perfectplay.compiler.source.syntax_trees import OF_DATACLASS


def is_of_dataclass(kind):
    """Whether it is the type of a dataclass's objects."""
    return hasattr(getattr(kind, "instance_class", None), OF_DATACLASS)


def never_equal(one, other):
    """Whether tuples of two types are unlike: in length, or as one is of a dataclass and the other
    is of another class or plain."""
    if len(one) != len(other):
        return True
    classes = (getattr(kind, "instance_class", None) for kind in (one, other))
    return (is_of_dataclass(one) or is_of_dataclass(other)) and len(set(classes)) > 1


@lower_builtin(operator.eq, types.BaseNamedTuple, types.BaseNamedTuple)
@lower_builtin(operator.eq, types.BaseNamedTuple, types.BaseTuple)
@lower_builtin(operator.eq, types.BaseTuple, types.BaseNamedTuple)
def _eq(context, builder, signature, args):
    if never_equal(*signature.args):
        return context.get_constant(types.boolean, False)
    return tuple_eq(context, builder, signature, args)


@lower_builtin(operator.ne, types.BaseNamedTuple, types.BaseNamedTuple)
@lower_builtin(operator.ne, types.BaseNamedTuple, types.BaseTuple)
@lower_builtin(operator.ne, types.BaseTuple, types.BaseNamedTuple)
def _ne(context, builder, signature, args):
    return builder.not_(_eq(context, builder, signature, args))
