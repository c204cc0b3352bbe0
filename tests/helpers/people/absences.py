"""Games in which something may be missing: no last move yet, no card led, a piece that is taken."""
# ruff: noqa: RUF059, SIM108

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from perfectplay import Game, Value


@dataclass(frozen=True)
class Board:
    """The row, who plays, where not, and how many passed."""

    points: str
    turn: str = "B"
    ko: int | None = None
    passes: int = 0


def opponent(colour):
    return "W" if colour == "B" else "B"


class LineGo(Game):
    """Go on a row of points."""

    SIZE = 4
    PASS = -1

    def start(self):
        return Board("." * self.SIZE)

    def _group(self, points, i):
        lo = hi = i
        while lo > 0 and points[lo - 1] == points[i]:
            lo -= 1
        while hi < self.SIZE - 1 and points[hi + 1] == points[i]:
            hi += 1
        return lo, hi

    def _alive(self, points, i):
        lo, hi = self._group(points, i)
        return (lo > 0 and points[lo - 1] == ".") or (hi < self.SIZE - 1 and points[hi + 1] == ".")

    def _placed(self, state, i):
        points = state.points[:i] + state.turn + state.points[i + 1 :]
        taken = 0
        last = None
        for j in (i - 1, i + 1):
            if (
                0 <= j < self.SIZE
                and points[j] == opponent(state.turn)
                and not self._alive(points, j)
            ):
                lo, hi = self._group(points, j)
                points = points[:lo] + "." * (hi - lo + 1) + points[hi + 1 :]
                taken += hi - lo + 1
                last = lo
        ko = last if taken == 1 else None
        return points, ko

    def moves(self, state):
        yield self.PASS
        for i, p in enumerate(state.points):
            if p != "." or i == state.ko:
                continue
            points, ko = self._placed(state, i)
            if self._alive(points, i):
                yield i

    def play(self, state, move):
        if move == self.PASS:
            return replace(state, turn=opponent(state.turn), ko=None, passes=state.passes + 1)
        points, ko = self._placed(state, move)
        return Board(points, opponent(state.turn), ko, 0)

    def outcome(self, state):
        if state.passes < 2:
            return None
        mine = state.points.count(state.turn)
        theirs = state.points.count(opponent(state.turn))
        return Value.WIN if mine > theirs else Value.LOSS if mine < theirs else Value.DRAW


class Pond(NamedTuple):
    """The row, whose turn it is, and the last move."""

    board: str
    green: bool
    last: tuple[int, int] | None


class Frogs(Game):
    """Green frogs hop right, brown hop left; no hop back at once."""

    START = "GG..BB"

    def start(self):
        return Pond(self.START, True, None)

    def moves(self, state):
        board, green, last = state
        step = 1 if green else -1
        frog = "G" if green else "B"
        for i, c in enumerate(board):
            if c != frog:
                continue
            for length in (1, 2):
                j = i + step * length
                if 0 <= j < len(board) and board[j] == "." and last != (j, i):
                    yield (i, j)

    def play(self, state, move):
        i, j = move
        cells = list(state.board)
        cells[i], cells[j] = cells[j], cells[i]
        return Pond("".join(cells), not state.green, move)

    def outcome(self, state):
        return None if next(self.moves(state), None) else Value.LOSS


LIMIT = 8
LINKS = {
    n: {m for m in range(1, LIMIT + 1) if m != n and (m % n == 0 or n % m == 0)}
    for n in range(1, LIMIT + 1)
}


class Juniper(Game):
    """Say a divisor or a multiple of the last number, none twice."""

    def start(self):
        return (None, frozenset(range(1, LIMIT + 1)))

    def moves(self, state):
        last, left = state
        if last is None:
            options = {n for n in left if n % 2 == 0}
        else:
            options = LINKS[last] & left
        return sorted(options)

    def play(self, state, move):
        _, left = state
        return (move, left - {move})

    def outcome(self, state):
        return None if self.moves(state) else Value.LOSS


