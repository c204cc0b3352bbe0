"""The parts of a state, and of its parts: what is where, without the tables of words and elements.

A tuple, a text or bytes that change their length have as many parts as the longest one has items,
all alike. Their fields are those of all these items, blank where there is none, and after them the
length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, IntEnum
from functools import cached_property
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.shape.number_enums import equals_numbers, is_number_enum
from perfectplay.game.shape.record_classes import field_names, record_of
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_words import Word, is_word


class Length:
    """Marks the field of a shape that is the length of a tuple, a text or bytes."""


class Nothing:
    """Marks a field that is None in all states that were met so far."""


NONE = type(None)
"""The class of a tree for what is None or something else: whether it is there, and what it is."""

Part = (
    type[int]
    | type[bool]
    | type[IntEnum]
    | type[Flag]
    | type[Word]
    | type[BitSet]
    | type[Length]
    | type[Nothing]
)

Place = tuple[int, ...]
"""The way to a part of a state: the number of the item, of the item in that item, and so on."""

_BLANKS: dict[type, Any] = {int: 0, bool: False, Word: "", BitSet: frozenset()}


@dataclass(frozen=True)
class ShapeTree:
    """What the items of a tuple are, of a frozen dataclass, of a text, whose items are its
    characters, of bytes, whose items are numbers, or of a frozenset, the only item of itself. Of
    the class `NONE` it is None or its second part; the first one tells whether it is there.

    ``parts``: of each item `int`, `bool`, an IntEnum, `Word`, `BitSet` or its tree. ``varying``: a
    tuple, a text or bytes that change their length; the parts are alike, as many as the longest one
    has items.

    >>> pegs = ShapeTree(tuple, (ShapeTree(tuple, (int,) * 3, varying=True),) * 2)
    >>> pegs.size, pegs.lengths, pegs.longest_in(((3, 1), (2,)))
    (8, (3, 3), (2, 1))
    """

    cls: type
    parts: tuple[Part | ShapeTree, ...]
    varying: bool = False

    @cached_property
    def size(self) -> int:
        """Number of fields."""
        return len(self.kinds)

    @cached_property
    def kinds(self) -> tuple[Part, ...]:
        """The kind of each field."""
        found: list[Part] = []
        for part in self.parts:
            found += part.kinds if isinstance(part, ShapeTree) else [part]
        return (*found, Length) if self.varying else tuple(found)

    @cached_property
    def has_words(self) -> bool:
        """Whether some fields are words."""
        return Word in self.kinds

    @cached_property
    def has_sets(self) -> bool:
        """Whether some fields are sets."""
        return BitSet in self.kinds

    @cached_property
    def has_texts(self) -> bool:
        """Whether it is a text, or some parts are."""
        return self.cls is str or any(part.has_texts for part in self.trees)

    @cached_property
    def has_nones(self) -> bool:
        """Whether some parts are None now and then, and have parts of their own else."""
        return self.cls is NONE or any(part.has_nones for part in self.trees)

    @property
    def has_boards(self) -> bool:
        """Whether it is a text or bytes, or some parts are."""
        return self.has_texts or any(self.byte_fields)

    @cached_property
    def byte_fields(self) -> tuple[bool, ...]:
        """Of each field, whether it is a number in bytes: from 0 to 255."""
        found: list[bool] = []
        for part in self.parts:
            found += part.byte_fields if isinstance(part, ShapeTree) else [self.cls is bytes]
        return (*found, False) if self.varying else tuple(found)

    @property
    def row(self) -> type[int | Word] | None:
        """What all parts of a tuple or a board are, if they are integers, or all words."""
        kinds = set(self.parts) if self.cls in (tuple, str, bytes) else set()
        return next((kind for kind in (int, Word) if kinds == {kind}), None)

    @property
    def rows(self) -> Iterator[slice]:
        """The places of the fields of each `row`."""
        at = 0
        for part in (self,) if self.row is not None else self.parts:
            tree = part if isinstance(part, ShapeTree) else None
            if tree is not None and tree.row is not None:
                yield slice(at, at + len(tree.parts))
            elif tree is not None:
                yield from (slice(at + r.start, at + r.stop) for r in tree.rows)
            at += 1 if tree is None else tree.size

    def likely(self, fields: Sequence[int]) -> tuple[int, ...]:
        """The values that fields probably have in most states, by those of the start: on a board
        what stands there most often, of several the smallest; elsewhere what they have.

        >>> ShapeTree(tuple, (ShapeTree(tuple, (int,) * 4), int)).likely((3, 7, 0, 0, 5))
        (0, 0, 0, 0, 5)
        """
        values = list(fields)
        for row in self.rows:
            cells = values[row]
            values[row] = [min(cells, key=lambda x: (-cells.count(x), x))] * len(cells)
        return tuple(values)

    @property
    def trees(self) -> Iterator[ShapeTree]:
        """The parts that have parts."""
        return (part for part in self.parts if isinstance(part, ShapeTree))

    @cached_property
    def may_be_none(self) -> bool:
        """Whether some parts are None or a number, None or a tuple."""
        return self.cls is NONE or any(part.may_be_none for part in self.trees)

    @cached_property
    def is_flat(self) -> bool:
        """Whether all items are integers, in a tuple that keeps its length."""
        return issubclass(self.cls, tuple) and set(self.parts) == {int} and not self.varying

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The most items of each tuple, text or bytes that change their length, the outer before
        the inner."""
        if self.varying:
            part = self.parts[0]
            return (len(self.parts), *(part.lengths if isinstance(part, ShapeTree) else ()))
        return tuple(most for part in self.trees for most in part.lengths)

    @cached_property
    def has_varying_texts(self) -> bool:
        """Whether it is a text that changes its length, or some parts are."""
        own = self.cls is str and self.varying
        return own or any(part.has_varying_texts for part in self.trees)

    @property
    def varying_items(self) -> Iterator[Part | ShapeTree]:
        """What the items of each tuple that changes its length are."""
        if self.varying and self.cls is tuple:
            yield self.parts[0]
        for part in self.trees:
            yield from part.varying_items

    def parts_of_lengths(self, lengths: Iterator[int]) -> tuple[Part | ShapeTree, ...]:
        """The parts, with other lengths in the order of `lengths`."""
        most = next(lengths) if self.varying else len(self.parts)
        parts = self.parts[:1] if self.varying else self.parts
        changed = tuple(
            ShapeTree(part.cls, part.parts_of_lengths(lengths), part.varying)
            if isinstance(part, ShapeTree) else part
            for part in parts
        )  # fmt: skip
        return changed * most if self.varying else changed

    def longest_in(self, state: State) -> tuple[int, ...]:
        """The lengths in a state that it holds, in the order of `lengths`: of several tuples at one
        place the largest."""
        items = self.items(state) or ()
        if not self.varying:
            return tuple(
                length
                for part, item in zip(self.parts, items, strict=False)
                if isinstance(part, ShapeTree)
                for length in part.longest_in(item)
            )
        part = self.parts[0]
        if not isinstance(part, ShapeTree):
            return (len(items),)
        inner = [(0,) * len(part.lengths), *map(part.longest_in, items)]
        return (len(items), *map(max, zip(*inner, strict=True)))

    def items(self, value: Any) -> Sequence[Any] | None:
        """The items of a value of this class and length; None for any other value."""
        if issubclass(self.cls, tuple | str | bytes):
            kind = tuple if issubclass(self.cls, tuple) else self.cls
            alike = isinstance(value, kind) and (self.varying or len(value) == len(self.parts))
            return value if alike else None
        if self.cls is NONE:
            return (False, blank(self.parts[1])) if value is None else (True, value)
        if type(value) is not self.cls:
            return None
        if self.cls is frozenset:
            return (value,)
        return [getattr(value, name) for name in field_names(self.cls)]

    def parts_for(self, items: Sequence[Any]) -> tuple[Part | ShapeTree, ...]:
        """A part for each of the items, which may be more than were ever met."""
        return self.parts[:1] * len(items) if self.varying else self.parts

    def holds(self, state: State) -> bool:
        """Whether a state has this shape, with True and False where it has them; words, elements
        and lengths may be others."""
        if type(state) is not self.cls and self.cls is not NONE:
            return False
        items = self.items(state)
        if items is None:
            return False
        if self.cls is str or self.cls is bytes:
            return True
        for part, item in zip(self.parts_for(items), items, strict=True):
            if isinstance(part, ShapeTree):
                if not part.holds(item):
                    return False
            elif part is BitSet:
                if type(item) is not frozenset:
                    return False
            elif not (is_word(item) if part is Word else is_of_kind(type(item), part)):
                return False
        return True

    def parts_in(self, state: State, wanted: Part) -> Iterator[Any]:
        """All that is of a kind in a state that it holds."""
        items = self.items(state) or ()
        for part, item in zip(self.parts_for(items), items, strict=False):
            if isinstance(part, ShapeTree):
                yield from part.parts_in(item, wanted)
            elif part is wanted:
                yield item

    def padded(self, items: Sequence[Any]) -> Sequence[Any]:
        """The items, of what changes its length with blanks after them."""
        missing = len(self.parts) - len(items)
        return (*items, *(blank(self.parts[0]),) * missing) if self.varying and missing else items


def is_of_kind(cls: type, part: Part) -> bool:
    """Whether values of a class may stand in a field for numbers: also a number in the place of a
    member of an IntEnum, since it equals one."""
    return cls is part or (cls is int and is_number_enum(part) and equals_numbers(part))


def blank(part: Part | ShapeTree) -> Any:
    """What stands where something that changes its length has no item: zeros, "", empty sets.

    >>> blank(ShapeTree(tuple, (int, bool)))
    (0, False)
    """
    if not isinstance(part, ShapeTree):
        return part(0) if issubclass(part, Flag) else _BLANKS.get(part, 0)
    if part.varying:
        return part.cls()
    if part.cls is NONE:
        return None
    items = list(map(blank, part.parts))
    if part.cls is frozenset:
        return items[0]
    return tuple(items) if part.cls is tuple else record_of(part.cls, items)


def is_filled(tree: ShapeTree) -> bool:
    """Whether it has no empty tuple, text or bytes, of which nobody knows what it may hold."""
    return bool(tree.parts) and all(map(is_filled, tree.trees))
