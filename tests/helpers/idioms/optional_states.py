"""Idioms that compile: states with parts that are None or a pair, in records and boards too."""
# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from idioms.noting import compiling
from idioms.optional_numbers import Steps
from perfectplay import Game, Value

COMPILES, compiles = compiling()
MOST = 9


class Walk(Game):
    """Walk on three by three; not back where the other one has come from."""

    def start(self):
        return ((0, 0), None, 0)

    def moves(self, state):
        (r, c), last, _ = state
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            place = (r + step[0], c + step[1])
            if 0 <= place[0] < 3 and 0 <= place[1] < 3 and place != last:
                yield place

    def play(self, state, move):
        return (move, state[0] if state[2] % 3 else None, state[2] + 1)

    def outcome(self, state):
        if state[2] > 5:
            return Value.DRAW
        return Value.LOSS if state[0] == (2, 2) else None


@compiles("None or a pair in a state: place != last, last is not None")
class _(Walk):
    pass


@compiles("r, c = last, last[0], for x in last, last in ((0, 0), (1, 1)) of None or a pair")
class _(Walk):
    def outcome(self, state):
        last = state[1]
        if last is not None:
            r, c = last
            if r + c > 2 or last[0] == 2 or sum(x for x in last) == 3:
                return Value.WIN
        if last in ((0, 1), (1, 1)) and state[2] > 3:
            return Value.LOSS
        return Value.DRAW if state[2] > 5 else None


@compiles("if last, if not last, next(self.moves(state), None) as a test, of pairs")
class _(Walk):
    def outcome(self, state):
        if not state[1] and state[2] > 4:
            return Value.WIN
        if state[1] and state[1][0] == 1:
            return Value.LOSS
        return None if next(self.moves(state), None) and state[2] < 5 else Value.DRAW


@compiles("last == state[1], state == other where parts are None")
class _(Walk):
    def play(self, state, move):
        again = (move, state[0] if state[2] % 3 else None, state[2])
        if again == state or again[1] == state[1]:
            return (move, None, state[2] + 2)
        return (move, again[1], state[2] + 1)


@compiles("state == ((0, 1), None, 2), state[1:] != (None, 4): constants with None")
class _(Walk):
    def outcome(self, state):
        if state == ((2, 1), None, 3) or state[:2] == ((0, 1), (0, 0)):
            return Value.WIN
        ends = state[2] > 5 or state[1:] == ((1, 1), 5)
        return Value.DRAW if ends and state[1:] != (None, 6) else None if not ends else Value.LOSS


class Pond(NamedTuple):
    """Who has jumped how far, and where."""

    total: int
    last: int | None
    turn: str


@compiles("None or a number in a NamedTuple: _replace(last=None), keywords")
class _(Steps):
    def start(self):
        return Pond(0, None, "A")

    def moves(self, state):
        return [n for n in (1, 2, 3) if n != state.last]

    def play(self, state, move):
        turn = "B" if state.turn == "A" else "A"
        if state.total == 4:
            return state._replace(total=5, last=None, turn=turn)
        return Pond(state.total + move, last=move if turn == "B" else None, turn=turn)

    def outcome(self, state):
        return Value.WIN if state.total > MOST else None


@dataclass(frozen=True)
class Bank:
    """A board that is a text, and what was set last."""

    cells: str
    last: tuple[int, str] | None = None
    count: int | None = None


@compiles("None or a pair with a letter in a frozen dataclass: replace, defaults, ==")
class _(Game):
    """Fill four cells with two letters; not the same letter beside the last one."""

    def start(self):
        return Bank("....")

    def moves(self, state):
        for i, cell in enumerate(state.cells):
            for letter in "XO":
                if cell == "." and state.last != (i - 1, letter):
                    yield (i, letter)

    def play(self, state, move):
        i, letter = move
        cells = state.cells[:i] + letter + state.cells[i + 1 :]
        if cells.count("X") == 2:
            return replace(state, cells=cells, last=None)
        if state.last is None:
            return Bank(cells, (i, letter))
        return Bank(cells, move, i)

    def outcome(self, state):
        if state.count == 2 and state.last == (2, "O"):
            return Value.WIN
        return None if "." in state.cells else Value.LOSS


class Side(IntEnum):
    """Who has."""

    LEFT = 1
    RIGHT = 2


