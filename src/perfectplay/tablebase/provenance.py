"""What stands beside a solution: how it was made, and a play that it gives."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.value import Move, State


@dataclass(frozen=True)
class PlayLine:
    """A play: ``states`` one more than ``moves``; ``loops``: it stopped at a repeated state."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    loops: bool


@dataclass(frozen=True)
class Provenance:
    """How a solution was made: ``engine`` is "compiled", "interpreted", "reference" or
    "stored"; ``how`` says by what; ``why`` is one sentence where the compiled path was asked for
    and not taken."""

    engine: str
    how: str
    why: str | None
    seconds: float
