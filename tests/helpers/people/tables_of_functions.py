"""Games with tables of functions, classes and objects: somebody used to Java, a functional
programmer, a designer of chess variants, a lover of bit masks."""
# ruff: noqa: B905, C417, E731, RUF012, UP006, UP035, UP045

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import add, xor
from typing import List, Optional

from perfectplay import Game, Value


class Player(Enum):
    WHITE = "white"
    BLACK = "black"

    def getOpponent(self) -> Player:
        if self == Player.WHITE:
            return Player.BLACK
        return Player.WHITE

    def getGoalRow(self) -> int:
        return 3 if self == Player.WHITE else 0


class Direction:
    def __init__(self, name: str, dx: int, dy: int):
        self.name = name
        self.dx = dx
        self.dy = dy

    def getDx(self) -> int:
        return self.dx

    def getDy(self) -> int:
        return self.dy


DIRECTIONS = [
    Direction("UP", 0, 1),
    Direction("DOWN", 0, -1),
    Direction("LEFT", -1, 0),
    Direction("RIGHT", 1, 0),
]


@dataclass(frozen=True)
class Position:
    x: int
    y: int

    def getX(self) -> int:
        return self.x

    def getY(self) -> int:
        return self.y

    def translate(self, dx: int, dy: int) -> Position:
        return Position(self.x + dx, self.y + dy)

    def isOnBoard(self) -> bool:
        return 0 <= self.x < 3 and 0 <= self.y < 4

    def equals(self, other: Position) -> bool:
        return self.x == other.x and self.y == other.y


@dataclass(frozen=True)
class GameState:
    white: Position
    black: Position
    turn: Player
    jumps: int = 0

    def getPosition(self, player: Player) -> Position:
        if player == Player.WHITE:
            return self.white
        else:
            return self.black

    def withPosition(self, player: Player, position: Position) -> GameState:
        if player == Player.WHITE:
            return GameState(position, self.black, self.turn, self.jumps)
        else:
            return GameState(self.white, position, self.turn, self.jumps)

    def withTurn(self, player: Player) -> GameState:
        return GameState(self.white, self.black, player, self.jumps)

    def withJump(self) -> GameState:
        return GameState(self.white, self.black, self.turn, self.jumps + 1)


class PawnDuel(Game):
    """Two kings run to the other side of three by four; a king may jump over the other one."""

    MAX_JUMPS = 2

    def start(self) -> GameState:
        return GameState(Position(1, 0), Position(1, 3), Player.WHITE)

    def getTarget(self, state: GameState, direction: Direction) -> Optional[Position]:
        me = state.getPosition(state.turn)
        other = state.getPosition(state.turn.getOpponent())
        target = me.translate(direction.getDx(), direction.getDy())
        if not target.isOnBoard():
            return None
        if target.equals(other):
            target = target.translate(direction.getDx(), direction.getDy())
            if not target.isOnBoard() or state.jumps >= self.MAX_JUMPS:
                return None
        return target

    def moves(self, state: GameState) -> List[Position]:
        result: List[Position] = []
        for direction in DIRECTIONS:
            target = self.getTarget(state, direction)
            if target is not None:
                result.append(target)
        return result

    def play(self, state: GameState, move: Position) -> GameState:
        me = state.getPosition(state.turn)
        newState = state.withPosition(state.turn, move)
        if abs(me.getX() - move.getX()) + abs(me.getY() - move.getY()) == 2:
            newState = newState.withJump()
        return newState.withTurn(state.turn.getOpponent())

    def outcome(self, state: GameState):
        opponent = state.turn.getOpponent()
        if state.getPosition(opponent).getY() == opponent.getGoalRow():
            return Value.LOSS
        return None

    stuck = Value.LOSS


COINS = 6


def flip(coin):
    return 1 - coin


def pairs(n):
    return [(i, j) for i in range(n) for j in range(i, n)]


