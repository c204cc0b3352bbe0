"""The shape of states: nested tuples, NamedTuples, frozen dataclasses, boards that are texts or
bytes.

A shape turns a state into a row of integers, its fields, and such a row into the state. Fields are
in the order in which the state is written, so that rows of numbers sort as nested tuples do. A word
(a text, None, a member of an Enum) is a field, too: its place in a table. A board that is a text
has a field for each character, bytes have one for each number, a frozenset one field for all, a
tuple that changes its length a field for its length. Which texts are boards, what sets may hold,
and how long tuples become, `find_shape.py` finds out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.value import State
from perfectplay.game.shape import state_rows
from perfectplay.game.shape.number_enums import is_number_enum
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import Part, Place, ShapeTree, is_filled
from perfectplay.game.shape.state_sets import BitSet, element_order, element_table
from perfectplay.game.shape.state_words import (
    EMPTY,
    NO_WORD,
    Word,
    are_distinct,
    is_letter,
    is_text_enum,
    is_word,
    plain_word,
    word_order,
)

DEEPEST = 8
"""Tuples that are nested deeper have no shape."""

MOST_ITEMS = 100
"""Tuples that change their length and become longer have no keys."""


@dataclass(frozen=True)
class StateShape(ShapeTree):
    """The shape of a whole state, with its tables.

    ``words``: the table of words, in `word_order`, without None and "". ``elements``: the table of
    the elements of sets, in `element_order`. ``text_enums``: the classes of StrEnum whose members
    states hold; the table has them as the texts that they are.

    >>> shape = state_shape(((1, 2), True))
    >>> shape.fields(((0, 5), False)), shape.state((7, 8, 1))
    ((0, 5, 0), ((7, 8), True))
    >>> shape = state_shape(("", "O", 3)).with_words(["X", "O"])
    >>> shape.fields(("X", "", 3)), shape.state((1, 0, 4))
    ((1, -1, 3), ('X', 'O', 4))
    >>> shape = state_shape((frozenset(), 3)).with_elements({5, 7, 9})
    >>> shape.fields((frozenset({5, 9}), 3)), shape.state((4, 0))
    ((5, 3), (frozenset({9}), 0))
    >>> shape = StateShape(tuple, (int,) * 3, varying=True)
    >>> shape.fields((5, 7)), shape.state((5, 0, 0, 1)), shape.fields((1, 2, 3, 4))
    ((5, 7, 0, 2), (5,), None)
    """

    words: tuple[Any, ...] = ()
    elements: tuple[Any, ...] = ()
    text_enums: tuple[Any, ...] = field(default=(), compare=False)

    @classmethod
    def flat(cls, length: int) -> StateShape:
        """The shape of a tuple of so many integers."""
        return cls(tuple, (int,) * length)

    # --- tables -----------------------------------------------------------------------------------

    def with_words(self, words: Iterable[Any]) -> StateShape:
        """The same shape with a table of these words; in a shape without words, the same."""
        if not self.has_words:
            return self
        words = list(words)
        found = {type(word): None for word in words if is_text_enum(type(word))}
        table = set(map(plain_word, words)) - {None, ""}
        enums = tuple(dict.fromkeys((*self.text_enums, *found)))
        return replace(self, words=tuple(sorted(table, key=word_order)), text_enums=enums)

    def with_elements(self, elements: Iterable[Any]) -> StateShape:
        """The same shape with a table of these elements; in a shape without sets, the same."""
        if not self.has_sets:
            return self
        return replace(self, elements=tuple(sorted(set(elements), key=element_order)))

    def with_lengths(self, lengths: Iterable[int]) -> StateShape:
        """The same shape with room for so many items in tuples that change their length.

        >>> StateShape(tuple, (int,), varying=True).with_lengths([3]).size
        4
        """
        if not self.lengths:
            return self
        return replace(self, parts=self.parts_of_lengths(iter(lengths)))

    def like(self, other: StateShape) -> StateShape:
        """The same shape with the tables and the lengths of another one."""
        again = self.with_words(other.words).with_elements(other.elements)
        return again.with_lengths(other.lengths)

    def with_all_of(self, states: Iterable[State]) -> StateShape:
        """The same shape with all words, elements and lengths of these states, and no others."""
        if not self.has_tables:
            return self
        words, elements = set[tuple[type, Any]](), set[Any]()
        lengths = (1,) * len(self.lengths)
        for state in states:
            words.update((type(word), word) for word in self.words_in(state))  # equal ones, too
            elements.update(self.elements_in(state))
            lengths = tuple(map(max, lengths, self.longest_in(state)))
        again = self.with_words(word for _, word in words)
        return again.with_elements(elements).with_lengths(lengths)

    @property
    def has_tables(self) -> bool:
        """Whether fields mean something only beside the tables of words and elements, or the
        lengths of tuples."""
        return self.has_words or self.has_sets or bool(self.lengths)

    @cached_property
    def letters(self) -> int:
        """How many of the words, the first ones, are characters."""
        return sum(map(is_letter, self.words))

    @cached_property
    def codes(self) -> dict[Any, int]:
        """The code of each word."""
        codes = {word: code for code, word in enumerate(self.words)}
        return codes | {None: NO_WORD, "": EMPTY}

    @cached_property
    def _named(self) -> dict[int, Any]:
        """The word of each code: of texts that are members of a StrEnum in states, the member."""
        members = {member.value: member for cls in self.text_enums for member in cls}
        return {code: members.get(word, word) for word, code in self.codes.items()}

    @property
    def tells_members_apart(self) -> bool:
        """Whether no text is a member of two classes of StrEnum."""
        members = [member.value for cls in self.text_enums for member in cls]
        return len(set(members)) == len(members)

    @cached_property
    def bits(self) -> dict[Any, int]:
        """The bit of each element of sets."""
        return {element: 1 << i for i, element in enumerate(self.elements)}

    def words_in(self, state: State) -> Iterator[Any]:
        """The words in a state that it holds."""
        return self.parts_in(state, Word)

    def elements_in(self, state: State) -> Iterator[Any]:
        """The elements of the sets in a state that it holds."""
        return chain.from_iterable(self.parts_in(state, BitSet))

    def gather(
        self, states: Sequence[State], words: set[Any], elements: set[Any]
    ) -> tuple[int, ...] | None:
        """Add the words and the elements of many states; return the lengths of their tuples, in the
        order of `lengths`, or None if one of them is not one that it `holds`."""
        return state_rows.gather(self, states, words, elements)

    # --- rows of fields ---------------------------------------------------------------------------

    def fields(self, state: State) -> tuple[int, ...] | None:
        """The fields of a state; None if it has another shape, a word that is not known, or a tuple
        that is too long."""
        row: list[int] = []
        read = state_rows.read(self, state, row, self.codes, self.bits)
        return tuple(row) if read else None

    def columns(self, states: Sequence[State]) -> list[Sequence[int] | IntArray] | None:
        """The fields of many states, each as a column; None if one of them is not one that `holds`,
        or has no fields. Many times as fast as state by state."""
        return state_rows.columns(self, states, self.codes, self.bits)

    def states(self, columns: Sequence[Sequence[int]]) -> list[State]:
        """The states with these fields, at least one of each state."""
        return state_rows.made(self, iter(columns), self._named, self.elements)

    def state(self, fields: Sequence[int]) -> State:
        """The state with these fields."""
        return self.states([(field,) for field in fields])[0]

    def even(self, limits: Sequence[tuple[int, int]], fewest: int = 1) -> list[tuple[int, int]]:
        """The limits of all fields, with one range for all cells of a board: what stands on one of
        them will stand on others. ``fewest``: a board has so many cells."""
        found = list(limits)
        for row in self.rows:
            if len(found[row]) >= fewest:
                first, last = zip(*found[row], strict=True)
                found[row] = [(min(first), max(last))] * len(first)
        return found

    def smallest(self, states: Sequence[State]) -> State | None:
        """The state whose fields come first; None if one of them has another shape. Words and
        elements are in the order of the tables, whichever they have."""
        if self.has_tables and not all(map(self.holds, states)):
            return None
        rows = list(map(self.fields, states))
        if None in rows and self.has_tables:  # not in the tables: any with the same order will do
            rows = list(map(self.with_all_of(states).fields, states))
        if None in rows:
            return None
        return states[min(range(len(rows)), key=rows.__getitem__)]  # type: ignore[arg-type]


PLAIN = StateShape(tuple, ())
"""Stands for the shape of a plain tuple of integers, however many."""


def state_shape(state: State) -> StateShape | None:
    """The shape of a state without boards, its words in the table; None if it has none, or is an
    integer.

    >>> state_shape((1, 2)) == StateShape.flat(2), state_shape("ab"), state_shape((1, 2.5))
    (True, None, None)
    """
    tree = None if isinstance(state, int) else tree_of(state, ())
    return None if tree is None or not is_filled(tree) else shape_of_tree(tree, [state])


def tree_of(
    value: Any, boards: Collection[Place] = (), place: Place = (), nothing: Part = Word
) -> ShapeTree | None:
    """The parts of a value; None if it is none that has parts. An empty tuple, an empty board and
    empty bytes have no parts, and ``varying``.

    ``boards``: the places of the texts that are boards; ``place``: that of the value; ``nothing``:
    what a part that is None is.
    """
    cls = type(value)
    if cls is str:
        return ShapeTree(str, (Word,) * len(value), not value) if place in boards else None
    if cls is bytes:
        return ShapeTree(bytes, (int,) * len(value), not value)
    if cls is frozenset and not place:
        return ShapeTree(frozenset, (BitSet,))
    names = () if issubclass(cls, tuple) else field_names(cls)
    flat = issubclass(cls, tuple) and not place and all(type(x) is int for x in value)
    if len(place) == DEEPEST or not (cls is tuple or flat or field_names(cls)):
        return None
    items = [getattr(value, name) for name in names] if names else value
    parts: list[Part | ShapeTree] = []
    for i, item in enumerate(items):
        part: Part | ShapeTree | None = None
        if type(item) in (int, bool) or is_number_enum(type(item)):
            part = type(item)
        elif is_word(item) and (*place, i) not in boards:
            part = nothing if item is None else Word
        elif type(item) is frozenset:
            part = BitSet
        else:
            part = tree_of(item, boards, (*place, i), nothing)
        if part is None:
            return None
        parts.append(part)
    return ShapeTree(cls, tuple(parts), not parts) if parts or cls is tuple else None


def shape_of_tree(tree: ShapeTree, states: Iterable[State]) -> StateShape | None:
    """The shape with these parts, and the words and elements of these states in its tables; None if
    they cannot be told apart, or are none that compile."""
    shape = StateShape(tree.cls, tree.parts, tree.varying)
    if not shape.has_tables:
        return shape
    full = shape.with_all_of(states).with_lengths(shape.lengths)
    sound = are_distinct(full.words) and element_table(full.elements) is not None
    return full if sound and full.tells_members_apart else None
