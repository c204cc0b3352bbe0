"""Grundy values of states, of parts, and of the components of a sum."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels.grundy import mex, octal_values
from perfectplay.core.errors import (
    NotImpartialError,
    RulesError,
    StateLimitError,
    UnknownStateError,
)
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_again
from perfectplay.game.moves import one_line
from perfectplay.game.naming import game_name
from perfectplay.game.showing import faults_of
from perfectplay.games.octal import OctalGame, is_plain
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

    def __repr__(self) -> str:
        counts = self.counts
        what = f"{sum(counts.values()):,} {self.of}, {min(counts)} to {max(counts)}"
        return f"<Grundy values of {game_name(self.game)}: {what}>"


@dataclass(frozen=True, repr=False)
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


@dataclass(frozen=True, repr=False)
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


@dataclass(frozen=True, repr=False)
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


MOST = 10_000_000
"""Most parts that get a value by default."""


@dataclass
class GrundyComponents:
    """Grundy values of parts, in the order in which they were found."""

    rules: CheckedGame
    max_states: int
    values: dict[State, int] = field(default_factory=dict)

    def value(self, state: State) -> int:
        """Nim-sum of the parts of a state; unknown parts are explored."""
        parts = self._parts(state)
        for part in parts:
            if part not in self.values:
                self._explore(part)
        return self._nim_sum(parts)

    def _explore(self, part: State) -> None:
        """Find the values of a part and of all parts that plays from it reach."""
        options: dict[State, list[list[State]]] = {}
        stack = [part]
        while stack:
            one = stack[-1]
            if one in self.values:
                stack.pop()
            elif one not in options:
                if len(self.values) + len(options) >= self.max_states:
                    raise StateLimitError(
                        f"more than {self.max_states:,} parts; allow more with max_states",
                        states=self.max_states,
                    )
                options[one] = self._options(one)
                new = {p for parts in options[one] for p in parts if p not in self.values}
                if any(p in options for p in new):
                    text = one_line(self.rules.state_text(one))
                    raise NotImpartialError(loop(self.rules, f"through {text}"))
                stack += new
            else:
                self.values[one] = mex(self._nim_sum(parts) for parts in options.pop(one))
                stack.pop()

    def _nim_sum(self, parts: list[State]) -> int:
        return reduce(xor, (self.values[part] for part in parts), 0)

    def _options(self, part: State) -> list[list[State]]:
        position = self.rules.position(part)
        if position.outcome not in (None, Value.LOSS):
            raise NotImpartialError(wrong_end(self.rules, part, position.outcome))
        if has_again(self.rules.game):
            for move, child in position.options:
                if self.rules.moves_again(part, move, child):
                    raise NotImpartialError(twice(self.rules, part))
        return [self._parts(child) for _, child in position.options]

    def _parts(self, state: State) -> list[State]:
        try:
            return list(self.rules.game.parts(state))
        except faults_of(self.rules.game) as error:
            raise RulesError(
                "parts",
                f"{type(self.rules.game).__name__}.parts raised {type(error).__name__}: {error} in "
                f"state {self.rules.state_text(state)}",
                state=state,
                remedy="It must give the states that this one is the sum of",
            ) from error


def wrong_end(rules: CheckedGame, state: State, value: Value) -> str:
    """Error message for an end that is no loss."""
    name, text = game_name(rules.game), one_line(rules.state_text(state))
    end = f"{name} ends in {text} with a {value} for the player to move"
    if value is Value.DRAW:
        return f"{end}: Grundy values are defined for games without draws"
    return (
        f"{end}, which is misère play: Grundy values are defined for normal play, where the player "
        f"who cannot move loses; misere({name}) reverses the ends, and solve accepts it as it is"
    )


def loop(rules: CheckedGame, which: str) -> str:
    """Error message for a loop; ``which`` describes it."""
    return (
        f"{game_name(rules.game)} has a loop {which}: Grundy values are defined for games that "
        "must end"
    )


def twice(rules: CheckedGame, state: State) -> str:
    """Error message for a player who moves twice in a row."""
    return (
        f"after a move in {one_line(rules.state_text(state))} the same player moves again: Grundy "
        "values are defined for games in which the players take turns"
    )


def parted(rules: CheckedGame, max_states: int | None) -> GrundyComponents:
    """Grundy values of the parts that plays from the start reach."""
    found = GrundyComponents(rules, MOST if max_states is None else max_states)
    game = rules.game
    if isinstance(game, OctalGame) and is_plain(game):
        values = octal_values(game.digits, game.n + 1).tolist()
        found.values.update(((heap,), value) for heap, value in enumerate(values) if heap)
    found.value(rules.start())
    return found
