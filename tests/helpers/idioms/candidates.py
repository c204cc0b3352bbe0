"""Idioms that compile: another method gives candidates of unlike kinds, and moves chooses."""

from __future__ import annotations

from idioms import elsewhere
from idioms.noting import Piles, compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()
TWO = 2
SQUARES = [file + rank for file in "ab" for rank in "12"]


class Candidates(Piles):
    """Take one, or a whole pile of two, or pass once."""

    def candidates(self, state):
        if not any(state):
            return
        yield "pass"
        for i in range(3):
            if state[i] == 1:
                yield ("one", i)
            elif state[i] >= TWO:
                yield ("all", i, state[i])

    def play(self, state, move):
        if move == "pass":
            return put(state, 1, 1)
        return put(state, move[1], 0)


@compiles(
    "a method that yields candidates of unlike kinds: for move in self.candidates(state): ..."
)
class _(Candidates):
    def moves(self, state):
        for move in self.candidates(state):
            if move == "pass" and state != (2, 0, 1):
                continue
            if len(move) < 4 or sum(self.play(state, move)) > 4:
                yield move


@compiles("yield from self.candidates(state), of two levels; candidates in a list that is returned")
class _(Candidates):
    def candidates(self, state):
        found = []
        for i in range(3):
            if state[i] == 1:
                found.append(("one", i))
            elif state[i]:
                found.append(("all", i, state[i]))
        return found

    def more(self, state, first):
        if state[first] == TWO:
            yield "pass"
        yield from self.candidates(state)

    def moves(self, state):
        i = 0
        yield from self.more(state, i)


@compiles('[m for m in self.candidates(state) if self.legal(self.play(state, m))] of "K" + square')
class _(Game):
    """A king hunts a rook on four squares; the rook that is met is taken, which wins."""

    def start(self):
        return ("a1", "b2", 0, 6)

    def candidates(self, state):
        king, rook, turn, _ = state
        for square in SQUARES:
            if turn == 0 and square != king:
                yield "K" + square
            elif turn == 1 and rook and square != rook:
                yield "R" + square

    def legal(self, state):
        return state[1] == "" or state[0][0] != state[1][0] or state[3] < 3

    def moves(self, state):
        return [move for move in self.candidates(state) if self.legal(self.play(state, move))]

    def play(self, state, move):
        king, rook, turn, left = state
        piece, square = move[0], move[1:]
        if piece == "K":
            return (square, "" if square == rook else rook, 1 - turn, left - 1)
        return (king, square, 1 - turn, left - 1)

    def outcome(self, state):
        if not state[1] or not self.moves(state):
            return Value.LOSS
        return Value.DRAW if state[3] == 0 else None


@compiles("break, continue, return, for ... else in a loop over candidates; return in the method")
class _(Candidates):
    def moves(self, state):
        number = 0
        for move in self.candidates(state):
            if move == "pass":
                if state != (2, 0, 1):
                    continue
            elif number == TWO:
                break
            yield move
            number += 1
        else:
            if number == 1:
                yield "pass"


@compiles("candidates of a function of another module: for move in elsewhere.candidates(state)")
class _(Candidates):
    def moves(self, state):
        found = []
        for move in elsewhere.candidates(state[:3]):
            if move != "pass" or state[1] == 0:
                found.append(move)
            if len(found) == TWO:
                break
        return found


@compiles("a method that yields candidates in a match; match move: case 'pass', case ('one', i)")
class _(Candidates):
    def candidates(self, state):
        match state:
            case (0, 0, 0):
                return
            case (1, _, n) if n:
                yield ("one", 0)
                yield ("all", 2, n)
            case (n, *rest) if n == TWO:
                yield ("all", 0, n)
                if sum(rest):
                    return
            case _:
                yield ("one", 0 if state[0] else 1 if state[1] else 2)
        yield "pass"

    def moves(self, state):
        for move in self.candidates(state):
            match move:
                case "pass" if state[1] == 0:
                    yield move
                case ("one", i) | ("all", i, _) if state[i]:
                    yield move


@compiles("for m in (('one', 0), ('all', 1, 2), 'pass'): match m, continue, break")
class _(Candidates):
    def moves(self, state):
        for move in (("one", 0), ("all", 1, 2), ("one", 2), "pass"):
            match move:
                case "pass":
                    if state != (2, 0, 1):
                        break
                case (_, i, *_):
                    if not state[i]:
                        continue
            yield move
