"""Every line from a position to a depth, with how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from perfectplay.analysis.kernels.line_counts import count_lines
from perfectplay.core.errors import StateLimitError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.moves import PlayPosition, first_position
from perfectplay.game.score_promises import refuse_points
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.threads import ThreadTeam

MOST_STATES = 2_000_000
"""States within the depth that a count of lines keeps, where no other number is given."""

KEPT = 200_000
"""Of so many states the moves are kept while lines are listed."""


class Ending(StrEnum):
    """How a line ends. WIN and LOSS are those of the player to move where the lines begin."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    DEPTH = "depth"
    CYCLE = "cycle"


_ENDINGS = {Value.WIN: Ending.WIN, Value.DRAW: Ending.DRAW, Value.LOSS: Ending.LOSS}

Choice: TypeAlias = tuple[Move, State, bool, int]
"""A move, the state after it, whether its mover moves again, and the class of that state."""


@dataclass(frozen=True)
class ListedLine:
    """A line: the states that it passes are one more than its moves.

    ``turned``: the player to move at its end is not the one to move at its beginning.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    ending: Ending
    turned: bool


@dataclass(frozen=True)
class Lines:
    """The lines of a game from a position: iterate over them, or count them.

    A line ends where the play is over, at a state that it has met before ("cycle"), or after
    ``depth`` plies. With ``skip_symmetric``, states of one class are one: of moves that lead to
    the same class only the first is followed, and a line ends at a class that it has met before.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = lines(ThreeRocks(2, 0), depth=5)
    >>> [(line.moves, str(line.ending)) for line in found]
    [(((1, 0), (1, 0)), 'loss'), (((2, 0),), 'win')]
    >>> {str(ending): count for ending, count in found.count().items() if count}
    {'win': 1, 'loss': 1}
    """

    rules: CheckedGame
    position: PlayPosition
    depth: int
    skip_symmetric: bool = False

    def __post_init__(self) -> None:
        refuse_points(self.rules, "lines are listed")

    def __iter__(self) -> Iterator[ListedLine]:
        """The lines, depth first in the order of the rules; nothing is kept but the line."""
        known = _RuleCache(self.rules, self.skip_symmetric)
        first = self.position.state
        moves: list[Move] = []
        states, turns, met = [first], [False], [known.number(first)]
        if known.over(first) is not None:
            yield self._line(moves, states, turns, known.over(first))
            return
        stack = [iter(known.choices(first))]
        while stack:
            choice = next(stack[-1], None)
            if choice is None:
                stack.pop()
                met.pop(), states.pop(), turns.pop()
                if moves:
                    moves.pop()
                continue
            move, state, again, number = choice
            cycle = number in met
            moves.append(move)
            states.append(state)
            turns.append(turns[-1] ^ (not again))
            met.append(number)
            last = len(moves) == self.depth
            over = None if cycle else known.over(state, last=last)
            if over is not None or cycle or last:
                yield self._line(moves, states, turns, over, cycle)
                moves.pop(), states.pop(), turns.pop(), met.pop()
            else:
                stack.append(iter(known.choices(state)))

    def _line(
        self,
        moves: list[Move],
        states: list[State],
        turns: list[bool],
        over: Value | None,
        cycle: bool = False,
    ) -> ListedLine:
        if over is not None:
            ending = _ENDINGS[over.negated if turns[-1] else over]
        else:
            ending = Ending.CYCLE if cycle else Ending.DEPTH
        return ListedLine(tuple(moves), tuple(states), ending, turns[-1])

    def count(
        self,
        *,
        threads: int | None = None,
        progress: ProgressCallback | None = None,
        max_states: int | None = None,
    ) -> dict[Ending, int]:
        """How many lines end in which way.

        Where there are no loops, by one addition a state and ply; inside of loops a native walk
        goes along each line. Raises StateLimitError where more than ``max_states`` states
        (default: `MOST_STATES`) are within the depth.
        """
        reporter = Reporter(progress)
        graph = self._graph(max_states or MOST_STATES, reporter)
        found = count_lines(graph, self.depth, ThreadTeam(threads), reporter)
        counts = dict.fromkeys(Ending, 0)
        for (value, turned), count in found.over.items():
            counts[_ENDINGS[Value(value).negated if turned else Value(value)]] += count
        counts[Ending.DEPTH], counts[Ending.CYCLE] = found.depth, found.cycle
        return counts

    def _graph(self, most: int, reporter: Reporter) -> MoveGraph:
        """The states within the depth (with ``skip_symmetric``, one of each class)."""
        known = _RuleCache(self.rules, self.skip_symmetric)
        number = known.number(self.position.state)
        nodes, states = {number: 0}, [self.position.state]
        starts, edges, again, over = [0], [], [], []
        bound, plies = 1, 0  # the first state of the next ply, and the ply
        for node, state in enumerate(states):  # grows while it is read
            if node == bound:
                bound, plies = len(states), plies + 1
            reporter.tell("exploring", node, None, len(states))
            last = plies == self.depth
            value = known.over(state, last=last)
            over.append(0 if value is None else int(value))
            if value is None and not last:
                for _, child, same, number in known.choices(state):
                    if number not in nodes:
                        if len(states) >= most:
                            raise StateLimitError(
                                f"more than {most:,} states within {self.depth} plies; take a "
                                "smaller depth, allow more with max_states (--max-states), or do "
                                "not count (--no-count)",
                                states=len(states),
                            )
                        nodes[number] = len(states)
                        states.append(child)
                    edges.append(nodes[number])
                    again.append(same)
            known.forget(state)
            starts.append(len(edges))
        return MoveGraph(
            np.array(starts, np.int64),
            np.array(edges, np.int32),
            np.array(again, np.uint8),
            False,
            np.array(over, np.uint8),
        )


def lines(
    game: Game, depth: int, *, state: State | None = None, skip_symmetric: bool = False
) -> Lines:
    """The lines of a game to a depth, from the start or another state: see `Lines`.

    Raises ValueError for a depth below 1, ParameterError for a game of points.
    """
    if not isinstance(depth, int) or depth < 1:
        raise ValueError(f"the depth of lines must be a whole number from 1 on, got {depth!r}")
    rules = CheckedGame(game)
    return Lines(rules, first_position(rules, state), depth, skip_symmetric)


class _RuleCache:
    """What the rules have said of states, kept so that they are asked once."""

    def __init__(self, rules: CheckedGame, symmetric: bool) -> None:
        self._rules = rules
        self._symmetric = symmetric
        self._numbers: dict[State, int] = {}
        self._asked: dict[State, tuple[Value | None, list[Choice]]] = {}

    def number(self, state: State) -> int:
        """The number of a state, or of its class."""
        found = self._numbers.get(state)
        if found is None:
            found = len(self._numbers)
            same = self._rules.symmetries(state) if self._symmetric else [state]
            for image in same:
                self._numbers[image] = found
        return found

    def over(self, state: State, *, last: bool = False) -> Value | None:
        """The value of a state in which the play is over; ``last``: its moves are not needed."""
        if last and self._rules.stuck is None:
            return self._rules.outcome(state)
        return self._rules.position(state).outcome if last else self._ask(state)[0]

    def choices(self, state: State) -> list[Choice]:
        """The moves of a state; of those that lead to one class, the first."""
        return self._ask(state)[1]

    def forget(self, state: State) -> None:
        """Drops what was said of a state that is not asked for again."""
        self._asked.pop(state, None)

    def _ask(self, state: State) -> tuple[Value | None, list[Choice]]:
        found = self._asked.get(state)
        if found is not None:
            return found
        position = self._rules.position(state)
        choices: list[Choice] = []
        followed: set[tuple[int, bool]] = set()
        for move, child in position.options:
            again = self._rules.moves_again(state, move, child)
            number = self.number(child)
            if self._symmetric and (number, again) in followed:
                continue
            followed.add((number, again))
            choices.append((move, child, again, number))
        if len(self._asked) >= KEPT:
            self._asked.clear()
        self._asked[state] = (position.outcome, choices)
        return self._asked[state]
