"""Symmetries of rules that only move the content of fields, found by running the rules on unknowns.

A method `symmetries` that is given a state of unknowns, and that can ask nothing of them, gives the
same images of every state. Each is then a permutation of the fields, which compiles into tables.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, NoReturn

from perfectplay.core.errors import StopRules
from perfectplay.core.value import State
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game, overrides
from perfectplay.game.shape.cell_symmetries import (
    MOST_IMAGES,
    CellImage,
    CellSymmetries,
    fields_of,
    state_maker,
)
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_shape import StateShape

_STATES = 200
"""States of random plays on which what was found is compared with the rules."""


class _AskedError(StopRules):
    """The rules ask for the value of an unknown."""


class _Unknown:
    """The content of a field: it can be put into another field, and nothing else."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise _AskedError

    def __getattr__(self, _: str) -> NoReturn:
        raise _AskedError


_ASKING = """
    eq ne lt le gt ge hash bool int float index complex add radd sub rsub mul rmul truediv rtruediv
    floordiv rfloordiv mod rmod divmod rdivmod pow rpow lshift rlshift rshift rrshift and rand or
    ror xor rxor neg pos abs invert round trunc floor ceil str repr format bytes len iter contains
    getitem call reduce_ex sizeof dir
"""
"""All that could be asked of the content of a field."""

for _name in _ASKING.split():
    setattr(_Unknown, f"__{_name}__", _Unknown._refuse)


def permuted_cells(game: Game) -> CellSymmetries | None:
    """The images that `symmetries` of a game gives, if it only permutes the fields of every state;
    None if it does anything else, or in doubt.

    What is found is also compared with the rules on states of random plays: rules that ask for the
    type of a number, which unknowns cannot hide, answer otherwise there.

    >>> from perfectplay.games.wythoff import Wythoff
    >>> permuted_cells(Wythoff(4, 4)).images[0].places
    (1, 0)
    """
    if not overrides(game, "symmetries"):
        return None
    try:
        start = game.start()
        shape = None if isinstance(start, int) else game_shape(game, start)
        if shape is None or not set(shape.kinds) <= {int, bool} or _has_bytes(shape):
            return None
        images = _images(game, shape)
        if images is None:
            return None
        found = CellSymmetries(shape, images)
        states = (start, *islice(random_states(game, start), _STATES))
        return found if all(_alike(game, found, state) for state in states) else None
    except (_AskedError, Exception):  # rules that ask, or stumble over what is no number
        return None


def _has_bytes(shape: StateShape) -> bool:
    return bool(shape.lengths) or shape.may_be_none or any(shape.byte_fields)


def _images(game: Game, shape: StateShape) -> tuple[CellImage, ...] | None:
    """The images of a state of unknowns; None if one is no permutation of it."""
    unknowns = [_Unknown() for _ in shape.kinds]
    numbers = {id(unknown): i for i, unknown in enumerate(unknowns)}
    state = state_maker(_without_bools(shape))(unknowns)
    given = list(islice(game.symmetries(state), MOST_IMAGES + 1))
    found: dict[CellImage, None] = {}
    for image in given:
        fields = fields_of(shape, image)
        places = [] if fields is None else [numbers.get(id(field), -1) for field in fields]
        if sorted(places) != list(range(shape.size)):
            return None
        if any(shape.kinds[i] is not shape.kinds[place] for i, place in enumerate(places)):
            return None
        if places != list(range(shape.size)):
            found[CellImage(tuple(places), ((),) * shape.size)] = None
    return tuple(found) if found and len(given) <= MOST_IMAGES else None


def _without_bools(tree: ShapeTree) -> ShapeTree:
    """The same shape with integers in the place of True and False."""
    parts = [_without_bools(part) if isinstance(part, ShapeTree) else int for part in tree.parts]
    return ShapeTree(tree.cls, tuple(parts), tree.varying)


def _alike(game: Game, found: CellSymmetries, state: State) -> bool:
    """Whether the rules give the images of a state that were found, and no others."""
    return {state, *game.symmetries(state)} == {state, *found.images_of(state)}
