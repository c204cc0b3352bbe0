"""Connect 4 in the older function style: a start, names of moves and two functions, on strings.

State: the cells of the board, column after column from the left, each from its bottom upwards and
closed by "|". "x" is a stone of the player to move,
"o" one of the other player, "." an empty cell: the string is turned with each move.

>>> from perfectplay import solve
>>> len(solve(game(3, 3, 3)))
694
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game

TURN = str.maketrans("xo", "ox")


class DoMove(Protocol):
    def __call__(self, moveType: str, gameState: str) -> str | bool: ...  # noqa: N803


class Evaluate(Protocol):
    def __call__(self, gameState: str) -> int | str: ...  # noqa: N803


class Functions(NamedTuple):
    """The four names of a file in the older style."""

    startGameState: str  # noqa: N815
    possibleMoveTypes: list[str]  # noqa: N815
    doMove: DoMove  # noqa: N815
    evaluateGameState: Evaluate  # noqa: N815


def make(width: int = 5, height: int = 4, length: int = 4) -> Functions:
    """The four names for a board of one size."""
    group = height + 1
    lines = [
        slice(x * group + y, x * group + y + (length - 1) * step + 1, step)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for step in (dx * group + dy,)
        for x in range(width - dx * (length - 1))
        for y in range(height)
        if 0 <= y + dy * (length - 1) < height
    ]
    line_of_stones = "o" * length

    def doMove(moveType: str, gameState: str) -> str | bool:  # noqa: N802, N803
        bottom = int(moveType) * group
        cell = gameState.find(".", bottom, bottom + height)
        if cell < 0:
            return False
        return (gameState[:cell] + "x" + gameState[cell + 1 :]).translate(TURN)

    def evaluateGameState(gameState: str) -> int | str:  # noqa: N802, N803
        # only the player who has just moved can have a line; those are the "o" now
        for line in lines:
            if gameState[line] == line_of_stones:
                return -1
        return "undecided" if "." in gameState else 0

    start = ("." * height + "|") * width
    return Functions(start, [str(column) for column in range(width)], doMove, evaluateGameState)


def game(width: int = 5, height: int = 4, length: int = 4) -> FunctionGame:
    """The same as a game of perfectplay's."""
    return Game.from_functions(*make(width, height, length))


startGameState, possibleMoveTypes, doMove, evaluateGameState = make()  # noqa: N816
