"""Nim: take any number of stones from one row; taking the last one wins, or loses in misère play.

State: the stones of each row, with ``multiset`` in ascending order, so that boards with the same
rows in another order are one state. Move: (row, stones taken), rows from 0; written
``2 from row 1``. Tier: the stones taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import put, sort
from perfectplay.games import pictures

BOUTON = "C. L. Bouton, Nim, a game with a complete mathematical theory (1901); recomputed"
MICE = "misère Nim, C. L. Bouton (1901); counts recomputed by tests/analysis/test_explain.py"


@dataclass(frozen=True)
class Nim(Game[tuple[int, ...], tuple[int, int]]):
    """Take any number of stones from one row; the last stone wins.

    There are ``rows`` of stones. In each move a player chooses a row and takes one or more stones
    from it. The player who takes the last stone of all wins, or loses with ``misere``. C. L. Bouton
    found the rule of the lost positions in 1901: the binary sum of the rows, without carrying,
    is 0.

    Source: Nim, https://en.wikipedia.org/wiki/Nim
    """

    title = "Nim"
    category = "Heaps"

    rows: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False
    multiset: bool = False

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(states=384, terminal=1, value=Value.LOSS, source=BOUTON),
        PublishedValues(parameters={"multiset": True}, states=143, value=Value.LOSS, source=BOUTON),
        PublishedValues(parameters={"rows": (3, 4, 5)}, states=120, value=Value.WIN, source=BOUTON),
    )

    def __post_init__(self) -> None:
        if not self.rows or min(self.rows) < 0:
            raise ValueError("rows must be one or more numbers of stones, none of them negative")

    @property
    def stones(self) -> int:
        """The stones of all rows at the start."""
        return sum(self.rows)

    def start(self) -> tuple[int, ...]:
        return sort(self.rows) if self.multiset else self.rows

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for row in range(len(state)):
            # Of equal rows of a multiset only the first has moves.
            if not (self.multiset and row > 0 and state[row] == state[row - 1]):
                for taken in range(1, state[row] + 1):
                    yield (row, taken)

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        left = put(state, move[0], state[move[0]] - move[1])
        return sort(left) if self.multiset else left

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        if sum(state) > 0:
            return None
        return Value.WIN if self.misere else Value.LOSS

    def tier(self, state: tuple[int, ...]) -> int:
        return self.stones - sum(state)

    def board(self, state: tuple[int, ...], seat: int | None = None) -> Grid:
        return pictures.rows(state, {move: move for move in self.moves(state)})

    def move_text(self, move: tuple[int, int]) -> str:
        return f"{move[1]} from row {move[0] + 1}"

    def parse_move(self, text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\d+) +(?:from +)?(?:row +)?([1-9]\d*)", text.strip().lower())
        if not found:
            raise ParseError(f'expected stones and a row such as "2 from row 1", got "{text}"')
        return (int(found[2]) - 1, int(found[1]))


@dataclass(frozen=True)
class LastMouseLost(Nim):
    """Push down mice in one row; the last mouse loses.

    A board has six rows of mice: three, five, six, six, five and three. In each move a player
    pushes down one or more mice of one row. The player who pushes down the last mouse of all loses.
    This is Nim in misère play.

    Source: Nim (misère play), https://en.wikipedia.org/wiki/Nim
    """

    title = "Last mouse lost"
    category = "Heaps"

    rows: tuple[int, ...] = (3, 5, 6, 6, 5, 3)
    misere: bool = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=28_224, losses=3_536, wins=24_688, draws=0, terminal=1, value=Value.LOSS,
            remoteness=27, mistakes=0.76, source=MICE,
        ),
        PublishedValues(
            parameters={"multiset": True}, states=762, losses=114, wins=648, draws=0, terminal=1,
            value=Value.LOSS, remoteness=27, source=MICE,
        ),
    )  # fmt: skip
