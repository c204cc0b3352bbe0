"""Idioms that compile: dicts, Counters and deques that a rule makes for itself."""

# ruff: noqa: C416

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections import Counter, defaultdict, deque

from idioms.noting import Piles, compiling
from perfectplay import Value

COMPILES, compiles = compiling()


@compiles("queue = deque([start]): append, popleft, while queue")
class _(Piles):
    def outcome(self, state):
        seen = {1}
        queue = deque([1])
        while queue:
            place = queue.popleft()
            for other in ((place + 1) % 3, (place + 2) % 3):
                if state[other] and other not in seen:
                    seen.add(other)
                    queue.append(other)
        queue.appendleft(7)
        return Value.LOSS if len(seen) == len(queue) and not state[1] else None


@compiles("ring = deque(state): rotate(-n), rotate(), ring[0], tuple(ring); index, remove, reverse")
class _(Piles):
    def start(self):
        return (1, 2, 3, 0)

    def moves(self, state):
        return range(3) if sum(state) else range(0)

    def play(self, state, move):
        ring = deque(state)
        ring.rotate(-move)
        ring[0] = max(0, ring[0] - 1)
        if ring[0] < ring[1]:
            ring.rotate()
        if 2 in ring and ring.index(2) < 2:
            ring.remove(2)
            ring.insert(1, 1)
        ring.rotate(move + 4)
        empty = deque(i for i in ring if i > 9)
        empty.rotate(3)
        if len(ring) % 2 and not empty:
            ring.reverse()
        return tuple(ring)

    def outcome(self, state):
        return None if sum(state) else Value.LOSS


@compiles("heappush(heap, x), heappop, heapify; insort(rising, x), bisect_left, bisect_right")
class _(Piles):
    def play(self, state, move):
        heap = []
        for i, n in enumerate(state):
            heapq.heappush(heap, (-n, i) if i != move else (1 - n, i))
        rising = []
        while heap:
            n, _ = heapq.heappop(heap)
            insort(rising, -n)
        if bisect_left(rising, 1) > 1:
            rising.reverse()
        heapq.heapify(rising)
        return tuple(rising)


@compiles("counts = {}: counts[x] = counts.get(x, 0) + 1, in, counts[x], len")
class _(Piles):
    def outcome(self, state):
        counts = {}
        for pile in state:
            counts[pile] = counts.get(pile, 0) + 1
        if 0 in counts and counts[0] == 3 and len(counts) == 1 and counts.get(1) is None:
            return Value.LOSS
        return None


@compiles("d[a] = d[b] = x, first = d[a] = x; left[i] -= 1 where the file names frozensets")
class _(Piles):
    FULL = frozenset({2})

    def play(self, state, move):
        left = {i: n for i, n in enumerate(state)}
        left[move] -= 1
        if left[move] == 0 and self.most(state) in self.FULL:
            left[0] = left[2] = left[0] // 2
        return tuple(left[i] for i in range(3))

    def most(self, state):
        found = {}
        first = found[state[0]] = max(state)
        found[state[1]] = found[state[2]] = found[state[0]] - state[2]
        return max(frozenset(found.values())) + first


@compiles("Counter(xs), defaultdict(int): counts[x] += 1, values, items, most_common")
class _(Piles):
    def outcome(self, state):
        counts = Counter(pile for pile in state if pile)
        places = defaultdict(int)
        for place, pile in enumerate(state):
            places[pile] += place
        most = Counter(state).most_common(1)[0]
        if most == (0, 3) and not counts and max(places.values()) == 3:
            return Value.LOSS
        return Value.WIN if counts[2] > 1 and any(n > 2 for _, n in counts.items()) else None


@compiles("for pile in Counter(xs), tuple(sorted(counts.elements()))")
class _(Piles):
    def moves(self, state):
        for pile in Counter(state):
            if pile:
                yield pile

    def play(self, state, move):
        counts = Counter(state)
        counts[move] -= 1
        counts[move - 1] += 1
        return tuple(sorted(counts.elements()))

    def outcome(self, state):
        return None if any(state) else Value.LOSS


@compiles("defaultdict(list), setdefault(k, []).append(v)")
class _(Piles):
    def moves(self, state):
        places = defaultdict(list)
        piles = {}
        for place, pile in enumerate(state):
            places[pile].append(place)
            piles.setdefault(pile > 0, []).append(pile)
        for pile in sorted(places, reverse=True):
            if pile and pile in piles[True]:
                yield places[pile][-1]


@compiles("{k: v for ...}, dict(pairs), dict.fromkeys: loops in the order of Python, key=d.get")
class _(Piles):
    def moves(self, state):
        where = {pile: place for place, pile in enumerate(state) if pile}
        where = {place: pile for pile, place in where.items()}
        left = dict(enumerate(state))
        marks = dict.fromkeys((2, 1, 0), 0)
        for place in where:
            marks[place] += left[place]
        if max(marks, key=marks.get) in where and list(marks) == [2, 1, 0]:
            yield from where


@compiles("del d[k], d.pop(k), d.pop(k, other), d.clear(), d.get(k) or 0")
class _(Piles):
    def outcome(self, state):
        left = {place: pile for place, pile in enumerate(state)}
        del left[1]
        last = left.pop(2) + left.pop(1, 0)
        first = left.get(0) or 0
        left.clear()
        return Value.LOSS if first + last + state[1] == 0 and not left else None


@compiles("del counts[k] of a Counter that has no k")
class _(Piles):
    def outcome(self, state):
        counts = Counter(state)
        del counts[0], counts[2]
        return Value.LOSS if not counts and state[0] < 2 else None


@compiles("a dict that is written out and only read")
class _(Piles):
    def outcome(self, state):
        worth = {0: 0, 1: 3, 2: 5}
        total = sum(worth[pile] for pile in state) + worth.get(4, 0)
        return Value.LOSS if total == 0 and 1 in worth else None


@compiles("for at in self.flipped(board, at): board[at] = x: found in a dict before it changes")
class _(Piles):
    def flipped(self, board, i):
        found = []
        for j in (i - 1, i + 1):
            if j in board and board[j] == board[i] + 1:
                found.append(j)
        return found

    def play(self, state, move):
        board = dict(enumerate(state))
        board[move] -= 1
        for j in self.flipped(board, move):
            board[j] = board[move]
            board.pop(3 - j, None)
        return tuple(board.get(i, 0) for i in range(3))
