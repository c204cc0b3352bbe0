"""The search kernel, appended to the rules of a game and the kernels that expand states.

It is not imported: its text is appended to a translated module (see ``perfectplay.compiler``). It
uses the names of that module, and those that ``hinted.py`` adds: ``fill_forced``, ``fill_moves``,
``bounds_of``, and the questions (``question_kernel.py``).

Results are on one scale: `perfectplay.game.result_scale`. A question is "is the result at least
ASK?"; the answer is a bound, at least ASK or below it. Questions about a state lead to questions
about its children, on a stack of frames. The questions 1 (does the mover win?) and 0 (does the
mover not lose?) do not depend on the number of plies; in all others the bound changes by one ply
with each move. No answer comes from an unfinished line: an entry of the table follows from earlier
entries and ends, so it is right in games with cycles too. In a cycle a line does not end, and the
frames run out.

frames: [D, WIDE] int64, the key of the state first; keys may have two words (see
``double_key_code.py``). The children of the states of the line are adjacent in keys: [C] int64,
orders: [C] int64, again: [C] uint8, gains: [C] int32, places: [C] int32 (the index among the moves
in the rules' order). ctl: [21] int64, see the names below: a search that was stopped continues from
there. known: states that are known before the search, see ``endgame_probe.py``; ENDED counts the
lines that end at one.
"""
# mypy: ignore-errors
# ruff: noqa: F821

ASK, BEST, BEST_AT, FIRST, NEXT, END, HIGH = range(KEY_WORDS, KEY_WORDS + 7)
WIDE = 8 * KEY_WORDS  # so that the key of frame d is number 8 d in an array of keys
NEAR_BITS, FAR_BITS = 14, 20  # a larger table is not in the nearest caches; in none
(
    AT, DEPTH, LOWEST, HIGHEST, QUESTION, RAISED, NODES, BEGUN, HITS, GENERATION, BITS, FIRST_BITS,
    LAST_BITS, TAKEN, LOOK, REACH, DISTANCE, KEEP, NOISE, FOLDED, ENDED,
) = range(21)  # fmt: skip
DONE, PAUSED, NO_ROOM, NO_KEY, STUCK_STATE, DEEP, TOO_LARGE = range(7)


@inner
def mixed(key, noise):
    word = (one_word(key) + np.uint64(noise)) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(word >> np.uint64(61))


@inner
def arrange(first, end, best, noise, keys, orders, again, gains, places):
    """Sort children: the best move of the table first, then by order."""
    if noise > 0:
        for i in range(first, end):
            orders[i] = orders[i] * 8 + mixed(key_at(keys, i), noise)
    if 0 < best <= end - first:
        orders[first + best - 1] = 1 << 62
    for i in range(first, end):
        order, key, mark, gain = orders[i], key_at(keys, i), again[i], gains[i]
        j = i
        while j > first and orders[j - 1] < order:
            put_key(keys, j, key_at(keys, j - 1))
            orders[j], places[j] = orders[j - 1], places[j - 1]
            again[j], gains[j] = again[j - 1], gains[j - 1]
            j -= 1
        put_key(keys, j, key)
        orders[j], again[j], gains[j], places[j] = order, mark, gain, i - first


@inner
def forget(ctl, table):
    """Clear the table: begin another generation of entries."""
    if ctl[KEEP]:
        return
    ctl[GENERATION] += 1
    if ctl[GENERATION] == GENERATIONS:
        table[:] = 0
        ctl[GENERATION] = 1
    ctl[BITS], ctl[TAKEN] = ctl[FIRST_BITS], 0
    ctl[LOOK] = ctl[NODES] + (1 << ctl[BITS]) // 4


@inner
def grow(ctl, table):
    """Use more entries of the table if many are taken: a small table fits the processor's caches.

    It is called after a number of nodes that does not depend on pauses of the search, so that every
    run of a search has the same nodes.
    """
    if ctl[TAKEN] * 3 > 1 << ctl[BITS]:
        more = min(ctl[BITS] + 3, ctl[LAST_BITS])
        spread(table, ctl[BITS], more, ctl[GENERATION])
        ctl[BITS] = more
    ctl[LOOK] = ctl[NODES] + (1 << ctl[BITS]) // 4


