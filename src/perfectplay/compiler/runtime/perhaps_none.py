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
from numba.extending import overload, type_callable

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import _code_of_optional, _is_optional, held_in

__all__ = ["there", "truth"]


@type_callable(bool)
def _type_of_truth(context):
    return lambda value: types.boolean if _is_optional(value) else None


@lower_builtin(bool, types.Optional)
def _true(context, builder, signature, args):
    (kind,) = signature.args
    if not _is_optional(kind):  # a word
        code = _code_of_optional(context, builder, kind, args[0])
        return builder.icmp_signed(">=", code, ir.Constant(ir.IntType(64), 0))
    held = context.make_helper(builder, kind, value=args[0])
    there = context.is_true(builder, types.boolean, held.valid)
    return builder.and_(there, context.is_true(builder, kind.type, held.data))


@overload(operator.not_)
def _not(value):
    return (lambda value: not bool(value)) if _is_optional(value) else None


def _item(context, builder, signature, args):
    """``pair[0]``: None raises, as in Python."""
    kind = signature.args[0]
    whole = context.cast(builder, args[0], kind, kind.type)
    inner = signature_of(signature.return_type, kind.type, *signature.args[1:])
    return context.get_function("static_getitem", inner)(builder, (whole, args[1]))


for _index in (types.IntegerLiteral, types.SliceLiteral):
    lower_builtin("static_getitem", types.Optional, _index)(_item)


@typed()
def there(value):
    """A value that is not None, though its type allows it: None raises."""
    if isinstance(value, types.Optional):
        return lambda value: held_in(value)  # noqa: PLW0108 - what is not a lambda is not typed
    return lambda value: value


@typed()
def truth(value):
    """What stands for the truth of a value in a test."""
    collected = isinstance(value, types.Optional) and isinstance(value.type, types.List | types.Set)
    if not (_is_optional(value) or collected):
        return lambda value: value
    if collected:
        return lambda value: value is not None and len(there(value)) > 0
    if isinstance(value.type, types.BaseTuple):
        some = len(value.type) > 0
        return lambda value: some and value is not None
    return lambda value: value is not None and bool(there(value))
