"""Idioms that compile: boards that are bytes."""
# ruff: noqa: SIM300

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()

LINES = ((0, 1), (2, 3), (0, 2), (1, 3))

OTHER = bytes.maketrans(b"\1\2", b"\2\1")

EMPTY, FULL = b"\0\0\0\0", frozenset({b"\1\2\2\1", b"\2\1\1\2"})


class Row(Game):
    """A row of four; who has two neighbours wins."""

    def start(self):
        return bytes(4)

    def turn(self, state):
        return 1 if state.count(1) == state.count(2) else 2

    def moves(self, state):
        for i, cell in enumerate(state):
            if cell == 0:
                yield i

    def play(self, state, move):
        return state[:move] + bytes([self.turn(state)]) + state[move + 1 :]

    def outcome(self, state):
        if b"\1\1" in state or b"\2\2" in state:
            return Value.LOSS
        return None if 0 in state else Value.DRAW


@compiles("boards that are bytes: s[i], in, count, s[:i] + bytes([v]) + s[i + 1:], loops over them")
class _(Row):
    pass


@compiles("cells = bytearray(s), cells[i] = v, bytes(cells)")
class _(Row):
    def play(self, state, move):
        cells = bytearray(state)
        cells[move] += self.turn(state)
        return bytes(cells)


@compiles("cells = list(s), cells[i] = v, bytes(cells)")
class _(Row):
    def play(self, state, move):
        cells = list(state)
        cells[move] = self.turn(state)
        return bytes(cells)


@compiles("bytes(... for ...), bytes of a tuple, of put(s, i, v)")
class _(Row):
    def play(self, state, move):
        turn = self.turn(state)
        if move == 0:
            return bytes(turn if i == move else cell for i, cell in enumerate(state))
        if move == 1:
            return bytes((state[0], turn, state[2], state[3]))
        return bytes(put(state, move, turn))


@compiles('b"".join(... for ...), of rows in a tuple')
class _(Row):
    def play(self, state, move):
        rows = (state[:2], state[2:])
        turn = bytes([self.turn(state)])
        new = b"".join(row[: move % 2] + turn + row[move % 2 + 1 :] for row in rows)
        return new[:2] + rows[1] if move < 2 else b"".join((rows[0], new[2:]))


@compiles("a board of bytes and a turn: board, turn = state")
class _(Row):
    def start(self):
        return (b"....", "X")

    def moves(self, state):
        return [i for i in range(4) if state[0][i] == ord(".")]

    def play(self, state, move):
        board, turn = state
        piece = b"X" if turn == "X" else b"O"
        return (board[:move] + piece + board[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state):
        board, turn = state
        last = b"O" if turn == "X" else b"X"
        if last * 2 in board:
            return Value.LOSS
        return Value.DRAW if b"." not in board else None


@compiles("rows that are bytes, in a tuple; bytes in NamedTuples and frozen dataclasses")
class _(Row):
    class Rows(NamedTuple):
        rows: tuple[bytes, bytes]

    @dataclass(frozen=True)
    class Board:
        held: tuple
        turn: int = 1

    def start(self):
        return self.Board(self.Rows((b"\0\0", b"\0\0")))

    def moves(self, state):
        return [(r, c) for r in range(2) for c in range(2) if not state.held.rows[r][c]]

    def play(self, state, move):
        r, c = move
        rows = state.held.rows
        row = rows[r][:c] + bytes([state.turn]) + rows[r][c + 1 :]
        new = (row, rows[1]) if r == 0 else (rows[0], row)
        return replace(state, held=self.Rows(new), turn=3 - state.turn)

    def outcome(self, state):
        top, bottom = state.held.rows
        for row in (top, bottom, top[:1] + bottom[:1], top[1:] + bottom[1:]):
            if row in (b"\1\1", b"\2\2"):
                return Value.LOSS
        return None if any(0 in row for row in (top, bottom)) else Value.DRAW


@compiles("slices of bytes by constants, s[2 * r:2 * r + 2], s[r * n:(r + 1) * n]")
class _(Row):
    def outcome(self, state):
        for r in range(2):
            if state[2 * r : 2 * r + 2] == b"\1\1" or state[r * 2 : (r + 1) * 2] == b"\2\2":
                return Value.LOSS
        if state[::-1] == state[:2] + state[2:] and 0 not in state[1:3]:
            return Value.WIN
        return None if 0 in state else Value.DRAW


@compiles("find, rfind, index, startswith, endswith, replace of bytes")
class _(Row):
    def turn(self, state):
        return 1 if state.find(0) % 2 == state.rfind(b"\0") % 2 else 2

    def outcome(self, state):
        if state.startswith(b"\1\1") or state.endswith(b"\2\2"):
            return Value.LOSS
        if state.replace(b"\1", b"\2") == b"\2\2\2\2":
            return Value.WIN if state.replace(b"\1", b"\0", 1).index(0) == 0 else Value.DRAW
        return None


@compiles("==, !=, <, <= of bytes, in a tuple or a frozenset of them; a tuple is never bytes")
class _(Row):
    def outcome(self, state):
        if state == (0, 0, 0, 0) or state != EMPTY > state or tuple(state) == state:
            return Value.WIN
        if state in FULL or (state, 1) in ((b"\1\2\1\2", 1), (b"\2\1\2\1", 1)):
            return Value.DRAW
        return Value.LOSS if b"\1\1" <= state[:2] or 0 not in state else None


@compiles("s.translate(bytes.maketrans(...)), sum, max, sorted, reversed of bytes")
class _(Row):
    def outcome(self, state):
        other = state.translate(OTHER)
        if sum(state) != 3 * (len(state) - state.count(0)) - sum(other):
            return Value.WIN
        if max(state) == 0 or tuple(sorted(state)) == tuple(reversed(other)):
            return None
        return Value.LOSS if state[0] == state[1] != 0 or min(other) > 0 else None


@compiles("try: i = board.index(v) of bytes, except ValueError")
class _(Row):
    def moves(self, state):
        try:
            i = state.index(0)
        except ValueError:
            i = 3
        yield i
        if state[3] == 0 != i:
            yield 3


@compiles('s[:i] + b"." * n + s[i + n:]')
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return b"||||"

    def moves(self, state):
        for i in range(4):
            for n in (1, 2):
                if i + n <= 4 and b"." not in state[i : i + 1] + state[i + n - 1 : i + n]:
                    yield (i, n)

    def play(self, state, move):
        i, n = move
        return state[:i] + b"." * n + state[i + n :]

    def outcome(self, state):
        return None


class Turned(Game):
    """A stone goes from a row, which is turned round."""

    stuck = Value.LOSS

    def start(self):
        return b"\3\1\0\2"

    def moves(self, state):
        return [i for i in range(4) if state[i]]

    def outcome(self, state):
        return None

    def play(self, state, move):
        cells = bytearray(state)
        self.take(cells, move)
        cells.reverse()
        cells.append(cells.pop(0))
        after = bytearray(4)
        for i, n in enumerate(cells):
            after[3 - i] = n
        return bytes(after)

    def take(self, cells, place):
        cells[place] -= 1


@compiles("cells = bytearray(board): reverse, append, pop, given to a helper; bytearray(4)")
class _(Turned):
    pass