@njit(nogil=True, cache=True)
def answer(
    all_ctl, all_layout, all_table, known, all_frames, all_keys, all_orders, all_again, all_gains,
    all_places, until,
):  # fmt: skip
    """Answer the question in frame 0, or continue with it; returns (status, bound)."""
    ctl, table, frames = pointer_of(all_ctl), pointer_of(all_table), pointer_of(all_frames)
    keys, orders, again = pointer_of(all_keys), pointer_of(all_orders), pointer_of(all_again)
    gains, places = pointer_of(all_gains), pointer_of(all_places)
    layout = borrowed(all_layout)
    informed, room, deepest = len(known[0]) > 0, len(all_orders), len(all_frames) - 1
    d = ctl[DEPTH]
    generation, bits, noise, folded = ctl[GENERATION], ctl[BITS], ctl[NOISE], ctl[FOLDED]
    nodes, hits, taken = ctl[NODES], ctl[HITS], ctl[TAKEN]
    fetched, late = bits > NEAR_BITS, bits > FAR_BITS
    status, result = DONE, 0
    while True:
        if nodes >= until or d >= deepest:
            status = PAUSED if nodes >= until else DEEP
            break
        nodes += 1
        ctl[DEPTH] = d  # for the error message if the rules raise
        frame = WIDE * d
        key, ask = key_at(frames, 8 * d), frames[frame + ASK]
        state = decode(key, layout)
        value, final = ending(state)
        decided = True
        if value != 0:
            result = result_of(value, final)
        else:
            low, high = bounds_of(state)
            best, known_low, known_high = 0, low, high
            if informed and low < ask and high >= ask:
                known_low, known_high = look_up(known, key)
                low, high = max(low, known_low), min(high, known_high)
                ctl[ENDED] += low >= ask or high < ask
            if not late and low < ask and high >= ask:
                best, known_low, known_high = probe(table, bits, generation, key)
                hits += known_low >= -UNBOUNDED or known_high <= UNBOUNDED
                low, high = max(low, known_low), min(high, known_high)
            if low >= ask:
                result = low
            elif high < ask:
                result = high
            else:
                first, fold = frames[frame + FIRST], d < folded
                end = fill_forced(
                    state, state, layout, fold, room, keys, orders, again, gains, first
                )
                if end == first:
                    end = fill_moves(
                        state, state, layout, fold, room, keys, orders, again, gains, first
                    )
                if end < 0:
                    nodes -= 1
                    status = NO_ROOM if end == -1 else NO_KEY
                    break
                if late:  # its entry had time to arrive
                    best, known_low, known_high = probe(table, bits, generation, key)
                    hits += known_low >= -UNBOUNDED or known_high <= UNBOUNDED
                    low, high = max(low, known_low), min(high, known_high)
                if low >= ask:
                    result = low
                elif high < ask:
                    result = high
                elif end > first:
                    if fetched:
                        for i in range(first, end):
                            load_early(table, entry_place(entry_word(key_at(keys, i)), bits))
                    arrange(first, end, best, noise, keys, orders, again, gains, places)
                    frames[frame + BEST], frames[frame + BEST_AT] = -UNBOUNDED, 0
                    frames[frame + HIGH] = high
                    frames[frame + NEXT], frames[frame + END] = first, end
                    decided = False
                elif STUCK == 0:
                    status = STUCK_STATE
                    break
                else:
                    result = result_of(STUCK, STUCK_SCORE)
        while decided and d > 0:  # results go up until there is another child to look at
            d -= 1
            frame = WIDE * d
            i = frames[frame + NEXT]
            worth = brought(result, ALWAYS or again[i] != 0, gains[i])
            if SCORING and abs(worth) >= UNBOUNDED:
                status = TOO_LARGE
                break
            if worth > frames[frame + BEST]:
                frames[frame + BEST], frames[frame + BEST_AT] = worth, places[i]
            frames[frame + NEXT] = i + 1
            enough = worth >= frames[frame + ASK]
            if enough or i + 1 == frames[frame + END]:
                key = key_at(frames, 8 * d)
                best, low, high = probe(table, bits, generation, key)
                if enough:
                    result, best = worth, frames[frame + BEST_AT] + 1
                    low, high = max(low, worth), min(high, UNBOUNDED)
                else:
                    result = min(frames[frame + BEST], frames[frame + HIGH])
                    low, high = max(low, -UNBOUNDED), min(high, result)
                taken += store(table, bits, generation, key, min(best, 255), low, high)
            else:
                decided = False
        if decided:
            break
        frame = WIDE * d
        i, below = frames[frame + NEXT], frame + WIDE
        put_key(frames, 8 * d + 8, key_at(keys, i))
        frames[below + FIRST] = frames[frame + END]
        frames[below + ASK] = question_after(frames[frame + ASK], ALWAYS or again[i] != 0, gains[i])
        d += 1
    ctl[DEPTH], ctl[NODES], ctl[HITS], ctl[TAKEN] = d, nodes, hits, taken
    return status, result


