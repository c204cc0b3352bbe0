"""``perfectplay games``: the library."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

from perfectplay.cli.input.options import argument
from perfectplay.cli.output.answer import Answer, say, say_facts, say_title
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES
from perfectplay.game.operators.operator import Applied
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import defaults_of, listing, name_of
from perfectplay.tablebase.record import jsonable


def games(
    game: Annotated[str | None, argument("Show the rules of this game.", "GAME")] = None,
) -> Answer:
    """List the games of the library, or show the rules of one."""
    return _all_games() if game is None else _one_game(game)


def _all_games() -> Answer:
    entries = {name: load_class(name) for name in GAMES}

    def show() -> None:
        say_facts(
            [(name, f"{_first_line(e)}\n{listing(e)}".strip()) for name, e in entries.items()]
        )
        say()
        say("`perfectplay games GAME` shows the rules of one, `perfectplay solve GAME` solves it.")

    return Answer(lambda: {"games": [_described(name, e) for name, e in entries.items()]}, show)


def _one_game(name: str) -> Answer:
    entry = load_class(name)
    rules = _rules(entry)

    def show() -> None:
        say_title(f"{name}  {listing(entry)}".rstrip())
        say()
        say(rules)

    return Answer(lambda: {**_described(name, entry), "rules": rules}, show)


def _described(name: str, entry: type[Game] | Game) -> dict[str, Any]:
    defaults = defaults_of(entry)
    return {
        "name": name,
        "class": name_of(entry),
        "summary": _first_line(entry),
        "parameters": {key: jsonable(value) for key, value in defaults.items()},
    }


def _rules(entry: type[Game] | Game) -> str:
    """The docstrings of the class and the file, below the meanings of operators: how the game is
    played comes before how its states are written."""
    if isinstance(entry, Applied):
        return f"{entry.name}: {entry.meaning}\n\n{_rules(entry.game)}"
    cls = entry if isinstance(entry, type) else type(entry)
    docs = [_own_doc(cls), inspect.getdoc(inspect.getmodule(cls))]
    return "\n\n".join(doc.strip() for doc in docs if doc).replace("``", "`")


def _own_doc(cls: type[Game]) -> str:
    """The docstring of a class, unless dataclass has made it."""
    doc = inspect.getdoc(cls) or ""
    return "" if doc.startswith(f"{cls.__name__}(") else doc


def _first_line(entry: type[Game] | Game) -> str:
    if isinstance(entry, Applied):
        return entry.meaning
    doc = _own_doc(entry if isinstance(entry, type) else type(entry))
    return " ".join(doc.split("\n\n")[0].split()).replace("``", "")
