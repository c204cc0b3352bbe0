"""Texts and bytes in compiled rules: boards whose length the compiler knows.

A text is a tuple of words of one character, bytes are a tuple of integers, each with a type of its
own, so that nothing that Python does with texts alone is done with a tuple, and the other way
round.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import UniTupleModel
from numba.core.errors import TypingError
from numba.extending import (
    intrinsic,
    lower_cast,
    overload,
    overload_method,
    register_jitable,
    register_model,
)

from perfectplay.compiler.runtime.support import items_of, literal, typed
from perfectplay.compiler.runtime.words import WORD, WordType, _code, _is_word
from perfectplay.game.shape.state_words import FOREIGN

_CHARACTER = types.Opaque("character of a text")


class BoardType(types.UniTuple):
    """A type of texts or of bytes of one length. ``python``: the class that they have in Python."""

    python: type

    def __unliteral__(self):
        return self

    def can_convert_to(self, typingctx, other):
        """Texts become nothing else."""
        return None

    def __iter__(self):
        """Types that nothing becomes, so that nothing becomes a text. Otherwise a function that was
        compiled for texts before would be called with a tuple, and the other way round."""
        return iter([_CHARACTER] * self.count)

    def unify(self, typingctx, other):
        """Texts are not mixed with anything else."""
        return None


class TextType(BoardType):
    """The type of texts of one length. ``looser``: the type of texts of several lengths."""

    python = str
    looser: Any = None

    def __init__(self, length: int) -> None:
        super().__init__(WORD, length)
        self.name = f"Text({length})"

    def unify(self, typingctx, other):
        """Texts of two lengths are one whose length varies."""
        if isinstance(other, TextType):
            return self.looser(max(len(self), len(other)))
        return other.unify(typingctx, self) if is_loose(other) else None


class BytesType(BoardType):
    """The type of bytes of one length."""

    python = bytes

    def __init__(self, length: int) -> None:
        super().__init__(types.int64, length)
        self.name = f"Bytes({length})"


register_model(TextType)(UniTupleModel)
register_model(BytesType)(UniTupleModel)


@intrinsic
def text_of(typingctx, words):
    """The text of a tuple of words, which are characters."""
    if isinstance(words, types.UniTuple) and isinstance(words.dtype, WordType):
        return TextType(len(words))(words), lambda context, builder, signature, args: args[0]
    raise TypingError(f"PERFECTPLAY a text is made of {words}")


@intrinsic
def bytes_of(typingctx, numbers):
    """The bytes of a tuple of integers, which are from 0 to 255."""
    if isinstance(numbers, types.UniTuple) and numbers.dtype == types.int64:
        return BytesType(len(numbers))(numbers), lambda context, builder, signature, args: args[0]
    raise TypingError(f"PERFECTPLAY bytes are made of {numbers}")


@overload(operator.eq)
def _equal_boards(one, other):
    if not (isinstance(one, BoardType) or isinstance(other, BoardType)):
        return None
    if one == other:
        return lambda one, other: items_of(one) == items_of(other)
    if _is_word(one) or _is_word(other):
        return None  # words.py knows
    plain = types.BaseTuple | types.Number | types.Boolean
    if isinstance(one, plain) and isinstance(other, plain):
        return lambda one, other: False
    return None


def _ordered(before):
    """The typing of a comparison of bytes by order."""

    def typing(one, other):
        if isinstance(one, BytesType) and isinstance(other, BytesType):
            return lambda one, other: before(items_of(one), items_of(other))
        return None

    return typing


for _before in (operator.lt, operator.le, operator.gt, operator.ge):
    overload(_before)(_ordered(_before))


def _better(before):
    """The typing of ``min`` and ``max`` of two bytes of one length."""

    def typing(one, other):
        if isinstance(one, BytesType) and one == other:
            return lambda one, other: other if before(other, one) else one
        return None

    return typing


overload(min)(_better(operator.lt))
overload(max)(_better(operator.gt))


@lower_cast(BoardType, types.UniTuple)
@lower_cast(types.UniTuple, BoardType)
def _never(context, builder, given, wanted, value):
    raise TypingError("PERFECTPLAY a value is a text or bytes in one place and a tuple in another")


@typed(prefer_literal=True)
def need(value, name):
    """Nothing; what is no text, no bytes, no tuple, as ``name`` says, does not compile."""
    if getattr(value, "python", tuple).__name__ != literal(name):
        raise TypingError(f"PERFECTPLAY its states hold {value}")
    return lambda value, name: None


def boards_of(python):
    """An intrinsic that makes a tuple of rows texts or bytes, whatever they hold."""

    @intrinsic
    def made(typingctx, rows):
        kind = types.UniTuple(_BOARDS[python](len(rows.dtype)), len(rows))
        return kind(rows), lambda context, builder, signature, args: args[0]

    return made


_BOARDS = {str: TextType, bytes: BytesType}


def taker(indices, like):
    """An intrinsic that takes these items of a tuple; of a text as a text, of bytes as bytes.
    ``like``: the type of what they are taken of."""

    @intrinsic
    def take(typingctx, items):
        kinds = [items.types[i] for i in indices]
        board = _BOARDS.get(getattr(like, "python", None))
        kind = board(len(indices)) if board else types.BaseTuple.from_types(kinds)

        def codegen(context, builder, signature, args):
            values = [builder.extract_value(args[0], i) for i in indices]
            if isinstance(kind, types.UniTuple):
                return cgutils.pack_array(builder, values)
            return context.make_tuple(builder, kind, values)

        return kind(items), codegen

    return take


def rows_taker(ranges):
    """An intrinsic that takes several parts of a text: a text each, a word for one character."""
    kinds = [TextType(len(each)) if len(each) > 1 else WORD for each in ranges]

    @intrinsic
    def take(typingctx, items):
        kind = types.BaseTuple.from_types(kinds)

        def codegen(context, builder, signature, args):
            parts = []
            for each in ranges:
                values = [builder.extract_value(args[0], i) for i in each]
                parts.append(cgutils.pack_array(builder, values) if len(each) > 1 else values[0])
            return context.make_tuple(builder, kind, parts)

        return kind(items), codegen

    return take


@register_jitable
def byte(number):
    """A number that is in bytes. Raises ValueError beyond 0 to 255, as Python does."""
    if number < 0 or number > 255:
        raise ValueError("byte must be in range(0, 256)")
    return np.int64(number)


@register_jitable
def letter(word, letters):
    """A word that is a character: the first ``letters`` words are, and those beyond the table."""
    code = _code(word)
    if code < 0 or letters <= code < FOREIGN:
        raise ValueError("a word is used as a character")
    return word


@typed()
def unit(item):
    """The number of a character, or the number that an item of bytes is."""
    if isinstance(item, WordType):
        return lambda item: _code(item)  # noqa: PLW0108
    return lambda item: item


@typed()
def part_like(board, part, letters):
    """A part that is compared with those of a text or of bytes, as a tuple."""
    if isinstance(board, TextType) or is_loose(board):
        return lambda board, part, letters: letters_in(part, letters)
    if isinstance(part, BytesType):
        return lambda board, part, letters: items_of(part)
    raise TypingError(f"PERFECTPLAY bytes are compared with {part}")


@typed()
def wanted_in(board, part, letters):
    """The same of what is looked for; in bytes that may be a number."""
    if isinstance(board, BytesType) and isinstance(part, types.Integer | types.Boolean):
        return lambda board, part, letters: (byte(part),)
    return lambda board, part, letters: part_like(board, part, letters)  # noqa: PLW0108


@typed()
def letters_in(part, letters):
    """The characters of a text, or the one that a word is, as a tuple."""
    if isinstance(part, TextType):
        return lambda part, letters: items_of(part)
    if isinstance(part, WordType):
        return lambda part, letters: (letter(part, letters),)
    if is_loose(part):
        return lambda part, letters: part
    raise TypingError(f"PERFECTPLAY a text is put together with {part}")


def is_textual(kind):
    """Whether a type is that of texts, or of words, which may be characters."""
    return isinstance(kind, TextType | WordType) or is_loose(kind)


def is_board(kind):
    """Whether a type is that of texts or bytes, of one length or not."""
    return isinstance(kind, BoardType) or is_loose(kind)


def is_loose(kind):
    """Whether a type is that of texts whose length varies, see `cut_slices`."""
    return getattr(kind, "loose", False)


@overload_method(TextType, "__hash__")
def _hash(text):
    """Equal texts have equal hashes; sets of texts of one length compile."""

    def hashed(text):
        value = 7
        for i in range(len(text)):
            value = value * 1000003 ^ _code(text[i])
        return hash(value)

    return hashed