class CoinTurning(Game):
    """The rightmost coin that is turned goes from heads to tails."""

    stuck = Value.LOSS

    def start(self):
        return tuple(map(lambda i: 1 if i % 2 == 0 else 0, range(COINS)))

    def moves(self, state):
        heads = filter(lambda m: state[m[1]] == 1, pairs(len(state)))
        return filter(lambda m: m[1] - m[0] <= reduce(add, state), heads)

    def play(self, state, move):
        turn = lambda pair: flip(pair[1]) if pair[0] in move else pair[1]
        return tuple(map(turn, enumerate(state)))

    def outcome(self, state):
        weights = list(map(lambda p: p[0] * p[1], zip(range(1, COINS + 1), state)))
        nim = reduce(lambda a, b: a ^ b, weights, 0)
        if all(map(lambda c: c == 0, state)):
            return Value.LOSS
        if reduce(xor, weights) == COINS and not any(state[:3]) and nim == COINS:
            return Value.WIN
        return None


ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
WIDTH, HEIGHT = 3, 3


class Piece:
    letter = "?"
    directions = []
    rides = False

    @classmethod
    def targets(cls, board, square, own):
        found = []
        for dr, dc in cls.directions:
            r, c = divmod(square, WIDTH)
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < HEIGHT and 0 <= c < WIDTH):
                    break
                target = r * WIDTH + c
                if board[target] in own:
                    break
                found.append(target)
                if board[target] != "." or not cls.rides:
                    break
        return found


class KingPiece(Piece):
    letter = "k"
    directions = ORTHOGONAL + DIAGONAL


class Wazir(Piece):
    letter = "w"
    directions = ORTHOGONAL


class Bishop(Piece):
    letter = "b"
    directions = DIAGONAL
    rides = True


PIECES = {cls.letter: cls for cls in (KingPiece, Wazir, Bishop)}


class TinyChess(Game):
    """A king and a wazir against a king and a bishop, from the side of the mover."""

    stuck = Value.LOSS

    def start(self):
        return "bk." + "..." + ".KW"

    def moves(self, board):
        for square, letter in enumerate(board):
            if letter.isupper():
                for target in PIECES[letter.lower()].targets(board, square, "KWB"):
                    yield (square, target)

    def play(self, board, move):
        source, target = move
        cells = list(board)
        cells[target] = cells[source]
        cells[source] = "."
        return "".join(reversed(cells)).swapcase()

    def outcome(self, board):
        if "K" not in board:
            return Value.LOSS
        return None


W, H = 3, 3
FULL = (1 << W * H) - 1
COLUMN = sum(1 << (r * W) for r in range(H))
LEFT, RIGHT = COLUMN, COLUMN << (W - 1)
LINES = (
    [0b111 << (W * r) for r in range(H)]
    + [COLUMN << c for c in range(W)]
    + [0b100010001, 0b001010100]
)


def bits(mask):
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def north(b):
    return b >> W


def south(b):
    return (b << W) & FULL


def west(b):
    return (b & ~LEFT) >> 1


def east(b):
    return (b & ~RIGHT) << 1


SHIFTS = (north, south, west, east)


def slide(stone, occupied, shift):
    while True:
        ahead = shift(stone)
        if not ahead or ahead & occupied:
            return stone
        stone = ahead


def won(mask):
    return any(mask & line == line for line in LINES)


class SlideThree(Game):
    """A stone slides until something stops it; three in a row win."""

    stuck = Value.LOSS

    def start(self):
        return (0b000001101, 0b101100000)

    def moves(self, state):
        mine, theirs = state
        for stone in bits(mine):
            for shift in SHIFTS:
                end = slide(stone, mine | theirs, shift)
                if end != stone:
                    yield (stone, end)

    def play(self, state, move):
        mine, theirs = state
        return (theirs, mine ^ move[0] | move[1])

    def outcome(self, state):
        return Value.LOSS if won(state[1]) else None
