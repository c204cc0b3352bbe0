"""Games that tests of puzzles use, beside those of the library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value, misere
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe

Gap = tuple[int, int]


@dataclass(frozen=True)
class Corridor(Game[Gap, int]):
    """Two stones walk towards each other, one or two steps at a time; who cannot move has lost.

    A state is whose turn it is and the gap: with a gap divisible by three it is bad to be to move.
    """

    gap: int = 12

    stuck = Value.LOSS

    def start(self) -> Gap:
        return (0, self.gap)

    def player(self, state: Gap) -> int:
        return state[0]

    def moves(self, state: Gap) -> Iterator[int]:
        yield from range(1, min(state[1], 2) + 1)

    def play(self, state: Gap, move: int) -> Gap:
        return (1 - state[0], state[1] - move)

    def outcome(self, state: Gap) -> None:
        return None


@dataclass(frozen=True)
class Handed(Corridor):
    """The same written from the mover's side, with the method that passes the turn; and the first
    player may not take one step from an even gap."""

    def moves(self, state: Gap) -> Iterator[int]:
        if state[0] == 1 or state[1] % 2 or state[1] == 0:
            yield from range(1, min(state[1], 2) + 1)
        elif state[1] > 1:
            yield 2

    def turned(self, state: Gap) -> Gap:
        return (1 - state[0], state[1])


class Lights(Game[tuple[int, ...], int]):
    """A row of lights: a move switches a light and its neighbours. All off, and it is solved."""

    players = 1

    def start(self) -> tuple[int, ...]:
        return (1, 0, 1, 1, 0)

    def moves(self, state: tuple[int, ...]) -> range:
        return range(5)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple(light ^ (abs(place - move) < 2) for place, light in enumerate(state))

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return None if any(state) else Value.WIN


GAMES: list[Game] = [
    TicTacToe(), TicTacToe(misere=True), ConnectFour(3, 4, 3), Kalah(3, 2, scoring=True),
    DotsAndBoxes(1, 2), misere(Nim((1, 2, 4))), Chopsticks(4), ThreeMensMorris(), Hexapawn(3),
    Spoons(), Lights(), Corridor(), Handed(13),
]  # fmt: skip
"""With loops, points, symmetries, misère play, one player, and positions that can be passed."""


def name_of(game: Game) -> str:
    """Of a test: the class, and the seed of a random game."""
    return f"{type(game).__name__}{getattr(game, 'seed', '')}"
