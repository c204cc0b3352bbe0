"""Idioms that compile: states with parts that are None or a number."""
# ruff: noqa: RUF005

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()
MOST = 9


class Steps(Game):
    """Add one to three, but not what was added last; who passes nine loses."""

    def start(self):
        return (0, None)

    def moves(self, state):
        _, last = state
        for n in (1, 2, 3):
            if n != last:
                yield n

    def play(self, state, move):
        return (state[0] + move, move)

    def outcome(self, state):
        return Value.WIN if state[0] > MOST else None


@compiles("None or a number in a state: n != last, last is None, == None")
class _(Steps):
    def play(self, state, move):
        total, last = state
        if last is None and move == 3:
            return (total + 1, None)
        return (total + move, None if move == last + 1 else move) if state[1] else (total + 2, 2)

    def outcome(self, state):
        if state[1] == None and state[0] > 2:  # noqa: E711
            return Value.DRAW
        return Value.WIN if state[0] > MOST else None


@compiles("if last, not last, last or 3, x if last else y, of None or a number")
class _(Steps):
    def moves(self, state):
        total, last = state
        if not last and total:
            yield 0
        for n in range(1, (last or 2) + 1):
            yield n if last else n + 1

    def play(self, state, move):
        left = move % 3
        return (state[0] + max(move, 1), left if left and state[1] is None else None)


@compiles("last + 1, last < n, ROWS[last], range(last), 1 << last where last is not None")
class _(Steps):
    ROWS = (2, 1, 3, 1)

    def moves(self, state):
        _, last = state
        if last is None or last < 1:
            yield 1
        else:
            for n in range(last):
                yield self.ROWS[n] + (1 << last & 1)
            yield self.ROWS[last]

    def play(self, state, move):
        return (state[0] + move, None if state[0] % 3 == 1 else min(move, 3))


@compiles("None or a number that methods take and give: return None, return n")
class _(Steps):
    def barred(self, last):
        if last is None:
            return None
        return last - 1 if last > 1 else None

    def moves(self, state):
        barred = self.barred(state[1])
        for n in (1, 2, 3):
            if barred is None or n != barred:
                yield n

    def play(self, state, move):
        kept = self.barred(move)
        return (state[0] + move, kept)


@compiles("None in a board of numbers: cell is None, cell == 3, None in, 3 not in cells, count")
class _(Game):
    """Put numbers on four cells; who makes neighbours equal loses."""

    def start(self):
        return (None, None, None, None)

    def moves(self, state):
        for i, cell in enumerate(state):
            if cell is None:
                for n in (1, 2):
                    yield (i, n)
        if 3 not in state and None in state and state.count(None) < 4:
            yield (state.index(None), 3)

    def play(self, state, move):
        i, n = move
        return state[:i] + (n,) + state[i + 1 :]

    def outcome(self, state):
        for i in range(3):
            if state[i] is not None and state[i] == state[i + 1]:
                return Value.WIN
        return None if any(cell is None for cell in state) else Value.DRAW


@compiles("cells = list(board of None and numbers), cells[i] = n, cells[j] = None, tuple(cells)")
class _(Game):
    """Move the two numbers over four cells."""

    def start(self):
        return ((1, None, None, 2), 0)

    def moves(self, state):
        cells, _ = state
        for i, cell in enumerate(cells):
            for j in (i - 1, i + 1):
                if cell is not None and 0 <= j < 4 and cells[j] is None:
                    yield (i, j)

    def play(self, state, move):
        cells, turns = list(state[0]), state[1]
        i, j = move
        cells[j] = cells[i]
        cells[i] = None
        return (tuple(cells), turns + 1)

    def outcome(self, state):
        return Value.DRAW if state[1] > 5 else Value.WIN if state[0][1:3] == (1, 2) else None


@compiles("for x in (n, m), any(x is None for x in (n, m)), [x for x in (n, m) if x is not None]")
class _(Steps):
    def start(self):
        return (0, None, None)

    def moves(self, state):
        total, last, before = state
        if any(n is None for n in (last, before)) or (last, before).count(None):
            yield 1
        for n in [last, before, 3]:
            if n is not None and n != total:
                yield n

    def play(self, state, move):
        total, last, before = state
        known = [n for n in (last, before) if n is not None]
        added = max((n for n in (last, before) if n), default=1) + sum(n or 0 for n in (before, 1))
        return (total + move, added % 3 or None, known[0] if known else None)


@compiles("a helper that yields None beside numbers or pairs: if cell is None or cell in s: break")
class _(Game):
    """A stone slides over three by two; it never stops on a cell twice."""

    def start(self):
        return (0, (0,) * 6)

    def ray(self, cell, step):
        r, c = divmod(cell, 2)
        for _ in range(3):
            r, c = r + step[0], c + step[1]
            if not (0 <= r < 3 and 0 <= c < 2):
                yield None
            yield 2 * r + c

    def steps(self, at):
        yield (1, 0)
        if at % 2:
            yield None
        yield (0, 1)
        yield (-1, 0)

    def moves(self, state):
        at, seen = state
        for step in self.steps(at):
            if step is None:
                continue
            for cell in self.ray(at, step):
                if cell is None or seen[cell] or cell == at:
                    break
                yield cell

    def play(self, state, move):
        at, seen = state
        return (move, seen[:at] + (1,) + seen[at + 1 :])

    def outcome(self, state):
        return None

    stuck = Value.LOSS
