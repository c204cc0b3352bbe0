"""The kernels that call the rules: the end of every translated module.

Not imported: its text is appended to the rules, whose names it uses (``outcome``, ``moves``,
``play``, and what ``load.py`` writes for the game: ``images``, ``representative``, ``ending``,
``mark_again``, ``mark_tier``, ``mark_gain``, ``mark_final``, ``tier_of``, ``seat_of``, ``decode``,
``encode``).
``layout`` is [2, F] int64: for each field of a tuple its lowest value and its number of values
(not read for integers). Keys are int64, never negative; in `expand` they may have two words
(``double_key_code.py``), which only a search uses. In a game of points, gains are [C] int32,
the points that the mover wins by the move to each child, and finals [B] int32, the score of a state
in which the play is over; in any other game both are unchanged.

A kernel ends early with a status: 0 done, 1 no room, 2 a state that the layout cannot hold (or
an integer that is negative), 3 a state with no moves that is not over.
"""
# mypy: ignore-errors
# ruff: noqa: F821


@njit(nogil=True, cache=True)
def expand(keys, begin, end, layout, children, again_marks, tiers, degrees, over, gains, finals):
    """Write the children of ``keys[begin:end]`` one after the other.

    keys, children: [C * KEY_WORDS] int64; again_marks: [C] uint8, 1 if the mover moves again
    (unchanged if the game has no such moves); tiers: [C] int64, the tier of each child (unchanged
    if the game has no tiers); degrees: [end - begin] int32; over: [end - begin] uint8, the value of
    a state in which the play is over, else 0. Return (the first state not done, children, status).
    """
    n, room = 0, len(children) // KEY_WORDS
    for i in range(begin, end):
        state = decode(key_at(keys, i), layout)
        value, final = ending(state)
        first = n
        if value == 0:
            for move in moves(state):
                if n >= room:
                    return i, first, 1
                child = play(state, move)
                key = encode(child, layout)
                if missing(key):
                    return i, first, 2
                key = representative(child, key, layout)
                if missing(key):
                    return i, first, 2
                mark_again(again_marks, n, state, move, child)
                mark_tier(tiers, n, child)
                mark_gain(gains, n, state, move)
                put_key(children, n, key)
                n += 1
            if n == first:
                value, final = STUCK, STUCK_SCORE
                if value == 0:
                    return i, first, 3
        degrees[i - begin] = n - first
        over[i - begin] = value
        mark_final(finals, i - begin, final)
    return end, n, 0


@njit(nogil=True, cache=True)
def walk(
    keys, n, head, slots, layout, starts, edges, again_marks, over, gains, finals, level_end, flags,
    stop,
):  # fmt: skip
    """Breadth first over a hash table: new states and all edges in one go.

    keys: [S] int64 in the order of discovery, n of them known; slots: [2^k] int32, index + 1 or
    0; starts: [S + 1] int64 into edges: [E] int32 (indices of children); flags: [2] uint8, 1 if
    every child is after its parent, 1 if every child is in the next level. Continue from
    ``head`` until ``stop`` states are expanded. Return (n, head, level_end, levels, status).
    """
    mask = np.uint64(len(slots) - 1)
    levels = 0
    m = starts[head]
    while head < n and head < stop:
        if head == level_end:
            level_end = n
            levels += 1
        state = decode(keys[head], layout)
        value, final = ending(state)
        first = m
        if value == 0:
            for move in moves(state):
                if m >= len(edges) or n >= len(keys) - 1 or 2 * n >= len(slots):
                    return n, head, level_end, levels, 1
                child = play(state, move)
                key = encode(child, layout)
                if key < 0:
                    return n, head, level_end, levels, 2
                key = representative(child, key, layout)
                if key < 0:
                    return n, head, level_end, levels, 2
                slot = slot_of(key, mask)
                while slots[slot] != 0 and keys[slots[slot] - 1] != key:
                    slot = (slot + np.uint64(1)) & mask
                if slots[slot] == 0:
                    keys[n] = key
                    n += 1
                    slots[slot] = n
                index = slots[slot] - 1
                if index <= head:
                    flags[0] = 0
                if index < level_end:
                    flags[1] = 0
                mark_again(again_marks, m, state, move, child)
                mark_gain(gains, m, state, move)
                edges[m] = index
                m += 1
            if m == first:
                value, final = STUCK, STUCK_SCORE
                if value == 0:
                    return n, head, level_end, levels, 3
        over[head] = value
        mark_final(finals, head, final)
        head += 1
        starts[head] = m
    return n, head, level_end, levels, 0


@njit(nogil=True, cache=True)
def tiers_of(keys, begin, end, layout, tiers):
    """Write the tier of each of ``keys[begin:end]``; tiers: [end - begin] int64."""
    for i in range(begin, end):
        tiers[i - begin] = tier_of(decode(keys[i], layout))
