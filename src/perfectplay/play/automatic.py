"""Players that are programs: each names the moves among which it chooses with equal chances.

So all of them can be tabulated, and play a million plays at the speed of a table.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol

from perfectplay.core.errors import ParameterError, StrategyError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import same_move
from perfectplay.play.strategy import Strategy

if TYPE_CHECKING:
    from perfectplay.tablebase.record import Record

DEEPEST = 200
"""Most plies: more would take too long, and too many nested calls."""

KEPT = 500_000
"""Most positions in the cache of scores."""

FAR = 1_000
"""A win in n plies scores FAR - n, a loss in n plies n - FAR, a draw or an unknown state 0."""

_END = {Value.WIN: FAR, Value.DRAW: 0, Value.LOSS: -FAR}


class PlayerSolution(Protocol):
    """The part of a solution that players need."""

    def best_moves(self, state: State) -> list[Move]:
        """Moves that keep the value and the distance, in the order of the rules."""

    def keeping_moves(self, state: State) -> list[Move]:
        """Moves that keep the value, in the order of the rules."""

    def value(self, state: State) -> Value:
        """The value for the player to move."""

    def score(self, state: State) -> int:
        """In a game of points: those still to be won, for the player to move."""

    def probe(self, state: State) -> Record:
        """The position with all its moves."""


class Automatic(ABC):
    """A player that is a program. ``seed``: of its own random choices, None if it has none."""

    kind: ClassVar[str]
    """First part of the name."""

    seed: int | None

    @property
    def name(self) -> str:
        """Name for people, which makes the same player if it is typed."""
        return self.kind if self.seed is None else f"{self.kind}:{self.seed}"

    @property
    def asks_last(self) -> bool:
        """True if its move depends on the opponent's last move."""
        return False

    @property
    def repeats(self) -> bool:
        """True if it always makes the same move in the same state."""
        return self.seed is None

    @abstractmethod
    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int] | None:
        """Indices in ``legal`` of the moves among which it chooses; None for no answer."""

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:
        """One of the legal moves; a random one if it has no answer."""
        places = self.among(state, legal, last)
        if places is None:
            self.silent()
            places = list(range(len(legal)))
        return legal[places[0] if len(places) == 1 else self._random.choice(places)]

    def silent(self) -> None:  # noqa: B027 - most players always have an answer
        """Called if there is no answer, before a random move is made."""

    @cached_property
    def _random(self) -> random.Random:
        return random.Random(self.seed or 0)


def places_of(moves: Sequence[Move], legal: Sequence[Move]) -> list[int]:
    """Indices of the moves in ``legal``."""
    return [i for i, one in enumerate(legal) if any(same_move(one, move) for move in moves)]


@dataclass(frozen=True)
class Random(Automatic):
    """Plays any legal move with equal chances."""

    kind = "random"
    repeats = False
    seed: int | None = None

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        return list(range(len(legal)))


@dataclass(frozen=True)
class Perfect(Automatic):
    """Plays the first best move, or with a seed any of them with equal chances."""

    kind = "perfect"
    solution: PlayerSolution
    seed: int | None = None

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        places = places_of(self.solution.best_moves(state), legal)
        return places[:1] if self.seed is None else places


@dataclass(frozen=True)
class Keeping(Automatic):
    """Plays any move that keeps the value with equal chances, however long the play takes.

    In a won game with loops it may never come to the win."""

    kind = "keeping"
    repeats = False
    solution: PlayerSolution
    seed: int | None = None

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        return places_of(self.solution.keeping_moves(state), legal)


