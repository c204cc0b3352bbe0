"""Idioms that compile: moves that are texts put together, which rules take apart again."""

# ruff: noqa: UP031
from __future__ import annotations

from idioms.noting import Heap, Piles, compiling
from idioms.texts_in_states import Row
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


@compiles('f"take {n}" and "pass": verb, *rest = move.split(), if rest, int(rest[0])')
class _(Piles):
    def moves(self, state):
        for i in range(3):
            for n in range(1, state[i] + 1):
                yield f"take {n} {i}"
        if state[1] == 0 and state[0]:
            yield "shift"

    def play(self, state, move):
        verb, *rest = move.split()
        if verb == "take" and rest:
            n, i = int(rest[0]), int(rest[-1])
            return put(state, i, state[i] - n)
        return (state[0] - 1, 0, state[2])


NEXT = {"a1": ["b1", "a2"], "b1": ["a1", "b2"], "a2": ["a1", "b2"], "b2": ["b1", "a2"]}


@compiles('"N" + square of a word: move[1:], move[0] == "N", move.startswith("N")')
class _(Game):
    """A piece goes from square to square, four times."""

    def start(self):
        return ("a1", 4)

    def moves(self, state):
        return ["N" + to for to in NEXT[state[0]]]

    def play(self, state, move):
        left = state[1] - 1
        if move[0] != "N" or not move.startswith("N"):
            left = 0
        return (move[1:], left)

    def outcome(self, state):
        square, left = state
        return None if left else Value.WIN if square == "b2" else Value.LOSS


@compiles('match move.split(): case ["take", n], case ["pass"], case [_, _, *rest]')
class _(Piles):
    def moves(self, state):
        for i, n in enumerate(state):
            if n:
                yield f"take {i}"
        if state[0] and state[2]:
            yield "both 0 2"

    def play(self, state, move):
        match move.split():
            case ["pass"]:
                return state
            case ["take", n]:
                return put(state, int(n), state[int(n)] - 1)
            case [_, first, *rest]:
                i, j = int(first), int(rest[0])
        state = put(state, i, state[i] - 1)
        return put(state, j, state[j] - 1)


@compiles('name + "=" + colour: name, colour = move.split("=") of words; NAMES.index(name)')
class _(Game):
    """Three lands in a row are coloured; neighbours have unlike colours."""

    NAMES = ("north", "middle", "south")
    COLOURS = ("red", "blue")

    def start(self):
        return (None, None, None)

    def moves(self, state):
        for name, now in zip(self.NAMES, state, strict=True):
            for colour in self.COLOURS:
                if now is None:
                    yield name + "=" + colour

    def play(self, state, move):
        name, colour = move.split("=")
        return put(state, self.NAMES.index(name), colour)

    def outcome(self, state):
        a, b, c = state
        if b is not None and b in (a, c):
            return Value.WIN
        return None if None in state else Value.DRAW


@compiles("[int(x) for x in move.split() if x.isdigit()], map(int, move.split(',')), len(rest)")
class _(Row):
    def moves(self, state):
        empty = [cell for cell in range(4) if state[cell] == "."]
        for i in empty:
            yield f"cell {i}"
            for j in empty:
                if j > i:
                    yield f"cells {i} and {j}"
        if len(empty) == 4:
            yield f"{0},{empty[-1]}"

    def play(self, state, move):
        if "," in move:
            places = list(map(int, move.split(",")))
        else:
            places = [int(x) for x in move.split() if x.isdigit()]
        cells, turn = list(state), self.turn(state)
        for place in places:
            cells[place] = turn
        return "".join(cells)


@compiles("'%s-%d' % (a, b), '{}@{}'.format(a, b), str(n).zfill(2), move.partition('@')")
class _(Game):
    """Stones in twelve cells are taken from both ends."""

    def start(self):
        return (9, 12)

    def moves(self, state):
        low, high = state
        if high > low:
            yield "{}@{}".format("low", str(low).zfill(2))
            yield "{}@{}".format("high", str(high).zfill(2))
        if high > low + 1:
            yield "%s-%d" % ("both", 1)

    def play(self, state, move):
        low, high = state
        end, mark, where = move.partition("@")
        if not mark:
            return (low + 1, high - 1)
        return (int(where) + 1, high) if end == "low" else (low, int(where) - 1)

    def outcome(self, state):
        return None if state[0] < state[1] else Value.LOSS


@compiles('f"{a}{b}" of squares: move[:2], move[2:]; tuple(sorted(...)) of texts')
class _(Game):
    """Two men on a row of four squares go to the right."""

    def start(self):
        return ("a1", "b1", 3)

    def moves(self, state):
        for man in state[:2]:
            to = chr(ord(man[0]) + 1) + man[1]
            if to not in state[:2] and to != "e1":
                yield f"{man}{to}"

    def play(self, state, move):
        one, other, left = state
        men = tuple(sorted(move[2:] if man == move[:2] else man for man in (one, other)))
        return (men[0], men[1], left - 1)

    stuck = Value.LOSS

    def outcome(self, state):
        return None if state[2] else Value.DRAW


@compiles("a move kept and given on: kind = move.split('-')[0], self.taken(move.split('-')[1])")
class _(Heap):
    def moves(self, state):
        for n in range(1, min(state, 3) + 1):
            yield f"few-{n}" if n < 3 else f"many-{n}"

    def taken(self, text):
        return int(text)

    def play(self, state, move):
        kind = move.split("-")[0]
        taken = self.taken(move.split("-")[1])
        return state - taken if kind in ("few", "many") else state


@compiles("such moves beside letters that are put together: board[a] + board[b] == 'xx'")
class _(Game):
    """Two of a sign side by side win."""

    def start(self):
        return ((".",) * 4, "x")

    def moves(self, state):
        return [f"{state[1]}{i}" for i, letter in enumerate(state[0]) if letter == "."]

    def play(self, state, move):
        cells = list(state[0])
        cells[int(move[1])] = move[0]
        return (tuple(cells), "o" if state[1] == "x" else "x")

    def outcome(self, state):
        cells, _ = state
        if any(cells[i] + cells[i + 1] in ("xx", "oo") for i in range(3)):
            return Value.LOSS
        return None if "." in cells else Value.DRAW
