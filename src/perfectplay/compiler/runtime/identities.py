"""What compiled rules ask with ``is``, and of which class NamedTuples and dataclasses are."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from perfectplay.compiler.runtime.support import literal, typed
from perfectplay.compiler.runtime.words import _both, _code, equal, held_in
from perfectplay.compiler.source.own_names import OF_WAYS, OWN_DIGITS


@typed()
def is_of(value, cls):
    """Whether a value, which may be None, is of a class; of others, nothing is known."""
    kind = value.type if isinstance(value, types.Optional) else value
    if isinstance(kind, types.NoneType):
        return lambda value, cls: False
    if isinstance(kind, types.BaseNamedTuple) and kind.instance_class is cls.instance_class:
        if kind is value:
            return lambda value, cls: True
        return lambda value, cls: value is not None
    raise TypingError(f"PERFECTPLAY a pattern of a class is asked of {value}")


@typed(prefer_literal=True)
def owned(value, name):
    """The value, which may be None, if it is of the class with this name in the translated rules:
    None raises."""
    held = value.type if isinstance(value, types.Optional) else value
    if isinstance(held, types.BaseNamedTuple) and (
        held.instance_class.__name__[:-OWN_DIGITS] == literal(name)
    ):
        return (lambda value, name: value) if held is value else lambda value, name: held_in(value)
    raise TypingError(f"PERFECTPLAY what {literal(name)} has is asked of something else")


@intrinsic
def without_ways(typingctx, value):
    """A value that is indexed, looped over or tested: no record whose class says what that is."""
    kind = value.type if isinstance(value, types.Optional) else value
    if hasattr(getattr(kind, "instance_class", None), OF_WAYS):
        name = kind.instance_class.__name__[:-OWN_DIGITS].rpartition("_")[2]
        raise TypingError(f"PERFECTPLAY the ways of {name} are asked")

    def codegen(context, builder, signature, args):
        return impl_ret_borrowed(context, builder, signature.return_type, args[0])

    return value(value), codegen


@typed()
def same(one, other):
    """``one is other``, of words and members of an Enum."""
    if _both(one, other):
        return lambda one, other: _code(one) == _code(other)
    for kind in (types.Integer, types.Boolean):  # 1 is not True
        if all(isinstance(x, kind) for x in (one, other)):
            return lambda one, other: one == other
        if all(isinstance(getattr(x, "type", x), kind) for x in (one, other)):
            return lambda one, other: equal(one, other)  # noqa: PLW0108
    raise TypingError("PERFECTPLAY is of values of two kinds")
