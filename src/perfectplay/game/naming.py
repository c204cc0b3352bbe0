"""Names of games and of their parameters: the library by name, the name of any game. No game
is imported with this module."""

from __future__ import annotations

import dataclasses
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from perfectplay.core.attached import attached

if TYPE_CHECKING:
    from perfectplay.game.game import Game

GAMES: dict[str, str] = {
    "tic_tac_toe": "perfectplay.games.tic_tac_toe:TicTacToe",
    "wild": "perfectplay.games.wild:WildTicTacToe",
    "notakto": "perfectplay.games.notakto:Notakto",
    "connect_four": "perfectplay.games.connect_four:ConnectFour",
    "chopsticks": "perfectplay.games.chopsticks:Chopsticks",
    "fingers_down": "perfectplay.games.fingers_down:FingersDown",
    "spoons": "perfectplay.games.spoons:Spoons",
    "original": "perfectplay.games.original:Original",
    "nim": "perfectplay.games.nim:Nim",
    "last_mouse_lost": "perfectplay.games.nim:LastMouseLost",
    "subtraction": "perfectplay.games.subtraction:Subtraction",
    "three_rocks": "perfectplay.games.three_rocks:ThreeRocks",
    "wythoff": "perfectplay.games.wythoff:Wythoff",
    "chomp": "perfectplay.games.chomp:Chomp",
    "kayles": "perfectplay.games.kayles:Kayles",
    "dawsons_kayles": "perfectplay.games.kayles:DawsonsKayles",
    "octal": "perfectplay.games.octal:Octal",
    "grundys_game": "perfectplay.games.grundys_game:GrundysGame",
    "hexapawn": "perfectplay.games.hexapawn:Hexapawn",
    "dodgem": "perfectplay.games.dodgem:Dodgem",
    "mu_torere": "perfectplay.games.mu_torere:MuTorere",
    "three_mens_morris": "perfectplay.games.three_mens_morris:ThreeMensMorris",
    "kalah": "perfectplay.games.kalah:Kalah",
    "domineering": "perfectplay.games.domineering:Domineering",
    "breakthrough": "perfectplay.games.breakthrough:Breakthrough",
    "othello": "perfectplay.games.othello:Othello",
    "dots_and_boxes": "perfectplay.games.dots_and_boxes:DotsAndBoxes",
    "eight_puzzle": "perfectplay.games.eight_puzzle:EightPuzzle",
}
"""Name to ``module:class``, in the order in which games are listed."""


def game_name(game: Game) -> str:
    """Name of a game: its name in the library, otherwise its own or that of its class.

    >>> from perfectplay.games.nim import Nim
    >>> game_name(Nim())
    'nim'
    """
    cls = type(game)
    address = f"{cls.__module__}:{cls.__qualname__}"
    for name, listed in GAMES.items():
        if listed == address:
            return name
    return own_name(game)


def own_name(game: Game) -> str:
    """The name that a game has for itself, or that of its class."""
    own = getattr(game, "name", None)
    return own if isinstance(own, str) and own else type(game).__name__


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game by name: the fields that its ``__init__`` takes.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> parameters(ThreeRocks(left=4))
    {'left': 4, 'right': 10, 'most': 3}
    """
    game = attached("innermost")(game)  # an operator has the parameters of its game
    if not dataclasses.is_dataclass(game):
        return {}
    return {f.name: getattr(game, f.name) for f in dataclasses.fields(game) if f.init}


def import_of(name: str) -> str:
    """The import of a game by its name in the library; that of another game for other texts."""
    module, kind = f"perfectplay.games.{name}", "".join(map(str.capitalize, name.split("_")))
    known = name.isidentifier() and find_spec(module) is not None
    if known and hasattr(import_module(module), kind):
        return f"write {kind}(), after from {module} import {kind}"
    return "a game of the library is a class: from perfectplay.games.nim import Nim"
