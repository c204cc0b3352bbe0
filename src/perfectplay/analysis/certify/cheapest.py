"""The search for few positions; node i of a graph leads to edges[starts[i]:starts[i + 1]].

Small graphs are searched by it as it stands, large ones by the same compiled
(`certify/kernels.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np


def cheapest(
    starts: Any,
    edges: Any,
    again: Any,
    allowed: Any,
    order: Any,
    passes: int,
    free: Any,
    begins: int,
) -> Any:
    """Moves of the prover by which a walk from node 0 reaches few positions.

    again: [E] uint8, 1 if the mover moves again; allowed: [E] bool, the moves that the prover may
    make; order: [N] int32, each node before its children, for one pass; or, if there are loops, any
    order: then costs are those of trees about as deep as there are ``passes``; free: [2, N] bool,
    positions that cost nothing, with the opponent to move and with the prover; ``begins``: 1 if the
    prover moves in node 0. Return [N] int64, the edge of each of the prover's moves, else -1, and
    [2, N] bool, what is reached.
    """
    n = len(starts) - 1
    cost = np.zeros((2, n))
    for k in range(passes * n - 1, -1, -1):
        node = order[k % n]
        first, last = starts[node], starts[node + 1]
        for role in range(2):
            best, total = 1e15, 1.0
            for e in range(first, last):
                there = cost[role if again[e] else 1 - role, edges[e]]
                total += there
                if allowed[e] and there < best:
                    best = there
            if role == 1 and first < last:
                total = 1.0 + best
            cost[role, node] = 0.0 if free[role, node] else min(total, 1e15)
    edge = np.full(n, -1, np.int64)
    reached = np.zeros((2, n), np.bool_)
    queue = np.empty(2 * n, np.int64)
    queue[0], at, end = begins, 0, 1
    reached[begins, 0] = True
    while at < end:
        node, role = queue[at] >> 1, queue[at] & 1
        at += 1
        first, last = starts[node], starts[node + 1]
        if role == 1 and first < last:
            chosen, least = -1, 2e15
            for e in range(first, last):
                if allowed[e]:
                    turn = role if again[e] else 1 - role
                    there = 0.0 if reached[turn, edges[e]] else cost[turn, edges[e]]
                    if there < least:
                        chosen, least = e, there
            edge[node], first, last = chosen, chosen, chosen + 1
        for e in range(first, last):
            turn, child = role if again[e] else 1 - role, edges[e]
            if not reached[turn, child]:
                reached[turn, child] = True
                queue[end] = 2 * child + turn
                end += 1
    return edge, reached
