"""Titles of games: names that people read."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.operators.sums import Sum
from perfectplay.game.showing import faults_of

LONGEST = 80
"""Maximum number of characters of a title."""

WORDS = 7
"""Maximum number of words of a line that may be a title."""

_SENTENCE = frozenset(
    ("cannot", "lose", "loses", "may", "must", "take", "takes", "who", "win", "wins", "you", "your")
)
"""Words of sentences about rules, and not of names."""

_RULES = _SENTENCE | frozenset(
    (
        "first",
        "last",
        "move",
        "moves",
        "player",
        "players",
        "rules",
        "state",
        "states",
        "note",
        "todo",
    )
)
"""Words at the beginning of sentences about rules, and not of names."""

_DESCRIPTION = frozenset(("a", "an", "both", "each", "every", "in", "like", "on", "this", "with"))
"""Words at the beginning of descriptions ("A row of nine fields: ..."), and not of names."""

_DATA = frozenset(("array", "bits", "bytes", "dataclass", "integer", "string", "tuple", "tuples"))
"""Words about how states are written, and not of names."""

_MADE = {
    "misere": "misère",
    "pie": "with the pie rule",
    "cap": "at most {} plies",
    "counted": "positions counted",
    "start_at": "from another position",
}
"""What an operator adds to the title of its game."""


def game_title(game: Game, name: str = "") -> str:
    """The title of a game: its ``title``, else the name at the beginning of its docstring, else the
    name of its class in words. ``name``: that of a game without a class of its own, as of a file.

    >>> from perfectplay.games.nim import LastMouseLost
    >>> from perfectplay import cap
    >>> game_title(LastMouseLost()), game_title(cap(LastMouseLost(), 9))
    ('Last mouse lost', 'Last mouse lost (at most 9 plies)')
    """
    if isinstance(game, Operator):
        added = _MADE.get(game.verb, game.verb).format(game.argument)
        return _cut(f"{game_title(game.game, name)} ({added})")
    if isinstance(game, Sum):
        return _cut(" + ".join(game_title(one, name) for one in game.games))
    if given := _given(game):
        return given
    if isinstance(game, FunctionGame | ExplicitGame):
        return _cut(name_words(name or str(game.name)))
    return _cut(_named(_class_doc(game, type(game).__module__)) or name_words(type(game).__name__))


def _given(game: Game) -> str:
    """The title that the author gives, on one line; "" if it is none."""
    try:
        title: Any = getattr(game, "title", None) if _is_own(game) else None
    except faults_of(game):  # a property of the user's
        return ""
    return _cut(" ".join(title.split())) if isinstance(title, str) else ""


def category_of(game: Game) -> str:
    """The category of a game: its ``category``, else one that its attributes tell.

    >>> from perfectplay.games.nim import Nim
    >>> category_of(Nim())
    'Heaps'
    """
    game = innermost(game)
    try:
        given: Any = getattr(game, "category", None)
    except faults_of(game):  # a property of the user's
        given = None
    if isinstance(given, str) and given.strip():
        return _cut(" ".join(given.split()))
    if game.players == 1:
        return "Puzzle"
    return "Points" if game.scoring else "Impartial" if game.impartial else "Two players"


def _is_own(game: Game) -> bool:
    """True unless the title is that of a base class in another file: a game of somebody who builds
    on it has another name."""
    kind = type(game)
    found = next((base for base in kind.__mro__ if "title" in vars(base)), kind)
    return "title" in getattr(game, "__dict__", {}) or found.__module__ == kind.__module__


def docstring_of(game: Game) -> str:
    """The docstring of a game's class, or of a base class of the author's; else that of its file,
    if it is the only game there.

    Not the docstrings of `Game` and of dataclasses, which describe no rules.

    >>> from perfectplay.games.nim import Nim
    >>> docstring_of(Nim()).split(".")[0]
    'Take any number of stones from one row; the last stone wins'
    """
    if isinstance(game, FunctionGame):
        return _doc(sys.modules.get(str(game.name)))
    if isinstance(game, ExplicitGame):
        return ""
    module = sys.modules.get(type(game).__module__)
    games = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
    ] if module else []  # fmt: skip
    return _class_doc(game) or (_doc(module) if len(games) == 1 else "")


def _class_doc(game: Game, module: str = "") -> str:
    """The docstring of a class or of a base class of the author's; of the ``module`` only, if one
    is named."""
    for kind in type(game).__mro__:
        if kind in Game.__mro__ or (module and kind.__module__ != module):
            break
        text = _doc(kind)
        if text and not text.startswith(f"{kind.__name__}("):  # made by a dataclass
            return text
    return ""


def _doc(thing: object) -> str:
    """The docstring of a class or a module itself, without its indentation."""
    text = getattr(thing, "__dict__", {}).get("__doc__")
    return inspect.cleandoc(text).strip() if isinstance(text, str) else ""


def _named(text: str) -> str:
    """The name with which a docstring begins, or ""."""
    line, _, rest = text.partition("\n")
    before, colon, _ = line.partition(": ")
    if colon and _is_name(before) and before.split()[0].lower() not in _RULES:
        return before
    alone = not rest or rest.startswith("\n") or rest.isspace()
    whole = line.strip().removesuffix(".")
    if alone and _is_name(whole) and not _SENTENCE & set(whole.lower().split()):
        first = whole.split()[0].lower()
        return whole if rest.strip() or first not in _RULES else ""
    return ""


def _is_name(text: str) -> bool:
    """True for a few words without the marks of sentences, of descriptions or of markup."""
    words = text.lower().split()
    if re.search(r"[;:.,!?=<>`{}\[\]|*]", text) or not 0 < len(words) <= WORDS:
        return False
    described = words[0] in _DESCRIPTION or not _DATA.isdisjoint(words)
    return not described and len(text) <= LONGEST and words[0][0].isalnum()


def name_words(name: str) -> str:
    """The words of the name of a class or a file.

    >>> [name_words(name) for name in ("ThreeRocks", "Krk3", "TTTGame", "three_rocks", "x")]
    ['Three rocks', 'Krk 3', 'TTT game', 'Three rocks', 'X']
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+|[^\W_]+", name)
    words = [part if part.isupper() and len(part) > 1 else part.lower() for part in parts]
    text = " ".join(words) or name.strip() or "Game"
    return text[:1].upper() + text[1:]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"
