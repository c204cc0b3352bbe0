"""Parameters as text: ``name=value`` for the fields of a game's dataclass."""

from __future__ import annotations

import dataclasses
import difflib
import sys
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES, parameters
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.showing import faults_of
from perfectplay.registry.annotated_names import known_types
from perfectplay.registry.forgotten_fields import forgotten_fields, taken_by_init, untyped_value

YES = ("yes", "true", "1")
NO = ("no", "false", "0")

LONGEST = 200
"""Maximum number of characters of a wrong value in a message."""


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


def parameter_text(value: Any) -> str:
    """Text of a value, which `parse_parameters` reads.

    >>> parameter_text(True), parameter_text((3, 5)), parameter_text(7)
    ('yes', '3,5', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple | list):
        return ",".join(parameter_text(item) for item in value)
    if isinstance(value, set | frozenset):
        return ",".join(sorted((parameter_text(item) for item in value), key=_natural))
    return str(value)


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
    return {name: _value(name, text, wanted[name]) for name, text in given.items()}


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


def _value(name: str, text: str, wanted: Any) -> Any:
    try:
        return _convert(text, wanted)
    except ValueError as error:
        got = repr(text) if len(text) <= LONGEST else f"{text[:LONGEST]!r}…"
        raise ParameterError(f"{name} must be {_described(wanted)}, got {got}") from error


def _convert(text: str, wanted: Any) -> Any:
    """Convert a text to a type. Raises ValueError."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _first(text, get_args(wanted))
    if origin is Literal:
        return {parameter_text(value): value for value in get_args(wanted)}[_known(text, wanted)]
    kind = origin or wanted
    if not isinstance(kind, type) or kind is str:
        return text
    if kind is type(None):
        return {"none": None}[_one_of(text.lower(), ("none",))]
    if kind is bool:
        return _one_of(text.lower(), YES + NO) in YES
    if issubclass(kind, Enum):
        return {item.name.lower(): item for item in kind}[_known(text, kind)]
    if issubclass(kind, tuple | list | set | frozenset):
        return kind(_items(text, get_args(wanted)))
    if kind in (int, float):
        return kind(text)
    raise ValueError(text)


def _items(text: str, kinds: tuple[Any, ...]) -> list[Any]:
    """The items of ``3,5,6`` or ``(3, 5, 6)``, of one item, or of none."""
    inner = text.strip()
    if inner[:1] in "([" and inner[-1:] in ")]":
        inner = inner[1:-1]
    parts = [part.strip() for part in inner.split(",")] if inner else []
    if len(parts) > 1 and not parts[-1]:  # Python's form of one item: (3,)
        parts.pop()
    if not kinds or kinds[-1] is Ellipsis or (len(kinds) == 1 and len(parts) != 1):
        kinds = (kinds[0] if kinds else int,) * len(parts)
    if len(kinds) != len(parts):
        raise ValueError(text)
    return [_convert(part, kind) for part, kind in zip(parts, kinds, strict=True)]


def _first(text: str, kinds: tuple[Any, ...]) -> Any:
    for kind in sorted(kinds, key=lambda kind: kind is str):  # str takes any text
        try:
            return _convert(text, kind)
        except ValueError:
            continue
    raise ValueError(text)


def _one_of(text: str, choices: Iterable[str]) -> str:
    if text not in choices:
        raise ValueError(text)
    return text


def _known(text: str, wanted: Any) -> str:
    """The choice that a text names; lower-case choices in any case. Raises ValueError."""
    choices = _choices(wanted)
    return text if text in choices else _one_of(text.lower(), choices)


def _choices(wanted: Any) -> list[str]:
    values = get_args(wanted) if get_origin(wanted) is Literal else list(wanted)
    return [parameter_text(value) for value in values]


def _described(wanted: Any) -> str:
    """The type in words, with an example if its form is not obvious."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(_described(kind) for kind in get_args(wanted))
    kind = origin or wanted
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return "one of " + ", ".join(_choices(wanted))
    if isinstance(kind, type) and issubclass(kind, tuple | list | set | frozenset):
        kinds = get_args(wanted)
        if kind is tuple and kinds and kinds[-1] is not Ellipsis:
            return f"{len(kinds)} values separated by commas, each {_described(kinds[0])}"
        return f"values separated by commas such as 3,5,6, each {_described((kinds or (int,))[0])}"
    names = {int: "a whole number", float: "a number", bool: "yes or no", type(None): "none"}
    return names.get(wanted, f"a {getattr(wanted, '__name__', wanted)} (which cannot be typed)")


def _natural(text: str) -> tuple[int, float, str]:
    try:
        return (0, float(text), "")
    except ValueError:
        return (1, 0.0, text)
