"""King and rook against king, as a person writes it: squares as numbers, the turn as a letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value

State = tuple[int, int, int, str]


@dataclass(frozen=True)
class RookAndKing(Game):
    """State: white king, rook, black king, turn ("w" or "b"). Move: the piece and where it goes."""

    size: int = 8

    def start(self) -> State:
        return (0, 2, self.size * self.size - 1, "w")

    def moves(self, state: State) -> Iterator[tuple[str, int]]:
        wk, wr, bk, turn = state
        if turn == "b":
            for to in self.steps(bk):
                if not self.near(wk, to) and (to == wr or not self.attacks(wr, to, wk)):
                    yield ("k", to)
            return
        for to in self.steps(wk):
            if to != wr and not self.near(bk, to):
                yield ("K", to)
        n = self.size
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = wr % n + dx, wr // n + dy
            while 0 <= x < n and 0 <= y < n:
                to = y * n + x
                if to in (wk, bk):
                    break
                yield ("R", to)
                x += dx
                y += dy

    def play(self, state: State, move: tuple[str, int]) -> State:
        wk, wr, bk, _ = state
        piece, to = move
        if piece == "k":
            return (wk, wr, to, "w")
        if piece == "K":
            return (to, wr, bk, "b")
        return (wk, to, bk, "b")

    def outcome(self, state: State) -> Value | None:
        wk, wr, bk, turn = state
        if wr == bk:
            return Value.DRAW
        if turn == "b" and not any(True for _ in self.moves(state)):
            return Value.LOSS if self.attacks(wr, bk, wk) else Value.DRAW
        return None

    def steps(self, king: int) -> Iterator[int]:
        """The squares beside a king."""
        n = self.size
        for y in range(max(0, king // n - 1), min(n, king // n + 2)):
            for x in range(max(0, king % n - 1), min(n, king % n + 2)):
                if y * n + x != king:
                    yield y * n + x

    def near(self, one: int, other: int) -> bool:
        """Whether two squares touch, or are one."""
        n = self.size
        return abs(one // n - other // n) <= 1 and abs(one % n - other % n) <= 1

    def attacks(self, rook: int, square: int, blocker: int) -> bool:
        """Whether a rook attacks a square, with one piece that may stand between."""
        n = self.size
        low, high = min(rook, square), max(rook, square)
        between = low < blocker < high
        if rook // n == square // n:
            return rook != square and not between
        return rook % n == square % n and not (between and blocker % n == rook % n)
