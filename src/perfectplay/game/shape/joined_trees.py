"""Trees of two states joined: the narrowest one that holds what both hold.

What is None in all states that were met is `Nothing`; joined with a number or a tuple it becomes a
tree of the class `NONE`, with a word it is a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from perfectplay.game.shape.number_enums import equals_numbers, is_number_enum
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import NONE, Nothing, Part, ShapeTree
from perfectplay.game.shape.state_sets import classes_of_elements
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import Word


def joined(one: Part | ShapeTree, other: Part | ShapeTree) -> Part | ShapeTree | None:
    """The narrowest tree that holds what two trees hold; None if there is none.

    What is empty has no parts, and ``varying``.

    >>> joined(ShapeTree(tuple, (int, int)), ShapeTree(tuple, (int,)))
    ShapeTree(cls=<class 'tuple'>, parts=(<class 'int'>, <class 'int'>), varying=True)
    """
    if one == other:
        return one
    if _may_be_none(one) or _may_be_none(other):
        return _with_none(one, other)
    if not (isinstance(one, ShapeTree) and isinstance(other, ShapeTree)):
        kinds: set[Any] = {one, other} - {int}
        both = len(kinds) == 1 and all(is_number_enum(x) and equals_numbers(x) for x in kinds)
        return kinds.pop() if both else None
    if one.cls is not other.cls:
        return None
    varying = one.varying or other.varying or len(one.parts) != len(other.parts)
    if varying:
        stretches = one.cls in (tuple, str, bytes)
        part = joined_all((*one.parts, *other.parts)) if stretches else None
        if part is None or (isinstance(part, ShapeTree) and part.has_boards):
            return None
        return ShapeTree(one.cls, (part,) * max(len(one.parts), len(other.parts)), varying=True)
    parts = tuple(map(joined, one.parts, other.parts))
    return None if None in parts else ShapeTree(one.cls, parts)  # type: ignore[arg-type]


def joined_all(parts: Iterable[Part | ShapeTree]) -> Part | ShapeTree | None:
    """The narrowest part that holds what all hold; None if there is none."""
    found: Part | ShapeTree | None = None
    for part in dict.fromkeys(parts):
        found = part if found is None else joined(found, part)
        if found is None:
            return None
    return found


def _may_be_none(part: Part | ShapeTree) -> bool:
    return part is Nothing or (isinstance(part, ShapeTree) and part.cls is NONE)


def _with_none(one: Part | ShapeTree, other: Part | ShapeTree) -> Part | ShapeTree | None:
    """What holds None and what two parts hold, of which at least one may be None."""
    held = [part.parts[1] if isinstance(part, ShapeTree) and part.cls is NONE else part
            for part in (one, other)]  # fmt: skip
    both = joined_all(part for part in held if part is not Nothing)
    if both is None or both is Word:
        return both
    return ShapeTree(NONE, (bool, both)) if _is_optional(both) else None


def _is_optional(part: Part | ShapeTree | None) -> bool:
    """Whether a number or a tuple, or None, is what states that compile may hold: numbers, words,
    tuples and dataclasses of them."""
    if isinstance(part, ShapeTree):
        plain = issubclass(part.cls, tuple) or part.cls not in (str, bytes, frozenset, NONE)
        return (
            plain and bool(part.parts) and not part.lengths and all(map(_is_optional, part.parts))
        )
    return part is int or part is bool or part is Word or is_number_enum(part)


def settled(tree: ShapeTree) -> ShapeTree:
    """The tree with a word in the place of what was None in all states; in a board of None and
    something else, each cell may be both.

    >>> settled(ShapeTree(tuple, (int, Nothing))).parts == (int, Word)
    True
    """
    if (held := _held_in_cells(tree)) is not None:
        return ShapeTree(tuple, (ShapeTree(NONE, (bool, held)),) * len(tree.parts))
    parts = tuple(
        settled(part) if isinstance(part, ShapeTree) else Word if part is Nothing else part
        for part in tree.parts
    )
    return ShapeTree(tree.cls, parts, tree.varying)


def _held_in_cells(tree: ShapeTree) -> Part | ShapeTree | None:
    """What the cells of a board hold, of which most were None in some state; None for others."""
    empty = sum(map(_may_be_none, tree.parts))
    if tree.cls is not tuple or tree.varying or len(tree.parts) < 3 or empty * 2 < len(tree.parts):
        return None
    cells = [x.parts[1] if _may_be_none(x) and isinstance(x, ShapeTree) else x for x in tree.parts]
    kinds = set(cells) - {Nothing}
    if len(kinds) != 1 or Word in kinds:
        return None
    held = kinds.pop()
    return held if _is_optional(held) else None


def without_options(tree: ShapeTree) -> ShapeTree:
    """The tree with a word in the place of what is None or something else."""
    parts = tuple(
        part if not isinstance(part, ShapeTree) else
        Word if part.cls is NONE else without_options(part)
        for part in tree.parts
    )  # fmt: skip
    return ShapeTree(tree.cls, parts, tree.varying)


def classes_in(shape: ShapeTree | None) -> Iterator[type]:
    """The classes with named fields in a shape, the innermost first, before them those in the
    elements of sets."""
    if isinstance(shape, StateShape):
        yield from classes_of_elements(shape.elements)
    for part in shape.trees if shape else ():
        yield from classes_in(part)
    if shape and field_names(shape.cls):
        yield shape.cls
