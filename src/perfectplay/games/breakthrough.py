"""Breakthrough: men move one step ahead or diagonally and capture diagonally; crossing wins.

Each player begins with ``ranks`` full rows of men. A man moves one step straight or diagonally
ahead onto an empty cell; it captures diagonally only. A player wins with a man on the last row, or
by capturing the last man of the other player.

State: the men of both players, seen by the player to move, whose men move up (`TwoColours`). Move:
(from, to), written ``a2-b3``; boards show the player to move at the bottom; seat 0 is W. Left-right
reflection is a symmetry. Tier: the steps that men have made, plus those that captured men can no
longer make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.result_scale import loss_in, win_in
from perfectplay.game.tuples import bits, popcount
from perfectplay.games import boards, pictures
from perfectplay.games.two_colours import TwoColours

SOURCE = "recomputed by rules written independently: tests/games/test_breakthrough.py"


@dataclass(frozen=True)
class Breakthrough(TwoColours):
    """Bring one man to the other side of the board.

    Each player has ``ranks`` full rows of men. A man moves one step straight or diagonally ahead
    onto an empty cell; it captures diagonally ahead only. The player who brings a man to the last
    row wins, and so does the player who captures all men of the other. D. Troyka invented the game
    in 2000.

    Source: Breakthrough (board game), https://en.wikipedia.org/wiki/Breakthrough_(board_game)
    """

    title = "Breakthrough"
    category = "Pawns and men"

    width: int = 3
    height: int = 4
    ranks: int = 2

    stuck = Value.LOSS

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(
            parameters={"width": width, "height": height, "ranks": ranks}, states=states,
            value=value, remoteness=remoteness, mistakes=mistakes, source=SOURCE,
        )
        for width, height, ranks, states, value, remoteness, mistakes in (
            (2, 4, 2, 450, Value.LOSS, 8, None), (2, 5, 2, 6_680, Value.LOSS, 10, None),
            (2, 6, 2, 41_017, Value.WIN, 15, None), (3, 3, 1, 663, Value.WIN, 5, None),
            (3, 4, 2, 34_494, Value.LOSS, 12, 0.52), (3, 5, 2, 1_323_109, Value.LOSS, 18, None),
            (3, 6, 2, 19_581_669, Value.WIN, 23, None),
        )
    )  # fmt: skip

    def __post_init__(self) -> None:
        if not 2 <= self.width <= 26:
            raise ValueError("width must be from 2 to 26")
        if self.ranks < 1 or self.height < 2 * self.ranks or self.height < 3:
            raise ValueError("ranks must be at least 1, height at least 2 * ranks and at least 3")

    @cached_property
    def right(self) -> int:
        """The last column, as a mask."""
        return self.file << self.width - 1

    @property
    def second(self) -> int:
        """The second row, a step from the end, as a mask."""
        return self.row << self.width

    @property
    def bottom(self) -> int:
        """The last row, as a mask."""
        return self.row << self.cells - self.width

    @property
    def men_at_first(self) -> int:
        """The first ``ranks`` rows, as a mask."""
        return (1 << self.ranks * self.width) - 1

    def start(self) -> Any:
        return self.state_of(self.upside_down(self.men_at_first), self.men_at_first)

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        mine, theirs = self.men(state)
        width = self.width
        for target in bits((mine & ~self.file) >> width + 1 & ~mine):
            yield (target + width + 1, target)
        for target in bits(mine >> width & ~(mine | theirs)):
            yield (target + width, target)
        for target in bits((mine & ~self.right) >> width - 1 & ~mine):
            yield (target + width - 1, target)

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        mine, theirs = self.men(state)
        mine ^= 1 << move[0] | 1 << move[1]
        theirs &= ~(1 << move[1])
        return self.state_of(self.upside_down(theirs), self.upside_down(mine))

    def outcome(self, state: Any) -> Value | None:
        _, theirs = self.men(state)
        return Value.LOSS if theirs & self.bottom else None

    def tier(self, state: Any) -> int:
        mine, theirs = self.men(state)
        steps = 0  # minus the steps that the men still have ahead
        for y in range(self.height):
            steps -= y * popcount(mine >> y * self.width & self.row)
            steps -= (self.height - 1 - y) * popcount(theirs >> y * self.width & self.row)
        return steps + self.width * self.ranks * (2 * self.height - 1 - self.ranks)

    def symmetries(self, state: Any) -> Iterator[Any]:
        mine, theirs = self.men(state)
        yield self.state_of(mine, theirs)
        yield self.state_of(self.mirrored(mine), self.mirrored(theirs))

    # --- hints for a search -----------------------------------------------------------------------

    def ahead(self, men: int) -> int:
        """The cells diagonally ahead of men that move up."""
        return (men & ~self.file) >> self.width + 1 | (men & ~self.right) >> self.width - 1

    def attacked(self, theirs: int) -> int:
        """The cells on which the other player's men can capture."""
        return (theirs & ~self.file) << self.width - 1 | (theirs & ~self.right) << self.width + 1

    def through(self, mine: int, theirs: int) -> int:
        """The cells of the second row that a man reaches safely."""
        steps = self.ahead(mine) | mine >> self.width & ~theirs
        return steps & ~mine & self.second & ~self.attacked(theirs)

    def wins_at_once(self, mine: int, theirs: int) -> bool:
        """True if a man reaches the last row now, or captures the last man."""
        captures = theirs & self.ahead(mine)
        return mine & self.second != 0 or (captures != 0 and theirs & (theirs - 1) == 0)

    def bounds(self, state: Any) -> tuple[int, int]:
        """A man on the row before the last wins unless he is captured. Otherwise a win takes the
        steps of the foremost man, or a move for each man to capture.

        With all hints, 4×5 takes 361,000 nodes; without bounds 7,400,000, without order 1,410,000,
        without forced 449,000, without all three 16,800,000. 5×5 takes 9,900,000.
        """
        mine, theirs = self.men(state)
        if mine == 0:
            return loss_in(0), loss_in(0)
        near = theirs & self.bottom >> self.width
        if self.wins_at_once(mine, theirs):
            return win_in(1), win_in(1)
        if near & ~self.ahead(mine) or near & (near - 1):
            return loss_in(2), loss_in(2)
        if near == 0 and self.through(mine, theirs):
            return win_in(3), win_in(3)
        soon, late = popcount(theirs), popcount(mine)
        for y in range(2, self.height):
            if mine >> y * self.width & self.row:
                soon = min(soon, y)
            if theirs >> (self.height - 1 - y) * self.width & self.row:
                late = min(late, y)
        return loss_in(2 * late), win_in(2 * soon - 1)

    def forced(self, state: Any) -> Iterator[tuple[int, int]]:
        """A man of the other player on the row before the last must be captured."""
        mine, theirs = self.men(state)
        width = self.width
        near = theirs & self.bottom >> width
        if self.wins_at_once(mine, theirs):
            near = 0
        for target in bits(near & (mine & ~self.file) >> width + 1):
            yield (target + width + 1, target)
        for target in bits(near & (mine & ~self.right) >> width - 1):
            yield (target + width - 1, target)

    def order(self, state: Any, move: tuple[int, int]) -> int:
        """Captures first, then moves of men who cannot be captured at once, the rear ones first."""
        _, theirs = self.men(state)
        target = 1 << move[1]
        found = move[1] // self.width
        if theirs & target:
            found += 2 * self.height
        if self.attacked(theirs) & target:
            found -= self.height
        return found

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: Any, seat: int | None = None) -> str:
        return boards.pawns_text(*self.men(state), self.width, self.height, seat)

    def board(self, state: Any, seat: int | None = None) -> Grid:
        return pictures.pawns(*self.men(state), self.width, self.height, seat, self.moves(state))

    def parse(self, text: str) -> Any:
        return self.state_of(*boards.read_pawns(text, self.width, self.height))

    def move_text(self, move: tuple[int, int]) -> str:
        return boards.step_text(move, self.width, self.height)

    def parse_move(self, text: str) -> tuple[int, int]:
        return boards.read_step(text, self.width, self.height, "a2-a3")
