"""The game of a stored solution: how the manifest names it, and how it is made again."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from perfectplay.core.errors import MissingRulesError, ParameterError, PerfectPlayError
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES, game_name, parameters
from perfectplay.game.operators.operator import Operator
from perfectplay.game.operators.sums import Sum
from perfectplay.registry.address import load_class
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.registry.parameters import build, fields_of, name_of, parse_parameters
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.state_rows import without_surrogates
from perfectplay.tablebase.store.manifest import GameEntry


def game_entry(game: Game) -> GameEntry:
    """What a manifest says of a game.

    >>> from perfectplay.games.nim import Nim
    >>> entry = game_entry(Nim(rows=(3, 5)))
    >>> entry.address, entry.parameters["rows"]
    ('nim', [3, 5])
    """
    given = {name: parameter_json(value) for name, value in parameters(game).items()}
    return GameEntry(str(game_name(game)), without_surrogates(address_of(game)), given)


def address_of(game: Game, *, folders: bool = False) -> str:
    """The address under which the game can be found again: a library name, ``file.py:Class``, or
    ``module:Class``.

    ``folders``: files with their whole path, for other processes of this machine; else without.
    """
    if isinstance(game, Operator | Sum):
        return game.written(partial(address_of, folders=folders))
    cls = type(game)
    listed = f"{cls.__module__}:{cls.__qualname__}"
    if listed in GAMES.values():  # another game may have the name of one in the library
        return game_name(game)
    if isinstance(game, ExplicitGame) and game.file:
        return game.file
    kind: Any = game._do_move if isinstance(game, FunctionGame) else type(game)
    module = getattr(kind, "__module__", None) or "unknown"
    name = "" if isinstance(game, FunctionGame) else f":{kind.__qualname__}"
    run = re.fullmatch(r"_game_(.*)_[0-9a-f]{12}", module)
    if run is None and module != "__main__":
        return f"{module}{name}"
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return f"{run[1]}.py{name}" if run else f"__main__{name}"
    return f"{Path(file).absolute() if folders else Path(file).name}{name}"


def parameter_json(value: Any) -> Any:
    """The value of a parameter as JSON.

    >>> from perfectplay.core.value import Value
    >>> parameter_json((3, (1, True))), parameter_json(Value.WIN), parameter_json({2, 1})
    ([3, [1, True]], 'win', [1, 2])
    """
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple | list):
        return [parameter_json(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((parameter_json(item) for item in value), key=repr)
    if isinstance(value, float) and not math.isfinite(value):  # JSON has no such numbers
        return repr(value)
    return jsonable(value)


def game_at(address: str, entry: GameEntry) -> Game:
    """The game at an address, with the parameters of a stored solution. Raises UnknownGameError,
    GameFileError, ParameterError."""
    return _built(load_class(address), entry.parameters)


def of_class(game: Game, entry: GameEntry) -> Game | None:
    """A game of the same class with the parameters of a stored solution; None if the class does
    not accept them."""
    try:
        return _built(type(game), entry.parameters)
    except PerfectPlayError:
        return None


def _built(found: type[Game] | Game, given: Mapping[str, Any]) -> Game:
    """The game with parameters from JSON. Raises ParameterError."""
    if strange := [name for name in given if name not in fields_of(found)]:
        raise ParameterError(
            f"{name_of(found)} has no parameter {strange[0]!r}, which the stored solution has; "
            "it is another game"
        )
    return build(found, {name: _value(found, name, value) for name, value in given.items()})


def _value(found: type[Game] | Game, name: str, value: Any) -> Any:
    """A parameter's value by the type of its field; unchanged if the field has no known type."""
    try:
        typed = parse_parameters(found, {name: parameter_text(value)})[name]
    except ParameterError:
        return _tuples(value)
    return typed if parameter_json(typed) == value else _tuples(value)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


class MissingRules(Game):
    """In place of the rules of a stored solution that were not found: every call raises
    MissingRulesError."""

    def __init__(self, entry: GameEntry, reason: MissingRulesError) -> None:
        self.name = entry.name
        self.reason = reason

    def _missing(self, *_: Any, **__: Any) -> NoReturn:
        raise MissingRulesError(str(self.reason))

    start = moves = play = outcome = parse = _missing
