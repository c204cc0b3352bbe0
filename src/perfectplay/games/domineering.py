"""Domineering: one player lays upright dominoes, the other flat ones; whoever cannot move loses.

Seat 0, Vertical, covers two cells one above the other and begins; seat 1, Horizontal, covers two
side by side. (If Horizontal is to begin, exchange width and height.)

State: the cells that are covered, as a bit mask in reading order, without the last cell. Dominoes
cover an even number of cells, so the last one is covered if and only if an odd number of the others
is. The number of dominoes determines whose turn it is. So 8×8 fits 64 bits.

    bit cells - 2 … bit 0       # # .
    cells but the last          # # #      covered: 0, 1, 3, 4, 5 and so the last: 0b00111011
                                . . #      three dominoes: Horizontal is to move

Move: the upper cell of an upright domino; ``cells`` plus the left cell of a flat one. Texts name
both cells, ``a2-a1``. Tier: the dominoes laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Cells
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.result_scale import loss_in, win_in
from perfectplay.game.tuples import bits, popcount
from perfectplay.games import boards, pictures

SOURCE = "D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering (2000)"


@dataclass(frozen=True)
class Domineering(Game[int, int]):
    """Lay dominoes, one player upright, the other flat; the player who cannot, loses.

    The players take turns to lay a domino on two empty cells of the board, ``width`` × ``height``.
    The first player lays them upright, the second flat. A player who cannot lay a domino loses. The
    game is also known as Crosscram.

    Source: Domineering, https://en.wikipedia.org/wiki/Domineering
    """

    title = "Domineering"
    category = "Territory"

    width: int = 4
    height: int = 4

    stuck = Value.LOSS

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(parameters={"width": size, "height": size}, value=value, source=SOURCE)
        for size, value in ((2, Value.WIN), (3, Value.WIN), (4, Value.WIN), (5, Value.LOSS))
    )

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.cells > 64 or self.width > 26:
            raise ValueError(
                "width and height must be at least 1, width at most 26, with at most 64 cells: "
                "a state is one 64-bit word"
            )

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def known(self) -> int:
        """All cells but the last, as a mask."""
        return (1 << self.cells - 1) - 1

    @property
    def row(self) -> int:
        """The first row, as a mask."""
        return (1 << self.width) - 1

    @cached_property
    def file(self) -> int:
        """The first column, as a mask."""
        return sum(1 << y * self.width for y in range(self.height))

    @cached_property
    def not_right(self) -> int:
        """All cells but the last column, as a mask."""
        return self.known & ~(self.file << self.width - 1)

    def start(self) -> int:
        return 0

    def last(self, state: int) -> int:
        """1 if the last cell is covered, otherwise 0."""
        return popcount(state) & 1

    def player(self, state: int) -> int:
        return (popcount(state) + 1) >> 1 & 1

    def moves_again(self, state: int, move: int) -> bool:
        return False

    def fits(self, state: int, step: int) -> int:
        """The free cells whose neighbour at distance ``step`` is free too, as a mask."""
        free = self.known & ~state
        return free & (free >> step | (1 - self.last(state)) << self.cells - 1 - step)

    def moves(self, state: int) -> Iterator[int]:
        if self.player(state) == 0:
            if self.height > 1:
                yield from bits(self.fits(state, self.width))
        elif self.width > 1:
            for cell in bits(self.fits(state, 1) & self.not_right):
                yield self.cells + cell

    def covers(self, move: int) -> tuple[int, int]:
        """The two cells of a domino."""
        if move < self.cells:
            return (move, move + self.width)
        return (move - self.cells, move - self.cells + 1)

    def play(self, state: int, move: int) -> int:
        first, second = self.covers(move)
        return (state | 1 << first | 1 << second) & self.known

    def outcome(self, state: int) -> None:
        return None

    def tier(self, state: int) -> int:
        return (popcount(state) + 1) >> 1

    def mirrored(self, state: int) -> int:
        """The board reflected from left to right."""
        image = self.last(state) << self.cells - self.width
        for x in range(self.width):
            image |= (state >> x & self.file) << self.width - 1 - x
        return image & self.known

    def upside_down(self, state: int) -> int:
        image = self.last(state) << self.width - 1
        for y in range(self.height):
            image |= (state >> y * self.width & self.row) << (self.height - 1 - y) * self.width
        return image & self.known

    def symmetries(self, state: int) -> Iterator[int]:
        mirrored = self.mirrored(state)
        yield state
        yield mirrored
        yield self.upside_down(state)
        yield self.upside_down(mirrored)

    # --- hints for a search -----------------------------------------------------------------------

    def pairs(self, state: int) -> tuple[int, int]:
        """Masks of the places for Vertical's and Horizontal's dominoes, by their first cells."""
        upright = self.fits(state, self.width) if self.height > 1 else 0
        across = self.fits(state, 1) & self.not_right if self.width > 1 else 0
        return upright, across

    def together(self, places: int, step: int, length: int) -> int:
        """A largest set of disjoint places on lines of ``length`` cells, as a mask."""
        chosen = places & ~(places << step)
        for _ in range((length - 2) // 2):
            chosen |= (chosen << step & places) << step & places
        return chosen

    def sure(self, places: int, theirs: int, step: int, length: int, other: int) -> tuple[int, int]:
        """Number of dominoes that cannot be prevented, and number of other disjoint places.

        The first lie where the other player can lay no domino. Of the others, one domino of the
        other player can block two.
        """
        in_reach = theirs | theirs << other
        safe = self.together(places & ~(in_reach | in_reach >> step), step, length)
        open_to_all = places & ~(safe | safe << step | safe >> step)
        return popcount(safe), popcount(self.together(open_to_all, step, length))

    def bounds(self, state: int) -> tuple[int, int]:
        """A player who can certainly lay more dominoes than the other ever can wins.

        With both hints, 6×6 takes 32,900 nodes; without bounds 766,000, without order 13,000,000,
        without either 20,700,000. 7×7 takes 620,000.
        """
        upright, across = self.pairs(state)
        most_v = popcount(self.together(upright, self.width, self.height))
        most_h = popcount(self.together(across, 1, self.width))
        safe_v, open_v = self.sure(upright, across, self.width, self.height, 1)
        safe_h, open_h = self.sure(across, upright, 1, self.width, self.width)
        if self.player(state) == 0:
            return self.between(safe_v + (open_v + 2) // 3, most_v, safe_h + open_h // 3, most_h)
        return self.between(safe_h + (open_h + 2) // 3, most_h, safe_v + open_v // 3, most_v)

    def between(self, least: int, most: int, their_least: int, their_most: int) -> tuple[int, int]:
        """The bounds if the mover can lay ``least`` to ``most`` dominoes."""
        low = win_in(2 * their_most + 1) if least > their_most else loss_in(2 * least)
        high = loss_in(2 * most) if most <= their_least else win_in(2 * their_least + 1)
        return low, high

    def order(self, state: int, move: int) -> int:
        """Lead in places after the move; places that cannot be blocked count more."""
        upright, across = self.pairs(self.play(state, move))
        safe_v, _ = self.sure(upright, across, self.width, self.height, 1)
        safe_h, _ = self.sure(across, upright, 1, self.width, self.width)
        ahead = 2 * (safe_v - safe_h) + popcount(upright) - popcount(across)
        return ahead if move < self.cells else -ahead

    # --- texts ------------------------------------------------------------------------------------

    def covered(self, state: int) -> int:
        """All cells that are covered, as a mask."""
        return state | self.last(state) << self.cells - 1

    def text(self, state: int, seat: int | None = None) -> str:
        covered = self.covered(state)
        cells = ["#" if covered >> i & 1 else boards.EMPTY for i in range(self.cells)]
        return boards.labelled_text(cells, self.width, f"{'VH'[self.player(state)]} to move")

    def board(self, state: int, seat: int | None = None) -> Cells:
        """To lay a domino, click between its two cells."""
        covered, width = self.covered(state), self.width
        places = [(float(i % width), float(i // width)) for i in range(self.cells)]
        moves = {}
        for move in self.moves(state):
            (x, y), (right, below) = (places[cell] for cell in self.covers(move))
            moves[move] = len(places)
            places.append(((x + right) / 2, (y + below) / 2))
        return Cells(
            places, {i: "square" for i in range(self.cells) if covered >> i & 1}, moves,
            labels=pictures.labels(width, self.height), frames=range(self.cells),
            note=f"{('Vertical', 'Horizontal')[self.player(state)]} to move",
        )  # fmt: skip

    def parse(self, text: str) -> int:
        rows, mover = boards.split_note(text)
        cells, _ = boards.read_board("/".join(rows), self.width, self.height, "#")
        state = boards.mask(cells, "#") & self.known
        if boards.mask(cells, "#").bit_count() % 2:
            raise ParseError(f'dominoes cover an even number of cells, not as in "{text}"')
        if mover is not None and mover.upper() != "VH"[self.player(state)]:
            raise ParseError(f'{"VH"[self.player(state)]} is to move, by the dominoes of "{text}"')
        return state

    def move_text(self, move: int) -> str:
        return "-".join(boards.square(cell, self.width, self.height) for cell in self.covers(move))

    def parse_move(self, text: str) -> int:
        ends = [boards.read_square(word, self.width, self.height) for word in text.split("-")]
        for first, second in (sorted(ends[:2]),) if len(ends) == 2 else ():
            if second == first + self.width:
                return first
            if second == first + 1 and second % self.width:
                return self.cells + first
        raise ParseError(f'expected two neighbouring cells such as "a1-a2", got "{text}"')
