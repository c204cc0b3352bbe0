"""The start of a game that may compile, with its shape, and the longest tuple in its states."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import refusal_of_states
from perfectplay.compiler.source.text_rows import texts_in
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, kind_of
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import Word

LOOKED_AT = 100
"""States of plays at random in which is looked for what the start has not: a number in the place
of None, words of several characters."""

SPARE = 2
"""Items by which tuples that change their length may be longer within a rule than in a state."""


SPARE_LETTERS = 4
"""Characters by which texts may be longer within a rule than the two longest ones of a state."""


@dataclass(frozen=True)
class Room:
    """How many items tuples that change their length have room for, and texts, in the text of a
    module. ``letters``: how many words are characters, if texts change their length."""

    most: int
    letters: int = 0


def start_of(game: Game) -> tuple[Any, StateShape | None]:
    """The start of a game that may compile, and its shape, None for integers. Raises
    NotCompilable."""
    if type(game).options not in (Game.options, FunctionGame.options):
        raise NotCompilable("a game that overrides options runs interpreted")
    start = game.start()
    shape = game_shape(game, start)
    if kind_of(start) is not StateKind.INTEGER and shape is None:
        raise NotCompilable(*refusal_of_states(start))
    if shape is not None and (refused := perhaps_something(game, start, shape)):
        raise NotCompilable(refused[0], idiom=refused[1])
    if shape is not None and _has_varying_bytes(shape):
        idiom = "texts that change their length do, and so do tuples of integers"
        raise NotCompilable("bytes that change their length do not compile", idiom=idiom)
    return start, shape


def _has_varying_bytes(shape: ShapeTree) -> bool:
    own = shape.cls is bytes and shape.varying
    return own or any(map(_has_varying_bytes, shape.trees))


def meets_long_words(game: Game, start: Any) -> bool:
    """Whether states of plays at random hold texts of several characters."""
    try:
        states = islice(random_states(game, start), LOOKED_AT)
        return any(len(text) > 1 for state in states for text in texts_in(state))
    except Exception:  # whatever rules raise: who solves the game is told
        return False


def longest_tuple(shape: StateShape | None) -> Any:
    """Zeros, as many as the longest tuple of integers in a state has items; 0 for an integer.

    Tuples whose length is not visible in the rules are taken to be as long as this one. They may
    have any length, and it is a `Room`, if tuples in states change theirs.
    """
    if shape is not None and shape.has_varying_texts:
        return Room(sum(sorted(_lengths(shape))[-2:]) + SPARE_LETTERS)
    if shape is not None and shape.lengths:
        return Room(max(shape.lengths) + SPARE)
    return 0 if shape is None or shape.cls is frozenset else (0,) * max(_lengths(shape))


def _lengths(shape: ShapeTree) -> list[int]:
    inner = [length for part in shape.trees for length in _lengths(part)]
    return inner or [len(shape.parts)]


_INSTEAD = {
    int: ("a number", "a number that stands for none, such as -1, does"),
    frozenset: ("a set", "an empty set, with a number that tells whether there is one, does"),
    bytes: ("bytes", "bytes of the same length that stand for none do"),
    tuple: ("a tuple", "a tuple of one length, of numbers and words, compiles in place of None"),
}
"""What may stand beside None in a state, and what compiles instead."""


def perhaps_something(game: Game, start: Any, shape: StateShape) -> tuple[str, str] | None:
    """Where the start has None and a later state a number or the like that does not compile there,
    as a sentence, and what does; None if that is found nowhere."""
    fields = _fields(start)
    nothing = [
        i for i, (field, part) in enumerate(zip(fields, shape.parts, strict=False))
        if field is None and part is Word
    ]  # fmt: skip
    if not nothing or shape.cls in (str, bytes, frozenset) or shape.varying:
        return None
    for state in islice(random_states(game, start), LOOKED_AT):
        if type(state) is type(start):
            later = _fields(state)
            for i in nothing:
                kind = type(later[i]) if i < len(later) else None
                if kind in _INSTEAD:
                    names = field_names(type(start))
                    what, idiom = _INSTEAD[kind]
                    place = names[i] if names else i
                    return f"field {place} of its states is None or {what}", idiom
    return None


def _fields(state: Any) -> list[Any]:
    """The items of a tuple, or the fields of a NamedTuple or a dataclass; none for other states."""
    if names := field_names(type(state)):
        return [getattr(state, name) for name in names]
    return list(state) if isinstance(state, tuple) else []
