"""The fixed shape of states: nested tuples, NamedTuples, frozen dataclasses, boards that are texts
or bytes.

A shape turns a state into a row of integers, its fields, and such a row into the state. Fields are
in the order in which the state is written, so that rows of numbers sort as nested tuples do. A word
(a text, None, a member of an Enum) is a field, too: its place in a table. A board that is a text
has a field for each character, bytes have one for each number, a frozenset has one field for all.
Which texts are boards, and what sets may hold, `find_shape.py` finds out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.value import State
from perfectplay.game.record_classes import field_names
from perfectplay.game.state_sets import (
    BitSet,
    bits_of,
    element_order,
    element_table,
    is_element_text,
    read_element,
    set_of_bits,
)
from perfectplay.game.state_words import (
    EMPTY,
    NO_WORD,
    Word,
    are_distinct,
    is_letter,
    is_word,
    quoted_word,
    word_order,
    word_text,
)

if TYPE_CHECKING:
    import numpy as np
else:
    from perfectplay.core import lazy_numpy as np

KEYLESS = 1 << 62
"""A number that no field of a state with a key has."""

DEEPEST = 8
"""Tuples that are nested deeper have no shape."""


Part = type[int] | type[bool] | type[Word] | type[BitSet]

Place = tuple[int, ...]
"""The way to a part of a state: the number of the item, of the item in that item, and so on."""


@dataclass(frozen=True)
class StateShape:
    """The shape of a tuple, of a frozen dataclass, of a text, whose items are its characters, of
    bytes, whose items are numbers, or of a frozenset, the only item of itself.

    ``parts``: of each item `int`, `bool`, `Word`, `BitSet` or the shape of the item. ``words``: in
    the shape of a whole state, the table of words, in `word_order`, without None and "".
    ``elements``: there, the table of the elements of sets, in `element_order`.

    >>> shape = state_shape(((1, 2), True))
    >>> shape.fields(((0, 5), False)), shape.state((7, 8, 1))
    ((0, 5, 0), ((7, 8), True))
    >>> shape = state_shape(("", "O", 3)).with_words(["X", "O"])
    >>> shape.fields(("X", "", 3)), shape.state((1, 0, 4))
    ((1, -1, 3), ('X', 'O', 4))
    >>> shape = state_shape((frozenset(), 3)).with_elements({5, 7, 9})
    >>> shape.fields((frozenset({5, 9}), 3)), shape.state((4, 0))
    ((5, 3), (frozenset({9}), 0))
    """

    cls: type
    parts: tuple[Part | StateShape, ...]
    words: tuple[Any, ...] = ()
    elements: tuple[Any, ...] = ()

    @classmethod
    def flat(cls, length: int) -> StateShape:
        """The shape of a tuple of so many integers."""
        return cls(tuple, (int,) * length)

    def with_words(self, words: Iterable[Any]) -> StateShape:
        """The same shape with a table of these words; in a shape without words, the same."""
        if not self.has_words:
            return self
        some = set(words) - {None, ""}
        return replace(self, words=tuple(sorted(some, key=word_order)))

    def with_elements(self, elements: Iterable[Any]) -> StateShape:
        """The same shape with a table of these elements; in a shape without sets, the same."""
        if not self.has_sets:
            return self
        return replace(self, elements=tuple(sorted(set(elements), key=element_order)))

    def like(self, other: StateShape) -> StateShape:
        """The same shape with the tables of another one."""
        return self.with_words(other.words).with_elements(other.elements)

    def with_all_of(self, states: Iterable[State]) -> StateShape:
        """The same shape with all words and elements of these states, and no others."""
        if not self.has_tables:
            return self
        words: set[Any] = set()
        elements: set[Any] = set()
        for state in states:
            words.update(self.words_in(state))
            elements.update(self.elements_in(state))
        return self.with_words(words).with_elements(elements)

    @cached_property
    def size(self) -> int:
        """Number of fields."""
        return sum(part.size if isinstance(part, StateShape) else 1 for part in self.parts)

    @cached_property
    def kinds(self) -> tuple[Part, ...]:
        """The kind of each field."""
        found: list[Part] = []
        for part in self.parts:
            found += part.kinds if isinstance(part, StateShape) else [part]
        return tuple(found)

    @cached_property
    def has_words(self) -> bool:
        """Whether some fields are words."""
        return Word in self.kinds

    @cached_property
    def has_sets(self) -> bool:
        """Whether some fields are sets."""
        return BitSet in self.kinds

    @property
    def has_tables(self) -> bool:
        """Whether some fields mean something only beside the tables of words and elements."""
        return self.has_words or self.has_sets

    @cached_property
    def has_texts(self) -> bool:
        """Whether it is a text, or some parts are."""
        inner = [part for part in self.parts if isinstance(part, StateShape)]
        return self.cls is str or any(part.has_texts for part in inner)

    @cached_property
    def byte_fields(self) -> tuple[bool, ...]:
        """Of each field, whether it is a number in bytes: from 0 to 255."""
        found: list[bool] = []
        for part in self.parts:
            found += part.byte_fields if isinstance(part, StateShape) else [self.cls is bytes]
        return tuple(found)

    @cached_property
    def letters(self) -> int:
        """How many of the words, the first ones, are characters."""
        return sum(map(is_letter, self.words))

    @cached_property
    def is_flat(self) -> bool:
        """Whether all items are integers, in a tuple."""
        return issubclass(self.cls, tuple) and set(self.parts) == {int}

    @cached_property
    def _codes(self) -> dict[Any, int]:
        codes = {word: code for code, word in enumerate(self.words)}
        return codes | {None: NO_WORD, "": EMPTY}

    @cached_property
    def _bits(self) -> dict[Any, int]:
        return {element: 1 << i for i, element in enumerate(self.elements)}

    def fields(self, state: State) -> tuple[int, ...] | None:
        """The fields of a state; None if it has another shape, or a word that is not known."""
        row: list[int] = []
        return tuple(row) if self._read(state, row, self) else None

    def _read(self, value: Any, row: list[int], whole: StateShape) -> bool:
        items = self._items(value)
        if items is None:
            return False
        for part, item in zip(self.parts, items, strict=True):
            if isinstance(part, StateShape):
                if not part._read(item, row, whole):
                    return False
            elif part is Word:
                if not is_word(item) or item not in whole._codes:
                    return False
                row.append(whole._codes[item])
            elif part is BitSet:
                bits = bits_of(item, whole._bits) if isinstance(item, frozenset) else None
                if bits is None:
                    return False
                row.append(bits)
            elif isinstance(item, int | np.integer):
                row.append(int(item))
            else:
                return False
        return True

    def _items(self, value: Any) -> Sequence[Any] | None:
        """The items of a value of this class and length."""
        if issubclass(self.cls, tuple | str | bytes):
            kind = tuple if issubclass(self.cls, tuple) else self.cls
            return value if isinstance(value, kind) and len(value) == len(self.parts) else None
        if type(value) is not self.cls:
            return None
        if self.cls is frozenset:
            return (value,)
        return [getattr(value, name) for name in field_names(self.cls)]

    def columns(self, states: Sequence[State]) -> list[Sequence[int]] | None:
        """The fields of many states, each as a column; None if one of them is not one that `holds`,
        or has a word that is not known. Many times as fast as state by state."""
        return self._columns(states, self)

    def _columns(self, values: Sequence[Any], whole: StateShape) -> list[Sequence[int]] | None:
        if set(map(type, values)) != {self.cls}:
            return None
        items: Iterable[Sequence[Any]]
        if issubclass(self.cls, tuple | str | bytes):
            if set(map(len, values)) != {len(self.parts)}:
                return None
            items = zip(*values, strict=True)
        elif self.cls is frozenset:
            items = (values,)
        else:
            items = (tuple(map(attrgetter(name), values)) for name in field_names(self.cls))
        found: list[Sequence[int]] = []
        for part, column in zip(self.parts, items, strict=True):
            if isinstance(part, StateShape):
                inner = part._columns(column, whole)
                if inner is None:
                    return None
                found += inner
            elif part is Word:
                coded = [whole._codes.get(item) if is_word(item) else None for item in column]
                if None in coded:
                    return None
                found.append(coded)  # type: ignore[arg-type]
            elif part is BitSet:
                if set(map(type, column)) != {frozenset}:
                    return None
                sums = [bits_of(item, whole._bits) for item in column]
                if None in sums:
                    return None
                found.append(sums)  # type: ignore[arg-type]
            elif set(map(type, column)) == {part}:
                found.append(column)
            else:
                return None
        return found

    def states(self, columns: Sequence[Sequence[int]]) -> list[State]:
        """The states with these fields, at least one of each state."""
        return self._all_made(iter(columns), self)

    def _all_made(self, columns: Iterator[Sequence[int]], whole: StateShape) -> list[Any]:
        items: list[Sequence[Any]] = []
        for part in self.parts:
            if isinstance(part, StateShape):
                items.append(part._all_made(columns, whole))
            elif part is Word:
                named = {NO_WORD: None, EMPTY: "", **dict(enumerate(whole.words))}
                items.append([named[code] for code in next(columns)])
            elif part is BitSet:
                items.append([set_of_bits(bits, whole.elements) for bits in next(columns)])
            else:
                column = next(columns)
                items.append(list(map(bool, column)) if part is bool else column)
        if self.cls is frozenset:
            return list(items[0])
        rows = zip(*items, strict=True)
        if self.cls is tuple:
            return list(rows)
        if self.cls is str:
            return list(map("".join, rows))
        if self.cls is bytes:
            return list(map(bytes, rows))
        if field_names(self.cls) or hasattr(self.cls, "_fields"):
            return [self.cls(*row) for row in rows]
        return [tuple.__new__(self.cls, row) for row in rows]  # another kind of tuple

    def recoded(self, rows: IntArray, other: StateShape) -> IntArray:
        """Rows [N, F] of fields, their words and sets in the codes of the same shape with other
        tables.

        A word that the other table lacks becomes a code beyond all keys, and so does a set with an
        element that it lacks.
        """
        if self.words == other.words and self.elements == other.elements:
            return rows
        known = [other._codes.get(word, KEYLESS) for word in self.words]
        codes = np.array([*known, NO_WORD, EMPTY], np.int64)  # -2 and -1 are the last two
        again = rows.copy()
        for i, kind in enumerate(self.kinds):
            if kind is Word:
                again[:, i] = codes[rows[:, i]]
            elif kind is BitSet:
                again[:, i] = 0
                for place, element in enumerate(self.elements):
                    bit = other._bits.get(element, KEYLESS)
                    again[:, i] |= np.where(rows[:, i] >> place & 1, bit, 0)
        return again

    def state(self, fields: Sequence[int]) -> State:
        """The state with these fields."""
        return self.states([(field,) for field in fields])[0]

    def holds(self, state: State) -> bool:
        """Whether a state has this shape, with True and False where it has them; the words may be
        others."""
        if type(state) is not self.cls:
            return False
        items = self._items(state)
        if items is None:
            return False
        for part, item in zip(self.parts, items, strict=True):
            if isinstance(part, StateShape):
                if not part.holds(item):
                    return False
            elif part is BitSet:
                if type(item) is not frozenset:
                    return False
            elif not (is_word(item) if part is Word else type(item) is part):
                return False
        return True

    def words_in(self, state: State) -> Iterator[Any]:
        """The words in a state that it holds."""
        return self._parts_in(state, Word)

    def elements_in(self, state: State) -> Iterator[Any]:
        """The elements of the sets in a state that it holds."""
        return chain.from_iterable(self._parts_in(state, BitSet))

    def _parts_in(self, state: State, wanted: Part) -> Iterator[Any]:
        for part, item in zip(self.parts, self._items(state) or (), strict=False):
            if isinstance(part, StateShape):
                yield from part._parts_in(item, wanted)
            elif part is wanted:
                yield item

    def smallest(self, states: Sequence[State]) -> State | None:
        """The state whose fields come first; None if one of them has another shape.

        Words and elements are in the order of the tables, whichever they have.
        """
        shape = self
        if self.has_tables:
            if not all(map(self.holds, states)):
                return None
            shape = self.with_all_of(states)
        rows = [shape.fields(state) for state in states]
        if None in rows:
            return None
        return states[min(range(len(rows)), key=rows.__getitem__)]  # type: ignore[arg-type]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its words and its elements in a manifest."""
        return (*map(word_text, self.words), *map(repr, self.elements))

    def with_texts(self, texts: Iterable[str]) -> StateShape:
        """The same shape with the tables of a manifest. Raises ValueError if it cannot read one.

        >>> state_shape(("X", 1)).with_texts(["'O'", "'X'"]).words
        ('O', 'X')
        >>> state_shape(frozenset()).with_texts(["(0, 1)", "(1, 0)"]).elements
        ((0, 1), (1, 0))
        """
        members = {
            word_text(member): member
            for kind in {type(word) for word in self.words if isinstance(word, Enum)}
            for member in kind
        }
        texts = list(texts)
        split = next((i for i, text in enumerate(texts) if is_element_text(text)), len(texts))
        words = [members[text] if text in members else quoted_word(text) for text in texts[:split]]
        again = self.with_words(words).with_elements(map(read_element, texts[split:]))
        if list(again.texts) != texts or element_table(again.elements) is None:
            raise ValueError("they are not sorted, or not written as words are")
        return again


