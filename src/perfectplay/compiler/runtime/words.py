"""Words in compiled rules: texts that are compared but not taken apart, None, members of an Enum.

A word is a number, its code: -2 for None, -1 for "", else its place in the table of the game. Only
what is defined here can be done with one, so that no rule mistakes its code for a number.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed, lower_builtin, lower_constant
from numba.core.typeconv import Conversion
from numba.extending import (
    intrinsic,
    lower_cast,
    models,
    overload,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
)

from perfectplay.compiler.runtime.record_equality import never_equal
from perfectplay.compiler.runtime.support import typed
from perfectplay.game.shape.state_words import NO_WORD

_CODE = ir.IntType(64)


class WordType(types.Hashable):
    """The type of words."""

    def __init__(self) -> None:
        super().__init__(name="Word")

    def can_convert_from(self, typingctx, other):
        """None is a word."""
        return Conversion.safe if isinstance(other, types.NoneType) else None

    def unify(self, typingctx, other):
        """A word or None is a word."""
        return self if isinstance(other, types.NoneType) else None


WORD = WordType()


class WordConstant:
    """A word with this code, as a constant of compiled rules."""

    def __init__(self, code: int) -> None:
        self.code = code


@register_model(WordType)
class _WordModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _CODE)


@typeof_impl.register(WordConstant)
def _type_of(value, context):
    return WORD


@lower_constant(WordType)
def _constant(context, builder, kind, value):
    return ir.Constant(_CODE, value.code)


@lower_cast(types.NoneType, WordType)
def _none(context, builder, given, wanted, value):
    return ir.Constant(_CODE, NO_WORD)


@lower_cast(types.Optional, WordType)
def _perhaps(context, builder, given, wanted, value):
    return _code_of_optional(context, builder, given, value)


def _is_word(kind):
    return isinstance(kind, WordType) or (
        isinstance(kind, types.Optional) and isinstance(kind.type, WordType)
    )


def _code_of_optional(context, builder, kind, value):
    held = context.make_helper(builder, kind, value=value)
    there = held.valid
    if there.type.width > 1:
        there = builder.trunc(there, ir.IntType(1))
    return builder.select(there, held.data, ir.Constant(_CODE, NO_WORD))


@intrinsic
def _code(typingctx, word):
    """The code of a word, or of None."""

    def codegen(context, builder, signature, args):
        kind = signature.args[0]
        if isinstance(kind, types.NoneType):
            return ir.Constant(_CODE, NO_WORD)
        if not isinstance(kind, types.Optional):
            return args[0]
        return _code_of_optional(context, builder, kind, args[0])

    if _is_word(word) or isinstance(word, types.NoneType):
        return types.int64(word), codegen
    return None


@intrinsic
def word_of(typingctx, code):
    """The word with a code."""
    if isinstance(code, types.Integer):
        return WORD(types.int64), lambda context, builder, signature, args: args[0]
    return None


def _both(one, other):
    """Whether one is a word, and the other a word or None."""
    kinds = (one, other)
    return any(map(_is_word, kinds)) and all(
        _is_word(x) or isinstance(x, types.NoneType) for x in kinds
    )


def _compared(one, other):
    """The typing of ``one == other`` if one of them is a word; None if none is."""
    if not (_is_word(one) or _is_word(other)):
        return None
    if _both(one, other):
        return lambda one, other: _code(one) == _code(other)
    for text, word in ((one, other), (other, one)):
        if is_text(text) and _is_word(word):
            return _word_and_text(len(text), first=text is one)
    if any(isinstance(x, types.Number | types.Boolean | types.BaseTuple) for x in (one, other)):
        return lambda one, other: False
    return None


def is_text(kind):
    """Whether a type is that of texts, a `TextType`."""
    return python_class(kind) is str and not getattr(kind, "loose", False)


def python_class(kind):
    """`str` for the types of texts, `bytes` for those of bytes, else `tuple`."""
    return getattr(kind, "python", tuple)


def _word_and_text(length, *, first):
    """The typing of ``text == word``; ``first``: the text is on the left."""
    if length != 1:  # a word of several characters is compared as a whole
        raise TypingError("PERFECTPLAY a word is compared with a part of a board")
    if first:
        return lambda one, other: _code(one[0]) == _code(other)
    return lambda one, other: _code(one) == _code(other[0])


@overload(operator.eq)
def _eq(one, other):
    return _compared(one, other)


@overload(operator.ne)
def _ne(one, other):
    if _compared(one, other) is None:
        return None
    return lambda one, other: not (one == other)  # noqa: SIM201


def _is_optional(kind):
    """Whether it is the type of a number or a tuple that may be None."""
    held = kind.type if isinstance(kind, types.Optional) else None
    return isinstance(held, types.Integer | types.Boolean | types.BaseTuple)


def holds_optional(kind):
    """Whether a type is that of a number or a tuple that may be None, or of a tuple with one."""
    inner = isinstance(kind, types.BaseTuple) and any(map(holds_optional, kind))
    return inner or _is_optional(kind)


def _equal_if_there(one, other):
    """The typing of ``one == other`` where a number or a tuple may be None."""
    if not _is_optional(one):
        return lambda one, other: equal(other, one)
    if _is_word(other):
        return lambda one, other: one is None and is_none(other)
    if not _is_optional(other):
        return lambda one, other: one is not None and equal(held_in(one), other)

    def compared(one, other):
        if one is None or other is None:
            return one is None and other is None
        return equal(held_in(one), held_in(other))

    return compared


@intrinsic
def held_in(typingctx, value):
    """What there is, of a value that may be None: None raises."""

    def codegen(context, builder, signature, args):
        held = context.cast(builder, args[0], signature.args[0], signature.return_type)
        return impl_ret_borrowed(context, builder, signature.return_type, held)

    return value.type(value), codegen


@typed()
def equal(one, other):
    """``one == other``, where compiled code has its own view of None and of unlike tuples."""
    words = _compared(one, other)
    if words is not None:
        return words
    if isinstance(one, types.NoneType):
        return lambda one, other: is_none(other)
    if isinstance(other, types.NoneType):
        return lambda one, other: is_none(one)
    if _is_optional(one) or _is_optional(other):
        return _equal_if_there(one, other)
    tuples = isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple)
    if tuples and (never_equal(one, other) or python_class(one) is not python_class(other)):
        return lambda one, other: False
    kinds = (types.Number | types.Boolean, types.BaseTuple)
    if all(any(isinstance(x, kind) for x in (one, other)) for kind in kinds):
        return lambda one, other: False
    if tuples and len(one) and (one != other or holds_optional(one)):
        return lambda one, other: equal(one[0], other[0]) and equal(one[1:], other[1:])
    return lambda one, other: one == other


@typed()
def alike(one, other):
    """``one == other``, where one of them may be None."""
    if holds_optional(one) or holds_optional(other):
        return lambda one, other: equal(one, other)  # noqa: PLW0108
    if one == other and _is_tuple(one) and not all(map(_is_simple, one)):
        return lambda one, other: alike(one[0], other[0]) and alike(one[1:], other[1:])
    return lambda one, other: one == other


def _is_simple(kind):
    """Whether Numba compares tuples of a type: not of texts, whose comparison is our own."""
    if _is_tuple(kind):
        return all(map(_is_simple, kind))
    return _is_word(kind) or isinstance(kind, types.Number | types.Boolean)


def _is_tuple(kind):
    """Whether a type is that of tuples, and not of texts, which are seen as such."""
    return isinstance(kind, types.BaseTuple) and python_class(kind) is tuple


@type_callable(bool)
def _type_of_truth(context):
    return lambda word: types.boolean if _is_word(word) or _is_optional(word) else None


@lower_builtin(bool, WordType)
def _true(context, builder, signature, args):
    return builder.icmp_signed(">=", args[0], ir.Constant(_CODE, 0))


@overload(operator.not_)
def _not(word):
    if _is_optional(word):
        return lambda word: not bool(word)
    if isinstance(word, types.List | types.Set):
        return lambda word: len(word) == 0
    return (lambda word: _code(word) < 0) if _is_word(word) else None


@typed()
def as_word(value):
    """A value that is looked for: None is a word."""
    if _is_word(value) or isinstance(value, types.NoneType):
        return lambda value: word_of(_code(value))
    return lambda value: value


@overload_method(WordType, "__hash__")
def _hash(word):
    return lambda word: hash(_code(word))


@typed()
def is_none(value):
    """``value is None``."""
    if _is_word(value):
        return lambda value: _code(value) == NO_WORD
    if isinstance(value, types.NoneType):
        return lambda value: True
    if isinstance(value, types.Optional):
        return lambda value: value is None
    return lambda value: False


@typed()
def word_field(value):
    """The code of a word in a state; nothing else compiles."""
    if _is_word(value) or isinstance(value, types.NoneType):
        return lambda value: _code(value)  # noqa: PLW0108
    if is_text(value):
        raise TypingError("PERFECTPLAY a word of its states is taken out of a text")
    if isinstance(value, types.Integer | types.BaseTuple | types.Optional):
        raise TypingError(f"PERFECTPLAY a part of its states is None or a text, and then {value}")
    raise TypingError(f"PERFECTPLAY its states hold {value}")
