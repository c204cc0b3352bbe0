"""Estimates, and the facts that every method of estimation starts from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from perfectplay.compiler.class_checks import reaches_whole_classes
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.solver.estimate.interval import Interval, at_least, at_most
from perfectplay.solver.estimate.sampled import ExploredLevels, SampleSource
from perfectplay.solver.explore.interpreted import first_states

FEWEST_LEVELS = 4
"""Levels that must be known for walkers to learn from them."""

MOVES_ERROR = 0.12
"""What is added for the moves of a state, in logarithms: sampled states need not be typical."""


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a game.

    states: what a solve keeps, one of each class with symmetries; ``every``: all states, None
    without symmetries; ``moves``: of the states kept; ``largest``: the states of the largest tier
    (of all, where tiers do not help); ``shape``: "levels", "tiers" or "graph"; ``inside``: there
    are moves inside a tier; ``speed``: children a second of the rules on all threads; ``sorting``:
    keys a second that one thread sorts; ``held``: bytes of a state that the interpreter holds, 0
    for compiled rules; ``why``: why it is no better, or "";
    ``explored`` states were looked at one by one; ``plies``: levels, where they are known;
    ``refusal``: why the rules are not compiled, or, of a game that a solve compiles, why its
    samples were not taken by compiled rules; or "".

    Counts agree with one another: all states are at least as many as the states kept, and each
    state but the start has a move to it.
    """

    game: Game
    engine: str
    states: Interval
    every: Interval | None
    moves: Interval
    largest: Interval
    shape: str
    inside: bool
    explored: int
    plies: int | None
    speed: float
    sorting: float
    why: str = ""
    refusal: str = ""
    held: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every count is exact, since all states were explored."""
        return all(count.exact for count in (self.states, self.moves, self.every) if count)

    @property
    def branching(self) -> float:
        """The likely number of moves of a state."""
        return self.moves.likely / max(1.0, self.states.likely)

    @property
    def bounded(self) -> bool:
        """Whether only lower bounds are known."""
        return self.states.high is None


@dataclass
class EstimateBasis:
    """What is known of a game before anything is estimated; builds consistent estimates."""

    game: Game
    engine: str
    source: SampleSource
    known: ExploredLevels
    shape: str
    sorting: float
    whole: bool = field(init=False)

    def __post_init__(self) -> None:
        rules = CheckedGame(self.game)
        # whether sums of class sizes count all states, decided as in a solve
        self.whole = not self.source.symmetric or reaches_whole_classes(rules, first_states(rules))

    @property
    def no_end(self) -> str:
        """Words for a bound, unless declared limits of the fields show that the game is finite."""
        return "" if self.game.limits else ", and there may be no end"

    def forecast(
        self,
        states: Interval,
        every: Interval | None,
        moves: Interval,
        largest: Interval,
        *,
        explored: int | None = None,
        plies: int | None = None,
        why: str = "",
    ) -> Estimate:
        """The estimate with these counts, adjusted so that they do not contradict each other."""
        if every is not None and not self.whole:  # not all states of a class need be reached
            every = Interval(states.low, every.likely, every.high)
        every = None if every is None else at_least(every, states)
        moves, largest = at_least(moves, states + -1), at_most(largest, states)
        return Estimate(
            self.game, self.engine, states, every, moves, largest, self.shape,
            self.known.inside or self.shape == "graph",
            len(self.known.keys) if explored is None else explored, plies,
            self.source.budget.speed, self.sorting, why,
        )  # fmt: skip

    def bound(self, states: int, moves: int, why: str) -> Estimate:
        """An estimate with lower bounds only: the states and moves found so far."""
        found = max(states, len(self.known.keys))
        least = Interval(found, found, None)
        every = least if self.source.symmetric else None
        return self.forecast(least, every, Interval(moves, moves, None), least, why=why)

    def exactly(self) -> Estimate:
        """The exact counts of a game that is explored completely."""
        known, source = self.known, self.source
        states = len(known.keys)
        few = known.keys[: 1 << 16]
        if len(few) > 1 and self.engine == "compiled":
            source.expand(few)  # to measure the speed of the rules
        largest = max(known.size(d) for d in range(known.levels)) if known.graded else states
        if source.has_tier:
            largest = max(Counter(source.tiers_of(known.keys).tolist()).values())
        every = None
        if source.symmetric:
            every = Interval.exactly(int(source.class_sizes(known.keys).sum()))
        return self.forecast(
            Interval.exactly(states), every, Interval.exactly(int(known.starts[states])),
            Interval.exactly(largest), explored=states, plies=known.levels,
        )  # fmt: skip
