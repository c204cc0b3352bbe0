"""What plays at random show of moves: whether they are given as sets, and whether those that are
texts hold numbers of several digits, ``f"{i}-{j}"`` of twelve cells.

What plays at random show decides how compiled code writes numbers: as one digit, which is fast, or
as texts whose length varies. Where it decides wrongly, compiled code raises, or is slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names

_STATES, _MOVES = 50, 200
"""States that are played through, and moves of each that are looked at."""

_FEW = 5
"""States of such plays in which it is asked whether moves are a set or a list."""

_PATIENCE = 1.0
"""Seconds of the thread's processor time for all of them."""


def move_texts(game: Game, start: State) -> set[str]:
    """The texts that are moves in plays at random, the same ones each time, or items of moves."""
    return {text for move in _moves_seen(game, start) for text in _texts(move)}


def unlike_lengths(game: Game, start: State) -> dict[tuple[int, ...], int]:
    """Where moves of plays at random have tuples of unlike lengths, of things of one kind: how many
    items the longest one has."""
    lengths: dict[tuple[int, ...], set[int]] = {}
    kinds: dict[tuple[int, ...], set[Any]] = {}
    for move in _moves_seen(game, start):
        for place, items in _tuples_in(move):
            lengths.setdefault(place, set()).add(len(items))
            kinds.setdefault(place, set()).update(map(_kind_of, items))
    unlike = [place for place, found in lengths.items() if len(found) > 1 and len(kinds[place]) < 2]
    return {place: max(lengths[place]) for place in unlike}


def longest_text(game: Game, start: State) -> int:
    """How many characters the longest move of plays at random has; 0 if some are no texts."""
    moves = list(_moves_seen(game, start))
    return max(map(len, moves), default=0) if all(type(move) is str for move in moves) else 0


def lengths_of_moves(game: Game, start: State) -> set[int]:
    """How many items moves of plays at random have that are plain tuples."""
    return {len(move) for move in _moves_seen(game, start) if type(move) is tuple}


def _tuples_in(move: Any) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """The move if it is a plain tuple, and such tuples among its items, with their places."""
    if type(move) is tuple:
        yield (), move
    names = field_names(type(move))
    items = [getattr(move, name) for name in names] if names else move
    for i, item in enumerate(items if isinstance(items, list | tuple) else ()):
        if type(item) is tuple:
            yield (i,), item


def _kind_of(item: Any) -> Any:
    """The type of an item, with those of the items of a tuple."""
    return tuple(map(type, item)) if type(item) is tuple else type(item)


def _moves_seen(game: Game, start: State) -> Iterator[Any]:
    """The moves in some states of plays at random, the same ones each time."""
    ends = thread_seconds() + _PATIENCE
    for state in (start, *islice(random_states(game, start), _STATES)):
        if thread_seconds() > ends:
            break
        try:
            moves = list(islice(game.moves(state), _MOVES)) if game.outcome(state) is None else []
        except Exception:  # whatever rules raise: who solves the game is told
            break
        yield from moves


def kinds_of_moves(game: Game, start: State) -> set[type]:
    """The types of what ``moves`` gives in the start, and in the states of some plays at random."""
    found: set[type] = set()
    for state in (start, *islice(random_states(game, start), _FEW)):
        try:
            if game.outcome(state) is None:
                found.add(type(game.moves(state)))
        except Exception:  # whatever rules raise: who solves the game is told
            break
    return found


def moves_are_texts(game: Game, start: State) -> bool:
    """Whether all moves in the start, and in the states of some plays at random, are texts."""
    moves: list[Any] = []
    for state in (start, *islice(random_states(game, start), _FEW)):
        try:
            moves += islice(game.moves(state), _MOVES) if game.outcome(state) is None else ()
        except Exception:  # whatever rules raise: who solves the game is told
            break
    return all(type(move) is str for move in moves)


def has_wide_moves(texts: Iterable[str]) -> bool:
    """Whether some of these moves differ in how many digits a number has."""
    lengths: dict[str, int] = {}
    return any(
        lengths.setdefault(re.sub("[0-9]+", "0", text), len(text)) != len(text) for text in texts
    )


def _texts(move: Any) -> list[str]:
    items = move if isinstance(move, tuple) else (move,)
    return [item for item in items if type(item) is str]
