"""Words in states: texts that are not taken apart, None, members of an Enum."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Collection
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Any


class Word:
    """Marks a part of a shape that is a text, None or a member of an Enum: one field, a code."""


MOST_WORDS = 64
"""States with more words in one game have no keys: they are rather texts than words."""

LONGEST_WORD = 100
"""The most characters of a word: longer texts are rather boards."""

LONGEST_QUOTED = 2 + 10 * LONGEST_WORD
"""The most characters of a word in quotes: \\U0001f600 stands for one."""

NO_WORD, EMPTY = -2, -1
"""The codes of None and of ""; the others are the places in the table of words. So a word is true
where its code is not negative."""

FOREIGN = 1 << 32
"""The code of a character without a place in the table is this plus its place in Unicode: compiled
rules compare it, and no state can hold it."""

SCRATCH = FOREIGN - 1024
"""The code of the first member of an Enum that only the rules name, of a class of which the start
holds no member; no state can hold one."""


_TEXTS_OWN = (frozenset(vars(str)) | {"__bool__"}) - {
    "__new__", "__doc__", "__getnewargs__", "__repr__", "__format__", "__str__",
}  # fmt: skip
"""What a text does: a class that does some of it otherwise is no text. Each class of members has
the last ones of its own."""


def is_word(value: object) -> bool:
    """Whether a value may be a word: a text, None, or a member of an Enum that is no number."""
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        return False
    return value is None or is_word_class(type(value))


def is_word_class(cls: Any) -> bool:
    """Whether values of a class, not too long, are words."""
    return cls is str or cls is type(None) or _is_plain_enum(cls) or is_text_enum(cls)


def is_text_enum(cls: Any) -> bool:
    """Whether the members of a class are those of a StrEnum that do all as the texts that they are;
    those of ``class Side(str, Enum)`` do all but in f-strings, see `is_written_by_name`.

    >>> is_text_enum(StrEnum("Side", "LEFT RIGHT")), is_text_enum(Enum("Side", "LEFT RIGHT"))
    (True, False)
    """
    return _is_text_enum(cls)


@lru_cache(maxsize=256)
def _is_text_enum(cls: Any) -> bool:
    if not (isinstance(cls, type) and issubclass(cls, str) and issubclass(cls, Enum)):
        return False
    base = StrEnum if issubclass(cls, StrEnum) else Enum
    if any(getattr(cls, name) is not getattr(base, name) for name in ("__format__", "__str__")):
        return False
    own = set().union(*(vars(base) for base in cls.__mro__ if base not in StrEnum.__mro__))
    same = all(type(x.value) is str and str.__str__(x) == x.value for x in cls)
    return len(cls) > 0 and same and own.isdisjoint(_TEXTS_OWN)


def is_written_by_name(cls: Any) -> bool:
    """Whether ``f"{member}"`` is the name of the member of a class, which else is a text or number.

    >>> class Side(str, Enum):
    ...     LEFT = "l"
    >>> is_written_by_name(Side), f"{Side.LEFT}", is_written_by_name(StrEnum("Side", "LEFT"))
    (True, 'Side.LEFT', False)
    """
    if not (isinstance(cls, type) and issubclass(cls, Enum) and issubclass(cls, str | int)):
        return False
    return cls.__format__ is Enum.__format__ and cls.__str__ is Enum.__str__


def plain_word(word: Any) -> Any:
    """A member of a StrEnum as the text that it is; another word unchanged."""
    return word.value if is_text_enum(type(word)) else word


def is_member(value: object) -> bool:
    """Whether a value is a member of an Enum that is no number and no text."""
    return isinstance(value, Enum) and bool(_is_plain_enum(type(value)))


@lru_cache(maxsize=256)
def _is_plain_enum(cls: Any) -> bool:
    """Whether the members of a class are an Enum's that equal only themselves and are true."""
    if not issubclass(cls, Enum) or cls.__eq__ is not object.__eq__:
        return False
    if cls.__ne__ is not object.__ne__:
        return False
    return not any({"__bool__", "__len__"} & vars(base).keys() for base in cls.__mro__)


def word_text(word: Any) -> str:
    """The text of a word in a manifest.

    >>> word_text("X"), word_text(None)
    ("'X'", 'None')
    """
    return f"{type(word).__qualname__}.{word.name}" if isinstance(word, Enum) else repr(word)


def is_letter(word: Any) -> bool:
    """Whether a word is one character."""
    return type(word) is str and len(word) == 1


def word_order(word: Any) -> tuple[bool, str]:
    """What words are sorted by in a table: characters come first, then by the text.

    >>> sorted(["X", "AB", "."], key=word_order)
    ['.', 'X', 'AB']
    """
    return not is_letter(word), word_text(word)


def are_distinct(words: Collection[Any]) -> bool:
    """Whether all have texts of their own: members of two Enums with one name have not."""
    return len(set(map(word_text, words))) == len(words)


def quoted_word(text: str) -> str:
    """The text that is written in quotes. Raises ValueError."""
    if text[:1] not in ("'", '"') or len(text) > LONGEST_QUOTED:
        raise ValueError(f"{text[:20]} is no text in quotes")
    word = literal_eval(text)
    if not isinstance(word, str):
        raise ValueError(f"{text[:20]} is no text in quotes")
    return word
