"""All lines from a position to a depth, with their endings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from perfectplay.analysis.kernels.line_counts import CountDeadline, count_lines
from perfectplay.core.errors import StateLimitError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game
from perfectplay.game.moves import PlayPosition, first_position
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution

MOST_STATES = 2_000_000
"""Most states within the depth when lines are counted, by default."""

KEPT = 200_000
"""Most states whose moves are cached while lines are listed."""


class Ending(StrEnum):
    """Ending of a line. WIN and LOSS are for the player to move at the beginning of the lines."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    DEPTH = "depth"
    CYCLE = "cycle"


_ENDINGS = {Value.WIN: Ending.WIN, Value.DRAW: Ending.DRAW, Value.LOSS: Ending.LOSS}

Choice: TypeAlias = tuple[Move, State, bool, int]
"""A move, the next state, True if the mover moves again, and the class of the next state."""


@dataclass(frozen=True)
class ListedLine:
    """A line with one state more than moves.

    ``turned``: the player to move at its end is not the one to move at its beginning.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    ending: Ending
    turned: bool


@dataclass(frozen=True)
class Lines:
    """Lines of a game from a position: iterate over them, or count them.

    A line ends if the play is over, at a state that it has visited before ("cycle"), or after
    ``depth`` plies. With ``skip_symmetric``, states of one class are one: of moves to the same
    class only the first is followed, and a line ends at a class that it has visited before.

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
        """Yield the lines, depth first in the order of the rules."""
        known = _RuleCache(self.rules, self.skip_symmetric)
        first = self.position.state
        moves: list[Move] = []
        states, turns, visited = [first], [False], [known.number(first)]
        if known.over(first) is not None:
            yield _line(moves, states, False, known.over(first))
            return
        stack = [iter(known.choices(first))]
        while stack:
            choice = next(stack[-1], None)
            if choice is None:
                stack.pop()
                visited.pop(), states.pop(), turns.pop()
                if moves:
                    moves.pop()
                continue
            move, state, again, number = choice
            cycle = number in visited
            moves.append(move)
            states.append(state)
            turns.append(turns[-1] ^ (not again))
            visited.append(number)
            last = len(moves) == self.depth
            over = None if cycle else known.over(state, last=last)
            if over is not None or cycle or last:
                yield _line(moves, states, turns[-1], over, cycle)
                moves.pop(), states.pop(), turns.pop(), visited.pop()
            else:
                stack.append(iter(known.choices(state)))

    def count(
        self,
        *,
        threads: int | None = None,
        progress: ProgressCallback | None = None,
        max_states: int | None = None,
        seconds: float | None = None,
    ) -> dict[Ending, int]:
        """Number of lines with each ending.

        Takes one addition for each state and ply outside loops, and more inside them. Raises
        StateLimitError if more than ``max_states`` states (default: `MOST_STATES`) are within the
        depth, CountTimeError if counting inside loops takes longer than about ``seconds``.
        """
        reporter = Reporter(progress)
        graph = self._graph(max_states or MOST_STATES, reporter)
        found = count_lines(
            graph, self.depth, ThreadTeam(threads), CountDeadline(seconds, reporter)
        )
        counts = dict.fromkeys(Ending, 0)
        for (value, turned), count in found.over.items():
            counts[_ENDINGS[Value(value).negated if turned else Value(value)]] += count
        counts[Ending.DEPTH], counts[Ending.CYCLE] = found.depth, found.cycle
        return counts

    def _graph(self, most: int, reporter: Reporter) -> MoveGraph:
        """Graph of the states within the depth (with ``skip_symmetric``, one of each class)."""
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


def _line(
    moves: list[Move], states: list[State], turned: bool, over: Value | None, cycle: bool = False
) -> ListedLine:
    if over is not None:
        ending = _ENDINGS[over.negated if turned else over]
    else:
        ending = Ending.CYCLE if cycle else Ending.DEPTH
    return ListedLine(tuple(moves), tuple(states), ending, turned)


def lines(
    game: Game | Solution, depth: int, *, state: State | None = None, skip_symmetric: bool = False
) -> Lines:
    """Lines of a game to a depth, from the start or another state: see `Lines`.

    Raises ValueError for a depth below 1, ParameterError for a game of points.
    """
    if not isinstance(depth, int) or depth < 1:
        raise ValueError(f"the depth of lines must be a whole number from 1 on, got {depth!r}")
    rules = CheckedGame(game_in(game, "lines"))
    return Lines(rules, first_position(rules, state), depth, skip_symmetric)


class _RuleCache:
    """Cache of the answers of the rules."""

    def __init__(self, rules: CheckedGame, symmetric: bool) -> None:
        self._rules = rules
        self._symmetric = symmetric
        self._numbers: dict[State, int] = {}
        self._answers: dict[State, tuple[Value | None, list[Choice]]] = {}

    def number(self, state: State) -> int:
        """Number of a state, or of its class."""
        found = self._numbers.get(state)
        if found is None:
            found = len(self._numbers)
            same = self._rules.symmetries(state) if self._symmetric else [state]
            for image in same:
                self._numbers[image] = found
        return found

    def over(self, state: State, *, last: bool = False) -> Value | None:
        """Value of a state if the play is over, else None; ``last``: its moves are not needed."""
        if last and self._rules.stuck is None:
            return self._rules.outcome(state)
        return self._rules.position(state).outcome if last else self._ask(state)[0]

    def choices(self, state: State) -> list[Choice]:
        """Moves of a state; of those that lead to one class, the first."""
        return self._ask(state)[1]

    def forget(self, state: State) -> None:
        """Drop a state that is not needed again."""
        self._answers.pop(state, None)

    def _ask(self, state: State) -> tuple[Value | None, list[Choice]]:
        if (found := self._answers.get(state)) is not None:
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
        if len(self._answers) >= KEPT:
            self._answers.clear()
        self._answers[state] = (position.outcome, choices)
        return self._answers[state]
