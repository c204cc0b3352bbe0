"""Slices of texts and tuples by bounds that are not constants: ``s[max(i - 1, 0):i + 2]``.

The slice of a text is a text whose length varies, with room for as many characters as the whole
has. That of a tuple is a tuple that changes its length; see `varying_types`.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core.errors import TypingError
from numba.core.typeconv import Conversion
from numba.extending import (
    intrinsic,
    lower_cast,
    models,
    overload,
    register_jitable,
    register_model,
)

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import (
    TextType,
    is_loose,
    is_textual,
    letter,
    letters_in,
    unit,
)
from perfectplay.compiler.runtime.varying_types import (
    VaryingConstant,
    VaryingType,
    is_plain,
    normal,
    struct,
)
from perfectplay.compiler.runtime.varying_values import (
    _as_varying,
    _empty_value,
    room_of,
    room_put,
    whole_of,
)
from perfectplay.compiler.runtime.words import WORD, WordType, _code, _is_word, equal
from perfectplay.game.shape.state_words import EMPTY, FOREIGN, NO_WORD

SPARE = 2
"""Items by which a slice of a tuple may become longer than the tuple before it is put together."""


class LooseTextType(VaryingType):
    """The type of texts of up to ``most`` characters."""

    loose = True
    python = str

    def __init__(self, most: int) -> None:
        super().__init__(WORD, most)
        self.name = f"Loose({most})"

    @property
    def plain_kind(self):
        """The type of the tuple of the characters."""
        return VaryingType(WORD, self.most)

    def can_convert_from(self, typingctx, other):
        """A text that has room becomes one."""
        return Conversion.safe if self._holds(other) else None

    def unify(self, typingctx, other):
        """Two texts are one of the longer kind."""
        if isinstance(other, LooseTextType) and other._holds(self):
            return other
        return self if self._holds(other) else None

    def _holds(self, other) -> bool:
        if isinstance(other, LooseTextType):
            return other.most <= self.most
        return isinstance(other, TextType) and len(other) <= self.most


@register_model(LooseTextType)
class _LooseModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("items", kind.held), ("count", types.int64)])


lower_cast(TextType, LooseTextType)(_as_varying)
TextType.looser = LooseTextType


@lower_cast(LooseTextType, LooseTextType)
def _with_more_room(context, builder, given, wanted, value):
    before = struct(context, builder, given, value)
    after = struct(context, builder, wanted, _empty_value(context, builder, wanted))
    items = after.items
    for i in range(given.most):
        items = builder.insert_value(items, builder.extract_value(before.items, i), i)
    after.items, after.count = items, before.count
    return after._getvalue()


def _intrinsic_empty(kind_of):
    """An intrinsic that gives an empty value of the type that ``kind_of`` gives for two types."""

    @intrinsic
    def made(typingctx, one, other):
        kind = kind_of(one, other)

        def codegen(context, builder, signature, args):
            return _empty_value(context, builder, kind)

        return kind(one, other), codegen

    return made


def _kind_of_slice(items, _):
    if isinstance(items, TextType):
        return LooseTextType(len(items))
    kinds = {normal(kind) for kind in items.types}
    if len(kinds) != 1 or None in kinds:
        raise TypingError(f"PERFECTPLAY slice of {items}")
    return VaryingType(kinds.pop(), len(items) + SPARE)


def _most(kind) -> int:
    if is_loose(kind):
        return kind.most
    return len(kind) if isinstance(kind, TextType) else 1


empty_slice = _intrinsic_empty(_kind_of_slice)
_empty_sum = _intrinsic_empty(lambda one, other: LooseTextType(_most(one) + _most(other)))


@typed()
def cut(items, start, stop, step):
    """``items[start:stop:step]``."""
    if not isinstance(items, types.BaseTuple):
        if isinstance(step, types.NoneType):
            return lambda items, start, stop, step: items[start:stop]
        return lambda items, start, stop, step: items[start:stop:step]
    if not (isinstance(items, TextType) or is_plain(items)) or not len(items):
        raise TypingError(f"PERFECTPLAY slice of {items}")
    if not isinstance(items, types.UniTuple):
        raise TypingError(f"PERFECTPLAY slice of {items}")

    def part(items, start, stop, step):
        by, size = edge(step, 1, 1, 0, 0), len(items)
        if by == 0:
            raise ValueError("slice step cannot be zero")
        low, high = (0, size) if by > 0 else (-1, size - 1)
        i = edge(start, low if by > 0 else high, size, low, high)
        last = edge(stop, high if by > 0 else low, size, low, high)
        whole = empty_slice(items, 0)
        room, n = room_of(whole), 0
        while (by > 0 and i < last) or (by < 0 and i > last):
            room_put(room, n, items[i])
            n += 1
            i += by
        return whole_of(room, n, whole)

    return part


@typed()
def edge(value, default, size, low, high):
    """A bound of a slice as a number from ``low`` to ``high``; a step, if both are equal."""
    if isinstance(value, types.NoneType):
        return lambda value, default, size, low, high: default
    if not isinstance(value, types.Integer | types.Boolean):
        raise TypingError(f"PERFECTPLAY slice of something by {value}")

    def clipped(value, default, size, low, high):
        place = int(value)
        if low == high:
            return place
        if place < 0:
            place += size
        return min(max(place, low), high)

    return clipped


@typed()
def joined_texts(one, other, letters):
    """``one + other`` of texts of which one is such a slice."""

    def put_together(one, other, letters):
        whole = _empty_sum(one, other)
        room, n = room_of(whole), 0
        first, second = letters_in(one, letters), letters_in(other, letters)
        for i in range(len(first)):
            room_put(room, n, first[i])
            n += 1
        for i in range(len(second)):
            room_put(room, n, second[i])
            n += 1
        return whole_of(room, n, whole)

    return put_together


@typed(prefer_literal=True)
def multiplied(one, other, most, letters):
    """``one * other``; a letter is repeated up to ``most`` times."""
    if is_textual(other) and not is_textual(one):
        return lambda one, other, most, letters: multiplied(other, one, most, letters)
    if not is_textual(one):
        return lambda one, other, most, letters: one * other
    if not (isinstance(one, WordType) and isinstance(other, types.Integer | types.Boolean)):
        raise TypingError("PERFECTPLAY a text is repeated")
    like = VaryingConstant(LooseTextType(most.literal_value))

    def repeated(one, other, most, letters):
        room, count, word = room_of(like), max(int(other), 0), letter(one, letters)
        if count > most:
            raise ValueError("a character is repeated more often than a text of the start is long")
        for i in range(count):
            room_put(room, i, word)
        return whole_of(room, count, like)

    return repeated


@register_jitable
def _alike(one, other):
    if len(one) != len(other):
        return False
    for i in range(len(one)):  # noqa: SIM110
        if unit(one[i]) != unit(other[i]):
            return False
    return True


def _compared(one, other):
    """The typing of ``one == other`` if one of them is such a slice of a text."""
    if not (is_loose(one) or is_loose(other)):
        return None
    kinds = TextType | LooseTextType
    if isinstance(one, kinds) and isinstance(other, kinds):
        return lambda one, other: _alike(one, other)  # noqa: PLW0108
    plain = types.BaseTuple | types.Number | types.Boolean | VaryingType | types.NoneType
    if isinstance(one, plain) and isinstance(other, plain):
        return lambda one, other: False
    return None


@typed()
def equal_texts(one, other, letters):
    """``one == other``, where one may be a text and the other a word."""
    if isinstance(one, TextType | LooseTextType) and _is_word(other):
        return lambda one, other, letters: _is_that_word(one, other, letters)  # noqa: PLW0108
    if isinstance(other, TextType | LooseTextType) and _is_word(one):
        return lambda one, other, letters: _is_that_word(other, one, letters)
    return lambda one, other, letters: equal(one, other)


@register_jitable
def _is_that_word(text, word, letters):
    code = _code(word)
    if code == NO_WORD:
        return False
    if code == EMPTY:
        return len(text) == 0
    if letters <= code < FOREIGN:
        raise ValueError("a word is compared with a part of a text")
    return len(text) == 1 and _code(text[0]) == code


@overload(operator.eq)
def _eq(one, other):
    return _compared(one, other)


@overload(operator.ne)
def _ne(one, other):
    if _compared(one, other) is None:
        return None
    return lambda one, other: not (one == other)  # noqa: SIM201
