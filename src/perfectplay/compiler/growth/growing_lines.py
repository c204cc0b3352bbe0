"""Lines of play on which a state recurs with nothing changed but fields that grow."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from operator import ne
from typing import Any

from perfectplay.compiler.growth.changes import MOST_CHANGES, Way, changes
from perfectplay.compiler.growth.rounds import MoveRound, WorkLimit
from perfectplay.core.value import Move, State
from perfectplay.game.game import Game

PLIES = 1_000
"""Maximum number of moves of a line."""

LAGS = 16
"""Maximum number of moves of a round."""

CHILDREN = 64
"""Maximum number of children of a state that are compared."""

_COMPARED = 4  # comparisons of states that take about as long as one call of ``play``

Chooser = Callable[[int], int]
"""Function from the number of moves to the index of the move to play."""


@dataclass(frozen=True)
class GrowingLine:
    """A round from ``head`` to ``tail``, in which only some fields differ, in these ``ways``.

    ``lead``: the moves from the start to the beginning of a line; ``head`` is reached after
    ``before`` moves of this ``line``.
    """

    lead: tuple[Move, ...]
    line: Sequence[Move]
    before: int
    head: State
    round: MoveRound
    tail: State
    ways: tuple[Way, ...]

    def moves(self) -> tuple[Move, ...]:
        """The moves from the start to ``head``."""
        return (*self.lead, *self.line[: self.before])


def choosers() -> Iterator[Chooser]:
    """Ways to choose moves: always the first, always the last, then at random with every seed."""
    yield lambda n: 0  # noqa: ARG005
    yield lambda n: n - 1
    for seed in count():
        yield random.Random(seed).randrange


def found_on(
    game: Game, begin: State, lead: tuple[Move, ...], choose: Chooser, work: WorkLimit
) -> Iterator[GrowingLine]:
    """The rounds found along a line from the state ``begin``, which the moves ``lead`` reach.

    All children of each state are compared with the states before, not only the child on the line.
    Raises SpentError, and whatever the rules raise.
    """
    states, moves, indices = [begin], list[Move](), list[int]()
    for _ in range(PLIES):
        state = states[-1]
        work.spend()
        if game.outcome(state) is not None:
            return
        options = list(islice(game.options(state), CHILDREN))
        work.spend(len(options) * (1 + min(LAGS, len(states)) // _COMPARED))
        if not options:
            return
        for index, (_, child) in enumerate(options):
            for lag in range(min(LAGS, len(states))):
                head = len(states) - 1 - lag
                if not may_grow(states[head], child):
                    continue
                if changed := changes(states[head], child):
                    ways = tuple(change.way for change in changed)
                    round_ = MoveRound(game, (*indices[head:], index))
                    yield GrowingLine(lead, moves, head, states[head], round_, child, ways)
        index = choose(len(options))
        moves.append(options[index][0])
        indices.append(index)
        states.append(options[index][1])


def may_grow(before: Any, after: Any) -> bool:
    """False if no field, or too many fields, of two flat states differ: a quick test before
    `changes`."""
    if type(before) is not tuple or type(after) is not tuple or len(before) != len(after):
        return True
    different = sum(1 for _ in filter(None, map(ne, before, after)))
    return 0 < different <= MOST_CHANGES
