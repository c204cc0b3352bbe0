"""Parameters as text: ``name=value`` for the fields of a game's dataclass."""

from __future__ import annotations

import dataclasses
import difflib
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from perfectplay.core.errors import ParameterError
from perfectplay.game.annotated_names import known_types
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES, parameters
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.showing import faults_of
from perfectplay.registry.forgotten_fields import forgotten_fields, taken_by_init, untyped_value
from perfectplay.registry.parameter_texts import parameter_text, value_of_text


def fields_of(game: type[Game] | Game) -> dict[str, dataclasses.Field[Any]]:
    """The fields that ``__init__`` takes, by name; none if the game is no dataclass.

    An operator has those of its game.
    """
    game = innermost(game)
    if not dataclasses.is_dataclass(game):
        return {}
    return {field.name: field for field in dataclasses.fields(game) if field.init}


def defaults_of(game: type[Game] | Game) -> dict[str, Any]:
    """Default of each field that has one; for an instance, the value of each field."""
    game = innermost(game)
    if isinstance(game, Game):
        return parameters(game)
    found = {}
    for name, field in fields_of(game).items():
        if field.default is not dataclasses.MISSING:
            found[name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[name] = field.default_factory()
    return found


def parameter_texts(game: Game) -> list[str]:
    """All parameters of a game as they are typed: ``name=value``."""
    return [f"{name}={parameter_text(value)}" for name, value in parameters(game).items()]


def split_arguments(
    game: type[Game] | Game, arguments: Iterable[str]
) -> tuple[dict[str, str], list[str]]:
    """Split arguments into parameters of the game and all others, in their order.

    ``name=value`` is a parameter only if the game has a field of that name, because the text of a
    state may contain an equals sign. Raises ParameterError for a repeated parameter.
    """
    names = fields_of(game)
    given: dict[str, str] = {}
    rest: list[str] = []
    for argument in arguments:
        name, sign, text = argument.partition("=")
        if not sign or name not in names:
            rest.append(argument)
        elif name in given:
            raise ParameterError(f"{name} is given twice: {name}={given[name]} and {argument}")
        else:
            given[name] = text
    return given, rest


def parse_parameters(
    game: type[Game] | Game, arguments: Iterable[str] | Mapping[str, str]
) -> dict[str, Any]:
    """The values of ``name=value`` strings (or of a mapping), converted to the fields' types.

    Raises ParameterError for an unknown parameter and for a value of a wrong type.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> parse_parameters(TicTacToe, ["width=4", "misere=yes"])
    {'width': 4, 'misere': True}
    """
    if isinstance(arguments, Mapping):
        arguments = [f"{name}={text}" for name, text in arguments.items()]
    given, unknown = split_arguments(game, arguments)
    if unknown:
        raise ParameterError(unknown_parameter(game, unknown[0]))
    wanted = _types(game)
    return {name: value_of_text(name, text, wanted[name]) for name, text in given.items()}


def build(game: type[Game] | Game, values: Mapping[str, Any]) -> Game:
    """The game with these parameters; the others keep their defaults.

    Raises ParameterError if a value is missing or if the game's ``__post_init__`` raises.
    """
    if isinstance(game, Operator):
        return game.over(build(game.game, values))
    if isinstance(game, type):
        missing = [n for n in fields_of(game) if n not in values and n not in defaults_of(game)]
        if missing:
            raise ParameterError(
                f"{game.__name__} needs a value for {' and '.join(missing)}: "
                f"add {' '.join(f'{name}=…' for name in missing)}, or give a default in the class"
            )
    try:
        if isinstance(game, type):
            return game(**values)
        return dataclasses.replace(game, **values) if values else game  # type: ignore[type-var]
    except faults_of() as error:
        if isinstance(error, TypeError) and isinstance(game, type) and not fields_of(game):
            raise ParameterError(
                f"{game.__name__} cannot be made without arguments ({error}): give each argument "
                "of __init__ a default, or make them fields of a frozen dataclass"
            ) from error
        pairs = ", ".join(f"{name}={parameter_text(value)}" for name, value in values.items())
        shown = f" with {pairs}" if pairs else ""
        reason = str(error) if isinstance(error, ValueError) and str(error) else repr(error)
        raise ParameterError(f"{name_of(game)}{shown} is refused by its rules: {reason}") from error


def name_of(game: type[Game] | Game) -> str:
    """Name of a game: that of its class, or of the file of its functions."""
    if isinstance(game, type):
        return game.__name__
    return str(getattr(game, "name", "") or type(game).__name__)


def unknown_parameter(game: type[Game] | Game, argument: str) -> str:
    """Message about an argument that is no parameter of the game."""
    name = argument.partition("=")[0]
    problem = f"{name_of(game)} has no parameter {name!r}"
    if "=" not in argument:
        problem = f"{argument!r} is no parameter of {name_of(game)}: expected name=value"
        if file := _file_with(game, argument):
            return f"{problem}; a class of a file follows a colon: {file}:{argument}"
        if argument.endswith(".py") or argument in GAMES:
            return f"{problem}; this command takes one game"
    forgotten = forgotten_fields(game)
    if name in forgotten.split():
        return f"{problem}: {forgotten}"
    if "=" in argument and (untyped := untyped_value(game, name)):
        return f"{problem}: write {untyped}, with its type, below @dataclass(frozen=True)"
    if not fields_of(game):
        if "=" in argument and name in taken_by_init(game):
            return (
                f"{problem}: __init__ takes it, but parameters are the fields of a frozen "
                f"dataclass; in place of __init__ write {name} as a field below "
                "@dataclass(frozen=True)"
            )
        return f"{problem}; it has no parameters"
    near = difflib.get_close_matches(name, fields_of(game), n=1)
    meant = "".join(near) if "=" in argument else f"{''.join(near)}=…"
    guess = f", did you mean {meant!r}? It has" if near else "; it has"
    return f"{problem}{guess} {listing(game)}"


def _file_with(game: type[Game] | Game, name: str) -> str:
    """The file of the game if it has a game of this name; "" if not."""
    cls = game if isinstance(game, type) else type(game)
    module = sys.modules.get(cls.__module__)
    other = getattr(module, name, None)
    file = getattr(module, "__file__", None) or ""
    return Path(file).name if isinstance(other, type) and issubclass(other, Game) else ""


def listing(game: type[Game] | Game) -> str:
    """The parameters with their defaults, as ``name=value`` separated by spaces."""
    defaults = defaults_of(game)
    return " ".join(
        f"{name}={parameter_text(defaults[name]) if name in defaults else '…'}"
        for name in fields_of(game)
    )


def _types(game: type[Game] | Game) -> dict[str, Any]:
    """Type of each field; if its annotation cannot be evaluated, the type of its default."""
    game = innermost(game)
    cls = game if isinstance(game, type) else type(game)
    hints = known_types(cls)
    defaults = defaults_of(game)
    found = {}
    for name in fields_of(game):
        hint = hints.get(name, Any)
        found[name] = type(defaults[name]) if hint is Any and name in defaults else hint
    return found