@njit(nogil=True, cache=True)
def search(
    ctl, roots, lows, highs, counts, layout, table, known, frames, keys, orders, again, gains,
    places, until,
):  # fmt: skip
    """Search roots[AT:], each with an empty table unless KEEP; write the proved bounds and the
    nodes of each.

    Returns PAUSED when NODES, of all roots together, reach ``until``; the next call continues.
    """
    many = len(roots) // KEY_WORDS
    while ctl[AT] < many:
        at = ctl[AT]
        if ctl[DEPTH] < 0:
            lows[at], highs[at] = ctl[LOWEST], ctl[HIGHEST]
            counts[at] = ctl[NODES] - ctl[BEGUN]
            ask = next_question(ctl)
            if ask == UNBOUNDED:
                ctl[AT], ctl[BEGUN] = at + 1, ctl[NODES]
                forget(ctl, table)
                if at + 1 < many:  # the bounds of the last root remain
                    edge = UNBOUNDED if SCORING else FAR
                    ctl[LOWEST], ctl[HIGHEST], ctl[RAISED], ctl[REACH] = -edge, edge, 1, 6
                continue
            put_key(pointer_of(frames), 0, key_at(roots, at))
            frames[0, ASK], frames[0, FIRST] = ask, 0
            ctl[QUESTION], ctl[DEPTH] = ask, 0
        part = min(until, ctl[LOOK]) if ctl[BITS] < ctl[LAST_BITS] else until
        status, result = answer(
            ctl, layout, table, known, frames, keys, orders, again, gains, places, part
        )
        if ctl[BITS] < ctl[LAST_BITS] and ctl[NODES] >= ctl[LOOK]:
            grow(ctl, table)
        if status == PAUSED and ctl[NODES] < until:
            continue
        if status != DONE:
            lows[at], highs[at], counts[at] = ctl[LOWEST], ctl[HIGHEST], ctl[NODES] - ctl[BEGUN]
            return status
        ctl[DEPTH] = -1
        if result >= ctl[QUESTION]:
            ctl[LOWEST], ctl[RAISED] = max(ctl[LOWEST], result), 1
        else:
            ctl[HIGHEST], ctl[RAISED] = min(ctl[HIGHEST], result), 0
    return DONE


@njit(nogil=True, cache=True)
def hinted(states, layout, keys, orders, again, gains):
    """(low, high, number of children by forced moves) of the first one of some states, which is not
    over, to compare with the interpreter; the children are written to ``keys``."""
    state = decode(key_at(states, 0), layout)
    low, high = bounds_of(state)
    end = fill_forced(state, state, layout, False, len(orders), keys, orders, again, gains, 0)
    return low, high, end


@njit(nogil=True, cache=True)
def fold_keys(keys, layout):
    """Replace keys by those of their representatives; -1 if the layout cannot hold one."""
    for i in range(len(keys)):
        keys[i] = representative(decode(keys[i], layout), keys[i], layout)
