"""The kernels that look at classes of states that symmetries make equal.

Not imported: its text is appended to ``template.py``, which explains names and arguments.
"""
# mypy: ignore-errors
# ruff: noqa: F821


@njit(nogil=True, cache=True)
def image_keys(keys, begin, end, layout, out):
    """The keys of all images of ``keys[begin:end]``, these included, one after the other.

    out: [R] int64. Return (the first state not done, keys, status).
    """
    n = 0
    for i in range(begin, end):
        first = n
        if n >= len(out):
            return i, first, 1
        out[n] = keys[i]
        n += 1
        for image in images(decode(keys[i], layout)):
            if n >= len(out):
                return i, first, 1
            key = key_of_image(image, keys[i], layout)
            if key < 0:
                return i, first, 2
            out[n] = key
            n += 1
    return end, n, 0


@njit(nogil=True, cache=True)
def representatives(keys, begin, end, layout, out):
    """The key of the representative of each of ``keys[begin:end]``; negative if the layout cannot
    hold one of the images. out: [end - begin] int64."""
    for i in range(begin, end):
        out[i - begin] = representative(decode(keys[i], layout), keys[i], layout)


@njit(nogil=True, cache=True)
def class_sizes(keys, begin, end, layout, sizes, room):
    """The number of states in the class of each of ``keys[begin:end]``; room: [R] int64.

    Return (the first state not done, 0 done or 1 no room).
    """
    for i in range(begin, end):
        room[0] = keys[i]
        n = 1
        for image in images(decode(keys[i], layout)):
            key = key_of_image(image, keys[i], layout)
            j = 0
            while j < n and room[j] != key:
                j += 1
            if j == n:
                if n >= len(room):
                    return i, 1
                room[n] = key
                n += 1
        sizes[i - begin] = n
    return end, 0


@njit(nogil=True, cache=True)
def unlike(keys, begin, end, layout, members, words, stamps, numbers, seen, clock, odd):
    """Find those of ``keys[begin:end]`` that are not equivalent to another state of their class.

    Equivalent states have the same class, seat, tier and outcome, and the same set of (class, the
    mover moves again, gain) of their children. Each state has to be the smallest of its class.
    members: [R] int64; words, stamps, numbers, seen: [3, 2^k] int64, three hash tables: members of
    the class, members of the children's classes, these triples of the children; a slot is filled if
    its stamp is that of the state; clock: [1] int64, the last stamp. odd: [end - begin] int64 gets
    the keys. Return (the first state not done, number of keys in odd, status).
    """
    found = 0
    again, gain = np.zeros(1, np.uint8), np.zeros(1, np.int32)
    room = words.shape[1] // 2
    mask = np.uint64(words.shape[1] - 1)
    for i in range(begin, end):
        clock[0] += 1
        now = clock[0]
        state = decode(keys[i], layout)
        seat, tier = seat_of(state), tier_of(state)
        slot = slot_in(words[0], stamps[0], keys[i], now, mask)
        words[0, slot], stamps[0, slot], seen[0, slot] = keys[i], now, 0
        members[0] = keys[i]
        size = 1
        good = True
        for image in images(state):
            key = key_of_image(image, keys[i], layout)
            if key < 0:
                return i, found, 2
            good = good and key >= keys[i]
            slot = slot_in(words[0], stamps[0], key, now, mask)
            if stamps[0, slot] != now:
                if size >= len(members) or size >= room:
                    return i, found, 1
                words[0, slot], stamps[0, slot], seen[0, slot] = key, now, 0
                members[size] = key
                size += 1
        classes, entered, kinds, value_here, final_here = 0, 0, 0, 0, 0
        for m in range(size):
            if not good:
                break
            other = decode(members[m], layout)
            if m > 0:
                slot = slot_in(words[0], stamps[0], members[m], now, mask)
                seen[0, slot] = m
                met = 1
                for image in images(other):
                    key = key_of_image(image, members[m], layout)
                    slot = slot_in(words[0], stamps[0], key, now, mask)
                    if stamps[0, slot] != now:
                        good = False
                        break
                    if seen[0, slot] != m:
                        seen[0, slot] = m
                        met += 1
                good = good and met == size and seat_of(other) == seat and tier_of(other) == tier
                if not good:
                    break
            value, final = ending(other)
            degree, met = 0, 0
            if value == 0:
                for move in moves(other):
                    child = play(other, move)
                    key = encode(child, layout)
                    if key < 0:
                        return i, found, 2
                    degree += 1
                    home = -1
                    if m == 0:
                        smallest = representative(child, key, layout)
                        if smallest < 0:
                            return i, found, 2
                        slot = slot_in(words[1], stamps[1], smallest, now, mask)
                        if stamps[1, slot] == now and seen[1, slot] == 0:
                            good = False  # an image of another that stands for a class
                            break
                        if stamps[1, slot] != now:
                            if entered >= room:
                                return i, found, 1
                            words[1, slot], stamps[1, slot], seen[1, slot] = smallest, now, 1
                            numbers[1, slot] = classes
                            entered += 1
                            for image in images(decode(smallest, layout)):
                                near = key_of_image(image, smallest, layout)
                                if near < 0:
                                    return i, found, 2
                                slot = slot_in(words[1], stamps[1], near, now, mask)
                                if stamps[1, slot] != now:
                                    if entered >= room:
                                        return i, found, 1
                                    words[1, slot], stamps[1, slot], seen[1, slot] = near, now, 0
                                    numbers[1, slot] = classes
                                    entered += 1
                            classes += 1
                            slot = slot_in(words[1], stamps[1], smallest, now, mask)
                        home = numbers[1, slot]
                    slot = slot_in(words[1], stamps[1], key, now, mask)
                    if stamps[1, slot] != now or (m == 0 and numbers[1, slot] != home):
                        good = False
                        break
                    again[0], gain[0] = 0, 0
                    mark_again(again, 0, other, move, child)
                    mark_gain(gain, 0, other, move)
                    word = np.int64(numbers[1, slot]) << 33 | np.int64(again[0] != 0) << 32
                    word |= np.int64(gain[0]) & 0xFFFFFFFF
                    slot = slot_in(words[2], stamps[2], word, now, mask)
                    if stamps[2, slot] != now:
                        if m > 0:
                            good = False
                            break
                        if kinds >= room:
                            return i, found, 1
                        words[2, slot], stamps[2, slot], seen[2, slot] = word, now, 0
                        kinds += 1
                    elif m > 0 and seen[2, slot] != m:
                        seen[2, slot] = m
                        met += 1
                if good and degree == 0:
                    value, final = STUCK, STUCK_SCORE
                    if value == 0:
                        return i, found, 3
            if m == 0:
                value_here, final_here = value, final
            elif value != value_here or final != final_here or met != kinds:
                good = False
        if not good:
            odd[found] = keys[i]
            found += 1
    return end, found, 0