FILES = "abcd"
ROWS = "1234"
SQUARES = [f + r for f in FILES for r in ROWS]


def around(square):
    f, r = FILES.index(square[0]), ROWS.index(square[1])
    return [
        FILES[x] + ROWS[y]
        for x in range(f - 1, f + 2)
        for y in range(r - 1, r + 2)
        if 0 <= x < 4 and 0 <= y < 4 and (x, y) != (f, r)
    ]


NEAR = {s: around(s) for s in SQUARES}
AHEAD = {s: s[0] + ROWS[ROWS.index(s[1]) + 1] for s in SQUARES if s[1] != "4"}


class RoyalDuel(Game):
    """White: king and pawn. Black: king. White wins by promoting."""

    def start(self):
        return ("a1", "b2", "d4", "white")

    def moves(self, state):
        king, pawn, other, turn = state
        if turn == "white":
            for to in NEAR[king]:
                if to != pawn and to not in NEAR[other] and to != other:
                    yield ("K", to)
            if pawn and pawn[1] != "4" and AHEAD[pawn] not in (king, other):
                yield ("P", AHEAD[pawn])
        else:
            for to in NEAR[other]:
                if to != king and to not in NEAR[king]:
                    yield ("k", to)

    def play(self, state, move):
        king, pawn, other, turn = state
        piece, to = move
        if piece == "K":
            return (to, pawn, other, "black")
        if piece == "P":
            return (king, to, other, "black")
        return (king, "" if to == pawn else pawn, to, "white")

    def outcome(self, state):
        king, pawn, other, turn = state
        if pawn == "":
            return Value.DRAW
        if pawn[1] == "4" and (turn == "white" or pawn not in NEAR[other] or pawn in NEAR[king]):
            return Value.WIN if turn == "white" else Value.LOSS
        return None

    stuck = Value.DRAW


RANKS = "789TJQKA"


def beats(a, b):
    rank, suit = a
    other_rank, other_suit = b
    return suit == other_suit and RANKS.index(rank) > RANKS.index(other_rank)


class Whistlet(Game):
    """Two hands; follow suit if you can; most tricks win."""

    def start(self):
        return (("7H", "KH", "9S", "AS"), ("8H", "AH", "JS", "QS"), None, 0, 0)

    def moves(self, state):
        hand, _, led, _, _ = state
        if led is None:
            return list(hand)
        rank, suit = led
        following = [card for card in hand if card[1] == suit]
        return following or list(hand)

    def play(self, state, move):
        hand, other, led, mine, theirs = state
        left = tuple(c for c in hand if c != move)
        if led is None:
            return (other, left, move, theirs, mine)
        if beats(move, led):
            return (other, left, None, theirs, mine + 1)
        return (other, left, None, theirs + 1, mine)

    def outcome(self, state):
        hand, other, led, mine, theirs = state
        if hand or other:
            return None
        if mine == theirs:
            return Value.DRAW
        return Value.WIN if mine > theirs else Value.LOSS


WIDTH, HEIGHT = 4, 2


class Cram(Game):
    """Dominoes on two by four, laid by both in both ways."""

    def start(self):
        return frozenset((r, c) for r in range(HEIGHT) for c in range(WIDTH))

    def moves(self, state):
        for r, c in sorted(state):
            if (r, c + 1) in state:
                yield f"{r * WIDTH + c:02d}h"
            if (r + 1, c) in state:
                yield f"{r * WIDTH + c:02d}v"

    def play(self, state, move):
        r, c = divmod(int(move[:2]), WIDTH)
        other = (r, c + 1) if move.endswith("h") else (r + 1, c)
        return state - {(r, c), other}

    def outcome(self, state):
        if any((r, c + 1) in state or (r + 1, c) in state for r, c in state):
            return None
        return Value.LOSS
