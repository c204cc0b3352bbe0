"""Kernels that count plays. Their twins in plain Python are in `counting_plain`."""

import numpy as np

from perfectplay.core.kernels import njit


@njit(nogil=True, cache=True)
def seats_reached(starts, edges, again, always, seat):
    """[N] uint8: bit 0 where seat 0 can be to move, bit 1 where seat 1 can."""
    n = len(starts) - 1
    reached = np.zeros(n, np.uint8)
    waiting = np.empty(2 * n, np.int64)  # a node and its mover, each pair once
    reached[0] = 1 << seat
    waiting[0] = seat
    head, filled = 0, 1
    while head < filled:
        i = waiting[head] >> 1
        mover = waiting[head] & 1
        head += 1
        for e in range(starts[i], starts[i + 1]):
            child = edges[e]
            after = mover
            if not (always or (len(again) > 0 and again[e])):
                after = 1 - mover
            if not reached[child] >> after & 1:
                reached[child] |= np.uint8(1 << after)
                waiting[filled] = child * 2 + after
                filled += 1
    return reached


@njit(nogil=True, cache=True)
def topological(starts, edges):
    """(order [N] int32, fewest [N] int64, most [N] int64, number of ordered nodes)."""
    n = len(starts) - 1
    arriving = np.zeros(n, np.int32)
    for e in range(len(edges)):
        arriving[edges[e]] += 1
    order = np.empty(n, np.int32)
    fewest = np.full(n, n, np.int64)
    most = np.zeros(n, np.int64)
    filled = 0
    for i in range(n):
        if arriving[i] == 0:
            order[filled] = i
            fewest[i] = 0
            filled += 1
    head = 0
    while head < filled:
        i = order[head]
        head += 1
        for e in range(starts[i], starts[i + 1]):
            child = edges[e]
            fewest[child] = min(fewest[child], fewest[i] + 1)
            most[child] = max(most[child], most[i] + 1)
            arriving[child] -= 1
            if arriving[child] == 0:
                order[filled] = child
                filled += 1
    return order, fewest, most, filled


@njit(nogil=True, cache=True)
def leads_to(starts, edges, goals):
    """[N] uint8: 1 for each node from which one of ``goals`` can be reached."""
    n = len(starts) - 1
    ends = np.zeros(n + 1, np.int64)  # parents by child: counted, summed, filled from behind
    for e in range(len(edges)):
        ends[edges[e]] += 1
    for i in range(1, n + 1):
        ends[i] += ends[i - 1]
    parents = np.empty(len(edges), np.int32)
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            child = edges[e]
            ends[child] -= 1
            parents[ends[child]] = i
    found = goals.copy()
    waiting = np.empty(n, np.int32)
    filled = 0
    for i in range(n):
        if found[i]:
            waiting[filled] = i
            filled += 1
    while filled > 0:
        filled -= 1
        child = waiting[filled]
        for p in range(ends[child], ends[child + 1]):
            parent = parents[p]
            if not found[parent]:
                found[parent] = 1
                waiting[filled] = parent
                filled += 1
    return found


@njit(nogil=True, cache=True)
def step(frontier, ways, starts, edges, places, following, next_ways):
    """Step from all nodes of a frontier; return the number of nodes of the next frontier.

    frontier: [F] int32, each node once; ways: [F, L] uint64, the ways to each, lowest limb first;
    places: [N] int32, all -1 before and after; following: [G] int32 and next_ways: [G, L] are
    filled, with G at least the number of reached nodes. The sum of all ways must fit in L limbs.
    """
    limbs = ways.shape[1]
    filled = 0
    for k in range(len(frontier)):
        i = frontier[k]
        for e in range(starts[i], starts[i + 1]):
            child = edges[e]
            place = places[child]
            if place < 0:
                place = filled
                places[child] = place
                following[place] = child
                for limb in range(limbs):
                    next_ways[place, limb] = ways[k, limb]
                filled += 1
                continue
            carry = np.uint64(0)
            for limb in range(limbs):
                added = next_ways[place, limb] + ways[k, limb]
                over = np.uint64(added < ways[k, limb])
                total = added + carry
                carry = over | np.uint64(total < carry)
                next_ways[place, limb] = total
    for place in range(filled):
        places[following[place]] = -1
    return filled


@njit(nogil=True, cache=True)
def walk(entry, depth, most, starts, edges, again, place, alive, cycles, exits):
    """Count all lines inside a component: see `line_counts.walk_plain`. False after ``most`` steps.

    place: [N] int32, number of an exit, -1 for nodes of the component; alive, cycles:
    [depth + 1] int64 and exits: [X, 2, depth + 1] int64 are added to. ``depth`` is at least 1.
    """
    visited = np.zeros(len(starts) - 1, np.uint8)
    nodes = np.empty(depth, np.int32)
    turns = np.empty(depth, np.uint8)
    nexts = np.empty(depth, np.int64)
    nodes[0], turns[0], nexts[0] = entry, 0, starts[entry]
    visited[entry] = 1
    alive[0] += 1
    top = 0
    while top >= 0:
        node = nodes[top]
        e = nexts[top]
        if e == starts[node + 1]:
            visited[node] = 0
            top -= 1
            continue
        nexts[top] = e + 1
        if most == 0:
            return False
        most -= 1
        child = edges[e]
        after = turns[top] ^ 1 ^ again[e]
        k = top + 1
        if place[child] >= 0:
            exits[place[child], after, k] += 1
        elif visited[child]:
            cycles[k] += 1
        else:
            alive[k] += 1
            if k < depth:
                visited[child] = 1
                top = k
                nodes[top], turns[top], nexts[top] = child, after, starts[child]
    return True
