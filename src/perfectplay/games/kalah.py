"""Kalah on small boards: sow the seeds of a hole; most seeds in the store win.

Seeds are sown one by one to the right through one's own holes, into one's own store, and through
the other player's holes, but not into the other store. If the last seed falls

* into one's own store, the player moves again;
* into one's own hole that was empty, it is captured with the seeds of the opposite hole:
  ``capture`` is ``always``, only if that hole is ``filled``, or ``never``.

The play ends when a side has no seed in its holes after a move, even if that move gave another
turn. Each player keeps the seeds that remain on their side.

With ``scoring`` it is a game of points: the result is the margin in seeds.

State: (own holes from the left, their holes from their left, margin), the player to move first;
the margin is the seeds in one's own store minus those in the other (with ``scoring`` always 0:
points that are won do not affect the rest of the play). It determines both stores:

      2 1 0        their holes, seen from the own side
    4       2      their store, the own store
      3 0 0        own holes: the state (3, 0, 0, 0, 1, 2, -2)

Move: the hole, from 0 at the left of the player to move; texts count from 1. Tier: the
seeds in the stores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Cells, Piece
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import put
from perfectplay.games import boards


@dataclass(frozen=True)
class Kalah(Game[tuple[int, ...], int]):
    """Sow seeds around the board and bring most of them into your store.

    Each player has ``holes`` holes with ``seeds`` seeds each, and a store at the right. In each
    move a player takes all seeds from one of their holes and sows them one by one to the right:
    into their holes, their store and the other player's holes, but not into the other store. If
    the last seed falls into their store, they move again. If it falls into one of their holes that
    was empty, it is captured with the seeds of the opposite hole, as ``capture`` says. When one
    side has no seeds left, each player keeps the seeds of their side. The player with more seeds
    wins; with ``scoring`` the difference counts.

    Source: Kalah, https://en.wikipedia.org/wiki/Kalah
    """

    title = "Kalah"
    category = "Sowing"

    holes: int = 3
    seeds: int = 2
    capture: Literal["always", "filled", "never"] = "always"
    scoring: bool = False

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(
            parameters={"holes": holes, "seeds": seeds, "capture": capture, "scoring": True},
            score=margin,
            source="recomputed by tests/games/test_points_library.py",
        )
        for capture, margins in (
            ("always", (
                (2, 1, 2), (2, 2, -2), (3, 1, 0), (3, 2, 4), (3, 3, 2), (3, 4, 2), (4, 1, 2),
                (4, 2, 6), (4, 3, 8), (4, 4, 2), (5, 1, 0), (5, 2, 0), (6, 1, 2),
            )),
            ("filled", (
                (2, 1, 2), (2, 2, -2), (3, 1, 0), (3, 2, 4), (3, 3, 2), (3, 4, 2), (4, 1, 2),
                (4, 2, 6), (4, 3, 6), (4, 4, 2), (5, 1, 0), (5, 2, 2), (6, 1, 2),
            )),
        )
        for holes, seeds, margin in margins
    ) + tuple(
        PublishedValues(
            parameters={"holes": holes, "seeds": seeds, "capture": capture},
            value=Value((margin > 0) - (margin < 0) + 2),
            source="recomputed by tests/games/test_points_library.py",
        )
        for holes, seeds, capture, margin in (
            (2, 1, "always", 2), (2, 2, "always", -2), (3, 1, "always", 0), (3, 2, "always", 4),
            (3, 3, "always", 2), (3, 4, "always", 2), (4, 1, "always", 2), (4, 2, "always", 6),
            (4, 3, "always", 8), (5, 1, "always", 0), (6, 1, "always", 2),
            (3, 2, "filled", 4), (4, 2, "filled", 6), (4, 3, "filled", 6),
        )
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.holes < 1 or self.seeds < 1:
            raise ValueError("holes and seeds must be at least 1")
        if self.capture not in ("always", "filled", "never"):
            raise ValueError("capture must be one of always, filled, never")

    @property
    def captures(self) -> bool:
        return self.capture != "never"

    @property
    def captures_alone(self) -> bool:
        """True if the last seed is captured even if the opposite hole is empty."""
        return self.capture == "always"

    def start(self) -> tuple[int, ...]:
        return (self.seeds,) * (2 * self.holes) + (0,)

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        for hole in range(self.holes):
            if state[hole] > 0:
                yield hole

    def sow(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        """The board after a move, seen by the player who made it; all holes are empty at the end.

        Seeds go to the places 0 to ``2 * holes`` in turn; the place ``holes`` is the own store.
        """
        holes = self.holes
        hand = state[move]
        state = put(state, move, 0)
        margin = state[2 * holes]
        last = move
        while hand > 0:
            last = (last + 1) % (2 * holes + 1)
            hand -= 1
            if last == holes:
                margin += 1
            else:
                hole = last if last < holes else last - 1
                state = put(state, hole, state[hole] + 1)
        if self.captures and last < holes and state[last] == 1:
            opposite = 2 * holes - 1 - last
            if self.captures_alone or state[opposite] > 0:
                margin += 1 + state[opposite]
                state = put(put(state, last, 0), opposite, 0)
        mine, theirs = 0, 0
        for hole in range(holes):
            mine += state[hole]
            theirs += state[holes + hole]
        if mine == 0 or theirs == 0:
            margin += mine - theirs
            for hole in range(2 * holes):
                state = put(state, hole, 0)
        return put(state, 2 * holes, margin)

    def over(self, state: tuple[int, ...]) -> bool:
        return all(state[hole] == 0 for hole in range(2 * self.holes))

    def ends_in_store(self, state: tuple[int, ...], move: int) -> bool:
        return (move + state[move]) % (2 * self.holes + 1) == self.holes

    def moves_again(self, state: tuple[int, ...], move: int) -> bool:
        return self.ends_in_store(state, move) and not self.over(self.sow(state, move))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        after = self.sow(state, move)
        if self.scoring:
            after = put(after, 2 * self.holes, 0)
        if self.ends_in_store(state, move) and not self.over(after):
            return after
        turned = after
        for hole in range(self.holes):
            turned = put(turned, hole, after[self.holes + hole])
            turned = put(turned, self.holes + hole, after[hole])
        return put(turned, 2 * self.holes, -after[2 * self.holes])

    def gain(self, state: tuple[int, ...], move: int) -> int:
        return self.sow(state, move)[2 * self.holes] - state[2 * self.holes]

    def outcome(self, state: tuple[int, ...]) -> Any:
        if not self.over(state):
            return None
        if self.scoring:
            return 0
        margin = state[2 * self.holes]
        if margin == 0:
            return Value.DRAW
        return Value.WIN if margin > 0 else Value.LOSS

    def tier(self, state: tuple[int, ...]) -> int:
        left = 0
        for hole in range(2 * self.holes):
            left += state[hole]
        return 2 * self.holes * self.seeds - left

    def text(self, state: tuple[int, ...], seat: int | None = None) -> str:
        """The board seen by the player to move, whose holes are at the bottom and whose store is on
        the right; with ``scoring`` the total of both stores."""
        holes, margin = self.holes, state[2 * self.holes]
        stored = 2 * holes * self.seeds - sum(state[: 2 * holes])
        width = len(str(2 * holes * self.seeds))
        side = " " * (width + 1)
        above = " ".join(f"{seeds:>{width}}" for seeds in state[2 * holes - 1 : holes - 1 : -1])
        below = " ".join(f"{seeds:>{width}}" for seeds in state[:holes])
        gap = " " * (len(above) + 2)
        stores = f"{(stored - margin) // 2:>{width}}{gap}{(stored + margin) // 2:>{width}}"
        if self.scoring:
            stores = f"({stored})"
        note = [] if seat is None else [f"{'first' if seat == 0 else 'second'} to move"]
        return "\n".join([side + above, stores, side + below, *note])

    def board(self, state: tuple[int, ...], seat: int | None = None) -> Cells:
        """The player to move has the holes at the bottom and the store on the right."""
        holes, margin = self.holes, state[2 * self.holes]
        mover = 0 if seat is None else seat
        stored = 2 * holes * self.seeds - sum(state[: 2 * holes])
        pieces = [Piece("pit", mover, seeds) for seeds in state[:holes]]
        pieces += [Piece("pit", 1 - mover, seeds) for seeds in state[holes : 2 * holes]]
        places = [(float(hole), 1.0) for hole in range(holes)]
        places += [(float(hole), 0.0) for hole in reversed(range(holes))]
        note = f"{stored} in the stores" if self.scoring else ""
        if not self.scoring:
            pieces.append(Piece("pit", mover, (stored + margin) // 2))
            pieces.append(Piece("pit", 1 - mover, (stored - margin) // 2))
            places += [(holes + 0.1, 0.5), (-1.1, 0.5)]
        labels = [(float(hole), 1.85, str(hole + 1)) for hole in range(holes)]
        moves = {hole: hole for hole in self.moves(state)}
        return Cells(places, pieces, moves, labels=labels, note=note)

    def parse(self, text: str) -> tuple[int, ...]:
        rows, _ = boards.split_note(text)
        found = [
            [int(word) for word in re.split(r"[\s()]+", row) if word.isdecimal()] for row in rows
        ]
        total = 2 * self.holes * self.seeds
        stores = 1 if self.scoring else 2
        lengths = [len(row) for row in found]
        if lengths != [self.holes, stores, self.holes] or sum(map(sum, found)) != total:
            between = "the seeds in both stores" if self.scoring else "2 stores"
            raise ParseError(
                f"expected three rows, {self.holes} holes, {between}, {self.holes} holes, with "
                f'{total} seeds in all, such as "{self.text(self.start())}", got "{text}"'
            )
        margin = 0 if self.scoring else found[1][1] - found[1][0]
        return (*found[2], *reversed(found[0]), margin)

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, self.holes, "hole")
