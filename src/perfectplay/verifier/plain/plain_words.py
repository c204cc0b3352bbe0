"""The verifier's own numbers for the words in states, by what a manifest lists."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from perfectplay.verifier.plain.plain_sets import RecordSet, SetTable

LONGEST = 1_002
"""The most characters of a word in a manifest."""


def parts_of(value: Any) -> list[Any] | None:
    """The parts of a tuple, a dataclass or bytes; None for another value."""
    if isinstance(value, tuple | bytes):
        return list(value)
    return [getattr(value, f.name) for f in fields(value)] if is_dataclass(value) else None


def made_like(like: Any, parts: list[Any]) -> Any:
    """A tuple or a dataclass ``like`` the other, with these parts."""
    if isinstance(like, tuple) and not hasattr(like, "_fields"):
        return tuple.__new__(type(like), parts)
    if isinstance(like, bytes):
        return bytes(parts)
    if not is_dataclass(like):
        return type(like)(*parts)
    made = object.__new__(type(like))  # __post_init__ has had its say
    for field, part in zip(fields(like), parts, strict=True):
        object.__setattr__(made, field.name, part)
    return made


class Members:
    """Stands for a word in a state, which may be a member of these classes of Enum."""

    def __init__(self, enums: Iterable[Any]) -> None:
        self.enums = tuple(enums)


class WordTable:
    """The words in states, as a manifest lists them: None is -2, "" is -1, the others their places.

    ``like``: a state with `Members` or a member of each Enum, and sets that know one of their
    elements. ``sets``: the elements of sets, which are listed after the words.
    """

    def __init__(self, texts: Sequence[str], like: Any) -> None:
        self._texts, elements = SetTable.split(texts)
        self._members: dict[str, Any] = {}
        self._spelled: dict[str, Any] = {}
        self._element: Any = None
        self._letters: dict[str, int | None] = {}
        self._known: dict[int, Any] = {}
        self._find_members(like)
        self.sets = SetTable(elements, self._element)

    def _find_members(self, like: Any) -> None:
        for part in parts_of(like) or ():
            self._find_members(part)
        if isinstance(like, RecordSet):
            self._element = like.like
        enums = like.enums if isinstance(like, Members) else ()
        for cls in (type(like),) if isinstance(like, Enum) else enums:
            if issubclass(cls, str):  # its members are texts
                self._spelled |= {one.value: one for one in cls}
            else:
                self._members |= {f"{cls.__qualname__}.{one.name}": one for one in cls}

    def number(self, word: Any) -> int | None:
        """The number of a word; None if the table has none."""
        if word is None or word == "":
            return -2 if word is None else -1
        known = [text for text, member in self._members.items() if member is word]
        spelled = str.__repr__(word) if isinstance(word, str) else repr(word)
        text = known[0] if known else spelled
        return self._texts.index(text) if text in self._texts else None

    def letters(self, text: str) -> list[int] | None:
        """The numbers of the characters of a text; None if the table lacks one."""
        known = self._letters
        for letter in set(text) - known.keys():
            known[letter] = self.number(letter)
        numbers = [known[letter] for letter in text]
        return None if None in numbers else [n for n in numbers if n is not None]

    def is_sound(self) -> bool:
        """Whether the texts are sorted, and written as words and elements are."""
        if not self.sets.is_sound():
            return False
        try:
            words = list(map(self._read, self._texts))
        except (ValueError, SyntaxError):
            return False
        order = [
            (not (isinstance(word, str) and len(word) == 1), text)  # characters come first
            for word, text in zip(words, self._texts, strict=True)
        ]
        if order != sorted(set(order)):
            return False
        plain = [(w, t) for w, t in zip(words, self._texts, strict=True) if t not in self._members]
        return all(isinstance(word, str) and word and repr(word) == text for word, text in plain)

    def word(self, number: int) -> Any:
        """The word of a number."""
        if number < 0:
            return None if number == -2 else self._spelled.get("", "")
        if number not in self._known:
            word = self._read(self._texts[number])
            self._known[number] = self._spelled.get(word, word)
        return self._known[number]

    def _read(self, text: str) -> Any:
        if text in self._members:
            return self._members[text]
        if text[:1] not in ("'", '"') or len(text) > LONGEST:
            raise ValueError(f"{text[:20]} is no text in quotes")
        return literal_eval(text)
