"""Texts in compiled rules: boards of letters whose length the compiler knows.

A text is a tuple of words of one character, with a type of its own, so that nothing that Python
does with texts alone is done with a tuple, and the other way round.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import UniTupleModel
from numba.core.errors import TypingError
from numba.extending import intrinsic, lower_cast, overload, register_jitable, register_model

from perfectplay.compiler.support import typed
from perfectplay.compiler.words import WORD, WordType, _code

_CHARACTER = types.Opaque("character of a text")


class TextType(types.UniTuple):
    """The type of texts of one length."""

    def __init__(self, length: int) -> None:
        super().__init__(WORD, length)
        self.name = f"Text({length})"

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


register_model(TextType)(UniTupleModel)


@intrinsic
def text_of(typingctx, words):
    """The text of a tuple of words, which are characters."""
    if isinstance(words, types.UniTuple) and isinstance(words.dtype, WordType):
        return TextType(len(words))(words), lambda context, builder, signature, args: args[0]
    raise TypingError(f"PERFECTPLAY a text is made of {words}")


@intrinsic
def words_of(typingctx, text):
    """The tuple of the characters of a text."""
    if isinstance(text, TextType):
        plain = types.UniTuple(WORD, len(text))
        return plain(text), lambda context, builder, signature, args: args[0]
    return None


@overload(operator.eq)
def _equal_texts(one, other):
    if isinstance(one, TextType) and one == other:
        return lambda one, other: words_of(one) == words_of(other)
    return None


@lower_cast(TextType, types.UniTuple)
@lower_cast(types.UniTuple, TextType)
def _never(context, builder, given, wanted, value):
    raise TypingError("PERFECTPLAY a value is a text in one place and a tuple in another")


@intrinsic
def texts_of(typingctx, rows):
    """The texts of a tuple of tuples of words, all characters."""
    if isinstance(rows, types.UniTuple) and isinstance(rows.dtype, types.UniTuple):
        kind = types.UniTuple(TextType(len(rows.dtype)), len(rows))
        return kind(rows), lambda context, builder, signature, args: args[0]
    return None


def taker(indices, *, text):
    """An intrinsic that takes these items of a tuple; ``text``: as a text."""

    @intrinsic
    def take(typingctx, items):
        kinds = [items.types[i] for i in indices]
        kind = TextType(len(indices)) if text else types.BaseTuple.from_types(kinds)

        def codegen(context, builder, signature, args):
            values = [builder.extract_value(args[0], i) for i in indices]
            if isinstance(kind, types.UniTuple):
                return cgutils.pack_array(builder, values)
            return context.make_tuple(builder, kind, values)

        return kind(items), codegen

    return take


@register_jitable
def letter(word, letters):
    """A word that is a character; the first ``letters`` words are."""
    code = _code(word)
    if code < 0 or code >= letters:
        raise ValueError("a word is used as a character")
    return word


@typed()
def letters_in(part, letters):
    """The characters of a text, or the one that a word is, as a tuple."""
    if isinstance(part, TextType):
        return lambda part, letters: words_of(part)
    if isinstance(part, WordType):
        return lambda part, letters: (letter(part, letters),)
    raise TypingError(f"PERFECTPLAY a text is put together with {part}")


def is_textual(kind):
    """Whether a type is that of texts, or of words, which may be characters."""
    return isinstance(kind, TextType | WordType)
