"""States as rows of integers, and rows as states, by the parts of a shape and its tables.

``codes``: the number of each word; ``bits``: the bit of each element of sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from perfectplay.game.record_classes import field_names
from perfectplay.game.shape_tree import ShapeTree
from perfectplay.game.state_sets import BitSet, bits_of, set_of_bits
from perfectplay.game.state_words import EMPTY, NO_WORD, Word, is_word

if TYPE_CHECKING:
    import numpy as np
else:
    from perfectplay.core import lazy_numpy as np


def read(
    tree: ShapeTree, value: Any, row: list[int], codes: Mapping[Any, int], bits: dict[Any, int]
) -> bool:
    """Append the fields of a value to a row; False if it has none."""
    items = tree.items(value)
    if items is None or len(items) > len(tree.parts):
        return False
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
        else:
            return False
    if tree.varying:
        row.append(len(items))
    return True


def columns(
    tree: ShapeTree, values: Sequence[Any], codes: Mapping[Any, int], bits: dict[Any, int]
) -> list[Sequence[int]] | None:
    """The fields of many values, each as a column; None if one of them has none."""
    if set(map(type, values)) != {tree.cls}:
        return None
    items: Iterable[Sequence[Any]]
    lengths = list(map(len, values)) if tree.varying else []
    if tree.varying:
        if max(lengths) > len(tree.parts):
            return None
        items = zip(*map(tree.padded, values), strict=True)
    elif issubclass(tree.cls, tuple | str | bytes):
        if set(map(len, values)) != {len(tree.parts)}:
            return None
        items = zip(*values, strict=True)
    elif tree.cls is frozenset:
        items = (values,)
    else:
        items = (tuple(map(attrgetter(name), values)) for name in field_names(tree.cls))
    found: list[Sequence[int]] = []
    for part, column in zip(tree.parts, items, strict=True):
        if isinstance(part, ShapeTree):
            inner = columns(part, column, codes, bits)
            if inner is None:
                return None
            found += inner
        elif part is Word:
            coded = [codes.get(item) if is_word(item) else None for item in column]
            if None in coded:
                return None
            found.append(coded)  # type: ignore[arg-type]
        elif part is BitSet:
            if set(map(type, column)) != {frozenset}:
                return None
            sums = [bits_of(item, bits) for item in column]
            if None in sums:
                return None
            found.append(sums)  # type: ignore[arg-type]
        elif set(map(type, column)) == {part}:
            found.append(column)
        else:
            return None
    return [*found, lengths] if tree.varying else found


def made(
    tree: ShapeTree,
    columns: Iterator[Sequence[int]],
    words: tuple[Any, ...],
    elements: tuple[Any, ...],
) -> list[Any]:
    """The values with these fields."""
    items: list[Sequence[Any]] = []
    for part in tree.parts:
        if isinstance(part, ShapeTree):
            items.append(made(part, columns, words, elements))
        elif part is Word:
            named = {NO_WORD: None, EMPTY: "", **dict(enumerate(words))}
            items.append([named[code] for code in next(columns)])
        elif part is BitSet:
            items.append([set_of_bits(bits, elements) for bits in next(columns)])
        else:
            column = next(columns)
            items.append(list(map(bool, column)) if part is bool else column)
    if tree.cls is frozenset:
        return list(items[0])
    rows = zip(*items, strict=True)
    if tree.varying:
        return [row[:length] for row, length in zip(rows, next(columns), strict=True)]
    if tree.cls is tuple:
        return list(rows)
    if tree.cls is str:
        return list(map("".join, rows))
    if tree.cls is bytes:
        return list(map(bytes, rows))
    if field_names(tree.cls) or hasattr(tree.cls, "_fields"):
        return [tree.cls(*row) for row in rows]
    return [tuple.__new__(tree.cls, row) for row in rows]  # another kind of tuple
