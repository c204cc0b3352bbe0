"""Grundy values of small impartial games, as the front end shows them: ``[Grundy #: *3]``."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from perfectplay.analysis.impartial import grundy
from perfectplay.core.errors import NotImpartialError, StateLimitError
from perfectplay.core.value import State
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession

MOST = 50_000
"""States of a game up to which all its Grundy values are computed, at its first question."""

GrundyText = Callable[[State], str]

_known: WeakKeyDictionary[GameSession, GrundyText | None] = WeakKeyDictionary()


def grundy_texts(session: GameSession, solution: Solution) -> GrundyText | None:
    """The text of the Grundy value of each state; None if the game has none, or is too large.

    Only one thread may ask for a session at a time.
    """
    if session not in _known:
        _known[session] = _texts_of(solution)
    return _known[session]


def _texts_of(solution: Solution) -> GrundyText | None:
    if not solution.game.impartial or len(solution) > MOST:
        return None
    try:
        values = grundy(solution, max_states=MOST)
    except (NotImpartialError, StateLimitError):
        return None
    return lambda state: star_text(values.value(state))


def star_text(value: int) -> str:
    """
    >>> star_text(0), star_text(1), star_text(5)
    ('0', '*', '*5')
    """
    return "*" if value == 1 else f"*{value}" if value else "0"
