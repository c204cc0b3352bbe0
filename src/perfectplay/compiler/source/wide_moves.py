"""Whether moves that are texts hold numbers of several digits: ``f"{i}-{j}"`` of twelve cells.

What plays at random show decides how compiled code writes numbers: as one digit, which is fast, or
as texts whose length varies. Where it decides wrongly, compiled code raises, or is slower.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game

_STATES, _MOVES = 50, 200
"""States that are played through, and moves of each that are looked at."""

_PATIENCE = 1.0
"""Seconds of the thread's processor time for all of them."""


def has_wide_moves(game: Game, start: State) -> bool:
    """Whether some moves in plays at random, the same ones each time, are texts, or hold texts,
    that differ in how many digits a number has."""
    ends = thread_seconds() + _PATIENCE
    lengths: dict[str, int] = {}
    for state in (start, *islice(random_states(game, start), _STATES)):
        if thread_seconds() > ends:
            break
        try:
            moves = list(islice(game.moves(state), _MOVES)) if game.outcome(state) is None else []
        except Exception:  # whatever rules raise: who solves the game is told
            break
        for text in (text for move in moves for text in _texts(move)):
            around = re.sub("[0-9]+", "0", text)
            if lengths.setdefault(around, len(text)) != len(text):
                return True
    return False


def _texts(move: Any) -> list[str]:
    items = move if isinstance(move, tuple) else (move,)
    return [item for item in items if type(item) is str]