@compiles("None or a member of an IntEnum, None or a truth value")
class _(Game):
    """Count to five; who holds it at the end."""

    def start(self):
        return (0, None, None)

    def moves(self, state):
        yield 1
        if state[1] is None:
            yield 2
        if state[2]:
            yield 3

    def play(self, state, move):
        count, holder, _ = state
        if move == 3:
            return (count + 1, None, None)
        holder = Side.RIGHT if holder == Side.LEFT else Side.LEFT
        return (count + move, holder, count % 2 == 0)

    def outcome(self, state):
        if state[0] < 5:
            return None
        return Value.WIN if state[1] is Side.LEFT else Value.LOSS


@compiles("near = board[max(i - 1, 0):i + 2] of None and numbers: in, count, ==, loops, len")
class _(Game):
    def start(self):
        return ((None,) * 4, 1)

    def moves(self, state):
        board, turn = state
        for i in range(4):
            near = board[max(i - 1, 0) : i + 2]
            if board[i] is None and near.count(None) > 1 - turn % 2 and turn not in near:
                yield i

    def play(self, state, i):
        board, turn = state
        n = sum(1 for x in board[:i] if x is not None) % 3
        if board[i:] == board[: len(board) - i] and len(board[i + 1 :]) > 1:
            n = 3
        return (board[:i] + (n,) + board[i + 1 :], 3 - turn)

    def outcome(self, state):
        board, _ = state
        pairs = [board[i : i + 2] for i in range(3)]
        return Value.LOSS if (0, 0) in pairs or 3 in board[2:] else None

    stuck = Value.DRAW


class Man(NamedTuple):
    kind: str
    side: int


@compiles("match cell: case None, case Man(kind, side) if side == turn, of what may be None")
class _(Game):
    """Men step on a row of four, and take."""

    def start(self):
        return ((Man("a", 0), None, None, Man("b", 1)), 0)

    def moves(self, state):
        cells, turn = state
        for i, man in enumerate(cells):
            match man:
                case None:
                    continue
                case Man("a" | "b", side) if side == turn:
                    step = 1 - 2 * side
                    if 0 <= i + step < 4:
                        match cells[i + step]:
                            case Man(_, other) if other == turn:
                                continue
                            case _:
                                yield (i, i + step)

    def play(self, state, move):
        cells, turn = list(state[0]), state[1]
        cells[move[1]], cells[move[0]] = cells[move[0]], None
        return (tuple(cells), 1 - turn)

    def outcome(self, state):
        cells, turn = state
        mine = [man for man in cells if man is not None and man.side == turn]
        return None if mine else Value.LOSS

    stuck = Value.DRAW


@compiles("target = self.target(...), if target is None: continue, found.append(target)")
class _(Game):
    """A token goes right, and may stay."""

    def start(self):
        return (0, None)

    def target(self, state, step):
        if state[0] + step > 5 or step == state[1]:
            return None
        return state[0] + step

    def moves(self, state):
        found = []
        for step in (1, 2, 3):
            target = self.target(state, step)
            if target is None:
                continue
            if target % 2 or step > 1:
                found.append(target)
        return found

    def play(self, state, move):
        last = move - state[0]
        return (move, last if last > 1 else None)

    def outcome(self, state):
        return Value.LOSS if state[0] > 3 else None

    stuck = Value.LOSS


class Piece(NamedTuple):
    kind: int
    mine: bool

    def turned(self):
        return Piece(self.kind, not self.mine)


@compiles("tuple(None if p is None else p.turned() for p in reversed(board))")
class _(Game):
    """Two pieces on a line, seen from the side of the mover; one step to the left."""

    def start(self):
        return (None, Piece(1, False), None, Piece(2, True))

    def moves(self, state):
        for i, piece in enumerate(state):
            if piece is not None and piece.mine and i:
                yield i

    def play(self, state, move):
        board = list(state)
        board[move - 1] = board[move]
        board[move] = None
        return tuple(None if p is None else p.turned() for p in reversed(board))

    def outcome(self, state):
        return None if any(p is not None and p.mine for p in state) else Value.LOSS

    stuck = Value.WIN


@compiles("for piece, at in (('king', s.king), ('pawn', s.pawn)): ...; to in (s.king, s.pawn)")
class _(Game):
    """King and pawn on a row of six; the king steps by one or two, the pawn leaves at the end."""

    def start(self):
        return (0, 1), (1, 1)

    def moves(self, state):
        king, pawn = state
        for piece, at in (("king", king), ("pawn", pawn)):
            if at is None:
                continue
            for step in (1, 2):
                to = (at[0] + step, at[1])
                if to[0] < 6 and to not in (king, pawn):
                    yield piece, to

    def play(self, state, move):
        king, pawn = state
        piece, to = move
        if piece == "king":
            return to, pawn
        return king, None if to[0] == 5 else to

    def outcome(self, state):
        return None

    stuck = Value.LOSS
