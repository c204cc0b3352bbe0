"""Parameters as people type them: ``name=value`` for the fields of a game's dataclass."""

from __future__ import annotations

import dataclasses
import difflib
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator, innermost

YES = ("yes", "true", "1")
NO = ("no", "false", "0")

LONGEST = 200
"""Characters of a wrong value that a message shows."""


def fields_of(game: type[Game] | Game) -> dict[str, dataclasses.Field[Any]]:
    """The fields that ``__init__`` takes, by name; none where the game is no dataclass.

    An operator has those of the game that it changes.
    """
    game = innermost(game)
    if not dataclasses.is_dataclass(game):
        return {}
    return {field.name: field for field in dataclasses.fields(game) if field.init}


def defaults_of(game: type[Game] | Game) -> dict[str, Any]:
    """The value of each field where it is not given; for an instance, the values that it has.

    A field without a default is left out.
    """
    game = innermost(game)
    if isinstance(game, Game):
        return {name: getattr(game, name) for name in fields_of(game)}
    found = {}
    for name, field in fields_of(game).items():
        if field.default is not dataclasses.MISSING:
            found[name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[name] = field.default_factory()
    return found


def parameter_text(value: Any) -> str:
    """The value as `parse_parameters` reads it.

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


def split_arguments(
    game: type[Game] | Game, arguments: Iterable[str]
) -> tuple[dict[str, str], list[str]]:
    """Parameters of the game, and all other arguments in their order.

    ``name=value`` is a parameter exactly if the game has a field of that name: a state's text
    may hold an equals sign.
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
    """The values of ``name=value`` strings (or of such a mapping), by the types of the fields.

    Raises ParameterError for what is no parameter of the game and for a value of another type.

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
    """The game with these values of its fields; the others keep their defaults.

    Raises ParameterError with the game's own words where its ``__post_init__`` refuses them.
    """
    if isinstance(game, Operator):
        return game.over(build(game.game, values))
    made = ", ".join(f"{name}={parameter_text(value)}" for name, value in values.items())
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
    except Exception as error:
        if isinstance(error, TypeError) and isinstance(game, type) and not fields_of(game):
            raise ParameterError(
                f"{game.__name__} cannot be made without arguments ({error}): "
                "parameters are fields of a frozen dataclass"
            ) from error
        shown = f" with {made}" if made else ""
        said = str(error) if isinstance(error, ValueError) and str(error) else repr(error)
        raise ParameterError(f"{name_of(game)}{shown} is refused by its rules: {said}") from error


def name_of(game: type[Game] | Game) -> str:
    """What people call the game: the name of its class, or of the file of its functions."""
    if isinstance(game, type):
        return game.__name__
    return str(getattr(game, "name", "") or type(game).__name__)


def unknown_parameter(game: type[Game] | Game, argument: str) -> str:
    """The sentence about ``name=value``, or any text, that is no parameter of the game."""
    name = argument.partition("=")[0]
    said = f"{name_of(game)} has no parameter {name!r}"
    if "=" not in argument:
        said = f"{argument!r} is no parameter: expected name=value"
    if not fields_of(game):
        return f"{said}; it has none"
    near = difflib.get_close_matches(name, fields_of(game), n=1)
    meant = "".join(near) if "=" in argument else f"{''.join(near)}=…"
    guess = f", did you mean {meant!r}? It has" if near else "; it has"
    return f"{said}{guess} {listing(game)}"


def listing(game: type[Game] | Game) -> str:
    """The parameters with their defaults, as they are typed."""
    defaults = defaults_of(game)
    return " ".join(
        f"{name}={parameter_text(defaults[name]) if name in defaults else '…'}"
        for name in fields_of(game)
    )


def _types(game: type[Game] | Game) -> dict[str, Any]:
    """The type of each field; where the annotations cannot be evaluated, that of its default."""
    game = innermost(game)
    cls = game if isinstance(game, type) else type(game)
    try:
        hints = get_type_hints(cls)
    except (NameError, TypeError, AttributeError):
        hints = {}
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
    """The text as a value of the type; raises ValueError."""
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
    """``3,5,6`` or ``(3, 5, 6)``; also one element, and none at all."""
    inner = text.strip()
    if inner[:1] in "([" and inner[-1:] in ")]":
        inner = inner[1:-1]
    parts = [part.strip() for part in inner.split(",")] if inner else []
    if len(parts) > 1 and not parts[-1]:  # Python's own way to write one element: (3,)
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
    """The text where it is one of the choices, whatever its case where they are lower case."""
    choices = _choices(wanted)
    return text if text in choices else _one_of(text.lower(), choices)


def _choices(wanted: Any) -> list[str]:
    values = get_args(wanted) if get_origin(wanted) is Literal else list(wanted)
    return [parameter_text(value) for value in values]


def _described(wanted: Any) -> str:
    """The type in words, with an example where the form is not obvious."""
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
