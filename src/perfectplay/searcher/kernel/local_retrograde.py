"""Retrograde analysis of everything that a state reaches in a game with loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.core.errors import StateLimitError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.operators.start_at import start_at
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.resolve import resolve_small
from perfectplay.solver.retrograde.tier_boundary import OutsideValues
from perfectplay.tablebase.state_queries import brought
from perfectplay.tablebase.table import StateEntry

Ending = Callable[[State], StateEntry | None]
Entries = dict[State, StateEntry]


def search_whole(
    rules: CheckedGame, state: State, most: int, go_on: Callable[[int], bool], ending: Ending
) -> Entries | None:
    """Every state reached from ``state`` before known states, with its result.

    ``ending``: the known entry of a state other than ``state``, or None. None if ``go_on`` returns
    False. Raises StateLimitError, RulesError. Not for games of points.
    """
    states, index = [state], {state: 0}
    known: Entries = {}
    starts, edges, again, over = [0], list[int](), list[bool](), list[int]()
    out = list[tuple[int, StateEntry]]()  # the moves into known states
    for i, at in enumerate(states):  # grows while it is read
        position = rules.position(at)
        over.append(position.outcome or 0)
        for move, child in position.options:
            if child not in index and child not in known:
                found = ending(child)
                if found is None:
                    index[child] = len(states)
                    states.append(child)
                else:
                    known[child] = found
            if child in known:
                out.append((i, brought(rules, at, move, child, known[child])))
            else:
                edges.append(index[child])
                again.append(rules.moves_again(at, move, child))
        starts.append(len(edges))
        size = len(states) + len(known)
        if size > most:
            raise StateLimitError(f"more than {most:,} states are reached", states=size)
        if i % 1024 == 1023 and not go_on(size):
            return None
    graph = MoveGraph(
        np.array(starts, np.int64), np.array(edges, np.int32), np.array(again, np.uint8), False,
        np.array(over, np.uint8),
    )  # fmt: skip
    resolved = resolve_small(graph, _outside(len(states), out))
    pairs = zip(resolved.values.tolist(), resolved.remoteness.tolist(), strict=True)
    entries = (StateEntry(Value(value), None if n < 0 else n) for value, n in pairs)
    return known | dict(zip(states, entries, strict=True))


def solve_below(rules: CheckedGame, state: State, **options: Any) -> tuple[Entries, int]:
    """The entries of a state and of its children, by a solve of everything below it with these
    ``options``, and the number of states of that solve."""
    from perfectplay.solver.solve import solve

    solution = solve(start_at(rules.game, state), **options)
    wanted = [state, *(child for _, child in rules.position(state).options)]
    entries = solution._entries(wanted).listed()
    return {s: e for s, e in zip(wanted, entries, strict=True) if e is not None}, len(solution)


def _outside(n: int, moves: list[tuple[int, StateEntry]]) -> OutsideValues:
    """What the moves of n states into known ones give: of each move the state, and its result."""
    outside = OutsideValues.none(n)
    for i, (value, remoteness, _) in moves:
        plies = -1 if remoteness is None else remoteness + 1
        if value is Value.LOSS:
            outside.farthest_loss[i] = max(outside.farthest_loss[i], plies)
        elif plies < 0:
            outside.drawn[i] = 1
        else:
            near = outside.nearest_win if value is Value.WIN else outside.nearest_draw
            near[i] = plies if near[i] < 0 else min(near[i], plies)
    return outside
