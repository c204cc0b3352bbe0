"""The tables and lengths of a shape as the texts of a manifest, and read from them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from perfectplay.game.shape.element_texts import element_text, is_element_text, read_element
from perfectplay.game.shape.state_sets import element_table
from perfectplay.game.shape.state_shape import MOST_ITEMS, StateShape
from perfectplay.game.shape.state_words import quoted_word, word_text

LENGTH = "length "
"""What the most items of a tuple that changes its length are written after."""


def texts_of(shape: StateShape) -> tuple[str, ...]:
    """The texts of the words, the elements and the lengths of a shape."""
    lengths = (f"{LENGTH}{most}" for most in shape.lengths)
    return (*map(word_text, shape.words), *map(element_text, shape.elements), *lengths)


def with_texts(shape: StateShape, texts: Iterable[str]) -> StateShape:
    """The same shape with the tables of a manifest. Raises ValueError if it cannot read one.

    >>> from perfectplay.game.shape.state_shape import state_shape
    >>> with_texts(state_shape(("X", 1)), ["'O'", "'X'"]).words
    ('O', 'X')
    >>> with_texts(state_shape(frozenset()), ["(0, 1)", "(1, 0)"]).elements
    ((0, 1), (1, 0))
    >>> with_texts(StateShape(tuple, (int,), varying=True), ["length 3"]).lengths
    (3,)
    """
    members = {
        word_text(member): member
        for kind in {type(word) for word in shape.words if isinstance(word, Enum)}
        for member in kind
    }
    texts = list(texts)
    lengths = [_length(text) for text in texts if text.startswith(LENGTH)]
    if len(lengths) != len(shape.lengths):
        raise ValueError("tuples that change their length are others")
    tables = texts[: len(texts) - len(lengths)]
    split = next((i for i, text in enumerate(tables) if is_element_text(text)), len(tables))
    words = [members[text] if text in members else quoted_word(text) for text in tables[:split]]
    like = next(iter(shape.elements), None)
    elements = [read_element(text, like) for text in tables[split:]]
    again = shape.with_words(words).with_elements(elements).with_lengths(lengths)
    if list(texts_of(again)) != texts or element_table(again.elements) is None:
        raise ValueError("they are not sorted, or not written as words are")
    return again


def _length(text: str) -> int:
    """The length that a text tells. Raises ValueError."""
    number = text.removeprefix(LENGTH)
    if not (number.isdecimal() and len(number) <= 3 and 1 <= int(number) <= MOST_ITEMS):
        raise ValueError(f"{text[:20]} is no length of a tuple")
    return int(number)
