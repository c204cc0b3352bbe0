"""Idioms that compile: states that are tuples that change their length."""
# ruff: noqa: B905, RUF005, RUF007

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Heaps(Game):
    """Nim in which empty heaps vanish."""

    def start(self):
        return (1, 2, 3)

    def moves(self, state):
        for i in range(len(state)):
            for n in range(1, state[i] + 1):
                yield (i, n)

    def play(self, state, move):
        i, n = move
        left = state[:i] + (state[i] - n,) + state[i + 1 :]
        return tuple(h for h in left if h)

    def outcome(self, state):
        return None if state else Value.LOSS


@compiles("tuple(h for h in heaps if h), s[:i] + (v,) + s[i + 1:], len, truth")
class _(Heaps):
    pass


@compiles("heaps in order: tuple(sorted(h for h in heaps if h)), reverse=True")
class _(Heaps):
    def play(self, state, move):
        i, n = move
        heaps = list(state)
        heaps[i] -= n
        if sum(heaps) == 4:
            return tuple(sorted([h for h in heaps if h > 0], reverse=True))
        return tuple(sorted(h for h in heaps if h))


@compiles("heaps[:i] + heaps[i + 1:], heaps + (a, b), (*heaps, a), heaps[1:], heaps[-1]")
class _(Game):
    """Kayles: a row of pins may become two."""

    def start(self):
        return (5,)

    def moves(self, state):
        for n in (1, 2):
            for left in range(state[-1] - n + 1):
                yield (n, left)

    def play(self, state, move):
        n, left = move
        rest, row = state[:-1], state[-1]
        rows = (left, *rest, row - n - left) if row > 3 else rest + (left, row - n - left)
        while rows and rows[-1] == 0:
            rows = rows[:-1]
        while rows and not rows[0]:
            rows = rows[1:]
        return tuple(x for x in rows if x)

    def outcome(self, state):
        return None if state else Value.LOSS


@compiles("lists of them: append, pop, remove, insert, tuple(list)")
class _(Heaps):
    def play(self, state, move):
        i, n = move
        heaps = list(state)
        left = heaps.pop(i) - n
        if left == 2:
            heaps.append(1)
            heaps.insert(0, 1)
        elif left:
            heaps.append(left)
        while 0 in heaps:
            heaps.remove(0)
        return tuple(heaps)


@compiles("loops: enumerate, zip, reversed, sum, min, max, any, all, in, count, index")
class _(Heaps):
    def moves(self, state):
        for i, heap in enumerate(state):
            if heap in state[:i] or state.count(heap) > 2:
                continue
            if any(a > b for a, b in zip(state, state[1:])) or max(state) == min(state):
                yield (state.index(heap), heap)
            if sum(state) > 1 and all(h < 9 for h in reversed(state)):
                yield (i, 1)

    stuck = Value.DRAW


@compiles("heaps == (1, 2), heaps < (2,), heaps in ((1,), (1, 2)), a, b = heaps")
class _(Heaps):
    def outcome(self, state):
        if state == (1, 2) or state in ((2, 1), (1,)):
            return Value.WIN
        if len(state) == 2:
            a, b = state
            if a == b and state <= (2, 2):
                return Value.LOSS
        return None if state != () else Value.LOSS


@compiles("return (a, b) if a and b else (a + b,), return () in play")
class _(Game):
    """Two heaps at most; a heap of four may be divided."""

    def start(self):
        return (4,)

    def moves(self, state):
        return range(1, max(state) + 1)

    def play(self, state, move):
        if sum(state) == move:
            return ()
        if len(state) == 1:
            return (move, state[0] - move) if state[0] > move else (0,)
        a, b = state
        return (a, b - move) if b > move else (max(a, b) - 1,)

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None


@compiles("a tuple that grows in a loop: left = (); left += (x,)")
class _(Heaps):
    def play(self, state, move):
        i, n = move
        left = ()
        for k, heap in enumerate(state):
            if k != i:
                left += (heap,)
            elif heap > n:
                left = left + (heap - n,)
        return left


@compiles("put, a list whose items are set, tuple(reversed(heaps)), heaps[::-1]")
class _(Heaps):
    def play(self, state, move):
        i, n = move
        heaps = list(state)
        heaps[i] = state[i] - n
        turned = tuple(heaps)[::-1]
        left = put(turned, len(turned) - 1 - i, turned[-1 - i])
        return tuple(h for h in tuple(reversed(left)) if h)


@compiles("representatives of them: symmetries")
class _(Heaps):
    def symmetries(self, state):
        yield state
        yield state[::-1]
        yield tuple(sorted(state))


@compiles("rows that shrink: state[:r] + tuple(min(n, c) for n in state[r:] if c)")
class _(Game):
    """Chomp."""

    def start(self):
        return (3, 3, 3)

    def moves(self, state):
        return ((r, c) for r, row in enumerate(state) for c in range(row))

    def play(self, state, move):
        r, c = move
        return state[:r] + tuple(min(row, c) for row in state[r:] if c)

    def outcome(self, state):
        return Value.WIN if not state else None


@compiles("stacks in a tuple: pegs[i][-1], pegs[i][:-1], pegs[i] + (x,), put(pegs, i, ...)")
class _(Game):
    players = 1

    def start(self):
        return ((3, 2, 1), (), ())

    def moves(self, state):
        for a in range(3):
            for b in range(3):
                if state[a] and (not state[b] or state[b][-1] > state[a][-1]):
                    yield (a, b)

    def play(self, state, move):
        a, b = move
        pegs = put(state, a, state[a][:-1])
        return put(pegs, b, pegs[b] + (state[a][-1],))

    def outcome(self, state):
        return Value.WIN if len(state[2]) == 3 else None


@compiles("tuples of stacks: tuple(... for i, peg in enumerate(pegs)), a list of stacks")
class _(Game):
    players = 1

    def start(self):
        return ((2, 1), (), ())

    def moves(self, state):
        return [
            (a, b)
            for a, one in enumerate(state)
            for b, other in enumerate(state)
            if one and (other == () or other[-1] > one[-1])
        ]

    def play(self, state, move):
        a, b = move
        top = state[a][-1]
        pegs = list(state)
        pegs[a] = pegs[a][:-1]
        return tuple(peg + (top,) if i == b else peg for i, peg in enumerate(pegs))

    def outcome(self, state):
        return Value.WIN if sum(state[2]) == 3 else None
