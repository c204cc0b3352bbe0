"""Connect 4: drop a stone into a column; a line of one's own stones wins.

State: an integer of ``width`` groups of ``height + 1`` bits, with the leftmost column in the lowest
group. The highest bit of a group is the bottom row of the board. The lowest set bit is a marker
just below the topmost stone. Above the marker, a set bit is a stone of the player to move, a clear
bit one of the other player. For height 4:

    column of the board    its bits, highest first

         4 .                 mine 1
         3 .                 theirs 0
         2 theirs            marker 1       the marker moves down with each stone;
         1 mine              0              at the lowest bit the column is full
                             0

Every group contains a marker, so that ``state - bottom`` borrows from no other group, and
``state & ~(state - bottom)`` gives all markers at once. The lowest bit never represents a stone, so
that no line runs from one column into the next. The boards 6×7, 7×6 and 7×8 fit 64 bits.

Move: the column, from 0; texts count from 1. Tier: the stones on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.result_scale import loss_in, win_in
from perfectplay.game.tuples import popcount
from perfectplay.games import boards, pictures

TROMP = "J. Tromp, John's Connect Four Playground; M. Böck; recomputed"


@dataclass(frozen=True)
class ConnectFour(Game[int, int]):
    """Drop stones into columns until four of yours are in a line.

    The board stands upright. In each move a player drops a stone into a column that is not full;
    it falls to the lowest empty cell. The player who first has ``length`` stones in a line, in any
    of the four directions, wins. A full board without a line is a draw. The default board is 5×4;
    the usual one, 7×6, has 4.5·10^12 positions: too many to solve, but not too many to search.

    Source: Connect Four, https://en.wikipedia.org/wiki/Connect_Four
    """

    title = "Connect four"
    category = "Lines"

    width: int = 5
    height: int = 4
    length: int = 4

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(parameters={"width": 3}, states=6_000, value=Value.DRAW, source=TROMP),
        PublishedValues(
            parameters={"width": 4}, states=161_029, terminal=26_740, wins=38_675, draws=90_120,
            losses=32_234, value=Value.DRAW, longest_win=13, longest_loss=12, source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 4, "height": 5}, states=1_706_255, wins=509_601, draws=712_421,
            losses=484_233, value=Value.DRAW, longest_win=17, longest_loss=16, source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 6, "height": 3}, states=2_087_325, wins=394_672, draws=1_453_129,
            losses=239_524, value=Value.DRAW, source=TROMP,
        ),
        PublishedValues(
            states=3_945_711, wins=1_390_516, draws=1_303_636, losses=1_251_559, value=Value.DRAW,
            best=("2", "3", "4"), mistakes=0.49, longest_win=19, longest_loss=18, source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 4, "height": 6}, states=15_835_683, wins=5_254_277,
            draws=5_267_176, losses=5_314_230, value=Value.DRAW, longest_win=21, longest_loss=20,
            source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 7, "height": 3}, states=27_441_956, value=Value.DRAW, source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 5, "height": 5}, states=69_763_700, wins=27_296_634,
            draws=14_419_273, losses=28_047_793, value=Value.DRAW, source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 6}, states=94_910_577, wins=38_913_621, draws=18_361_279,
            losses=37_635_677, value=Value.LOSS, remoteness=24, longest_win=23, longest_loss=24,
            source=TROMP,
        ),
        PublishedValues(
            parameters={"width": 7, "height": 6}, states=4_531_985_219_092, value=Value.WIN,
            remoteness=41, source="J. D. Allen and V. Allis, 1988; J. Tromp: states and plies",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError("width and height must be at least 1")
        if self.width * self.group > 63:
            raise ValueError("width * (height + 1) must be at most 63: a state is one 64-bit word")
        if not 2 <= self.length <= max(self.width, self.height):
            raise ValueError("length must be from 2 to the longer side of the board")

    @property
    def group(self) -> int:
        """Number of bits of a column."""
        return self.height + 1

    @cached_property
    def bottom(self) -> int:
        """The lowest bit of each group: the marker of a full column."""
        return sum(1 << column * self.group for column in range(self.width))

    @property
    def all_bits(self) -> int:
        return (1 << self.width * self.group) - 1

    @property
    def directions(self) -> tuple[int, ...]:
        """Distances in bits to the next cell of a line: vertical, two diagonals, horizontal."""
        return (1, self.height, self.group, self.group + 1)

    @property
    def column(self) -> int:
        """All bits of the first group."""
        return (1 << self.group) - 1

    def start(self) -> int:
        return self.bottom << self.height

    def moves(self, state: int) -> Iterator[int]:
        for column in range(self.width):
            if not state >> column * self.group & 1:
                yield column

    def theirs(self, state: int) -> int:
        """The stones of the player who is not to move: clear bits above the markers."""
        below = state - self.bottom
        return self.all_bits & ~(state | below)

    def play(self, state: int, move: int) -> int:
        markers = state & ~(state - self.bottom)
        marker = markers & self.column << move * self.group
        # The players exchange roles: their stones become set bits. The new stone belongs to the
        # other player now: a clear bit in the marker's place. The marker moves one bit down.
        return (self.theirs(state) | markers) - (marker >> 1)

    def outcome(self, state: int) -> Value | None:
        theirs = self.theirs(state)
        for direction in self.directions:
            line = theirs
            for step in range(1, self.length):
                line &= theirs >> step * direction
            if line:
                return Value.LOSS
        return Value.DRAW if state & self.bottom == self.bottom else None

    def tier(self, state: int) -> int:
        return self.width * self.height - self.plies_left(state)

    # --- hints for a search ---

    def cells(self, state: int) -> tuple[int, int, int]:
        """Masks of the mover's stones, of the empty cells, and of those that can be filled now."""
        below = state - self.bottom
        markers = state & ~below
        free = (below & ~state) << 1
        return state & below, free, markers & free

    def completing(self, stones: int) -> int:
        """The cells, taken or not, where one more stone completes a line."""
        found = 0
        for direction in self.directions:
            line = self.all_bits
            for gap in range(self.length):  # number of stones before the cell
                after = line
                for step in range(1, self.length - gap):
                    after &= stones >> step * direction
                found |= after
                line &= stones << (gap + 1) * direction
        return found

    def winning(self, state: int) -> int:
        """The cells in which a stone wins at once."""
        mine, _, landing = self.cells(state)
        return self.completing(mine) & landing

    def safe(self, state: int) -> int:
        """The cells into which the mover can drop a stone without losing at once."""
        _, free, landing = self.cells(state)
        threats = self.completing(self.theirs(state)) & free
        forced = landing & threats
        if forced & (forced - 1):  # two threats cannot both be stopped
            return 0
        return (forced if forced else landing) & ~(threats << 1)  # do not play below a threat

    def forced(self, state: int) -> Iterator[int]:
        winning = self.winning(state)
        cells = winning if winning else self.safe(state)
        for column in range(self.width):
            if cells & self.column << column * self.group:
                yield column

    def bounds(self, state: int) -> tuple[int, int]:
        left = self.plies_left(state)
        if self.winning(state):
            return win_in(1), win_in(1)
        if left > 1 and not self.safe(state):
            return loss_in(2), loss_in(2)
        return (loss_in(4) if left > 3 else 0), (win_in(3) if left > 2 else 0)

    def order(self, state: int, move: int) -> int:
        """Number of cells that then complete a line; the centre first among equals."""
        mine, free, landing = self.cells(state)
        stone = landing & self.column << move * self.group
        lines = popcount(self.completing(mine | stone) & free)
        return self.width * lines - abs(2 * move - (self.width - 1))

    def plies_left(self, state: int) -> int:
        return popcount((state - self.bottom) & ~state)

    def symmetries(self, state: int) -> Iterator[int]:
        image = 0
        for column in range(self.width):
            stones = state >> column * self.group & self.column
            image |= stones << (self.width - 1 - column) * self.group
        yield image

    def stones(self, state: int) -> tuple[int, int]:
        """Masks of the stones of the player to move and of the other, in reading order."""
        mine, theirs = 0, 0
        stones, markers = self.theirs(state), state & ~(state - self.bottom)
        for y in range(self.height):
            for x in range(self.width):
                bit = 1 << x * self.group + y + 1  # the lowest row of stones is the board's top
                cell = 1 << y * self.width + x
                mine |= cell if (state & ~markers) & bit else 0
                theirs |= cell if stones & bit else 0
        return mine, theirs

    def text(self, state: int, seat: int | None = None) -> str:
        mine, theirs = self.stones(state)
        rows = boards.stones_text(mine, theirs, self.width, self.height, seat).split("\n")
        numbers = " ".join(str((x + 1) % 10) for x in range(self.width))
        rows.insert(self.height, numbers)
        return "\n".join(rows)

    def winning_cells(self, state: int) -> list[int]:
        lines = boards.lines(self.width, self.height, self.length)
        return boards.completed(lines, self.stones(state)[1])

    def board(self, state: int, seat: int | None = None) -> Grid:
        mine, theirs = self.stones(state)
        mover = pictures.first_is(mine, theirs, seat)
        pieces = pictures.men(mine, theirs, self.width * self.height, mover, ("disc", "disc"))
        landing = {
            x: max(
                y * self.width + x
                for y in range(self.height)
                if not (mine | theirs) >> y * self.width + x & 1
            )
            for x in self.moves(state)
        }
        files = [str(x + 1) for x in range(self.width)]
        note = pictures.turn(mover)
        return Grid(self.height, self.width, pieces, landing, files=files, note=note)

    def parse(self, text: str) -> int:
        mine, theirs = boards.read_stones(text, self.width, self.height)
        state = 0
        for x in range(self.width):
            bits = 1 << self.height
            for y in reversed(range(self.height)):
                cell = 1 << y * self.width + x
                marker = bits & -bits
                if (mine | theirs) & cell:
                    if marker != 1 << y + 1:
                        raise ParseError(f"no stone may hang in the air, as in column {x + 1}")
                    bits += (marker if mine & cell else 0) - (marker >> 1)
            state |= bits << x * self.group
        return state

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, self.width, "column")