@dataclass(frozen=True)
class Greedy(Automatic):
    """Looks one move ahead for the largest gain, including the score of an end, then for a win.

    It avoids an immediate loss if it can, and plays the first of equal moves."""

    kind = "greedy"
    rules: CheckedGame
    seed: None = None

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        options = self.rules.position(state).options
        worth = [self._worth(state, move, child) for move, child in options]
        return [worth.index(max(worth))]

    def _worth(self, state: State, move: Move, child: State) -> tuple[int, int]:
        """The gain, and 3 if the move wins, 1 if it loses, else 2."""
        after = self.rules.position(child)
        value, gain = Value.DRAW, self.rules.gain(state, move)
        if after.outcome is not None:
            again = self.rules.moves_again(state, move, child)
            value = after.outcome if again else after.outcome.negated
            gain += (after.score or 0) if again else -(after.score or 0)
        return gain, int(value)


@dataclass(frozen=True)
class Strategist(Automatic):
    """Plays the answers of a strategy; without one a random move, and tells ``tell`` so."""

    repeats = False  # it may answer by the last move, or not at all
    strategy: Strategy
    rules: CheckedGame
    tell: Callable[[str], None] | None = field(default=None, compare=False)
    seed: None = None

    @property
    def name(self) -> str:
        return self.strategy.name

    @property
    def asks_last(self) -> bool:
        return self.strategy.asks_last

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int] | None:
        """As for any player. Raises StrategyError for an answer that is not a legal move."""
        move = self.strategy.answer(state, last, legal)
        if move is None:
            return None
        place = next((i for i, one in enumerate(legal) if same_move(one, move)), None)
        if place is None:
            problem = self.strategy.illegal(self.rules, state, move, legal, last)
            raise StrategyError(f"strategy {problem}", state=state)
        return [place]

    def silent(self) -> None:
        if self.tell is not None:
            self.tell(f"{self.name} has no answer here and plays a random move")


@dataclass(frozen=True)
class Minimax(Automatic):
    """Plays the fastest win or the slowest loss within ``depth`` plies, else a move that does not
    lose: the first of equal moves, or with a seed any of them. In a game of points it plays for the
    most points within ``depth`` plies.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rules = CheckedGame(ThreeRocks(3, 2))
    >>> player = Minimax(rules, 3)
    >>> player.name, player.choose((3, 2), [move for move, _ in rules.options((3, 2))], None)
    ('minimax:3', (0, 1))
    """

    rules: CheckedGame
    depth: int
    seed: int | None = None
    _known: dict[tuple[State, int], int] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEEPEST:
            raise ParameterError(f"the depth of minimax is 1 to {DEEPEST} plies, got {self.depth}")

    @property
    def name(self) -> str:
        return f"minimax:{self.depth}" + ("" if self.seed is None else f":{self.seed}")

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        scores = self.ratings(state)
        most = max(scores)
        places = [i for i, score in enumerate(scores) if score == most]
        return places[:1] if self.seed is None else places

    def ratings(self, state: State) -> list[int]:
        """Score of each move for the mover, in the order of the rules."""
        if len(self._known) > KEPT:
            self._known.clear()
        options = self.rules.position(state).options
        return [self._after(state, move, child, self.depth) for move, child in options]

    def score(self, state: State, depth: int) -> int:
        """Score of a state for the player to move, by a search of ``depth`` plies."""
        known = self._known.get((state, depth))
        if known is None:
            known = self._known[state, depth] = self._search(state, depth)
        return known

    def _search(self, state: State, depth: int) -> int:
        scoring = self.rules.scoring
        if depth == 0 and self.rules.outcome(state) is None and self.rules.stuck is None:
            return 0
        outcome, options, _, points = self.rules.position(state)
        if outcome is not None:
            return (points or 0) if scoring else _END[outcome]
        if depth == 0:
            return 0
        best = None
        for move, child in options:
            score = self._after(state, move, child, depth)
            best = score if best is None else max(best, score)
            if best == FAR - 1 and not scoring:  # nothing is sooner
                break
        assert best is not None
        return best

    def _after(self, state: State, move: Move, child: State, depth: int) -> int:
        """Score of a move for the mover: that of the child, one ply farther away."""
        score = self.score(child, depth - 1)
        if not self.rules.moves_again(state, move, child):
            score = -score
        if self.rules.scoring:
            return self.rules.gain(state, move) + score
        return score - (score > 0) + (score < 0)
