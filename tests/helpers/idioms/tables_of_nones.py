"""Idioms that compile: constant tables that hold None beside numbers."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

NEXT = {0: 1, 1: 2, 2: None, 3: 0}
LONG = [i * 7 % 100 if i % 9 else None for i in range(100)]
BESIDE = [
    [None, 1, 3, None],
    [None, 2, 4, 0],
    [None, None, 5, 1],
    [0, 4, None, None],
    [1, 5, None, 3],
    [2, None, None, 4],
]
STEPS = {"left": (-1, 1), "right": (1, 2), "wait": None}
JUMPS = {(0, 1): 2, (1, 2): None}


class Walk(Game):
    """Two stones go where a table says; whoever cannot move loses."""

    def start(self):
        return (3, 0, 0)

    def moves(self, state):
        return [i for i in (0, 1) if NEXT[state[i]] is not None]

    def play(self, state, move):
        cells = list(state)
        to = NEXT[cells[move]]
        cells[move] = 0 if to is None else to
        cells[2] = 1 - cells[2]
        return tuple(cells)

    def outcome(self, state):
        return Value.DRAW if state[0] == state[1] == 1 else None

    stuck = Value.LOSS


@compiles("NEXT = {0: 1, 1: None}: NEXT[x] is None, if NEXT[x], to = NEXT[x], LONG[x], NEXT.get(x)")
class _(Walk):
    def moves(self, state):
        for i in (0, 1):
            to = NEXT.get(state[i])
            if (to is not None and LONG[7 * to] != 9) or (LONG[state[i]] and not to):
                yield i

    def play(self, state, move):
        if NEXT[state[move]] is None:
            return (state[0], state[0], 1 - state[2])
        return super().play(state, move)


@compiles(
    "rows of numbers and None: BESIDE[cell][d] is not None, for to in BESIDE[cell], in, index"
)
class _(Game):
    """A stone walks over two by three cells, and never comes back."""

    def start(self):
        return (0, 1)

    def moves(self, state):
        here, seen = state
        for to in BESIDE[here]:
            if to is None:
                continue
            if not seen >> to & 1:
                yield BESIDE[here].index(to)
        if None in BESIDE[here] and here != 2 and BESIDE[here][2] is not None and seen < 40:
            yield 2

    def play(self, state, move):
        to = BESIDE[state[0]][move]
        return (to, state[1] | 1 << to)

    def outcome(self, state):
        return Value.WIN if state[1] == 63 else None

    stuck = Value.LOSS


@compiles("STEPS = {'left': (-1, 1), 'wait': None}: step is None, dr, dc = step; JUMPS.get((a, b))")
class _(Game):
    """Go to the left or to the right, or wait, which costs nothing twice."""

    def start(self):
        return (1, 6)

    def moves(self, state):
        here, left = state
        for name in ("left", "right", "wait"):
            step = STEPS[name]
            if step is not None and 0 <= here + step[0] < 3 and step[1] <= left:
                yield name
        if here == 1 and JUMPS.get((0, here)) is not None and left:
            yield "wait"

    def play(self, state, move):
        step = STEPS[move]
        if step is None:
            return (JUMPS[0, 1], state[1] - 1)
        dc, cost = step
        return (state[0] + dc, state[1] - cost)

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@compiles(
    "for a, b in NEXT.items(), enumerate(LIMITS), zip(state, LIMITS), some None; [x for x in]"
)
class _(Walk):
    LIMITS = (2, None, 2)

    def moves(self, state):
        found = [a for a, b in NEXT.items() if b is not None and a in state[:2]]
        for i, (n, most) in enumerate(zip(state, self.LIMITS, strict=True)):
            if i < 2 and n in found and (most is None or n <= most or state[2]):
                yield i
        if sum(1 for most in self.LIMITS if most is None) > 1:
            yield 2
