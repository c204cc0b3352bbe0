"""A state with what stands for its parts that are boards, that change their length, that may be
None."""

from __future__ import annotations

from typing import Any

from perfectplay.game.shape.shape_tree import NONE, ShapeTree, blank
from perfectplay.verifier.plain.plain_lengths import STRETCHES, Optional
from perfectplay.verifier.plain.plain_sets import RecordSet
from perfectplay.verifier.plain.plain_words import made_like, parts_of


class Letters(tuple[str, ...]):
    """Stands for a text in a state that has a number for each character."""


def lettered(value: Any, shape: Any, record: type = tuple) -> Any:
    """The value, with what stands for its parts that are boards, change their length, may be None
    or are sets of ``record``."""
    if record is not tuple and isinstance(value, frozenset):
        return RecordSet.of(record)
    if not isinstance(shape, ShapeTree):
        return value
    if shape.varying:
        part = shape.parts[0]
        item = lettered(value[0] if value else blank(part), part, record)
        return STRETCHES[shape.cls]([item] * len(shape.parts))
    if shape.cls is str:
        return Letters(value)
    if shape.cls is NONE:
        part = shape.parts[1]
        return Optional([lettered(blank(part) if value is None else value, part, record)])
    parts = parts_of(value)
    if parts is None:  # a frozenset
        return value
    changed = [lettered(part, own, record) for part, own in zip(parts, shape.parts, strict=True)]
    return made_like(value, changed) if record is not tuple or changed != parts else value
