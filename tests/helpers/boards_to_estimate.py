"""Games on boards that are estimated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value, put


@dataclass(frozen=True)
class Stones(Game):
    """Put stones on a grid, no two side by side; ``marked``: whose stone it is counts."""

    width: int = 5
    height: int = 4
    marked: bool = False

    stuck = Value.LOSS

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        cells = self.width * self.height
        taken = (state | (state >> cells)) & ((1 << cells) - 1)
        for i in range(cells):
            beside = 1 << i
            if i % self.width:
                beside |= 1 << (i - 1)
            if i % self.width < self.width - 1:
                beside |= 1 << (i + 1)
            if i >= self.width:
                beside |= 1 << (i - self.width)
            if i < cells - self.width:
                beside |= 1 << (i + self.width)
            if taken & beside == 0:
                yield i

    def play(self, state: int, move: int) -> int:
        cells = self.width * self.height
        if self.marked:
            stones = state & ((1 << (2 * cells)) - 1)
            turn = state >> (2 * cells)
            return (stones | (1 << (move + cells * turn))) | ((1 - turn) << (2 * cells))
        return state | (1 << move)

    def outcome(self, state: int) -> Value | None:
        return None


@dataclass(frozen=True)
class Colours(Game):
    """Two players colour the points of a ring with chords; neighbours never get one colour
    (``same``) or never two (not ``same``)."""

    points: int = 12
    chord: int = 3
    same: bool = True

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (0,) * (self.points + 1)

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        mine = state[self.points] + 1
        bad = mine if self.same else 3 - mine
        for i in range(self.points):
            if state[i] == 0:
                n = self.points
                beside = state[(i + 1) % n] != bad and state[(i - 1) % n] != bad
                across = state[(i + self.chord) % n] != bad
                if beside and across and state[(i - self.chord) % n] != bad:
                    yield i

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        turn = state[self.points]
        return put(put(state, move, turn + 1), self.points, 1 - turn)

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return None


@dataclass(frozen=True)
class Runners(Game):
    """Two or three men each on a ring of points move one step either way to an empty point; who
    has them all side by side has won. Plies are not counted: there are loops."""

    points: int = 14
    men: int = 3

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        gap = self.points // (2 * self.men)
        return (*(gap * i for i in range(2 * self.men)), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        turn = s[2 * self.men]
        for k in range(self.men):
            i = 2 * k + turn
            for step in (1, self.points - 1, 2):
                to = (s[i] + step) % self.points
                free = True
                for j in range(2 * self.men):
                    if s[j] == to:
                        free = False
                if free:
                    yield (i, to)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(put(s, move[0], move[1]), 2 * self.men, 1 - s[2 * self.men])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        won = True
        for k in range(self.men - 1):
            if (s[2 * k + 3 - s[2 * self.men]] - s[2 * k + 1 - s[2 * self.men]]) % self.points != 1:
                won = False
        return Value.LOSS if won else None


@dataclass(frozen=True)
class Hunt(Game):
    """Hounds and a hare on a board of cells joined as a king walks; hounds never go back if
    ``forward``."""

    width: int = 5
    height: int = 5
    hounds: int = 3
    forward: bool = False

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (self.width * self.height - 1, *range(self.hounds), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        turn = s[self.hounds + 1]
        for k in range(self.hounds + 1):
            if (k == 0) == (turn == 1):
                x, y = s[k] % self.width, s[k] // self.width
                for dx in range(-1, 2):
                    for dy in range(-1, 2):
                        a, b = x + dx, y + dy
                        inside = 0 <= a < self.width and 0 <= b < self.height
                        if inside and (turn == 1 or not self.forward or dy >= 0):
                            to = a + self.width * b
                            free = True
                            for j in range(self.hounds + 1):
                                if s[j] == to:
                                    free = False
                            if free:
                                yield (k, to)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(put(s, move[0], move[1]), self.hounds + 1, 1 - s[self.hounds + 1])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return Value.LOSS if s[0] < self.width and s[self.hounds + 1] == 0 else None


@dataclass(frozen=True)
class Queens(Game):
    """Each player has a queen that moves in a line and burns a cell beside it (a small game of the
    Amazons)."""

    width: int = 4
    height: int = 4

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (0, self.width * self.height - 1, 0)

    def tier(self, s: tuple[int, ...]) -> int:
        n, burnt = 0, s[2]
        while burnt:
            n += burnt & 1
            burnt >>= 1
        return n

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        cells = self.width * self.height
        for way in range(9):
            dx, dy = way % 3 - 1, way // 3 - 1
            x, y = s[0] % self.width + dx, s[0] // self.width + dy
            while (dx or dy) and 0 <= x < self.width and 0 <= y < self.height:
                to = x + self.width * y
                if to == s[1] or (s[2] >> to) & 1:
                    break
                for burn in range(cells):
                    near = abs(burn % self.width - x) <= 1 and abs(burn // self.width - y) <= 1
                    if near and burn != to and burn != s[1] and (s[2] >> burn) & 1 == 0:
                        yield (to, burn)
                x, y = x + dx, y + dy

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return (s[1], move[0], s[2] | (1 << move[1]))

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return None


@dataclass(frozen=True)
class Turns(Runners):
    """Runners whose ring may be turned: symmetries of a game with loops."""

    def symmetries(self, s: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for turn in range(self.points):
            turned = s
            for i in range(2 * self.men):
                turned = put(turned, i, (s[i] + turn) % self.points)
            yield turned
