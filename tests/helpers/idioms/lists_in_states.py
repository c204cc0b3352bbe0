"""Idioms that compile: states put together from lists, as long as in the start."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


def sown(board, place):
    board = list(board)
    stones, board[place] = board[place], 0
    while stones:
        place = (place + 1) % len(board)
        board[place] += 1
        stones -= 1
    return board, place


@compiles("return tuple(board), tuple(won), turn: lists from a function, as long as in the start")
class _(Game):
    def start(self):
        return (1, 1, 1, 1), (0, 0), 0

    def moves(self, state):
        board, _, turn = state
        return [i for i in (2 * turn, 2 * turn + 1) if board[i]]

    def play(self, state, move):
        board, won, turn = state
        board, last = sown(board, move)
        won = list(won)
        if board[last] == 2:
            won[turn] += 2
            board[last] = 0
        return tuple(board), tuple(won), 1 - turn

    def outcome(self, state):
        return Value.LOSS if max(state[1]) > 1 else None

    stuck = Value.DRAW


@compiles("heaps, may = map(list, state), a, b = (list(x) for x in state): of unlike parts")
class _(Game):
    def start(self):
        return ((2, 1), (True, True))

    def moves(self, state):
        heaps, may = (list(part) for part in state)
        for i, heap in enumerate(heaps):
            if heap:
                yield (i, 1)
            if heap == 1 and may[i]:
                yield (i, -1)

    def play(self, state, move):
        heaps, may = map(list, state)
        i, n = move
        heaps[i] -= n
        may[i] = may[i] and n > 0
        return tuple(heaps), tuple(may)

    def outcome(self, state):
        return Value.LOSS if state[0] == (0, 0) else None


@compiles("return (*map(tuple, pegs), left - 1), (*(tuple(p) for p in pegs), x): as in the start")
class _(Game):
    def start(self):
        return ((2, 1), (), (), 5)

    def moves(self, state):
        *pegs, left = state
        for i, source in enumerate(pegs):
            for j, target in enumerate(pegs):
                if left and source and (not target or target[-1] > source[-1]):
                    yield i, j

    def play(self, state, move):
        *pegs, left = state
        pegs = [list(peg) for peg in pegs]
        pegs[move[1]].append(pegs[move[0]].pop())
        if len(pegs[2]) == 2:
            return (*(tuple(peg) for peg in pegs), 0)
        return (*map(tuple, pegs), left - 1)

    def outcome(self, state):
        if len(state[2]) == 2:
            return Value.LOSS
        return None if state[3] else Value.DRAW
