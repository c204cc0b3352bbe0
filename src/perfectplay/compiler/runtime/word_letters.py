"""Functions that translated rules call to loop over the characters of words of several characters.

``starts``, ``flat``: the characters of each word, see `word_texts`; ``lengths``: see `length_of`.
What is no word is what it is for Python.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.items import contains, count, index
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.word_lengths import length_of, letter_within
from perfectplay.compiler.runtime.word_parts import word_texts
from perfectplay.compiler.runtime.words import _code, _is_word, alike, word_of
from perfectplay.game.shape.state_words import EMPTY, FOREIGN, SCRATCH


@typed()
def letters_of(value, starts, flat):
    """The list of the characters of a word; another value itself."""
    if not _is_word(value):
        return lambda value, starts, flat: value

    def letters(value, starts, flat):
        code = _code(value)
        if code == EMPTY or code >= FOREIGN:
            return [value][: code != EMPTY]
        return word_texts(value, "letters", starts, flat)

    return letters


@typed()
def word_plus(one, other, starts, flat):
    """``one + other``; of words, the word of the game that it is. Another text raises."""
    if not (_is_word(one) and _is_word(other)):
        return lambda one, other, starts, flat: one + other

    def found(one, other, starts, flat):
        if EMPTY in (_code(one), _code(other)):
            return one if _code(other) == EMPTY else other
        letters = letters_of(one, starts, flat)
        letters.extend(letters_of(other, starts, flat))
        for place in range(1, len(starts)):
            start = starts[place]
            if start >= 0 and flat[start] == len(letters):
                same = True
                for i in range(len(letters)):
                    same = same and flat[start + 1 + i] == _code(letters[i])
                if same:
                    known = place <= starts[0]
                    return word_of(place - 1 if known else SCRATCH + place - 1 - starts[0])
        raise ValueError("words are put together to one that is not of the game")

    return found


@typed()
def spells(items, separator, texts, starts, flat):
    """Whether words that are joined, with a separator between them, give one of some texts."""

    def asked(items, separator, texts, starts, flat):
        letters = [separator][:0]
        between = letters_of(separator, starts, flat)
        further = False
        for item in items:
            if further:
                letters.extend(between)
            further = True
            letters.extend(letters_of(item, starts, flat))
        for text in texts:
            those = letters_of(text, starts, flat)
            same = len(those) == len(letters)
            for i in range(len(letters)):
                same = same and alike(letters[i], those[i])
            if same:
                return True
        return False

    return asked


@typed()
def begins(value, wanted, starts, flat):
    """``value.startswith(wanted)`` of words."""

    def asked(value, wanted, starts, flat):
        letters, those = letters_of(value, starts, flat), letters_of(wanted, starts, flat)
        same = len(those) <= len(letters)
        for i in range(len(those)):
            same = same and alike(letters[i], those[i])
        return same

    return _of_words(value, wanted, asked)


@typed()
def ends(value, wanted, starts, flat):
    """``value.endswith(wanted)`` of words."""

    def asked(value, wanted, starts, flat):
        letters, those = letters_of(value, starts, flat), letters_of(wanted, starts, flat)
        before = len(letters) - len(those)
        same = before >= 0
        for i in range(len(those)):
            same = same and alike(letters[before + i], those[i])
        return same

    return _of_words(value, wanted, asked)


def _of_words(value, wanted, asked):
    if not (_is_word(value) and _is_word(wanted)):
        raise TypingError("PERFECTPLAY startswith or endswith of something else than words")
    return asked


@typed()
def letter_at(value, index, starts, flat):
    """``value[index]``."""
    if not _is_word(value):
        return lambda value, index, starts, flat: value[index]
    return lambda value, index, starts, flat: letters_of(value, starts, flat)[index]


@typed()
def letters_contain(value, wanted, starts, flat, lengths):
    """``wanted in value``."""
    if not _is_word(value):
        return lambda value, wanted, starts, flat, lengths: contains(value, wanted)
    return lambda value, wanted, starts, flat, lengths: letter_within(
        letters_of(value, starts, flat), wanted, lengths
    )


@typed()
def one_letter(wanted, lengths):
    """A text that is looked for in a word; one that is not one character raises."""
    if not _is_word(wanted):
        raise TypingError("PERFECTPLAY something else than a text is looked for in a text")

    def checked(wanted, lengths):
        if length_of(wanted, lengths) != 1:
            raise ValueError("a text that is not one character is looked for in a word")
        return wanted

    return checked


def _asked(of_items):
    """The typing of what `items.py` asks of a list, asked of the characters of a word."""

    def typing(value, wanted, starts, flat, lengths):
        if not _is_word(value):
            return lambda value, wanted, starts, flat, lengths: of_items(value, wanted)
        return lambda value, wanted, starts, flat, lengths: of_items(
            letters_of(value, starts, flat), one_letter(wanted, lengths)
        )

    return typing


letters_count = typed(name="letters_count")(_asked(count))
"""``value.count(wanted)``."""

letters_index = typed(name="letters_index")(_asked(index))
"""``value.index(wanted)``."""


def _found(last):
    """The typing of the first place of a character in a word, or of the last one; -1 for none."""

    def typing(value, wanted, starts, flat, lengths):
        if not _is_word(value):
            raise TypingError("PERFECTPLAY find of something else than a word")

        def found(value, wanted, starts, flat, lengths):
            one_letter(wanted, lengths)
            letters, place = letters_of(value, starts, flat), -1
            for i in range(len(letters)):
                if (last or place < 0) and alike(letters[i], wanted):
                    place = i
            return place

        return found

    return typing


letters_find = typed(name="letters_find")(_found(last=False))
"""``value.find(wanted)`` of a word."""

letters_rfind = typed(name="letters_rfind")(_found(last=True))
"""``value.rfind(wanted)`` of a word."""
