"""When a game is large enough for a compiler."""

from __future__ import annotations

COMPILE_STATES = 50_000
"""A game with more states is compiled."""

COMPILE_SECONDS = 0.6
"""So is a game that takes the interpreter longer than this."""


def is_large(states: int, seconds: float) -> bool:
    """Whether a game that the interpreter explores is worth a compiler."""
    return states > COMPILE_STATES or seconds > COMPILE_SECONDS
