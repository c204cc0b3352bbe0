"""Functions that translated rules call to make texts of numbers, and numbers of texts.

``letters``: how many words are characters. A character that no state holds and no rule names has no
place in the table of words; its code is `FOREIGN` and its number, so that it equals itself alone,
and no state can hold it.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.cut_slices import LooseTextType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import TextType, is_loose, letter
from perfectplay.compiler.runtime.varying_types import VaryingConstant
from perfectplay.compiler.runtime.varying_values import room_of, room_put, whole_of
from perfectplay.compiler.runtime.words import WordType, _code, word_of
from perfectplay.game.shape.state_words import FOREIGN

WIDEST = 3
"""The most digits of a number that is written into a text."""

LONGEST_NUMBER = 18
"""The most digits of a number that is read from a text."""

MOST_BITS = 32
"""The most digits of a number that is written in binary, where its length varies."""

LARGEST = 2**62

_ZERO, _NINE = ord("0"), ord("9")


@typed()
def spelled(value, digits, letters):
    """``str(value)`` of a text, or of a number from 0 to 9; other numbers raise."""
    if isinstance(value, types.Integer):

        def digit(value, digits, letters):
            if value < 0 or value > 9:
                raise ValueError("a number that is not from 0 to 9 is written as a text")
            return digits[value]

        return digit
    if isinstance(value, TextType) or is_loose(value):
        return lambda value, digits, letters: value
    if isinstance(value, WordType):
        return lambda value, digits, letters: letter(value, letters)
    raise TypingError(f"PERFECTPLAY a text is spelled with {value}")


@typed()
def spelled_wide(value, digits, letters):
    """``str(value)`` of a text, or of a number from 0 to 999, as a text whose length varies."""
    if not isinstance(value, types.Integer):
        return lambda value, digits, letters: spelled(value, digits, letters)  # noqa: PLW0108
    like = VaryingConstant(LooseTextType(WIDEST))

    def written(value, digits, letters):
        if value < 0 or value > 999:
            raise ValueError("a number that is not from 0 to 999 is written as a text")
        room, count = room_of(like), 1 + (value > 9) + (value > 99)
        for i in range(count - 1, -1, -1):
            room_put(room, i, digits[value % 10])
            value //= 10
        return whole_of(room, count, like)

    return written


@typed()
def spelled_binary(value, digits):
    """A number in binary, as a text whose length varies; negative and large ones raise."""
    if not isinstance(value, types.Integer | types.Boolean):
        raise TypingError(f"PERFECTPLAY {value} is written in binary")
    like = VaryingConstant(LooseTextType(MOST_BITS))

    def written(value, digits):
        number = int(value)
        if number < 0 or number >> MOST_BITS:
            raise ValueError("a negative or large number is written in binary")
        count = 1
        while number >> count:
            count += 1
        room = room_of(like)
        for i in range(count):
            room_put(room, i, digits[number >> (count - 1 - i) & 1])
        return whole_of(room, count, like)

    return written


@typed()
def first_bit(value):
    """The first digit of a number in binary, which has no more digits; others raise."""

    def checked(value):
        if value < 0 or value > 1:
            raise ValueError("a number is written in binary that is negative or large")
        return int(value)

    return checked


@typed()
def not_negative(value):
    """A number whose digits are written; others raise."""
    if not isinstance(value, types.Integer | types.Boolean):
        raise TypingError(f"PERFECTPLAY a number with zeros before it is spelled with {value}")

    def checked(value):
        if value < 0:
            raise ValueError("a negative number is written as a text")
        return int(value)

    return checked


@typed()
def number_of(value, numbers, letters):
    """``int(value)``; ``numbers``: of each character, -1 if it is no digit. A text that is not
    digits alone raises."""
    if isinstance(value, WordType):
        return lambda value, numbers, letters: _digit(letter(value, letters), numbers)
    if not isinstance(value, TextType) and not is_loose(value):
        return lambda value, numbers, letters: int(value)

    def read(value, numbers, letters):
        if len(value) == 0 or len(value) > LONGEST_NUMBER:
            raise ValueError("a number is read from a text that is empty or long")
        number = 0
        for i in range(len(value)):
            number = 10 * number + _digit(value[i], numbers)
        return number

    return read


@register_jitable
def _digit(word, numbers):
    code = _code(word)
    if code >= FOREIGN + _ZERO and code <= FOREIGN + _NINE:
        return code - FOREIGN - _ZERO
    if code >= len(numbers) or numbers[code] < 0:
        raise ValueError("a number is read from something else than digits")
    return numbers[code]


@typed()
def number_in_base(value, base, numbers, letters):
    """``int(value, base)`` of a base up to ten, as in `number_of`."""
    if isinstance(value, WordType):
        return lambda value, base, numbers, letters: _digit_of(
            letter(value, letters), base, numbers
        )
    if not isinstance(value, TextType) and not is_loose(value):
        raise TypingError(f"PERFECTPLAY int of {value} and a base")

    def read(value, base, numbers, letters):
        if len(value) == 0:
            raise ValueError("a number is read from a text that is empty")
        number = 0
        for i in range(len(value)):
            if number >= LARGEST // base - 1:
                raise ValueError("a number that is read from a text is large")
            number = base * number + _digit_of(value[i], base, numbers)
        return number

    return read


@register_jitable
def _digit_of(word, base, numbers):
    digit = _digit(word, numbers)
    if digit >= base:
        raise ValueError("a number is read from something else than digits")
    return digit


@typed()
def ordinal_of(value, ordinals, letters):
    """``ord(value)``; ``ordinals``: that of each character."""
    if isinstance(value, WordType):
        return lambda value, ordinals, letters: _ordinal(letter(value, letters), ordinals)
    if isinstance(value, TextType) and len(value) == 1:
        return lambda value, ordinals, letters: _ordinal(value[0], ordinals)
    raise TypingError(f"PERFECTPLAY ord of {value}")


@register_jitable
def _ordinal(word, ordinals):
    code = _code(word)
    return code - FOREIGN if code >= FOREIGN else ordinals[code]


@typed()
def character_of(number, ordinals):
    """``chr(number)``."""
    if not isinstance(number, types.Integer):
        raise TypingError(f"PERFECTPLAY chr of {number}")

    def made(number, ordinals):
        if number < 0 or number > 0x10FFFF:
            raise ValueError("chr() arg not in range(0x110000)")
        for i in range(len(ordinals)):
            if ordinals[i] == number:
                return word_of(i)
        return word_of(FOREIGN + number)

    return made
