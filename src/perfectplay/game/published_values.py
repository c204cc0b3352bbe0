"""What is known about a game from elsewhere: figures that a right solver must reproduce."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.value import Value


@dataclass(frozen=True, kw_only=True)
class PublishedValues:
    """Figures of one game with one set of parameters; ``None`` where a figure is not known.

    Counts are of the states that a play can reach, terminal ones included; wins, draws and
    losses are for the player to move.

    >>> Known(parameters={"width": 4}, states=161_029, source="J. Tromp").states
    161029
    """

    source: str
    """Who says so."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The fields that differ from their defaults."""

    states: int | None = None
    representatives: int | None = None
    """The number of classes under the symmetries that the game declares."""

    terminal: int | None = None
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    value: Value | None = None
    """The value of the start."""

    score: int | None = None
    """In a game of points, the score of the start."""

    remoteness: int | None = None
    """The remoteness of the start; ``None`` also where its draw is endless."""

    best: tuple[str, ...] | None = None
    """All best moves of the start, as texts, in the rules' own order."""

    longest_win: int | None = None
    longest_loss: int | None = None
