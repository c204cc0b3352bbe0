"""Othello: place a disc so that lines of the other's discs lie between it and own discs; they flip.

A disc must flip at least one other disc. A player who cannot do that passes. If neither can, the
play is over, and the player with more discs has won. Empty cells count for nobody, unless ``rest``
gives them to the winner, as tournaments and most solvers do. With ``scoring`` it is a game of
points: the result is the difference in discs.

State: the discs of both players, seen by the player to move (`TwoColours`). Move: the cell, from 0
in reading order, or ``cells`` for a pass; written ``d3``, with files from the left and, as usual in
this game, ranks from the top. Seat 0 is X, who has the upper right of the four discs in the middle.
Tier: the discs on the board. The symmetries are those that keep the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.result_scale import loss_in, win_in
from perfectplay.game.tuples import bits, popcount
from perfectplay.games import boards, pictures
from perfectplay.games.two_colours import TwoColours

SOURCE = "recomputed by tests/games/test_othello.py"


@dataclass(frozen=True)
class Othello(TwoColours):
    """Enclose the other player's discs to turn them over; more discs win.

    In each move a player places a disc so that it encloses, in a straight line with another of
    their discs, discs of the other colour. All enclosed discs are turned over. A player who cannot
    do that passes; if neither can, the play is over. The player with more discs wins; with
    ``scoring`` the difference counts. The usual board is 8×8.

    Source: Reversi and Othello, https://en.wikipedia.org/wiki/Reversi
    """

    title = "Othello"
    category = "Territory"

    width: int = 4
    height: int = 4
    rest: Literal["nobody", "winner"] = "nobody"
    scoring: bool = False

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(states=58_533, value=Value.LOSS, mistakes=0.4, source=SOURCE),
        PublishedValues(parameters={"scoring": True}, score=-8, source=SOURCE),
    )

    def __post_init__(self) -> None:
        if min(self.width, self.height) < 2 or self.width % 2 or self.height % 2:
            raise ValueError("width and height must be even and at least 2")
        if self.width > 26:
            raise ValueError("width must be at most 26: columns have letters")
        if self.rest not in ("nobody", "winner"):
            raise ValueError("rest must be one of nobody, winner")

    @cached_property
    def inner(self) -> int:
        """Mask of all columns but the first and the last, where no horizontal line can flip."""
        return self.full & ~(self.file | self.file << self.width - 1)

    @cached_property
    def longest(self) -> int:
        """Maximum number of discs of a line that can flip."""
        return max(self.width, self.height) - 2

    def start(self) -> Any:
        corner = (self.height // 2 - 1) * self.width + self.width // 2 - 1
        other = 1 << corner | 1 << corner + self.width + 1
        return self.state_of(1 << corner + 1 | 1 << corner + self.width, other)

    def ends(self, mine: int, over: int, step: int) -> int:
        """The cells behind lines of discs in ``over`` next to own discs, in both directions."""
        up, down = mine << step & over, mine >> step & over
        for _ in range(self.longest - 1):
            up |= up << step & over
            down |= down >> step & over
        return up << step | down >> step

    def places(self, mine: int, theirs: int) -> int:
        """The cells where a disc flips others."""
        width, inner = self.width, theirs & self.inner
        found = self.ends(mine, inner, 1) | self.ends(mine, theirs, width)
        found |= self.ends(mine, inner, width - 1) | self.ends(mine, inner, width + 1)
        return found & self.full & ~(mine | theirs)

    def between(self, disc: int, mine: int, over: int, step: int) -> int:
        """The discs in ``over`` between a new disc and own discs, in both directions."""
        up, down = disc << step & over, disc >> step & over
        for _ in range(self.longest - 1):
            up |= up << step & over
            down |= down >> step & over
        found = 0
        if up << step & mine:
            found |= up
        if down >> step & mine:
            found |= down
        return found

    def turned(self, disc: int, mine: int, theirs: int) -> int:
        """The discs that flip."""
        width, inner = self.width, theirs & self.inner
        found = self.between(disc, mine, inner, 1) | self.between(disc, mine, theirs, width)
        found |= self.between(disc, mine, inner, width - 1)
        return found | self.between(disc, mine, inner, width + 1)

    def moves(self, state: Any) -> Iterator[int]:
        mine, theirs = self.men(state)
        places = self.places(mine, theirs)
        if places == 0:
            yield self.cells
        yield from bits(places)

    def play(self, state: Any, move: int) -> Any:
        mine, theirs = self.men(state)
        if move < self.cells:
            turned = self.turned(1 << move, mine, theirs)
            mine |= turned | 1 << move
            theirs &= ~turned
        return self.state_of(theirs, mine)

    def score(self, margin: int, empty: int) -> int:
        """Score at the end for a margin in discs and a number of empty cells."""
        if self.rest == "nobody" or margin == 0:
            return margin
        return margin + empty if margin > 0 else margin - empty

    def outcome(self, state: Any) -> Any:
        mine, theirs = self.men(state)
        if self.places(mine, theirs) or self.places(theirs, mine):
            return None
        margin = popcount(mine) - popcount(theirs)
        if self.scoring:
            return self.score(margin, self.cells - popcount(mine | theirs))
        if margin == 0:
            return Value.DRAW
        return Value.WIN if margin > 0 else Value.LOSS

    def tier(self, state: Any) -> int:
        mine, theirs = self.men(state)
        return popcount(mine | theirs) - 4

    # --- hints for a search -----------------------------------------------------------------------

    @property
    def corners(self) -> int:
        row = 1 | 1 << self.width - 1
        return row | row << self.cells - self.width

    def settled(self, men: int) -> int:
        """Some of the discs that never flip: corners, and discs connected to them along an edge."""
        edges = self.row | self.row << self.cells - self.width
        sides = self.file | self.file << self.width - 1
        found = men & self.corners
        for _ in range(self.longest):
            found |= men & edges & (found << 1 | found >> 1)
            found |= men & sides & (found << self.width | found >> self.width)
        return found

    def result(self, margin: int, plies: int) -> int:
        """Result of a full board on the scale of `bounds`."""
        if self.scoring:
            return margin
        if margin == 0:
            return 0
        return win_in(plies) if margin > 0 else loss_in(plies)

    def bounds(self, state: Any) -> tuple[int, int]:
        """Exact for the last disc; before that, discs that never flip count for their owner.

        With both hints, the score of 6×4 takes 137,000 nodes; without bounds 357,000, without order
        2,560,000, without either 3,550,000.
        """
        mine, theirs = self.men(state)
        empty = self.full & ~(mine | theirs)
        margin = popcount(mine) - popcount(theirs)
        if empty & (empty - 1) == 0:
            turned = popcount(self.turned(empty, mine, theirs))
            if turned:
                worth = self.result(margin + 2 * turned + 1, 1)
            else:
                turned = popcount(self.turned(empty, theirs, mine))
                worth = self.result(margin - 2 * turned - 1, 2)
            return worth, worth
        least = 2 * popcount(self.settled(mine)) - self.cells
        most = self.cells - 2 * popcount(self.settled(theirs))
        if self.scoring:
            return least, most
        longest = 2 * popcount(empty)
        low = win_in(longest) if least > 0 else 0 if least == 0 else loss_in(1)
        high = loss_in(longest) if most < 0 else 0 if most == 0 else win_in(1)
        return low, high

    def order(self, state: Any, move: int) -> int:
        """Discs that never flip, minus the number of moves left to the other player."""
        if move == self.cells:
            return 0
        mine, theirs = self.men(state)
        turned = self.turned(1 << move, mine, theirs) | 1 << move
        left = self.places(theirs & ~turned, mine | turned)
        few = popcount(left) + popcount(left & self.corners)
        return 2 * popcount(self.settled(mine | turned)) - few

    # --- the symmetries of the start --------------------------------------------------------------

    def half_turn(self, men: int) -> int:
        return self.upside_down(self.mirrored(men))

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """The cells d columns right of the main diagonal, as masks, for each d."""
        steps = [range(d, self.cells - d * self.width, self.width + 1) for d in range(self.width)]
        return tuple(sum(1 << cell for cell in cells) for cells in steps)

    def transposed(self, men: int) -> int:
        """A mask with rows and columns exchanged, on a square board."""
        image = men & self.diagonals[0]
        for d in range(1, self.width):
            far = d * (self.width - 1)
            image |= (men & self.diagonals[d]) << far | men >> far & self.diagonals[d]
        return image

    def symmetries(self, state: Any) -> Iterator[Any]:
        mine, theirs = self.men(state)
        yield self.state_of(mine, theirs)
        yield self.state_of(self.half_turn(mine), self.half_turn(theirs))
        if self.width == self.height:
            mine, theirs = self.transposed(mine), self.transposed(theirs)
            yield self.state_of(mine, theirs)
            yield self.state_of(self.half_turn(mine), self.half_turn(theirs))

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: Any, seat: int | None = None) -> str:
        names = "OX" if seat == 1 else "XO"
        mine, theirs = self.men(state)
        cells = boards.cell_texts(mine, theirs, self.cells, names)
        rows = boards.board_text(cells, self.width).split("\n")
        rows = [f"{y:<3}{row}" for y, row in enumerate(rows, start=1)]
        files = " ".join(chr(97 + x) for x in range(self.width))
        return "\n".join([*rows, "   " + files, f"{names[0]} to move"])

    def board(self, state: Any, seat: int | None = None) -> Grid:
        mover = 0 if seat is None else seat
        mine, theirs = self.men(state)
        return Grid(
            self.height, self.width,
            pictures.men(mine, theirs, self.cells, mover, ("disc", "ring")),
            {move: move for move in self.moves(state) if move < self.cells},
            ranks=[str(y + 1) for y in range(self.height)],
            files=[chr(97 + x) for x in range(self.width)],
            note=pictures.turn(mover),
        )  # fmt: skip

    def parse(self, text: str) -> Any:
        cells, mover = boards.read_board(text, self.width, self.height, "XO")
        crosses, noughts = boards.mask(cells, "X"), boards.mask(cells, "O")
        return self.state_of(noughts, crosses) if mover == "O" else self.state_of(crosses, noughts)

    def move_text(self, move: int) -> str:
        y, x = divmod(move, self.width)
        return "pass" if move == self.cells else f"{chr(97 + x)}{y + 1}"

    def parse_move(self, text: str) -> int:
        names = {self.move_text(move): move for move in range(self.cells + 1)}
        if text.strip().lower() not in names:
            last = self.move_text(self.cells - 1)
            raise ParseError(f'expected a cell from "a1" to "{last}" or "pass", got "{text}"')
        return names[text.strip().lower()]
