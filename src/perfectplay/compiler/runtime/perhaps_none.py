"""What compiled rules do with a local that is a number, a tuple or None: Numba lacks its truth, and
items by constants."""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature as signature_of
from numba.extending import intrinsic, overload, type_callable

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import _code_of_optional

__all__ = ["there"]


def _is_number_or_none(kind):
    held = kind.type if isinstance(kind, types.Optional) else None
    return isinstance(held, types.Integer | types.Boolean)


@type_callable(bool)
def _type_of_truth(context):
    return lambda value: types.boolean if _is_number_or_none(value) else None


@lower_builtin(bool, types.Optional)
def _true(context, builder, signature, args):
    (kind,) = signature.args
    if not _is_number_or_none(kind):  # a word
        code = _code_of_optional(context, builder, kind, args[0])
        return builder.icmp_signed(">=", code, ir.Constant(ir.IntType(64), 0))
    held = context.make_helper(builder, kind, value=args[0])
    there = context.is_true(builder, types.boolean, held.valid)
    return builder.and_(there, context.is_true(builder, kind.type, held.data))


@overload(operator.not_)
def _not(value):
    return (lambda value: not bool(value)) if _is_number_or_none(value) else None


def _item(context, builder, signature, args):
    """``pair[0]``: None raises, as in Python."""
    kind = signature.args[0]
    whole = context.cast(builder, args[0], kind, kind.type)
    inner = signature_of(signature.return_type, kind.type, *signature.args[1:])
    return context.get_function("static_getitem", inner)(builder, (whole, args[1]))


for _index in (types.IntegerLiteral, types.SliceLiteral):
    lower_builtin("static_getitem", types.Optional, _index)(_item)


@intrinsic
def _held(typingctx, value):
    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], signature.args[0], signature.return_type)

    return value.type(value), codegen


@typed()
def there(value):
    """A value that is not None, though its type allows it: None raises."""
    if isinstance(value, types.Optional):
        return lambda value: _held(value)  # noqa: PLW0108 - what is not a lambda is not typed
    return lambda value: value
