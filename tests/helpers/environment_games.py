"""Games that are environments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from perfectplay import (
    Game,
    Value,
    from_openspiel,
)
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


class Shelf(NamedTuple):
    """A state as a person writes one."""

    books: tuple[str, ...]
    turn: str


@dataclass(frozen=True)
class Shelves(Game[Shelf, Any]):
    """Take a book, or turn the last one over once; whoever cannot, loses."""

    count: int = 3
    stuck = Value.LOSS

    def start(self) -> Shelf:
        return Shelf(("new",) * self.count, "white")

    def moves(self, state: Shelf) -> Iterator[Any]:
        for place in range(len(state.books)):
            yield ("take", place)
        if state.books and state.books[-1] == "new":
            yield "turn"

    def play(self, state: Shelf, move: Any) -> Shelf:
        turn = "black" if state.turn == "white" else "white"
        if move == "turn":
            return Shelf((*state.books[:-1], "old"), turn)
        return Shelf(state.books[: move[1]] + state.books[move[1] + 1 :], turn)

    def outcome(self, state: Shelf) -> Value | None:
        return None


class Words(Game[str, str]):
    """A text gets shorter by one letter from either end; whoever takes the last vowel wins."""

    def start(self) -> str:
        return "banana"

    def moves(self, state: str) -> Iterator[str]:
        yield from ("left", "right")

    def play(self, state: str, move: str) -> str:
        return state[1:] if move == "left" else state[:-1]

    def outcome(self, state: str) -> Value | None:
        return None if set(state) & set("aeiou") else Value.LOSS


GAMES: dict[str, Game[Any, Any]] = {
    "integers": TicTacToe(),
    "tuples": ThreeRocks(4, 4),
    "heaps": Nim(rows=(1, 2, 3)),
    "pawns": Hexapawn(),
    "points, and moves again": DotsAndBoxes(1, 2),
    "seeds": Kalah(holes=2, seeds=2),
    "loops": Chopsticks(),
    "words in tuples that change their length": Shelves(),
    "texts": Words(),
    "OpenSpiel": from_openspiel("breakthrough(rows=3,columns=3)"),
}
