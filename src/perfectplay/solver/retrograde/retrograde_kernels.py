"""Kernels over graphs. They know nothing of games; `retrograde_reference.py` is their slow twin.

values: [N] uint8, 0 = undecided; remoteness: [N] int32, -1 = none; starts, edges, again: as in
`MoveGraph`. Parents are kept as starts [N + 1] int64 into [E] uint32: parent * 2 + whether the
mover moves again, in rising order for each state, so that a thread can find those in its range.
"""

from __future__ import annotations

from perfectplay.core.kernels import njit

LOSS, DRAW, WIN = 1, 2, 3


@njit(nogil=True, cache=True)
def value_of(i, starts, edges, again, always, values, remoteness):
    """Value and remoteness of a state from those of its children, all decided."""
    nearest_win = -1
    nearest_draw = -1
    farthest = -1
    drawn = False
    for e in range(starts[i], starts[i + 1]):
        child = edges[e]
        value = values[child]
        plies = remoteness[child]
        if not (always or (len(again) > 0 and again[e])):
            value = 4 - value
        if value == WIN:
            if nearest_win < 0 or plies < nearest_win:
                nearest_win = plies
        elif value == DRAW:
            drawn = True
            if plies >= 0 and (nearest_draw < 0 or plies < nearest_draw):
                nearest_draw = plies
        elif plies > farthest:
            farthest = plies
    if nearest_win >= 0:
        return WIN, nearest_win + 1
    if drawn:
        return DRAW, nearest_draw + 1 if nearest_draw >= 0 else -1
    return LOSS, farthest + 1


@njit(nogil=True, cache=True)
def one_pass(order, begin, end, starts, edges, again, always, over, values, remoteness):
    """Decide order[begin:end], each from its children, which are decided already."""
    for k in range(begin, end):
        i = order[k]
        if over[i]:
            values[i] = over[i]
            remoteness[i] = 0
        else:
            values[i], remoteness[i] = value_of(i, starts, edges, again, always, values, remoteness)


@njit(nogil=True, cache=True)
def backwards(starts, edges, again, always, over, values, remoteness):
    """Decide all states of an ordered graph, the last first."""
    for k in range(len(over)):
        i = len(over) - 1 - k
        if over[i]:
            values[i] = over[i]
            remoteness[i] = 0
        else:
            values[i], remoteness[i] = value_of(i, starts, edges, again, always, values, remoteness)


@njit(nogil=True, cache=True)
def find_levels(starts, edges, order, bounds, arriving):
    """An order in which every state stands before its children, by levels.

    order: [N] int32; bounds: [N + 1] int32, the first place of each level; arriving: [N] int32
    work space. Returns (states ordered, levels): fewer states than N if the graph has a cycle.
    """
    n = len(order)
    for e in range(len(edges)):
        arriving[edges[e]] += 1
    filled = 0
    for i in range(n):
        if arriving[i] == 0:
            order[filled] = i
            filled += 1
    bounds[0] = 0
    levels = 0
    begin = 0
    while begin < filled:
        end = filled
        for k in range(begin, end):
            i = order[k]
            for e in range(starts[i], starts[i + 1]):
                child = edges[e]
                arriving[child] -= 1
                if arriving[child] == 0:
                    order[filled] = child
                    filled += 1
        begin = end
        levels += 1
        bounds[levels] = begin
    return filled, levels


@njit(nogil=True, cache=True)
def first_parent(parents, begin, end, low):
    """The first place of parents[begin:end] whose parent is not below ``low``."""
    while begin < end:
        middle = (begin + end) >> 1
        if (parents[middle] >> 1) < low:
            begin = middle + 1
        else:
            end = middle
    return begin


@njit(nogil=True, cache=True)
def value_of_parent(parent, same_mover, won, drawn, open_moves):
    """The value that a decided child gives to an undecided parent, or 0 if that stays undecided.

    open_moves: [N] int32, moves that are not yet known to be bad. drawn: the child is a draw, and
    all wins and losses are decided.
    """
    if drawn:
        return DRAW
    if won == same_mover:
        return WIN
    open_moves[parent] -= 1
    return LOSS if open_moves[parent] == 0 else 0


@njit(nogil=True, cache=True)
def decide(
    frontier, starts, parents, low, high, plies, drawn, values, remoteness, open_moves, found
):
    """Decide the parents in [low, high) of states that were decided a ply before.

    drawn, open_moves: as for `value_of_parent`; found: [high - low] int32, the states that are
    decided now, as many as the result.
    """
    n = 0
    for k in range(len(frontier)):
        i = frontier[k]
        won = values[i] == WIN
        place = starts[i]
        if low > 0:
            place = first_parent(parents, place, starts[i + 1], low)
        while place < starts[i + 1]:
            parent = parents[place] >> 1
            if parent >= high:
                break
            if values[parent] == 0:
                value = value_of_parent(parent, parents[place] & 1 == 1, won, drawn, open_moves)
                if value:
                    values[parent] = value
                    remoteness[parent] = plies
                    found[n] = parent
                    n += 1
            place += 1
    return n


@njit(nogil=True, cache=True)
def decide_thin(
    queue, head, filled, widest, plies, last, starts, parents, values, remoteness, open_moves, drawn
):
    """Level after level by one thread, as long as levels have at most ``widest`` states, up to
    the states that are decided at the ply ``last``.

    queue: [N] int32, queue[head:filled] the level decided at plies - 1. Returns (head, filled,
    plies).
    """
    while head < filled and filled - head <= widest and plies <= last:
        end = filled
        for k in range(head, end):
            i = queue[k]
            won = values[i] == WIN
            for place in range(starts[i], starts[i + 1]):
                parent = parents[place] >> 1
                if values[parent] == 0:
                    value = value_of_parent(parent, parents[place] & 1 == 1, won, drawn, open_moves)
                    if value:
                        values[parent] = value
                        remoteness[parent] = plies
                        queue[filled] = parent
                        filled += 1
        head = end
        plies += 1
    return head, filled, plies
