"""The verifier in plain Python: states as keys, by what the manifest says of them.

Nothing here is shared with the solver or with the verifier's own kernels, so that each of them
can be compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, Flag
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.verifier.plain.plain_lengths import (
    BytesStretch,
    Optional,
    Stretch,
    blanks,
    split_lengths,
    stretched,
)
from perfectplay.verifier.plain.plain_sets import SetTable
from perfectplay.verifier.plain.plain_shapes import Letters, lettered
from perfectplay.verifier.plain.plain_sparse import SparseRows
from perfectplay.verifier.plain.plain_words import WordTable, made_like, parts_of

LARGEST = 2**63 - 1


def like_start(rules: CheckedGame) -> State:
    """The start, with `Letters` in the place of texts that are boards, a `Stretch` in that of
    tuples, texts and bytes that change their length, an `Optional` in that of what may be None, and
    a `RecordSet` in that of sets of tuples and records, and `Members` in that of words, if some may
    be members of an Enum.
    """
    shape = rules.shape
    elements = () if shape is None else shape.elements
    element = elements[0] if elements and not isinstance(elements[0], int | str) else None
    words = () if shape is None else (*shape.words, *(x for cls in shape.text_enums for x in cls))
    enums = dict.fromkeys(type(word) for word in words if isinstance(word, Enum))
    return lettered(rules.start(), shape, element, enums)


class PlainKeys:
    """States of integers, and of tuples, dataclasses and sets of them, as keys, by what the
    manifest says of them. ``like``: a state as `like_start` gives it, for the places of the
    integers in it.

    >>> keys = PlainKeys(KeysEntry("tuple", (0, -1), (3, 3)))
    >>> keys.key((2, 1)), keys.state(8), keys.key((0, 5))
    (8, (2, 1), None)
    >>> PlainKeys(KeysEntry("tuple", (0, 0), (3, 2)), ((0,), True)).state(3)
    ((1,), True)
    """

    def __init__(self, entry: KeysEntry, like: State = None) -> None:
        self.low, self.size = entry.low, entry.size
        self._sparse = SparseRows(entry.low, entry.size, entry.usual) if entry.usual else None
        self.is_integer = entry.kind == "integer"
        texts, lengths = split_lengths(entry.words or ())
        self._words = WordTable(texts, like)
        self._like: Any = (0,) * len(self.size) if like is None else stretched(like, lengths)

    def key(self, state: State) -> int | None:
        """The key of a state; None if it cannot have one."""
        if self.is_integer:
            whole = hasattr(state, "__index__")
            return int(state) if whole and 0 <= state <= LARGEST else None
        numbers = _numbers(state, self._like, self._words)
        if numbers is None or len(numbers) != len(self.size):
            return None
        if self._sparse is not None:
            return self._sparse.key(numbers)
        key, weight = 0, 1
        for number, low, size in zip(numbers[::-1], self.low[::-1], self.size[::-1], strict=True):
            if not 0 <= number - low < size:
                return None
            key += (int(number) - low) * weight
            weight *= size
        return key

    def state(self, key: int) -> State:
        """The state of a key."""
        if self.is_integer:
            return key
        if self._sparse is not None:
            return _put_in(self._like, self._sparse.row(key)[::-1], self._words)
        numbers: list[int] = []
        weight = 1
        for size in self.size[1:]:
            weight *= size
        for i, low in enumerate(self.low):
            numbers.append(key // weight + low)
            key %= weight
            if i + 1 < len(self.size):
                weight //= self.size[i + 1]
        return _put_in(self._like, numbers[::-1], self._words)

    def smallest(self, images: Sequence[State]) -> int | None:
        """The smallest key of some states; None if one of them has none."""
        keys = [self.key(image) for image in images]
        return None if None in keys else min(key for key in keys if key is not None)


def fits_start(entry: KeysEntry, start: State) -> bool:
    """Whether keys have a number for each part of the start that is a number, a word or a set, for
    each number of a word that word, and for that of a set its elements."""
    if parts_of(start) is None and not isinstance(start, frozenset):
        return False
    texts, lengths = split_lengths(entry.words or ())
    start = stretched(start, lengths)
    if start is None:
        return False
    kinds = _kinds(start)
    if not len(kinds) == len(entry.low) == len(entry.size):
        return False
    if (set(kinds) <= {"number", "byte"}) is not (entry.words is None):
        return False
    words, elements = SetTable.split(texts)
    ends = {
        "word": (-2, len(words)), "set": (0, 2 ** len(elements)), "byte": (0, 256),
        "length": (0, max(lengths, default=0) + 1),
    }  # fmt: skip
    for kind, low, size in zip(kinds, entry.low, entry.size, strict=True):
        first, end = ends.get(kind, (low, low + size))
        if low < first or low + size > end:
            return False
    return WordTable(texts, start).is_sound()


def _kinds(value: Any) -> list[str]:
    """For each number, each word, each set and each length in a state, which of these it is; for a
    number in bytes, "byte"."""
    if isinstance(value, BytesStretch):
        return ["byte"] * len(value) + ["length"]
    if isinstance(value, bytes):
        return ["byte"] * len(value)
    if (parts := parts_of(value)) is not None:
        kinds = [kind for part in parts for kind in _kinds(part)]
        if isinstance(value, Optional):
            return ["number", *kinds]
        return [*kinds, "length"] if isinstance(value, Stretch) else kinds
    if isinstance(value, frozenset):
        return ["set"]
    return ["number" if _is_number(value) else "word"]


def _is_number(value: Any) -> bool:
    return hasattr(value, "__index__") or isinstance(value, Flag)


def _numbers(value: Any, like: Any, words: WordTable) -> list[int] | None:
    """The numbers in a state, from the first to the last; None if it is not ``like`` the other."""
    parts, places = parts_of(value), parts_of(like)
    if isinstance(like, Stretch):
        return _stretch_numbers(value, like, words)
    if isinstance(like, Optional):
        if value is None:
            return [0, *blanks(like)[1:]]
        held = _numbers(value, like[0], words)
        return None if held is None else [1, *held]
    if isinstance(like, Letters):
        alike = type(value) is str and len(value) == len(like)
        return words.letters(value) if alike else None
    if isinstance(like, bytes) is not isinstance(value, bytes):
        return None
    if places is None:
        if _is_number(like):
            if isinstance(like, Flag) and not hasattr(like, "__index__"):
                return [value.value] if type(value) is type(like) else None
            return [value] if hasattr(value, "__index__") else None
        if isinstance(like, frozenset):
            number = words.sets.number(value)
            return None if number is None else [number]
        number = None if parts is not None or _is_number(value) else words.number(value)
        return None if number is None else [number]
    if parts is None or len(parts) != len(places):
        return None
    found = []
    for part, place in zip(parts, places, strict=True):
        inner = _numbers(part, place, words)
        if inner is None:
            return None
        found += inner
    return found


def _stretch_numbers(value: Any, like: Stretch, words: WordTable) -> list[int] | None:
    """The numbers in a tuple, a text or bytes of no more items than there may be; None for any
    other value."""
    if type(value) is not like.of:
        return None
    items: Any = value
    if len(items) > len(like):
        return None
    found = [_numbers(part, place, words) for part, place in zip(items, like, strict=False)]
    if None in found:
        return None
    found += [blanks(place) for place in like[len(items) :]]
    return [*(number for part in found if part is not None for number in part), len(items)]


def _put_in(like: Any, numbers: list[int], words: WordTable) -> Any:
    """A value ``like`` the other with these numbers, the last one first, which are removed."""
    places = parts_of(like)
    if places is None:
        number = numbers.pop()
        if isinstance(like, frozenset):
            return words.sets.set_of(number)
        return type(like)(number) if _is_number(like) else words.word(number)
    if isinstance(like, Letters):
        return "".join(words.word(numbers.pop()) for _ in like)
    there = numbers.pop() if isinstance(like, Optional) else 1
    parts = [_put_in(place, numbers, words) for place in places]
    if isinstance(like, Optional):
        return parts[0] if there else None
    if isinstance(like, Stretch):
        return like.made(parts[: numbers.pop()])
    return made_like(like, parts)
