"""Idioms that compile: loops over sets of states, and elements taken out of them, whose order does
not matter in the end, though nobody sees that in one line."""

from __future__ import annotations

from enum import Enum

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

SIZE = 2
CELLS = frozenset((r, c) for r in range(SIZE) for c in range(3))


def beside(cell):
    r, c = cell
    return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]


class Joining(Game):
    """Two by three: who joins the left side and the right one wins."""

    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        return sorted(CELLS - state[0] - state[1])

    def play(self, state, move):
        return (state[1], state[0] | {move})

    def joined(self, stones):
        todo = sorted(x for x in stones if x[1] == 0)
        seen = set(todo)
        while todo:
            cell = todo.pop()
            if cell[1] == 2:
                return True
            for near in beside(cell):
                if near in stones and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return False

    def outcome(self, state):
        if self.joined(state[1]):
            return Value.LOSS
        return Value.DRAW if len(state[0]) + len(state[1]) == len(CELLS) else None


@compiles("loops over a set from which a list is made: todo = [x for x in s if ...], todo.pop()")
class _(Joining):
    def joined(self, stones):
        todo = [x for x in stones if x[1] == 0]
        seen = set(todo)
        while todo:
            cell = todo.pop()
            if cell[1] == 2:
                return True
            fresh = [x for x in stones - seen if x in beside(cell)]
            seen |= set(fresh)
            todo += fresh
        return False


@compiles("moves that a loop over a set gives: for x in ALL - s: yield x, return list(ALL - s)")
class _(Joining):
    def moves(self, state):
        if len(state[0]) == 1:
            return list(CELLS - state[0] - state[1])
        return [cell for cell in CELLS if cell not in state[0] | state[1]]


@compiles(
    "one of several elements: first = next(iter(s)), r, c = todo.pop(), {left.pop()}, in loops"
)
class _(Joining):
    def pieces(self, stones):
        left, count = set(stones), 0
        while left:
            todo = {left.pop()}
            count += 1
            while todo:
                r, c = todo.pop()
                for near in beside((r, c)):
                    if near in left:
                        left.remove(near)
                        todo.add(near)
        return count

    def outcome(self, state):
        if self.pieces(state[1]) > 2:
            return Value.LOSS
        if state[1]:
            seen = {next(iter(state[1]))}
            todo = list(seen)
            for cell in todo:
                todo += [x for x in beside(cell) if x in state[1] and x not in seen]
                seen.update(todo)
            if len(state[0]) == 3 and seen == state[1]:
                return Value.WIN
        return super().outcome(state)


@compiles("a list, or a set in its place: for x in found or s, sorted(found or s); sets in a list")
class _(Joining):
    def moves(self, state):
        free = CELLS - state[0] - state[1]
        found = [x for x in free if x[1] == 1]
        return sorted(found or free)

    def play(self, state, move):
        rows = [state[1], state[0]]
        rows[1] |= {move}
        return tuple(rows)

    def outcome(self, state):
        corners = [x for x in state[1] if x[1] != 1]
        for cell in corners or state[0]:
            if cell == (0, 2) and len(state[0]) > 1:
                return Value.LOSS
        return super().outcome(state)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@compiles("loops over a set of pairs with members of an Enum, whose order differs between runs")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (frozenset((Colour((("red", "blue"))[i % 2]), i) for i in range(4)), Colour.RED)

    def moves(self, state):
        men, turn = state
        own = [place for colour, place in men if colour is turn]
        free = [place for place in range(6) if all(place != other for _, other in men)]
        return [(place, to) for place in own for to in free if abs(place - to) < 3]

    def play(self, state, move):
        men, turn = state
        source, to = move
        gone = {(turn, source)} | {(Colour.BLUE, x) for x in (to - 1,) if turn is Colour.RED}
        return men - gone | {(turn, to)}, Colour.BLUE if turn is Colour.RED else Colour.RED

    def outcome(self, state):
        return Value.LOSS if len(state[0]) < 3 else None


@compiles("members of an Enum that are in sets alone: frozenset((Colour.RED, 3), ...)")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return frozenset({(Colour.RED, 3), (Colour.BLUE, 2)})

    def moves(self, state):
        return [(colour, n) for colour, left in sorted_pairs(state) for n in (1, 2) if n <= left]

    def play(self, state, move):
        colour, n = move
        return frozenset((c, left - n if c is colour else left) for c, left in state)

    def outcome(self, state):
        reds = [left for colour, left in state if colour is Colour.RED]
        return Value.LOSS if reds == [0] else None


def sorted_pairs(state):
    return sorted(state, key=lambda pair: (pair[1], pair[0].name))


@compiles("cells beside the board: near = {(r + 1, c), (r - 1, c)}, {x for x in near if inside(x)}")
class _(Game):
    """A rook that steps; it never comes back."""

    stuck = Value.LOSS

    def start(self):
        return frozenset({(0, 0)}), (2, 2)

    def near(self, cell):
        r, c = cell
        cross = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
        return {x for x in cross if 0 <= x[0] < 3 and 0 <= x[1] < 3}

    def moves(self, state):
        gone, at = state
        return [x for x in self.near(at) if x not in gone]

    def play(self, state, move):
        gone, at = state
        return gone | {at}, move

    def outcome(self, state):
        return Value.LOSS if len(state[0]) > 5 else None
