"""Loops of a graph given as lists of children, node 0 leading to all others."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def longest_path(children: Sequence[Sequence[int]]) -> int | None:
    """The most edges of a path from node 0; None where there is a loop.

    >>> longest_path([[1, 2], [2], []]), longest_path([[1], [1]])
    (2, None)
    """
    entering = [0] * len(children)
    for below in children:
        for child in below:
            entering[child] += 1
    if entering[0]:
        return None
    longest, ready, done = [0] * len(children), [0], 0
    while ready:
        node = ready.pop()
        done += 1
        for child in children[node]:
            longest[child] = max(longest[child], longest[node] + 1)
            entering[child] -= 1
            if not entering[child]:
                ready.append(child)
    return max(longest) if done == len(children) else None


def nearest_loop(children: Sequence[Sequence[int]]) -> list[int]:
    """The shortest loop through the first node that is on one: the nodes in their order, that one
    at both ends; empty where there is no loop.

    >>> nearest_loop([[1], [2, 3], [], [4, 1], [3]])
    [1, 3, 1]
    """
    first = _first_on_a_loop(children)
    if first is None:
        return []
    came_from: dict[int, int] = {}
    waiting = deque([first])
    while first not in came_from:
        node = waiting.popleft()
        for child in children[node]:
            if child not in came_from:
                came_from[child] = node
                waiting.append(child)
    loop = [first, came_from[first]]
    while loop[-1] != first:
        loop.append(came_from[loop[-1]])
    return loop[::-1]


def _first_on_a_loop(children: Sequence[Sequence[int]]) -> int | None:
    """The smallest node that leads back to itself: of a strong component of several nodes, or a
    child of its own. (R. Tarjan, Depth-first search and linear graph algorithms, 1972; with a
    stack of its own, as Python's is short.)
    """
    unseen, closed = -1, len(children)
    low = [unseen] * len(children)  # the number of the earliest open node that it leads back to
    opened: list[int] = []
    found: list[int] = []
    path = [(0, 0, 0)]  # node, its number, how many of its children have been looked at
    low[0], numbered = 0, 1
    opened.append(0)
    while path:
        node, number, looked = path.pop()
        below = children[node]
        if looked:
            low[node] = min(low[node], low[below[looked - 1]])
        while looked < len(below) and low[below[looked]] != unseen:
            low[node] = min(low[node], low[below[looked]])
            looked += 1
        if looked < len(below):
            child = below[looked]
            path += [(node, number, looked + 1), (child, numbered, 0)]
            low[child] = numbered
            numbered += 1
            opened.append(child)
        elif low[node] == number:  # all that is open from it on is one component
            place = len(opened) - 1
            while opened[place] != node:
                place -= 1
            if place < len(opened) - 1 or node in below:
                found.append(min(opened[place:]))
            for member in opened[place:]:
                low[member] = closed
            del opened[place:]
    return min(found, default=None)
