"""Games and players that are evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay import Game, Value
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


class Words(Game):
    """Letters are taken from either end of a word; whoever takes the last vowel wins."""

    def start(self) -> str:
        return "banana"

    def moves(self, state: str) -> Any:
        yield "left"
        if len(state) > 1:
            yield "right"

    def play(self, state: str, move: str) -> str:
        return state[1:] if move == "left" else state[:-1]

    def outcome(self, state: str) -> Value | None:
        return None if "a" in state else Value.LOSS


class Jugs(Game):
    """A puzzle: measure four litres with jugs of three and five."""

    players = 1
    stuck = Value.LOSS

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: tuple[int, int]) -> list[str]:
        return ["fill 3", "fill 5", "empty 3", "empty 5", "pour"]

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        three, five = state
        poured = min(three, 5 - five)
        return {
            "fill 3": (3, five),
            "fill 5": (three, 5),
            "empty 3": (0, five),
            "empty 5": (three, 0),
            "pour": (three - poured, five + poured),
        }[move]

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return Value.WIN if state[1] == 4 else None


GAMES = [
    TicTacToe(), TicTacToe(3, 2), ThreeRocks(4, 3), Nim((1, 2, 3)), DotsAndBoxes(2, 1),
    Kalah(2, 2), ThreeMensMorris(), Jugs(), ConnectFour(3, 3, 3), Words(),
]  # fmt: skip


@dataclass(frozen=True)
class Over(Game):
    """A game that is over before it begins."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return []

    def play(self, state: int, move: int) -> int:
        return 0

    def outcome(self, state: int) -> Value:
        return Value.LOSS


def first_move(game: Game) -> Any:
    """A player that makes the first legal move."""
    return lambda state: next(iter(game.moves(state)))


def last_move(game: Game) -> Any:
    """A player that makes the last legal move."""
    return lambda state: list(game.moves(state))[-1]