PLAIN = StateShape(tuple, ())
"""Stands for the shape of a plain tuple of integers, however many."""


def state_shape(state: State, boards: Collection[Place] = ()) -> StateShape | None:
    """The shape of a state, its words in the table; None if it has none, or is an integer.

    ``boards``: the places of the texts that are boards.

    >>> state_shape((1, 2)) == StateShape.flat(2), state_shape("ab"), state_shape((1, 2.5))
    (True, None, None)
    >>> state_shape(("X.", "O"), [(0,)]).fields((".X", "O"))
    (0, 2, 1)
    """
    shape = None if isinstance(state, int) else _shape(state, (), boards)
    if shape is None or not shape.has_tables:
        return shape
    full = shape.with_all_of([state])
    sound = are_distinct(full.words) and element_table(full.elements) is not None
    return full if sound else None


def _shape(value: Any, place: Place, boards: Collection[Place]) -> StateShape | None:
    cls = type(value)
    if cls is str:
        return StateShape(str, (Word,) * len(value)) if place in boards and value else None
    if cls is bytes:
        return StateShape(bytes, (int,) * len(value)) if value else None
    if cls is frozenset and not place:
        return StateShape(frozenset, (BitSet,))
    names = () if issubclass(cls, tuple) else field_names(cls)
    flat = issubclass(cls, tuple) and not place and all(type(x) is int for x in value)
    if len(place) == DEEPEST or not (cls is tuple or flat or field_names(cls)):
        return None
    items = [getattr(value, name) for name in names] if names else value
    parts: list[Part | StateShape] = []
    for i, item in enumerate(items):
        part: Part | StateShape | None = None
        if type(item) in (int, bool):
            part = type(item)
        elif is_word(item) and (*place, i) not in boards:
            part = Word
        elif type(item) is frozenset:
            part = BitSet
        else:
            part = _shape(item, (*place, i), boards)
        if part is None:
            return None
        parts.append(part)
    return StateShape(cls, tuple(parts)) if parts else None


def classes_in(shape: StateShape | None) -> Iterator[type]:
    """The classes with named fields in a shape, the innermost first."""
    for part in shape.parts if shape else ():
        if isinstance(part, StateShape):
            yield from classes_in(part)
    if shape and field_names(shape.cls):
        yield shape.cls
