"""Retrograde analysis in plain Python, over lists.

For small graphs, for systems without NumPy, and as the slow twin of the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perfectplay.core.value import Value

if TYPE_CHECKING:
    from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule

LOSS, DRAW, WIN = int(Value.LOSS), int(Value.DRAW), int(Value.WIN)


def resolve_lists(
    starts: Sequence[int],
    edges: Sequence[int],
    again: Sequence[int] | None,
    always_again: bool,
    value: list[int],
    schedule: OutsideSchedule | None = None,
) -> list[int]:
    """Fill ``value`` of N states, and return their remotenesses, -1 for endless draws.

    starts: [N + 1], edges: [E], again: [E] or None, always_again: as in `MoveGraph`; value: [N],
    0 for a state that is not over. ``schedule``: what moves that leave the graph give.

    >>> value = [0, 0, 1]
    >>> resolve_lists([0, 1, 2, 2], [1, 2], None, False, value), value
    ([2, 1, 0], [1, 3, 1])
    """
    n = len(value)
    remoteness = [0 if v else -1 for v in value]
    parents = _parents(starts, edges, again, always_again, n)
    open_moves = [starts[i + 1] - starts[i] for i in range(n)]
    for i in () if schedule is None else schedule.held.nonzero()[0].tolist():
        open_moves[i] += 1  # the moves out count as one that is not bad yet

    plies = 0
    level = [i for i in range(n) if value[i] in (LOSS, WIN)]
    while level or _next(schedule, False) is not None:
        plies = plies + 1 if level else max(plies + 1, _next(schedule, False) or 0)
        found: list[int] = []
        for i in level:
            for parent, same_mover in parents[i]:
                if value[parent]:
                    continue
                if (value[i] == WIN) == same_mover:
                    value[parent] = WIN
                else:
                    open_moves[parent] -= 1
                    if open_moves[parent]:
                        continue
                    value[parent] = LOSS
                found.append(parent)
        if schedule is not None:
            found += _from_outside(schedule, plies, value, open_moves)
        for i in found:
            remoteness[i] = plies
        level = found

    plies = 0
    level = [i for i in range(n) if value[i] == DRAW]
    while level or _next(schedule, True) is not None:
        plies = plies + 1 if level else max(plies + 1, _next(schedule, True) or 0)
        near = [parent for i in level for parent, _ in parents[i]]
        if schedule is not None:
            near += schedule.draws.take(plies).tolist()
        level = []
        for i in near:
            if not value[i]:
                value[i], remoteness[i] = DRAW, plies
                level.append(i)
    value[:] = [v or DRAW for v in value]
    return remoteness


def _next(schedule: OutsideSchedule | None, draws: bool) -> int | None:
    return None if schedule is None else schedule.next(draws)


def _from_outside(
    schedule: OutsideSchedule, plies: int, value: list[int], open_moves: list[int]
) -> list[int]:
    """The states that moves out of the graph decide after so many plies."""
    found = []
    for i in schedule.wins.take(plies).tolist():
        if not value[i]:
            value[i] = WIN
            found.append(i)
    for i in schedule.release(plies).tolist():
        open_moves[i] -= 1
        if not value[i] and not open_moves[i]:
            value[i] = LOSS
            found.append(i)
    return found


def _parents(
    starts: Sequence[int],
    edges: Sequence[int],
    again: Sequence[int] | None,
    always_again: bool,
    n: int,
) -> list[list[tuple[int, bool]]]:
    """For each state its parents, once for each move, and whether the mover moved again."""
    parents: list[list[tuple[int, bool]]] = [[] for _ in range(n)]
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            parents[edges[e]].append((i, always_again or (again is not None and bool(again[e]))))
    return parents


def score_lists(
    starts: Sequence[int],
    edges: Sequence[int],
    again: Sequence[int | bool],
    gains: Sequence[int],
    over: Sequence[int],
    finals: Sequence[int],
    outside: Sequence[tuple[int, int] | None] | None = None,
) -> tuple[list[int], list[int], list[int]]:
    """Scores and remotenesses of N states, and the states that were reached backwards: fewer than N
    if there is a loop.

    again, gains: [E], over, finals: [N], as in `MoveGraph`; ``outside``: [N] the score and minus
    the plies of the best move that leaves the graph, or None.

    >>> score_lists([0, 1, 1], [1], [False], [3], [0, 1], [0, -2])
    ([5, -2], [1, 0], [1, 0])
    """
    n = len(over)
    parents: list[list[int]] = [[] for _ in range(n)]
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            parents[edges[e]].append(i)
    open_moves = [starts[i + 1] - starts[i] for i in range(n)]
    scores, remoteness = [0] * n, [-1] * n
    ready = [i for i in range(n) if not open_moves[i]]
    for i in ready:  # grows while it is read
        brings = [
            (gains[e] + (scores[edges[e]] if again[e] else -scores[edges[e]]),
             -1 - remoteness[edges[e]])
            for e in range(starts[i], starts[i + 1])
        ]  # fmt: skip
        if over[i]:
            brings = [(finals[i], 0)]
        elif outside is not None and (out := outside[i]) is not None:
            brings.append(out)
        best, plies = max(brings)
        scores[i], remoteness[i] = best, -plies
        for parent in parents[i]:
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ready.append(parent)
    return scores, remoteness, ready
