"""Published figures of a game, which a correct solver must reproduce."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.value import Value


@dataclass(frozen=True, kw_only=True)
class PublishedValues:
    """Figures of one game with one set of parameters; ``None`` for an unknown figure.

    Counts are of reachable states, terminal ones included; wins, draws and losses are for the
    player to move.

    >>> PublishedValues(parameters={"width": 4}, states=161_029, source="J. Tromp").states
    161029
    """

    source: str
    """Publication, or the test that recomputes the figures."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that differ from their defaults."""

    states: int | None = None
    representatives: int | None = None
    """Number of classes under the game's symmetries."""

    terminal: int | None = None
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    value: Value | None = None
    """Value of the start."""

    score: int | None = None
    """Score of the start in a game of points."""

    remoteness: int | None = None
    """Remoteness of the start in plies; ``None`` also for an endless draw."""

    best: tuple[str, ...] | None = None
    """Texts of all best moves of the start, in the order of the rules."""

    mistakes: float | None = None
    """Share of the moves that are mistakes, as the explorer counts them in random plays; for a game
    that is too large to be solved for its card."""

    longest_win: int | None = None
    longest_loss: int | None = None
