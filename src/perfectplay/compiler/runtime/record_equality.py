"""Equality of dataclasses, NamedTuples once compiled: two of unlike classes are never equal."""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

import operator
from itertools import product

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing import signature as typed_call

from perfectplay.compiler.source.own_names import OF_DATACLASS, OF_PLAIN_CLASS


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


def _eq(context, builder, signature, args):
    if never_equal(*signature.args):
        return context.get_constant(types.boolean, False)
    if hasattr(getattr(signature.args[0], "instance_class", None), OF_PLAIN_CLASS):
        raise TypingError("PERFECTPLAY objects of a class without == are compared")
    answer = context.get_constant(types.boolean, True)
    for i, kinds in enumerate(zip(*signature.args, strict=True)):
        items = [builder.extract_value(whole, i) for whole in args]
        if all(isinstance(kind, types.BaseTuple) for kind in kinds):  # perhaps of unlike classes
            asked = context.get_function(operator.eq, typed_call(types.boolean, *kinds))
            same = asked(builder, items)
        elif kinds[0] != kinds[1] and any(isinstance(kind, types.Optional) for kind in kinds):
            raise TypingError("PERFECTPLAY tuples with parts that are perhaps None are compared")
        else:
            same = context.generic_compare(builder, operator.eq, kinds, items)
        answer = builder.and_(answer, same)
    return answer


def _ne(context, builder, signature, args):
    return builder.not_(_eq(context, builder, signature, args))


_KINDS = (types.BaseNamedTuple, types.BaseTuple, types.Tuple, types.UniTuple)
for _pair in product(_KINDS, _KINDS):
    if _pair != (types.BaseTuple, types.BaseTuple):  # Numba's own, which is of every kind
        lower_builtin(operator.eq, *_pair)(_eq)
        lower_builtin(operator.ne, *_pair)(_ne)


@lower_builtin(operator.eq, types.LiteralList, types.LiteralList)
@lower_builtin(operator.ne, types.LiteralList, types.LiteralList)
def _unlike_lists(context, builder, signature, args):  # Numba's own compares their types alone
    raise TypingError("PERFECTPLAY lists of unlike items are compared")


@lower_builtin(operator.is_, types.BaseTuple, types.BaseTuple)
def _is(context, builder, signature, args):  # Numba takes it for ==
    raise TypingError("PERFECTPLAY is of tuples or objects is asked")
