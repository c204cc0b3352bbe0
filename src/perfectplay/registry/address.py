"""Addresses of games: a name of the library, a file, a module, or an object in one of these.

three_rocks          the game of this name in the library
rocks.py             the only game that the file defines
rocks.py:ThreeRocks  this class, this instance, or this function, which returns a game
package.module       the only game that the module defines
package.module:Name  as for a file
misere(GAME)         an operator applied to any of these: see docs/operators.md
tree.json, tree.efg  the tree or graph in the file: see docs/trees.md
openspiel:nim        the game that OpenSpiel has under this name: see docs/other-libraries.md
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from perfectplay.core.errors import GameFileError, PerfectPlayError, UnknownGameError
from perfectplay.core.shortened import listed
from perfectplay.game.explicit.explicit_game import ENDINGS
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.not_made import SIGNATURES
from perfectplay.game.showing import faults_of
from perfectplay.registry.forgotten_fields import need_four_methods
from perfectplay.registry.parameters import build, parse_parameters
from perfectplay.registry.source import is_file_name, is_stored, load_file, reads_rules, where

OPENSPIEL = "openspiel:"
"""Begins the address of a game of OpenSpiel; its name follows, with parameters in parentheses."""

# the four names of a game made of functions, each with its variants
OLDER_STYLE = (
    ("startGameState", "start_game_state", "start"),
    ("possibleMoveTypes", "possible_move_types", "possible_moves"),
    ("doMove", "do_move"),
    ("evaluateGameState", "evaluate_game_state", "evaluate"),
)


def load_game(address: str, parameters: Mapping[str, str] | None = None) -> Game:
    """The game at an address, with parameters as text.

    Raises UnknownGameError, GameFileError or ParameterError.

    >>> load_game("tic_tac_toe", {"width": "4"})
    TicTacToe(width=4, height=3, length=3, misere=False)
    """
    found = load_class(address)
    return build(found, parse_parameters(found, parameters or {}))


def load_class(address: str) -> type[Game] | Game:
    """The class or instance at an address, before its parameters are set."""
    from perfectplay.game.naming import GAMES

    if address in GAMES:
        place, name = split_address(GAMES[address])
        return _in_module(import_here(place), name, address)
    if address.startswith(OPENSPIEL):
        from perfectplay.game.openspiel.spiel_game import from_openspiel

        return from_openspiel(address.removeprefix(OPENSPIEL))
    if "(" in address:
        from perfectplay.game.operators.operator_address import applied

        if (operator := applied(address, load_class)) is not None:
            return operator
    if "://" in address:
        raise UnknownGameError(reads_rules(address))
    place, name = split_address(address)
    if address.lower().endswith(ENDINGS):
        from perfectplay.game.explicit.game_file import game_from_file

        return game_from_file(address)
    if is_file_name(place):
        return _in_module(load_file(Path(place)), name, place)
    if name or "." in place:
        return _in_module(import_here(place), name, place)
    raise UnknownGameError(_unknown(address, list(GAMES)))


def split_address(address: str) -> tuple[str, str]:
    """Split an address at its last colon, if that is not the colon of ``C:\\``."""
    place, _, name = address.rpartition(":")
    if not place or "/" in name or "\\" in name:
        return address, ""
    return place, name


def _unknown(address: str, names: list[str]) -> str:
    if Path(f"{address}.py").is_file():
        return f"no game {address!r} in the library; for the file in this folder write {address}.py"
    if address and is_stored(Path(address)):
        return reads_rules(address)
    if address and Path(address).is_dir():
        return f"{address!r} is a folder, not a game; `perfectplay games` lists the games"
    near = difflib.get_close_matches(address.lower().replace("-", "_"), names, n=3)
    guess = f"; did you mean {' or '.join(near)}?" if near else ";"
    return f"no game {address!r} in the library{guess} `perfectplay games` lists them"


def _in_module(module: ModuleType, name: str, shown: str) -> type[Game] | Game:
    return _named(module, name, shown) if name else _only_game(module, shown)


def import_here(name: str) -> ModuleType:
    """Import a module from Python's path or the working directory. Raises GameFileError."""
    if name.startswith("."):
        raise GameFileError(
            f"{name} is a folder; expected a file of rules such as rocks.py, a solved folder, or a "
            "game of the library (`perfectplay games` lists them)"
        )
    try:
        with _importable_here():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or name
        if name == missing or name.startswith(missing + "."):
            raise GameFileError(
                f"no module {missing!r} is installed or in this folder; "
                "a game's file is named with its ending, as in rocks.py"
            ) from error
        raise GameFileError(f"module {name} cannot be imported: {error}") from error
    except PerfectPlayError:
        raise
    except faults_of() as error:
        raise GameFileError(
            f"module {name} cannot be imported: {type(error).__name__}: {error}"
        ) from error


