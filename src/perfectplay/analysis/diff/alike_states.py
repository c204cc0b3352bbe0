"""Whether two games have states of one shape, and one coding of their keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import QueryError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.shape_tree import Length
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import Word
from perfectplay.game.showing import shown
from perfectplay.identity.fingerprint import parts_of_symmetries
from perfectplay.tablebase.solution import Solution

Recode: TypeAlias = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""Keys of a solution in the coding that two of them share; rising keys stay rising."""


def check_alike(a: CheckedGame, b: CheckedGame) -> None:
    """Raise QueryError if no state of one game can be one of the other."""
    if a.game.players != b.game.players:
        raise QueryError("a game for one player and one for two have nothing to compare")
    if a.scoring != b.scoring:
        raise QueryError(
            "one of the two is a game of points, the other is not: their values differ in kind; "
            "counted(GAME) makes a game of points one that is won or lost"
        )
    if difference := _difference(a, b):
        raise QueryError(
            f"the states of the two games differ in shape: {difference}; the first begins with "
            f"{shown(a.game, a.start())}, the second with {shown(b.game, b.start())}"
        )


def _difference(a: CheckedGame, b: CheckedGame) -> str:
    """In what the shapes of two games' states differ; "" if in nothing."""
    kinds = type(a.start()), type(b.start())
    if StateKind.INTEGER in (a.kind, b.kind):
        if a.kind is b.kind:
            return ""
    elif kinds[0] is kinds[1]:
        one, other = a.shape, b.shape
        if one is None or other is None:
            return ""
        if one.lengths or other.lengths:
            perhaps_empty = one.varying and other.varying
            alike = perhaps_empty or _kinds(one) & _kinds(other)
            return "" if alike else "their fields are of other types"
        if one.size != other.size:
            return f"{one.size} fields and {other.size} fields"
        return "" if one.parts == other.parts else "their fields are of other types"
    names = [kind.__name__ for kind in kinds]
    if names[0] == names[1]:
        names = [f"{kind.__module__}.{kind.__qualname__}" for kind in kinds]
    return f"{names[0]} and {names[1]}"


def _kinds(shape: StateShape) -> set[type]:
    """What the fields of a state are; all numbers count as one kind."""
    return {kind if kind in (Word, BitSet) else int for kind in shape.kinds if kind is not Length}


def same_classes(a: Solution, b: Solution) -> bool:
    """True if both solutions keep one state of each class, and the classes of both are the same."""
    if not (a.symmetric and b.symmetric):
        return False
    parts = parts_of_symmetries(a.game)
    return parts is not None and parts == parts_of_symmetries(b.game)


def shared_coding(a: Solution, b: Solution) -> tuple[Keys, Recode, Recode] | None:
    """A coding for the stored states of both, and how their keys become keys in it; None if there
    is none."""
    if isinstance(a.keys, IntegerKeys) and isinstance(b.keys, IntegerKeys):
        return a.keys, _same, _same
    if not (isinstance(a.keys, TupleKeys) and isinstance(b.keys, TupleKeys)):
        return None
    if a.keys.shape != b.keys.shape:
        return None
    if a.keys == b.keys:
        return a.keys, _same, _same
    if a.keys.usual or b.keys.usual:  # states of one may be too unusual for the keys of the other
        return None
    limits = [
        (min(low, other), max(low + size, other + room) - 1)
        for low, size, other, room in zip(
            a.keys.low, a.keys.size, b.keys.low, b.keys.size, strict=True
        )
    ]
    try:
        wide = TupleKeys.of_limits(limits, a.keys.shape)
    except OverflowError:
        return None
    return wide, _recode(a.keys, wide), _recode(b.keys, wide)


def _same(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return keys


def _recode(keys: TupleKeys, wide: TupleKeys) -> Recode:
    def recoded(some: NDArray[np.int64]) -> NDArray[np.int64]:
        found: Any = wide.array(keys.fields(some))
        return found  # type: ignore[no-any-return]

    return recoded
