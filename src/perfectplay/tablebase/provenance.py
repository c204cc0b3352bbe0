"""How a solution was computed, and a perfect play of it."""

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
    """How a solution was computed: ``engine`` is "compiled", "interpreted", "reference" or
    "stored"; ``how`` describes it; ``why`` says in one sentence why the rules were not compiled,
    if that was asked for."""

    engine: str
    how: str
    why: str | None
    seconds: float
