"""``perfectplay games``: the library."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from perfectplay.cli import options
from perfectplay.cli.output import say, say_facts, say_json, say_title
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES
from perfectplay.game.operators.operator import Applied
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import defaults_of, listing, name_of
from perfectplay.tablebase.record import jsonable

Name = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="Show the rules of this game.", show_default=False),
]


def games(game: Name = None, json: options.Json = False) -> None:
    """List the games of the library, or show the rules of one."""
    if game is None:
        _all_games(json)
    else:
        _one_game(game, json)


def _all_games(json: bool) -> None:
    entries = [(name, load_class(name)) for name in GAMES]
    if json:
        say_json({"games": [_described(name, entry) for name, entry in entries]})
        return
    say_facts([(name, _lines(entry)) for name, entry in entries])
    say()
    say("`perfectplay games GAME` shows the rules of one, `perfectplay solve GAME` solves it.")


def _lines(entry: type[Game] | Game) -> str:
    """What the game is, and below it its parameters with their defaults."""
    return f"{_first_line(entry)}\n{listing(entry)}".strip()


def _one_game(name: str, json: bool) -> None:
    entry = load_class(name)
    rules = _rules(entry)
    if json:
        say_json({**_described(name, entry), "rules": rules})
        return
    say_title(f"{name}  {listing(entry)}".rstrip())
    say()
    say(rules)


def _described(name: str, entry: type[Game] | Game) -> dict[str, Any]:
    defaults = defaults_of(entry)
    return {
        "name": name,
        "class": name_of(entry),
        "summary": _first_line(entry),
        "parameters": {key: jsonable(value) for key, value in defaults.items()},
    }


def _rules(entry: type[Game] | Game) -> str:
    """What the file and the class say of themselves; before them, what operators do."""
    if isinstance(entry, Applied):
        return f"{entry.name}: {entry.meaning}\n\n{_rules(entry.game)}"
    cls = entry if isinstance(entry, type) else type(entry)
    docs = [inspect.getdoc(inspect.getmodule(cls)), _own_doc(cls)]
    return "\n\n".join(doc.strip() for doc in docs if doc)


def _own_doc(cls: type[Game]) -> str:
    """The docstring of a class, unless it is the signature that dataclass puts there."""
    doc = inspect.getdoc(cls) or ""
    return "" if doc.startswith(f"{cls.__name__}(") else doc


def _first_line(entry: type[Game] | Game) -> str:
    if isinstance(entry, Applied):
        return entry.meaning
    doc = _own_doc(entry if isinstance(entry, type) else type(entry))
    return " ".join(doc.split("\n\n")[0].split()).replace("``", "")
