"""Operators between what may be records whose class defines them: ``square + step``, ``-step``."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from perfectplay.compiler.runtime.items import place_of
from perfectplay.compiler.runtime.record_equality import is_of_dataclass
from perfectplay.compiler.runtime.support import literal, typed
from perfectplay.compiler.runtime.words import _is_word
from perfectplay.compiler.source.own_names import OF_RECORD, field_name

_PLAIN = {
    "__add__": lambda one, other, name: one + other,
    "__sub__": lambda one, other, name: one - other,
    "__mul__": lambda one, other, name: one * other,
    "__mod__": lambda one, other, name: one % other,
    "__floordiv__": lambda one, other, name: one // other,
    "__and__": lambda one, other, name: one & other,
    "__or__": lambda one, other, name: one | other,
    "__xor__": lambda one, other, name: one ^ other,
    "__lshift__": lambda one, other, name: one << other,
    "__rshift__": lambda one, other, name: one >> other,
    "__matmul__": lambda one, other, name: one @ other,
}
_PLAIN_ALONE = {
    "__neg__": lambda one, name: -one,
    "__pos__": lambda one, name: +one,
    "__invert__": lambda one, name: -1 - one,  # ~True is -2, and False to Numba
}


def _own(kind, name):
    """The function that is an operator of a type of records; None if it has none of its own."""
    cls = kind.instance_class if isinstance(kind, types.BaseNamedTuple) else None
    return getattr(cls, f"{OF_RECORD}{name}", None)


def _method(name):
    """The name of an operator's method, which is always written out."""
    if not isinstance(name, types.StringLiteral):
        raise TypingError("PERFECTPLAY an operator between such values does not compile")
    return literal(name)


def _binary(one, other, name):
    """The typing of a binary operator."""
    method = _method(name)
    own = _own(one, method)
    if own is not None:
        return lambda one, other, name: own(one, other)
    reflected = _own(other, f"__r{method[2:]}")
    if reflected is not None:
        return lambda one, other, name: reflected(other, one)
    return _PLAIN[method]


@typed(prefer_literal=True)
def operated(one, other, name):
    """What a binary operator gives; ``name``: of its method."""
    return _binary(one, other, name)


@typed(prefer_literal=True)
def operated_in_place(one, other, name):
    """What ``one`` becomes by ``one += other`` and its like: a list stays the same list."""
    if isinstance(one, types.Set):
        raise TypingError("PERFECTPLAY an operator that changes a set does not compile")
    if not isinstance(one, types.List):
        return _binary(one, other, name)

    def extended(one, other, name):
        one.extend(other)
        return one

    return extended


@typed(prefer_literal=True)
def operated_alone(one, name):
    """What a unary operator gives."""
    method = _method(name)
    own = _own(one, method)
    return _PLAIN_ALONE[method] if own is None else lambda one, name: own(one)


@typed(prefer_literal=True)
def member_operated(one, members, values, name):
    """What a unary operator gives of a member of an Enum, one of the ``members``, of which each
    gives one of the ``values``; or of anything else."""
    if _is_word(one):
        return lambda one, members, values, name: values[place_of(members, one)]
    return lambda one, members, values, name: operated_alone(one, name)


@intrinsic(prefer_literal=True)
def picked(typingctx, value, name):
    """The function that a method, or a property, of the class of a record is."""
    own = _own(value, literal(name))
    if own is None:
        raise TypingError(f"PERFECTPLAY {literal(name)} of one class is asked of something else")
    signature = types.Dispatcher(own)(value, name)
    return signature, lambda context, builder, signature, args: context.get_dummy_value()


@typed(prefer_literal=True)
def attribute_of(value, name):
    """What a record has under a name: a field, or what a property gives."""
    own = _own(value, literal(name))
    if own is not None:
        return lambda value, name: own(value)
    field = field_name(literal(name))
    if not isinstance(value, types.BaseNamedTuple) or field not in value.fields:
        raise TypingError(f"PERFECTPLAY {literal(name)} of one class is asked of something else")
    place = value.fields.index(field)
    return lambda value, name: value[place]


@intrinsic
def tuple_of_record(typingctx, record):
    """``astuple(record)``, where no field holds another record."""
    if not is_of_dataclass(record) or any(map(_may_hold_records, record)):
        raise TypingError("PERFECTPLAY astuple of what is no dataclass, or holds records")

    def codegen(context, builder, signature, args):
        items = [builder.extract_value(args[0], i) for i in range(len(record))]
        whole = context.make_tuple(builder, signature.return_type, items)
        return impl_ret_borrowed(context, builder, signature.return_type, whole)

    return types.BaseTuple.from_types(tuple(record))(record), codegen


def _may_hold_records(kind):
    """Whether values of a type may be records, or hold some."""
    if isinstance(kind, types.BaseNamedTuple):
        return True
    if isinstance(kind, types.BaseTuple):
        return any(map(_may_hold_records, kind))
    return _may_hold_records(kind.dtype) if isinstance(kind, types.IterableType) else False
