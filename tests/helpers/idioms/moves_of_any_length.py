"""Moves that are tuples of any length, and texts of any length: paths of jumps, runs of cells."""

# ruff: noqa: RUF005, RUF007

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Row(Game):
    """Cells that are full; a move empties several. Whoever empties the last one wins."""

    def start(self):
        return (1,) * 5

    def play(self, state, move):
        return tuple(0 if i in move else x for i, x in enumerate(state))

    def outcome(self, state):
        return Value.LOSS if not any(state) else None


class Jumps(Game):
    """A man who jumps over others, several in one move; or one step to the right."""

    def start(self):
        return (1, 2, 0, 2, 0, 2, 0)

    def play(self, state, move):
        cells = list(state)
        cells[move[0]] = 0
        for a, b in zip(move, move[1:], strict=False):
            if abs(a - b) == 2:
                cells[(a + b) // 2] = 0
        cells[move[-1]] = 1
        return tuple(cells)

    def outcome(self, state):
        return Value.LOSS if state[-1] == 1 else None

    def steps(self, state):
        at = state.index(1)
        if at < 6 and state[at + 1] == 0:
            yield (at, at + 1)

    stuck = Value.DRAW


@compiles("yield (i,), yield (i, i + 1), yield tuple(cells[i:j]), tuple(range(i, j))")
class _(Row):
    def moves(self, state):
        cells = [i for i, x in enumerate(state) if x]
        for i in range(len(cells)):
            yield (cells[i],)
            if i + 2 < len(cells):
                yield tuple(cells[i : i + 3])
            if state[i] and len(cells) > 3:
                yield tuple(range(i, min(i + 2, 5)))


@compiles("a path that recursion makes longer: yield from self.jumps(state, to, path + (to,))")
class _(Jumps):
    def jumps(self, state, at, path, taken):
        for step in (-1, 1):
            over, to = at + step, at + 2 * step
            free = 0 <= to < 7 and (state[to] == 0 or to == path[0])
            if free and state[over] == 2 and over not in taken:
                yield (*path, to)
                yield from self.jumps(state, to, path + (to,), taken + (over,))

    def moves(self, state):
        at = state.index(1)
        jumped = False
        for path in self.jumps(state, at, (at,), ()):
            jumped = True
            yield path
        if not jumped:
            yield from self.steps(state)


@compiles("a stack of paths: stack.append((to, path + (to,))), found.append(path)")
class _(Jumps):
    def moves(self, state):
        at = state.index(1)
        found = []
        stack = [(at, (at,))]
        while stack:
            here, path = stack.pop()
            to = here + 2
            if to < 7 and state[here + 1] == 2 and state[to] == 0:
                found.append(path + (to,))
                stack.append((to, path + (to,)))
        if not found and at < 6:
            found.append((at, at + 1))
        return found


@compiles("path.append(to), found.append(tuple(path)), self.jump(state, path, found), path.pop()")
class _(Jumps):
    def jump(self, state, path, found):
        to = path[-1] + 2
        if to < 7 and state[to - 1] == 2 and state[to] == 0:
            path.append(to)
            found.append(tuple(path))
            self.jump(state, path, found)
            path.pop()

    def moves(self, state):
        found = []
        self.jump(state, [state.index(1)], found)
        return found or list(self.steps(state))


@compiles("self.jump(state, to, path + (to,), found), found.append(path) of an argument")
class _(Jumps):
    def start(self):
        return (1, 2, 0, 2, 0, 0, 0)

    def jump(self, state, at, path, found):
        to, more = at + 2, False
        if to < 7 and state[to - 1] == 2 and state[to] == 0:
            more = True
            self.jump(state, to, path + (to,), found)
        if not more and len(path) > 1:
            found.append(path)

    def moves(self, state):
        found = []
        for i in range(7):
            if state[i] == 1:
                self.jump(state, i, (i,), found)
        return found or list(self.steps(state))


@compiles("the same from an empty path: self.jump(state, at, (), found)")
class _(Jumps):
    def start(self):
        return (1, 2, 0, 0, 2, 0, 0)

    def jump(self, state, at, path, found):
        to = at + 2
        if to < 7 and state[to - 1] == 2 and state[to] == 0:
            self.jump(state, to, path + (to,), found)
        elif path:
            found.append(path)

    def moves(self, state):
        found = []
        self.jump(state, state.index(1), (), found)
        at = state.index(1)
        return [(at,) + path for path in found] or list(self.steps(state))


@compiles("out += self.jumps(...), out.append(path) in a method that calls itself; pairs in paths")
class _(Jumps):
    def jumps(self, state, at, path):
        out = []
        to = at + 2
        if to < 7 and state[at + 1] == 2 and state[to] == 0:
            longer = path + ((at, to),)
            out.append(longer)
            out += self.jumps(state, to, longer)
        return out

    def moves(self, state):
        at = state.index(1)
        return self.jumps(state, at, ()) or [((i, j),) for i, j in self.steps(state)]

    def play(self, state, move):
        cells = list(state)
        for a, b in move:
            cells[a] = 0
            if b == a + 2:
                cells[a + 1] = 0
        cells[move[-1][1]] = 1
        return tuple(cells)


@compiles("found += self.jumps(...), return [path] or found; yield from what a list is returned by")
class _(Jumps):
    def start(self):
        return (1, 2, 0, 2, 0, 0, 0)

    def jumps(self, state, at, path):
        found = []
        for to in (at - 2, at + 2):
            if 0 <= to < 7 and state[(at + to) // 2] == 2 and state[to] == 0 and to not in path:
                found += self.jumps(state, to, path + (to,))
        if not found and len(path) > 1:
            return [path]
        return found

    def moves(self, state):
        yield from self.jumps(state, state.index(1), (state.index(1),))
        yield from self.steps(state)


@compiles("('jump', path) beside ('step', a, b): move[1:], path += (to,) in a loop")
class _(Jumps):
    def moves(self, state):
        at = state.index(1)
        path = (at,)
        while path[-1] + 2 < 7 and state[path[-1] + 1] == 2 and state[path[-1] + 2] == 0:
            path += (path[-1] + 2,)
            yield ("jump", path)
        for a, b in self.steps(state):
            yield ("step", a, b)

    def play(self, state, move):
        return super().play(state, move[1] if move[0] == "jump" else move[1:])


class Taking(NamedTuple):
    cells: tuple[int, ...]
    rest: int


@compiles("moves that are NamedTuples with a tuple of any length: move.cells, sorted(groups)")
class _(Row):
    def moves(self, state):
        groups = set()
        for i in range(5):
            j = i
            while j < 5 and state[j]:
                j += 1
                groups.add(tuple(range(i, j)))
        for cells in sorted(groups):
            yield Taking(cells, sum(state) - len(cells))

    def play(self, state, move):
        return super().play(state, move.cells if move.rest >= 0 else ())


@dataclass(frozen=True)
class Path:
    squares: tuple[int, ...]

    @property
    def last(self):
        return self.squares[-1]


@compiles("frozen dataclasses with a tuple of any length: Path((at, to)), Path(path + (to,))")
class _(Jumps):
    def explore(self, state, path):
        out = []
        to = path[-1] + 2
        if to < 7 and state[to - 1] == 2 and state[to] == 0:
            out.append(Path(path + (to,)))
            out.extend(self.explore(state, path + (to,)))
        return out

    def moves(self, state):
        at = state.index(1)
        found = self.explore(state, (at,))
        if found:
            return found
        return [Path((at, at + 1))] if at < 6 and state[at + 1] == 0 else []

    def play(self, state, move):
        new = super().play(state, move.squares)
        return new if new[move.last] else state


@compiles("for size in (1, 2): for cells in combinations(full, size): yield cells")
class _(Row):
    def moves(self, state):
        full = [i for i, x in enumerate(state) if x]
        for size in range(1, 2 + sum(state) // 2):
            for cells in combinations(full, size):
                if cells[0] > 0 or size > 1:
                    yield cells
        if state[0]:
            yield (0,)


@compiles(
    "texts that recursion makes longer: path + 'x' + NAMES[to], f'{path}x{to}', move.split('x')"
)
class _(Jumps):
    names = ("a1", "b1", "c1", "d1", "e1", "f1", "g1")

    def jumps(self, state, at, path):
        to = at + 2
        if to < 7 and state[at + 1] == 2 and state[to] == 0:
            longer = path + "x" + self.names[to]
            yield longer
            yield from self.jumps(state, to, longer)

    def moves(self, state):
        at = state.index(1)
        yield from self.jumps(state, at, self.names[at])
        for a, b in self.steps(state):
            yield f"{self.names[a]}-{self.names[b]}"

    def play(self, state, move):
        squares = move.split("x") if "x" in move else move.split("-")
        return super().play(state, [self.names.index(square) for square in squares])


@compiles("' '.join(str(i) for i in cells) as a move, move.split(); a run of a text as a move")
class _(Row):
    def moves(self, state):
        for i in range(5):
            for j in range(i, min(i + 3, 5)):
                if all(state[i : j + 1]):
                    yield " ".join(str(k) for k in range(i, j + 1))

    def play(self, state, move):
        return super().play(state, [int(x) for x in move.split()])
