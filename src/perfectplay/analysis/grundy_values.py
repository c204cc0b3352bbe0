"""Grundy values of states, of parts, and of the components of a sum."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.grundy_components import GrundyComponents
from perfectplay.core.errors import UnknownStateError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.solver.whole_graph import WholeGraph


@dataclass(frozen=True)
class GrundyValues(ABC):
    """Grundy values of a game: 0 exactly for states that are lost for the player to move."""

    game: Game

    of: ClassVar[str] = "states"
    """What has values: "states", or "parts" if states fall into parts."""

    @abstractmethod
    def value(self, state: State) -> int:
        """Grundy value of a state. Raises UnknownStateError."""

    @property
    def start(self) -> int:
        """Grundy value of the start."""
        return self.value(self.game.start())

    @property
    @abstractmethod
    def counts(self) -> dict[int, int]:
        """Number of states with each Grundy value, by rising value."""

    @abstractmethod
    def table(self) -> list[tuple[State, int]]:
        """Each state (part) with its value, in the order of discovery."""


@dataclass(frozen=True)
class StateValues(GrundyValues):
    """Grundy values of all reachable states. ``array``: [N] int32, by the nodes of ``whole``."""

    whole: WholeGraph
    array: NDArray[np.int32]

    def value(self, state: State) -> int:
        node = self.whole.node(state)
        if node < 0:
            raise UnknownStateError(
                f"no play of {game_name(self.game)} reaches {self.whole.rules.state_text(state)}"
            )
        return int(self.array[node])

    @property
    def counts(self) -> dict[int, int]:
        return {value: int(n) for value, n in enumerate(np.bincount(self.array)) if n}

    def table(self) -> list[tuple[State, int]]:
        return list(zip(self.whole.states(), self.array.tolist(), strict=True))


@dataclass(frozen=True)
class PartValues(GrundyValues):
    """Grundy values of single parts; a state has the nim-sum of its parts."""

    known: GrundyComponents

    of: ClassVar[str] = "parts"

    def value(self, state: State) -> int:
        return self.known.value(state)

    @property
    def counts(self) -> dict[int, int]:
        return dict(sorted(Counter(self.known.values.values()).items()))

    def table(self) -> list[tuple[State, int]]:
        return list(self.known.values.items())


@dataclass(frozen=True)
class SumValues(GrundyValues):
    """Grundy values of a sum: nim-sums of those of its components, without states of the sum."""

    components: tuple[GrundyValues, ...]

    def value(self, state: State) -> int:
        if not isinstance(state, tuple) or len(state) != len(self.components):
            raise UnknownStateError(
                f"a state of a sum of {len(self.components)} games has as many parts, "
                f"got {shortened(repr(state))}"
            )
        parts = zip(self.components, state, strict=True)
        return reduce(xor, (component.value(part) for component, part in parts), 0)

    @property
    def counts(self) -> dict[int, int]:
        found = {0: 1}
        for component in self.components:
            further: Counter[int] = Counter()
            for one, n in found.items():
                for other, m in component.counts.items():
                    further[one ^ other] += n * m
            found = further
        return dict(sorted(found.items()))

    def table(self) -> list[tuple[State, int]]:
        """Each (component, state) with its value, one component after the other."""
        return [
            ((number, state), value)
            for number, component in enumerate(self.components, 1)
            for state, value in component.table()
        ]
