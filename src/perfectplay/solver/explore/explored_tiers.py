"""Tiers of a game as exploring leaves them, and as a solve that goes on finds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.threads import ranges

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expansion


@dataclass
class Tier:
    """keys: rising; ``moves`` in all; ``into``: the tiers that they lead to, rising; ``answers``:
    the children of consecutive batches, if they were kept."""

    keys: StoredArray
    moves: int
    into: tuple[int, ...]
    answers: list[Expansion] | None = None


class TierKind(Enum):
    """What the tiers of a game are."""

    DECLARED = "tiers"
    LEVELS = "levels"
    ONE = "one tier"


@dataclass
class MetStates:
    """States of a game that is one tier: ``waves`` of rising keys, different ones; all but those
    of the last one are expanded, with so many ``moves``."""

    waves: list[StoredArray]
    moves: int


@dataclass
class ExploredTiers:
    """Tiers by number, and what they are."""

    kind: TierKind
    tiers: dict[int, Tier] = field(default_factory=dict)

    @property
    def states(self) -> int:
        """Representatives in all."""
        return sum(len(tier.keys) for tier in self.tiers.values())

    @property
    def moves(self) -> int:
        """Moves in all, of representatives."""
        return sum(tier.moves for tier in self.tiers.values())


class TierNotebook(Protocol):
    """Where explored tiers are noted, so that a later solve can go on from there."""

    def explored(self, number: int, tier: Tier) -> None:
        """Note a tier that is explored whole; its keys may be moved elsewhere."""

    def wave(self, met: MetStates) -> None:
        """Note a new wave of a game that is one tier."""


def batches_of(states: int, size: int) -> list[tuple[int, int]]:
    """Split ``states`` into the fewest near-equal ranges of at most ``size``."""
    return ranges(states, max(1, -(-states // size)))
