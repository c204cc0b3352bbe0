"""A position that two games value differently, with plays that show it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.analysis.diff.tally import ENDLESS, OVER
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.json_of import json_of
from perfectplay.core.value import Move, State
from perfectplay.game.showing import worth_in_plies
from perfectplay.solver.whole_graph import WholeGraph
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntry, worth_text

LOOKED_AT = 5_000
"""The most positions of perfect plays that are looked at for the first change."""

WALKED = 20_000
"""The most positions that are looked at for the change that is nearest to the start."""

LINE = 60
"""The most moves of a line."""


@dataclass(frozen=True)
class ChangedPosition:
    """A position that is worth something else in the second game.

    ``text``: the state as the first game writes it; ``ply``: plies from the start, None if not
    known; ``moves``: those moves, empty if they are not known; ``before``, ``after``: its worth in
    the first and in the second game; ``line_before``, ``line_after``: perfect play from there in
    each.
    """

    state: State
    text: str
    ply: int | None
    moves: tuple[str, ...]
    before: StateEntry
    after: StateEntry
    line_before: tuple[str, ...]
    line_after: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "state": jsonable(self.state),
            **json_of(self, "text ply moves"),
            "before": _as_dict(self.before),
            "after": _as_dict(self.after),
            **json_of(self, "line_before line_after"),
        }


def worth_words(entry: StateEntry) -> str:
    """The worth of a state in words.

    >>> from perfectplay.core.value import Value
    >>> worth_words(StateEntry(Value.WIN, 3)), worth_words(StateEntry(Value.DRAW, None))
    ('win in 3 plies', 'endless draw')
    """
    return worth_in_plies(worth_text(entry.value, entry.score), entry.remoteness)


def _as_dict(entry: StateEntry) -> dict[str, Any]:
    score = {} if entry.score is None else {"score": entry.score}
    return {"value": str(entry.value), **score, "remoteness": entry.remoteness}


def entry_of(solution: Solution, state: State) -> StateEntry | None:
    """The entry of a state; None if it is no state of the solution's game."""
    record = solution.look_up([state])
    return None if not record.values[0] else record.at(0)


def changed_position(
    a: Solution, b: Solution, state: State, moves: tuple[Move, ...] | None
) -> ChangedPosition:
    """A changed position with perfect play from it. ``moves``: from the start, None: not known."""
    before, after = entry_of(a, state), entry_of(b, state)
    assert before is not None
    assert after is not None
    texts = () if moves is None else tuple(a.rules.move_text(move) for move in moves)
    return ChangedPosition(
        state, a.rules.text(state), None if moves is None else len(moves), texts, before, after,
        _line(a, state), _line(b, state),
    )  # fmt: skip


def _line(solution: Solution, state: State) -> tuple[str, ...]:
    line = solution.line(state)
    texts = [solution.rules.move_text(move) for move in line.moves[: LINE + 1]]
    cut = ["…"] if len(texts) > LINE or line.loops else []
    return (*texts[:LINE], *cut)


def first_on_perfect_lines(a: Solution, b: Solution) -> tuple[State, tuple[Move, ...]] | None:
    """The nearest changed position of all perfect plays of the first game, with the moves to it.
    None if there is none among the nearest LOOKED_AT positions of such plays."""
    reached: dict[State, tuple[State, Move] | None] = {a.start: None}
    for state in _perfect_states(a, reached):
        before, after = entry_of(a, state), entry_of(b, state)
        if before is not None and after is not None and is_changed(before, after):
            return state, _way(reached, state)
    return None


def _perfect_states(
    solution: Solution, reached: dict[State, tuple[State, Move] | None]
) -> Iterator[State]:
    """The states of perfect plays, the nearest first; ``reached`` gets how each is reached."""
    waiting = list(reached)
    for state in waiting:  # grows while it is read
        yield state
        if len(waiting) >= LOOKED_AT:
            continue
        for move in solution.probe(state).moves:
            if move.best and move.state not in reached:
                reached[move.state] = (state, move.move)
                waiting.append(move.state)


def nearest_change(a: Solution, b: Solution) -> tuple[State, tuple[Move, ...]] | None:
    """The changed position with the fewest plies from the start of the first game, with the moves
    to it; of several the one with the fewest plies to its end in both games.

    None if there is none in the plies that have at most WALKED positions together.
    """
    reached: dict[State, tuple[State, Move] | None] = {a.start: None}
    level: list[State] = [a.start]
    while level:
        if (found := _nearest_of(a, b, level)) is not None:
            return found, _way(reached, found)
        level = _next_level(a, level, reached)
    return None


def _nearest_of(a: Solution, b: Solution, states: list[State]) -> State | None:
    """The changed state with the fewest plies to its end; ends last, as in `Tally`."""
    before, after = a.look_up(states), b.look_up(states)
    ranks = []
    for place in range(len(states)):
        if before.values[place] and after.values[place]:
            one, other = before.at(place), after.at(place)
            if is_changed(one, other):
                ranks.append((max(_far(one), _far(other)) or OVER, place))
    return states[min(ranks)[1]] if ranks else None


def _far(entry: StateEntry) -> int:
    return ENDLESS if entry.remoteness is None else entry.remoteness


def _next_level(
    solution: Solution, level: list[State], reached: dict[State, tuple[State, Move] | None]
) -> list[State]:
    """The states that are one ply farther; none if they are too many."""
    rules, found = solution.rules, []
    for state in level:
        for move, child in rules.position(state).options:
            if child not in reached:
                if len(reached) >= WALKED:
                    return []
                reached[child] = (state, move)
                found.append(child)
    return found


def _way(reached: dict[State, tuple[State, Move] | None], state: State) -> tuple[Move, ...]:
    """The moves by which a state was reached."""
    moves = []
    while (step := reached[state]) is not None:
        state, move = step
        moves.append(move)
    return tuple(reversed(moves))


def is_changed(before: StateEntry, after: StateEntry) -> bool:
    """Whether two entries of a state differ in value, or in games of points in score."""
    return before.value is not after.value or before.score != after.score


def moves_to(whole: WholeGraph, state: State) -> tuple[Move, ...] | None:
    """A shortest sequence of moves from the start to a state; None if it is not reached."""
    node = whole.node(state)
    if node < 0:
        return None
    graph = whole.graph
    sources = np.repeat(np.arange(len(graph), dtype=np.int64), np.diff(graph.starts))
    children, first = np.unique(graph.edges, return_index=True)  # the first edge: the nearest
    parent = np.full(len(graph), -1, np.int64)
    parent[children] = sources[first]
    path = [node]
    while path[-1]:
        path.append(int(parent[path[-1]]))
    path.reverse()
    moves = []
    for here, there in pairwise(path):
        edges = graph.edges[graph.starts[here] : graph.starts[here + 1]].tolist()
        moves.append(whole.moves(here)[edges.index(there)])
    return tuple(moves)


def other_texts(a: Solution, b: Solution, states: list[State]) -> State | None:
    """The first of some states that the two games write differently, or None."""
    for state in states:
        with suppress(PerfectPlayError):
            if a.rules.text(state) != b.rules.text(state):
                return state
    return None
