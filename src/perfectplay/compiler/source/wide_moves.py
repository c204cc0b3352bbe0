"""What plays at random show of moves: whether they are given as sets, and whether those that are
texts hold numbers of several digits, ``f"{i}-{j}"`` of twelve cells.

What plays at random show decides how compiled code writes numbers: as one digit, which is fast, or
as texts whose length varies. Where it decides wrongly, compiled code raises, or is slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game

_STATES, _MOVES = 50, 200
"""States that are played through, and moves of each that are looked at."""

_FEW = 5
"""States of such plays in which it is asked whether moves are a set or a list."""

_PATIENCE = 1.0
"""Seconds of the thread's processor time for all of them."""


def move_texts(game: Game, start: State) -> set[str]:
    """The texts that are moves in plays at random, the same ones each time, or items of moves."""
    ends = thread_seconds() + _PATIENCE
    found: set[str] = set()
    for state in (start, *islice(random_states(game, start), _STATES)):
        if thread_seconds() > ends:
            break
        try:
            moves = list(islice(game.moves(state), _MOVES)) if game.outcome(state) is None else []
        except Exception:  # whatever rules raise: who solves the game is told
            break
        found.update(text for move in moves for text in _texts(move))
    return found


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
