"""Dodgem: two players drive their cars across a board and off it; whoever blocks the other loses.

Each has ``size - 1`` cars. Those of seat 0 start on the left edge, move right, up or down, and
leave on the right; those of seat 1 start on the bottom edge, move up, left or right, and leave at
the top. A player without cars on the board has won; so has a player who cannot move.

    > . .
    > . .
    . ^ ^        cells are numbered from 0 in reading order

State, an integer, for ``cells = size * size``:

    bit 2 * cells       bits 2 * cells - 1 … cells      bits cells - 1 … 0
    seat to move        cars ^ of seat 1                cars > of seat 0

Move: (from, to); ``to`` is ``cells`` for a car that leaves. Tier: the cars that have left. No
symmetries are declared, because the only one exchanges the seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Cells
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import popcount
from perfectplay.games import boards, pictures


@dataclass(frozen=True)
class Dodgem(Game[int, tuple[int, int]]):
    """Drive all your cars off the board first.

    Each player has ``size`` - 1 cars. The first player's cars start at the left edge and leave the
    board at the right; the second player's start at the bottom and leave at the top. A car moves
    one cell ahead or to a side, never back, onto an empty cell; from the last cell it may leave the
    board. A player without cars on the board wins. So does a player who cannot move: nobody may
    block the other for good.

    Source: Dodgem, https://en.wikipedia.org/wiki/Dodgem
    """

    title = "Dodgem"
    category = "Pawns and men"

    size: int = 3

    stuck = Value.WIN

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=1_963, terminal=98, wins=1_123, draws=0, losses=840, value=Value.WIN,
            remoteness=19, longest_win=21,
            source="Berlekamp, Conway, Guy, Winning Ways, ch. 22: the first wins; recomputed",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if not 2 <= self.size <= 5:
            raise ValueError("size must be from 2 to 5: a state is one 64-bit word")

    @property
    def cells(self) -> int:
        return self.size * self.size

    @property
    def full(self) -> int:
        """All cells, as a mask."""
        return (1 << self.cells) - 1

    def start(self) -> int:
        state = 0
        for i in range(self.size - 1):
            state |= 1 << i * self.size
            state |= 1 << self.cells + self.cells - 1 - i
        return state

    def player(self, state: int) -> int:
        return state >> 2 * self.cells

    def moves(self, state: int) -> Iterator[tuple[int, int]]:
        turn = state >> 2 * self.cells
        cars = state >> turn * self.cells & self.full
        taken = (state | state >> self.cells) & self.full
        for source in range(self.cells):
            if cars >> source & 1:
                y = source // self.size
                x = source % self.size
                if (turn == 0 and x == self.size - 1) or (turn == 1 and y == 0):
                    yield (source, self.cells)
                if x + 1 < self.size and not taken >> source + 1 & 1:
                    yield (source, source + 1)
                if y > 0 and not taken >> source - self.size & 1:
                    yield (source, source - self.size)
                if turn == 0 and y + 1 < self.size and not taken >> source + self.size & 1:
                    yield (source, source + self.size)
                if turn == 1 and x > 0 and not taken >> source - 1 & 1:
                    yield (source, source - 1)

    def play(self, state: int, move: tuple[int, int]) -> int:
        turn = state >> 2 * self.cells
        change = 1 << move[0]
        if move[1] < self.cells:
            change |= 1 << move[1]
        return state ^ change << turn * self.cells ^ 1 << 2 * self.cells

    def outcome(self, state: int) -> Value | None:
        waiting = 1 - (state >> 2 * self.cells)
        return None if state >> waiting * self.cells & self.full else Value.LOSS

    def tier(self, state: int) -> int:
        return 2 * (self.size - 1) - popcount(state & self.full | state >> self.cells & self.full)

    def text(self, state: int, seat: int | None = None) -> str:
        cells = boards.cell_texts(state, state >> self.cells, self.cells, ">^")
        return boards.labelled_text(cells, self.size, f"{'>^'[self.player(state)]} to move")

    def board(self, state: int, seat: int | None = None) -> Cells:
        """Cars leave to the cells beside the board."""
        mover, size = self.player(state), self.size
        shapes = ("right", "up")
        cars = pictures.men(
            state & self.full, state >> self.cells & self.full, self.cells, 0, shapes
        )
        places = [(float(i % size), float(i // size)) for i in range(self.cells)]
        places += [(float(size), float(y)) for y in range(size)]
        places += [(float(x), -1.0) for x in range(size)]
        moves = {}
        for source, target in self.moves(state):
            off = self.cells + (source // size if mover == 0 else size + source)
            moves[source, target] = (source, off if target == self.cells else target)
        return Cells(
            places, cars, moves, labels=pictures.labels(size, size), frames=range(self.cells),
            note=f"{'>^'[mover]} to move",
        )  # fmt: skip

    def parse(self, text: str) -> int:
        cells, mover = boards.read_board(text, self.size, self.size, ">^")
        cars = boards.mask(cells, ">") | boards.mask(cells, "^") << self.cells
        return cars | (1 << 2 * self.cells if mover == "^" else 0)

    def move_text(self, move: tuple[int, int]) -> str:
        target = "off" if move[1] == self.cells else boards.square(move[1], self.size, self.size)
        return f"{boards.square(move[0], self.size, self.size)}-{target}"

    def parse_move(self, text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\w+) *[- ] *(\w+)", text.strip().lower())
        if not found:
            raise ParseError(f'expected two cells such as "a2-b2", or "c2-off", got "{text}"')
        source = boards.read_square(found[1], self.size, self.size)
        if found[2] == "off":
            return (source, self.cells)
        return (source, boards.read_square(found[2], self.size, self.size))
