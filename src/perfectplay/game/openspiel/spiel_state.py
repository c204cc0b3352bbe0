"""A state of a game of OpenSpiel: the text that it is known by, and one way there."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import ParameterError
from perfectplay.core.shortened import listed

TURN = "\nplayer "
"""Before the seat to move, the last character of every state."""

WAYS = ("state", "observation", "history")
"""What a state is known by: OpenSpiel's ``str(state)``, its observation, the moves that led there.
The last never merges two ways to one position."""


class SpielState(str):
    """A text of a position; two states with one text are one state.

    The last line is the seat to move (in a position where the play is over, the seat that did not
    make the last move). ``actions``: moves that lead there, from which OpenSpiel makes the position
    again; None if the text was typed or read.
    """

    __slots__ = ("actions",)

    actions: tuple[int, ...] | None

    def __new__(cls, text: str, actions: tuple[int, ...] | None = None) -> SpielState:
        state = super().__new__(cls, text)
        state.actions = actions
        return state


def seat_in(state: str) -> int:
    """The seat that a state is of.

    >>> seat_in("oox.x....\\nplayer 1")
    1
    """
    return int(state[-1])


def text_of(spiel_state: Any, merged_by: str, mover: int) -> str:
    """The text by which a position of OpenSpiel is known; ``mover``: who made the last move."""
    over = spiel_state.is_terminal()
    seat = 1 - mover if over else spiel_state.current_player()
    if merged_by == "state":
        text = str(spiel_state)
    elif merged_by == "observation":
        text = spiel_state.observation_string(0 if over else seat)
    else:
        text = " ".join(map(str, spiel_state.history()))
    return f"{text.removesuffix(chr(10))}{TURN}{seat}"


def check_way(merged_by: str) -> None:
    """Raise ParameterError for a way to know states that there is not."""
    if merged_by not in WAYS:
        ways = listed((repr(way) for way in WAYS), "or")
        raise ParameterError(f"merged_by must be {ways}, got {merged_by!r}")
