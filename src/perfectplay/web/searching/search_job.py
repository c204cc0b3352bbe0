"""One position that readers have asked for, and how far its search is."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

SearchStage: TypeAlias = Literal["waiting", "preparing", "searching", "over", "failed"]

LEASE = 3.0
"""A search ends when nobody has asked for it for so many seconds."""


@dataclass(frozen=True)
class SearchPlace:
    """A position: the one to which the moves lead from a state (None: the start)."""

    state: str | None = None
    seat: int | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class SearchStatus:
    """What a search of one position has found so far.

    ``stage``: "waiting" for other games, "preparing" (the rules are compiled), "searching", "over"
    or "failed" (with the ``sentence``). ``seconds`` of ``limit`` are over; ``found`` is the JSON of
    `PositionBounds`, None before there is any.
    """

    stage: SearchStage
    seconds: float
    limit: float
    found: dict[str, Any] | None
    sentence: str = ""


@dataclass(eq=False)
class SearchJob:
    """One position that somebody has asked for. ``readers``: when each last did."""

    game: str
    place: SearchPlace
    limit: float
    readers: dict[str, float] = field(default_factory=dict)
    stage: SearchStage = "waiting"
    seconds: float = 0.0
    found: dict[str, Any] | None = None
    sentence: str = ""

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to do within its limit."""
        return self.stage in ("over", "failed")

    @property
    def asked(self) -> float:
        """When it was last asked for."""
        return max(self.readers.values(), default=0.0)

    @property
    def live(self) -> bool:
        """Whether somebody waits for it."""
        return not self.ended and time.monotonic() - self.asked < LEASE

    @property
    def complete(self) -> bool:
        """Whether more time would bring nothing."""
        found = self.found or {}
        return bool(found.get("done") or found.get("why")) or self.stage == "failed"

    def take(self, message: dict[str, Any]) -> None:
        """Take what a searcher sends."""
        self.stage = message["stage"]
        self.seconds = message.get("seconds", self.seconds)
        self.found = message.get("found", self.found)
        self.sentence = message.get("sentence", "")

    def fail(self, sentence: str) -> None:
        """End it without a result."""
        self.stage, self.sentence = "failed", sentence

    @property
    def status(self) -> SearchStatus:
        """Its status."""
        return SearchStatus(self.stage, self.seconds, self.limit, self.found, self.sentence)