@contextmanager
def _importable_here() -> Iterator[None]:
    """Append the working folder, unless it was removed, to Python's path in the block."""
    try:
        folder = str(Path.cwd())
    except FileNotFoundError:
        yield
        return
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _named(module: ModuleType, name: str, shown: str) -> type[Game] | Game:
    """The class, the instance, or the result of the function of this name in a module."""
    if not hasattr(module, name):
        names = [n for n, value in vars(module).items() if _is_game(value)]
        near = difflib.get_close_matches(name, names, n=1) or names
        raise GameFileError(f"{shown} has no {name!r}; " + _offer(shown, near))
    found = getattr(module, name)
    if callable(found) and not isinstance(found, type | Game):
        try:
            found = found()
        except faults_of() as error:
            raise GameFileError(
                f"{shown}:{name}() raises {type(error).__name__}: {error}{where(error, module)}"
            ) from error
    if not _is_game(found):
        raise GameFileError(
            f"{shown}:{name} is {_kind(found)}; expected a class made from perfectplay.Game, "
            "an instance of one, or a function without arguments that gives one"
        )
    game: type[Game] | Game = found
    need_four_methods(game, shown)
    return game


def _only_game(module: ModuleType, shown: str) -> type[Game] | Game:
    """The only Game subclass that a module defines and does not subclass again."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    own = [cls for cls in classes if cls.__module__ == module.__name__]
    here = dict.fromkeys(cls for cls in own if issubclass(cls, Game))
    last = [cls for cls in here if not any(cls in other.__mro__[1:] for other in here)]
    if len(last) == 1:
        need_four_methods(last[0], shown)
        return last[0]
    if last:
        names = sorted(cls.__name__ for cls in last)
        raise GameFileError(
            f"{shown} defines {len(names)} games, {listed(names)}; say which: {shown}:{names[0]}"
        )
    return _older_style(module, shown)


def _older_style(module: ModuleType, shown: str) -> Game:
    """The game of a file that has the four names of `Game.from_functions` and no Game subclass."""
    names = [next((n for n in twins if hasattr(module, n)), "") for twins in OLDER_STYLE]
    if not all(names):
        missing = [twins[0] for twins, n in zip(OLDER_STYLE, names, strict=True) if not n]
        raise GameFileError(_no_game(module, shown, missing))
    start, possible, do_move, evaluate = (getattr(module, name) for name in names)
    for function, name in ((do_move, names[2]), (evaluate, names[3])):
        if not callable(function):
            raise GameFileError(f"{shown}: {name} must be a function, it is {_kind(function)}")
    if callable(start):
        raise GameFileError(f"{shown}: {names[0]} must be the first state, it is a function")
    try:
        moves = tuple(possible)
    except TypeError as error:
        raise GameFileError(
            f"{shown}: {names[1]} must be a list of all moves, it is {_kind(possible)}"
        ) from error
    return FunctionGame(start, moves, do_move, evaluate, None, name=Path(shown).stem)


def _no_game(module: ModuleType, shown: str, missing: list[str]) -> str:
    loose = [name for name in SIGNATURES if callable(vars(module).get(name))]
    if len(loose) > 2:
        return (
            f"{shown} has {listed(loose)} as functions by themselves; make them methods of one "
            "class, below `class MyGame(Game):`, each with self as its first argument"
        )
    if len(missing) < 3:
        return f"{shown} has functions of the older style but lacks {listed(missing)}"
    if instances := [name for name, value in vars(module).items() if isinstance(value, Game)]:
        return f"{shown} defines no Game subclass; " + _offer(shown, instances)
    if plain := _classes_like_games(module):
        return f"{plain[0]} in {shown} is no game yet: write class {plain[0]}(Game):"
    return (
        f"{shown} defines no game: it needs one class made from perfectplay.Game; "
        "`perfectplay new FILE` writes one to begin with"
    )


def _classes_like_games(module: ModuleType) -> list[str]:
    """The classes of a file with most of the methods of a game that are not made from Game."""
    own = [kind for kind in vars(module).values() if isinstance(kind, type)]
    own = [kind for kind in own if kind.__module__ == module.__name__]
    return [
        kind.__name__ for kind in own if sum(callable(vars(kind).get(n)) for n in SIGNATURES) > 2
    ]


def _offer(shown: str, names: list[str]) -> str:
    if not names:
        return "it defines no game; `perfectplay new FILE` writes one to begin with"
    return f"say {' or '.join(f'{shown}:{name}' for name in names[:3])}"


def _is_game(value: Any) -> bool:
    """True for an instance of Game and for a subclass of it."""
    if isinstance(value, type):
        return issubclass(value, Game) and value is not Game
    return isinstance(value, Game)


def _kind(value: Any) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return "a function" if callable(value) else f"a value of type {type(value).__name__}"
