"""States as rows of integers, and rows as states, by the parts of a shape and its tables.

``codes``: the number of each word; ``bits``: the bit of each element of sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from operator import attrgetter
from typing import Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State
from perfectplay.game.shape.number_enums import (
    equals_numbers,
    is_number_enum,
    members_of,
    number_of_member,
)
from perfectplay.game.shape.record_classes import adjusts_itself, field_names, record_of
from perfectplay.game.shape.shape_tree import NONE, Part, ShapeTree, blank, is_of_kind
from perfectplay.game.shape.state_sets import BitSet, bits_of, set_of_bits
from perfectplay.game.shape.state_words import (
    NO_WORD,
    Word,
    is_letter,
    is_word,
    is_word_class,
)

MISSING = NO_WORD - 1
"""No code of a word."""

BLOCK = 1 << 14
"""States whose fields are looked at together."""


def read(
    tree: ShapeTree, value: Any, row: list[int], codes: Mapping[Any, int], bits: dict[Any, int]
) -> bool:
    """Append the fields of a value to a row; False if it has none."""
    items = tree.items(value)
    if items is None or len(items) > len(tree.parts):
        return False
    if tree.cls is str and not tree.varying:
        coded = list(map(codes.get, value))
        row += coded  # type: ignore[arg-type]
        return None not in coded
    for part, item in zip(tree.parts, tree.padded(items), strict=True):
        if isinstance(part, ShapeTree):
            if not read(part, item, row, codes, bits):
                return False
        elif part is Word:
            if not is_word(item) or item not in codes:
                return False
            row.append(codes[item])
        elif part is BitSet:
            total = bits_of(item, bits) if isinstance(item, frozenset) else None
            if total is None:
                return False
            row.append(total)
        elif isinstance(item, int | np.integer):
            row.append(int(item))
        elif type(item) is part and is_number_enum(part):  # a flag
            row.append(number_of_member(item))
        else:
            return False
    if tree.varying:
        row.append(len(items))
    return True


def columns(
    tree: ShapeTree, values: Sequence[Any], codes: Mapping[Any, int], bits: dict[Any, int]
) -> list[Sequence[int] | IntArray] | None:
    """The fields of many values, each as a column; None if one of them has none."""
    if not _alike(tree, values):
        return None
    if tree.cls is str and not tree.varying:
        return _coded_texts(values, len(tree.parts), codes)
    if tree.cls is bytes and not tree.varying:
        joined = np.frombuffer(b"".join(values), np.uint8)
        return list(joined.reshape(-1, len(tree.parts)).T.astype(np.int64))
    if tree.varying and max(map(len, values)) > len(tree.parts):
        return None
    found: list[Sequence[int] | IntArray] = []
    for part, column in zip(tree.parts, _items(tree, values), strict=True):
        if isinstance(part, ShapeTree):
            inner = columns(part, column, codes, bits)
            if inner is None:
                return None
            found += inner
        elif not _of_kind(part, column):
            return None
        elif part is Word or part is BitSet:
            coded = (
                [bits_of(item, bits) for item in column]
                if part is BitSet
                else (list(map(codes.get, column)))
            )
            if None in coded:
                return None
            found.append(coded)  # type: ignore[arg-type]
        elif part not in (int, bool) and is_number_enum(part) and not equals_numbers(part):
            found.append(list(map(number_of_member, column)))
        else:
            found.append(column)
    return [*found, list(map(len, values))] if tree.varying else found


def gather(
    tree: ShapeTree, values: Sequence[Any], words: set[Any], elements: set[Any]
) -> tuple[int, ...] | None:
    """Add the words and the elements of many values; return the most items of their tuples, as
    `ShapeTree.longest_in` does for one, or None if one of them is not one that `holds`."""
    if not values:
        return (0,) * len(tree.lengths)
    if not _alike(tree, values):
        return None
    if tree.cls is str and not tree.varying:
        words.update(*values)
        return ()
    items: Iterable[Sequence[Any]]
    if tree.varying:
        parts, items = tree.parts[:1], [list(chain.from_iterable(values))]
    else:
        parts, items = tree.parts, () if tree.cls is bytes else _items(tree, values)
    longest = [max(map(len, values))] if tree.varying else []
    for part, column in zip(parts, items, strict=False):
        if isinstance(part, ShapeTree):
            inner = gather(part, column, words, elements)
            if inner is None:
                return None
            longest += inner
        elif column and not _of_kind(part, column):
            return None
        elif part is Word:
            words.update(column)
        elif part is BitSet:
            elements.update(*column)
    return tuple(longest)


def _alike(tree: ShapeTree, values: Sequence[Any]) -> bool:
    """Whether values are of the class of a tree, with as many items."""
    if tree.cls is NONE:
        return True
    if set(map(type, values)) != {tree.cls}:
        return False
    if tree.varying or not issubclass(tree.cls, tuple | str | bytes):
        return True
    return set(map(len, values)) == {len(tree.parts)}


def _items(tree: ShapeTree, values: Sequence[Any]) -> Iterable[Sequence[Any]]:
    """The items of values that are alike, as a column for each part."""
    if tree.varying:
        empty = blank(tree.parts[0])
        found = list(zip_longest(*values, fillvalue=empty))
        return found + [(empty,) * len(values)] * (len(tree.parts) - len(found))
    if issubclass(tree.cls, tuple):
        return zip(*values, strict=True)
    if tree.cls is frozenset:
        return (values,)
    if tree.cls is NONE:
        empty = blank(tree.parts[1])
        return [v is not None for v in values], [empty if v is None else v for v in values]
    return (tuple(map(attrgetter(name), values)) for name in field_names(tree.cls))


def _of_kind(part: Part, column: Sequence[Any]) -> bool:
    """Whether all items of a column are of the kind of a field."""
    kinds = set(map(type, column))
    if part is Word:
        # of equal texts a set holds one, which may hide one of another class
        return all(map(is_word_class, kinds)) and all(map(is_word, set(column)))
    if part is BitSet:
        return kinds == {frozenset}
    return all(is_of_kind(kind, part) for kind in kinds)


def _numbers(part: Part, column: Sequence[int]) -> Sequence[Any]:
    """The values of a field for numbers."""
    if part is bool:
        return list(map(bool, column))
    return members_of(part, column) if is_number_enum(part) else column


def _coded_texts(
    texts: Sequence[str], length: int, codes: Mapping[Any, int]
) -> list[Sequence[int] | IntArray] | None:
    """The codes of the characters of texts of one length, as columns; None if one has none."""
    letters = {ord(word): code for word, code in codes.items() if is_letter(word)}
    beyond = max(letters, default=0) + 1
    table = np.full(beyond + 1, MISSING, np.int64)
    table[list(letters)] = list(letters.values())
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    coded = table[np.minimum(points, beyond)]
    return None if MISSING in coded else list(coded.reshape(-1, length).T)


def made(
    tree: ShapeTree,
    columns: Iterator[Sequence[int]],
    words: Mapping[int, Any],
    elements: tuple[Any, ...],
) -> list[Any]:
    """The values with these fields. ``words``: the word of each code."""
    items: list[Sequence[Any]] = []
    for part in tree.parts:
        if isinstance(part, ShapeTree):
            items.append(made(part, columns, words, elements))
        elif part is Word:
            items.append([words[code] for code in next(columns)])
        elif part is BitSet:
            items.append([set_of_bits(bits, elements) for bits in next(columns)])
        else:
            items.append(_numbers(part, next(columns)))
    if tree.cls is frozenset:
        return list(items[0])
    if tree.cls is NONE:
        return [item if there else None for there, item in zip(*items, strict=True)]
    rows: Iterable[tuple[Any, ...]] = zip(*items, strict=True)
    if tree.varying:
        rows = (row[:length] for row, length in zip(rows, next(columns), strict=True))
    if tree.cls is tuple:
        return list(rows)
    if tree.cls is str:
        return list(map("".join, rows))
    if tree.cls is bytes:
        return list(map(bytes, rows))
    if field_names(tree.cls) or hasattr(tree.cls, "_fields"):
        if adjusts_itself(tree.cls):
            return [record_of(tree.cls, row) for row in rows]
        return [tree.cls(*row) for row in rows]
    return [tuple.__new__(tree.cls, row) for row in rows]  # another kind of tuple


def blocks(states: Iterable[State]) -> Iterator[list[State]]:
    """Lists of BLOCK states, the last one of fewer.

    >>> [len(block) for block in blocks(range(20_000))]
    [16384, 3616]
    """
    rest = iter(states)
    while block := list(islice(rest, BLOCK)):
        yield block
