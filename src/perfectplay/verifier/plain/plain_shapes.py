"""A state with what stands for its parts that are boards, that change their length, that may be
None."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from perfectplay.game.shape.shape_tree import NONE, ShapeTree, blank
from perfectplay.game.shape.state_words import Word
from perfectplay.verifier.plain.plain_lengths import STRETCHES, Optional
from perfectplay.verifier.plain.plain_sets import RecordSet
from perfectplay.verifier.plain.plain_words import Members, made_like, parts_of


class Letters(tuple[str, ...]):
    """Stands for a text in a state that has a number for each character."""


def lettered(value: Any, shape: Any, element: Any = None, enums: Collection[Any] = ()) -> Any:
    """The value, with what stands for its parts that are boards, change their length, may be None
    or are sets of what is like ``element``, or are words in a game of these Enums."""
    if element is not None and isinstance(value, frozenset):
        return RecordSet.of(element)
    if not isinstance(shape, ShapeTree):
        return Members(enums) if shape is Word and enums else value
    if shape.varying:
        part = shape.parts[0]
        item = lettered(value[0] if value else blank(part), part, element, enums)
        return STRETCHES[shape.cls]([item] * len(shape.parts))
    if shape.cls is str:
        return Letters(value)
    if shape.cls is NONE:
        part = shape.parts[1]
        return Optional([lettered(blank(part) if value is None else value, part, element, enums)])
    parts = parts_of(value)
    if parts is None:  # a frozenset
        return value
    inner = zip(parts, shape.parts, strict=True)
    changed = [lettered(part, own, element, enums) for part, own in inner]
    return made_like(value, changed) if element is not None or changed != parts else value
