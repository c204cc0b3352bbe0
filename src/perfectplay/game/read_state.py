"""Read states as people type them."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.core.value import MoveT, StateT
from perfectplay.game.game import Game
from perfectplay.game.spellings import spellings


def read_state(
    game: Game[StateT, MoveT], text: str, known: Callable[[StateT], bool] = lambda _: True
) -> StateT:
    """The state that a text describes, with or without quotes, brackets and spaces.

    The first of its `spellings` that ``game.parse`` reads as a ``known`` state; if there is none,
    the first that it reads. Raises what ``game.parse`` raises for the text as it is.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [read_state(ThreeRocks(), text) for text in ("3,2", "(3, 2)", "[3 2]", "'3;2'")]
    [(3, 2), (3, 2), (3, 2), (3, 2)]
    """
    read: list[StateT] = []
    problem: Exception | None = None
    for way in spellings(text) if text.strip() else [text]:
        try:
            state = game.parse(way)
            if known(state):
                return state
            read.append(state)
        except Exception as error:
            problem = problem or error
    if read or problem is None:
        return read[0]
    raise problem
