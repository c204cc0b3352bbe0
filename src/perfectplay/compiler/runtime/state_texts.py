"""Texts that change their length in states: all texts of such a game that are not written out.

One is room for so many characters, and a count, as a `LooseTextType` is; but all have the same
room, so that sums, slices and branches give one type. A word of one character beside one becomes
one, as "" does, and the other way round. A text that is too long raises, and so does a longer word:
the game runs interpreted.
"""
# ruff: noqa: ARG001, ARG002
# mypy: ignore-errors

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, overload, register_jitable, register_model

from perfectplay.compiler.runtime.cut_slices import LooseTextType, _LooseModel
from perfectplay.compiler.runtime.text_types import TextType
from perfectplay.compiler.runtime.varying_helpers import len_of_room
from perfectplay.compiler.runtime.varying_types import WORD as INTEGER
from perfectplay.compiler.runtime.varying_types import RoomType, struct
from perfectplay.compiler.runtime.varying_values import (
    _as_varying,
    _empty_value,
    count_of,
    room_get,
    room_of,
    room_put,
    whole_of,
)
from perfectplay.compiler.runtime.words import WordType, _code, _is_word, word_field
from perfectplay.game.shape.state_words import EMPTY, FOREIGN

TOO_LONG = "a text is longer than those of the first states"
LONGER_WORD = "a word stands where a text that changes its length does"


class StateTextType(LooseTextType):
    """The type of texts of up to ``most`` characters, where the first ``letters`` words are
    characters."""

    def __init__(self, most: int, letters: int) -> None:
        super().__init__(most)
        self.letters = letters
        self.name = f"StateText({most}, {letters})"

    def can_convert_from(self, typingctx, other):
        """Any text becomes one."""
        return Conversion.safe if self._holds(other) else None

    def unify(self, typingctx, other):
        """Any text beside one is one."""
        return self if self._holds(other) else None

    def _holds(self, other) -> bool:
        if isinstance(other, StateTextType):
            return other == self
        if isinstance(other, TextType):
            return len(other) <= self.most
        return isinstance(other, WordType | LooseTextType)


register_model(StateTextType)(_LooseModel)
lower_cast(TextType, StateTextType)(_as_varying)


def _raise_if(context, builder, wrong, message):
    with cgutils.if_unlikely(builder, wrong):
        context.call_conv.return_user_exc(builder, ValueError, (message,))


@lower_cast(StateTextType, StateTextType)
def _same(context, builder, given, wanted, value):
    return value


@lower_cast(LooseTextType, StateTextType)
def _of_loose(context, builder, given, wanted, value):
    before = struct(context, builder, given, value)
    after = struct(context, builder, wanted, _empty_value(context, builder, wanted))
    if given.most > wanted.most:
        most = ir.Constant(INTEGER, wanted.most)
        _raise_if(context, builder, builder.icmp_signed(">", before.count, most), TOO_LONG)
    items = after.items
    for i in range(min(given.most, wanted.most)):
        items = builder.insert_value(items, builder.extract_value(before.items, i), i)
    after.items, after.count = items, before.count
    return after._getvalue()


@lower_cast(WordType, StateTextType)
def _of_word(context, builder, given, wanted, value):
    def constant(number):
        return ir.Constant(INTEGER, number)

    none = builder.icmp_signed("<", value, constant(EMPTY))
    several = builder.and_(
        builder.icmp_signed(">=", value, constant(wanted.letters)),
        builder.icmp_signed("<", value, constant(FOREIGN)),
    )
    _raise_if(context, builder, builder.or_(none, several), LONGER_WORD)
    text = struct(context, builder, wanted, _empty_value(context, builder, wanted))
    text.items = builder.insert_value(text.items, value, 0)  # blanks are "" as well
    is_letter = builder.icmp_signed(">=", value, constant(0))
    text.count = builder.zext(is_letter, INTEGER)
    return text._getvalue()


@intrinsic
def empty_text(typingctx, room):
    """ "" as a text that changes its length."""
    kind = StateTextType(room.most, room.letters)

    def codegen(context, builder, signature, args):
        return _empty_value(context, builder, kind)

    return kind(room), codegen


@intrinsic
def state_text(typingctx, value, room):
    """Any text as one that changes its length. Anything else does not compile."""
    if not isinstance(room, RoomType):
        return None
    kind = StateTextType(room.most, room.letters)
    if not kind._holds(value):
        raise TypingError(f"PERFECTPLAY a text in one place is {value} in another")

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, kind)

    return kind(value, room), codegen


@intrinsic
def text_of_room(typingctx, words, count, room):
    """The text of the first of these characters; those beyond ``count`` are blank."""
    kind = StateTextType(room.most, room.letters)

    def codegen(context, builder, signature, args):
        text = struct(context, builder, kind, _empty_value(context, builder, kind))
        items = text.items
        for i in range(len(words)):
            items = builder.insert_value(items, builder.extract_value(args[0], i), i)
        text.items, text.count = items, args[1]
        return text._getvalue()

    return kind(words, types.int64, room), codegen


# --- words and texts ------------------------------------------------------------------------------


def _is_it(letters):
    """A function that says whether a text is what a word is."""

    @register_jitable
    def same(text, word):
        code = _code(word)
        if letters <= code < FOREIGN:
            raise ValueError(LONGER_WORD)
        if code < 0:
            return code == EMPTY and count_of(text) == 0
        return count_of(text) == 1 and _code(room_get(room_of(text), 0)) == code

    return same


@overload(operator.eq)
def _eq(one, other):
    if isinstance(one, StateTextType) and _is_word(other):
        same = _is_it(one.letters)
        return lambda one, other: same(one, other)  # noqa: PLW0108
    if isinstance(other, StateTextType) and _is_word(one):
        same = _is_it(other.letters)
        return lambda one, other: same(other, one)
    return None


@overload(operator.ne)
def _ne(one, other):
    for text, word in ((one, other), (other, one)):
        if isinstance(text, StateTextType) and _is_word(word):
            return lambda one, other: not (one == other)  # noqa: SIM201
    return None


# --- put together ---------------------------------------------------------------------------------


@register_jitable
def added(one, other):
    """``one + other`` of two such texts."""
    room, more = room_of(one), room_of(other)
    first, count = count_of(one), count_of(other)
    if first + count > len_of_room(one):
        raise ValueError(TOO_LONG)
    for i in range(count):
        room_put(room, first + i, room_get(more, i))
    return whole_of(room, first + count, one)


# --- in the place of a word -----------------------------------------------------------------------


@overload(word_field)
def _word_field(value):
    """The code of such a text in a state where a word stands."""
    if not isinstance(value, StateTextType):
        return None

    def code(value):
        if count_of(value) > 1:
            raise ValueError(LONGER_WORD)
        return _code(room_get(room_of(value), 0))  # which is blank in an empty text

    return code
