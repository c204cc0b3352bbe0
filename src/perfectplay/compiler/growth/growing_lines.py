"""Lines of play from the start on which a state comes again but for fields that grow."""

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
"""Moves of one line."""

LAGS = 16
"""Moves of a round, at most."""

CHILDREN = 64
"""Moves of a state that are looked at."""

_COMPARED = 4  # states that are compared while one is made, about

Chooser = Callable[[int], int]
"""The place of the move to play among so many."""


@dataclass(frozen=True)
class GrowingLine:
    """``head`` is met after ``before`` moves of a line, to which the moves ``lead``; a round leads
    from there to ``tail``, which is the same but for some fields, that change in these ``ways``."""

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
    """Ways to choose moves: always the first, always the last, then by chance, without end."""
    yield lambda n: n * 0
    yield lambda n: n - 1
    for seed in count():
        yield random.Random(seed).randrange


def found_on(
    game: Game, begin: State, lead: tuple[Move, ...], choose: Chooser, work: WorkLimit
) -> Iterator[GrowingLine]:
    """All that is found along a line from a state, to which the moves ``lead``.

    Each state's children are looked at, not only the one that the line goes on to. Raises
    SpentError, and whatever the rules raise.
    """
    states, moves, indices = [begin], list[Move](), list[int]()
    for _ in range(PLIES):
        state = states[-1]
        work.spend()
        if game.outcome(state) is not None:
            return
        options = _options(game, state)
        work.spend(len(options) * (1 + min(LAGS, len(states)) // _COMPARED))
        if not options:
            return
        for index, (_, child) in enumerate(options):
            for lag in range(min(LAGS, len(states))):
                head = len(states) - 1 - lag
                if not may_grow(states[head], child):
                    continue
                changed = changes(states[head], child)
                if changed:
                    ways = tuple(change.way for change in changed)
                    round_ = MoveRound(game, (*indices[head:], index))
                    yield GrowingLine(lead, moves, head, states[head], round_, child, ways)
        index = choose(len(options))
        moves.append(options[index][0])
        indices.append(index)
        states.append(options[index][1])


def _options(game: Game, state: State) -> list[tuple[Move, State]]:
    return list(islice(game.options(state), CHILDREN))


def may_grow(before: Any, after: Any) -> bool:
    """Whether few enough fields of flat states are different; quick, since it is asked often."""
    if type(before) is not tuple or type(after) is not tuple or len(before) != len(after):
        return True
    different = sum(1 for _ in filter(None, map(ne, before, after)))
    return 0 < different <= MOST_CHANGES
