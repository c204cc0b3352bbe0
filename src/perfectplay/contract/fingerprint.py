"""The fingerprint of a game's rules: the same exactly where all that the rules reach is the same.

What counts: the functions and constants that the rules reach, as syntax trees and values, and the
parameters. What does not: comments, docstrings, annotations, formatting, what people read and type
(``text``, ``parse``, ``move_text``, ``parse_move``, ``board``), the names of files, Python's
version. A function whose source cannot be had counts by its code: then Python's version does.

Whatever is in doubt counts: two games may differ in their fingerprints and play alike, but never
the other way round. Two things are beyond it: what the rules read from files while they run, and
what Python's library, NumPy and other names of theirs do.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from types import FunctionType

from perfectplay.contract.explicit.game import ExplicitGame
from perfectplay.contract.functions import FunctionGame
from perfectplay.contract.game import Game, hints_of, parameters
from perfectplay.contract.operators.operator import Operator, innermost
from perfectplay.contract.operators.sums import Sum
from perfectplay.contract.reach import Reach
from perfectplay.contract.written import is_kept, is_opaque, is_rule

CONTRACT = 1
"""Counts up when the contract gives the same rules another meaning."""

RULES = (
    "start", "moves", "play", "outcome", "options", "player", "moves_again", "symmetries", "tier",
    "stuck", "players", "limits", "scoring", "gain",
)  # fmt: skip
"""The methods and attributes from which everything that counts is reached. ``limits`` is there
because keys depend on it; ``impartial`` and ``parts`` are not, since no solution does."""

SURFACE = (
    "text", "parse", "move_text", "parse_move", "score_text", "board", "board_shape",
    "board_letters", "KNOWN",
)  # fmt: skip
"""What people read and type does not count."""

# how attributes come about does not count: the attributes themselves do
_MAKING = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__repr__", "__str__")

_BY_NAME = {"__dict__", "__getattribute__", "__getattr__"}
"""Attributes through which others are reached whose names need not stand in the source."""

_FUNCTIONS = {
    "start": "_start", "possible_moves": "possible_moves", "do_move": "_do_move",
    "evaluate": "_evaluate", "stuck": "stuck",
}  # fmt: skip


@dataclass(frozen=True)
class Fingerprint:
    """``whole``: 64 hexadecimal digits. ``parts``: what it is made of, by name, 16 digits each."""

    whole: str
    parts: dict[str, str]


def fingerprint(game: Game) -> Fingerprint:
    """The fingerprint of a game with its parameters.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> one, other = fingerprint(ThreeRocks()), fingerprint(ThreeRocks(left=11))
    >>> one.whole == fingerprint(ThreeRocks()).whole, one.whole == other.whole
    (True, False)
    >>> sorted(one.parts)[:2]
    ['ThreeRocks.moves', 'ThreeRocks.outcome']
    """
    full = {label: _digest(text) for label, text in sorted(_texts(game).items())}
    whole = _digest(json.dumps({"contract": CONTRACT, "parts": full}, sort_keys=True))
    return Fingerprint(whole, {label: digest[:16] for label, digest in full.items()})


def differences(stored: Mapping[str, str], game: Game) -> str:
    """What of a game is not as in stored ``parts``, in words; "" where nothing is.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> differences(fingerprint(ThreeRocks()).parts, ThreeRocks(left=11, right=7))
    'parameter left, parameter right'
    """
    return different_parts(stored, fingerprint(game).parts)


def different_parts(stored: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What of some parts is not as in stored ones, in words; "" where nothing is."""
    changed = [label for label in stored if now.get(label, stored[label]) != stored[label]]
    new = [f"{label} (new)" for label in now if label not in stored]
    gone = [f"{label} (gone)" for label in stored if label not in now]
    found = sorted(changed) + sorted(new) + sorted(gone)
    more = [f"and {len(found) - 6} more"] if len(found) > 7 else []
    return ", ".join(found[:6] + more if more else found)


def only_the_start_depends(game: Game, name: str) -> bool:
    """Whether a parameter can be seen to bear on nothing but where a play begins.

    Then a state has the same Grundy value whatever the parameter. False where that is in doubt.

    >>> from perfectplay.games.subtraction import Subtraction
    >>> [only_the_start_depends(Subtraction(), name) for name in ("stones", "takes")]
    [True, False]
    """
    game = innermost(game)
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, ABC, object)]
    reach = Reach(skip=tuple(classes))
    members = _Members(game, classes, reach)
    members.follow(("moves", "play", "outcome", "options", "stuck", "parts"))
    made = [n for n in vars(game) if n not in members.given and not is_kept(type(game), n)]
    by_name = reach.dynamic or _BY_NAME & reach.attributes
    return not (made or by_name or name in reach.attributes or isinstance(game, FunctionGame))


PLAY = tuple(name for name in RULES if name not in ("start", "limits", "tier", "symmetries"))
"""Rules on which it depends what a state is worth."""


def parts_of_play(game: Game) -> dict[str, str]:
    """Those parts of a fingerprint on which it depends what a state is worth: not the start, nor
    parameters that can be seen to bear on nothing else.

    >>> from perfectplay.games.subtraction import Subtraction
    >>> one, other, third = Subtraction(9), Subtraction(10), Subtraction(9, takes=(1, 4))
    >>> [parts_of_play(one) == parts_of_play(game) for game in (other, third)]
    [True, False]
    """
    game = not_begun_elsewhere(game)
    if isinstance(game, Operator):
        within = parts_of_play(game.game)
        depth = sum(label.startswith("operator ") for label in within) + 1
        reach = Reach()
        reach.part(f"operator {depth}", (game.verb, game.settled))
        return {**within, **_short(reach.parts)}
    if isinstance(game, FunctionGame | Sum | ExplicitGame):
        rest = fingerprint(game).parts
        return {label: digest for label, digest in rest.items() if label != "start"}
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, ABC, object)]
    reach = Reach(skip=tuple(classes))
    reach.part("bases", [cls.__qualname__ for cls in classes])
    _Members(game, classes, reach).follow(PLAY)
    any_name = reach.dynamic or _BY_NAME & reach.attributes
    for name, value in parameters(game).items():
        if any_name or name in reach.attributes:
            reach.part(f"parameter {name}", value)
    return _short(reach.parts)


def _short(parts: Mapping[str, str]) -> dict[str, str]:
    return {label: _digest(text)[:16] for label, text in sorted(parts.items())}


def not_begun_elsewhere(game: Game) -> Game:
    """The game itself, where it is one from another start."""
    while isinstance(game, Operator) and game.verb == "start_at":
        game = game.game
    return game


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _texts(game: Game) -> dict[str, str]:
    """Every part as text."""
    if isinstance(game, FunctionGame):
        reach = Reach()
        for name, attribute in _FUNCTIONS.items():
            reach.part(name, getattr(game, attribute))
        return reach.parts
    if isinstance(game, Operator):
        within = _texts(game.game)
        depth = sum(label.startswith("operator ") for label in within) + 1
        reach = Reach()
        reach.part(f"operator {depth}", (game.verb, game.settled))
        return {**within, **reach.parts}
    if isinstance(game, Sum):
        parts = [(f"{n}: ", _texts(one)) for n, one in enumerate(game.games, 1)]
        return {label + name: text for label, one in parts for name, text in one.items()}
    if isinstance(game, ExplicitGame):
        reach = Reach()
        nodes = {name: (node.seat, node.moves, node.end) for name, node in game.nodes.items()}
        for label, held in (("start", game.first), ("nodes", nodes), ("unit", str(game.unit))):
            reach.part(label, held)
        return reach.parts
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, ABC, object)]
    reach = Reach(skip=tuple(classes))
    for name, value in parameters(game).items():
        reach.part(f"parameter {name}", value)
    reach.part("bases", [cls.__qualname__ for cls in classes])
    _Members(game, classes, reach).follow()
    return reach.parts


class _Members:
    """The members of a game that its rules reach, by their names."""

    def __init__(self, game: Game, classes: list[type], reach: Reach) -> None:
        self.game = game
        self.classes = [cls for cls in classes if not is_opaque(cls.__module__)]
        self.reach = reach
        self.done: set[str] = set()
        self.given = set(parameters(game))

    def follow(self, rules: tuple[str, ...] = RULES) -> None:
        """Reaches further, beginning with some rules, until nothing new is met."""
        for cls in self.classes:  # operators and their like are called by no name
            for name, member in sorted(vars(cls).items()):
                if name.startswith("__") and isinstance(member, FunctionType):
                    self._member(name)
        for name in rules:
            self._member(name)
        while new := self._wanted() - self.done:
            for name in sorted(new):
                self._member(name)

    def _wanted(self) -> set[str]:
        """Names after a dot; all there are where some cannot be read."""
        if not self.reach.dynamic and not _BY_NAME & self.reach.attributes:
            return self.reach.attributes - set(SURFACE)
        everything = set(self.reach.attributes).union(*(vars(cls) for cls in self.classes))
        everything = everything.union(getattr(self.game, "__dict__", ()))
        # nor does what only tells a search where to look, unless the rules name it
        return everything - set(SURFACE) - (set(hints_of(self.game)) - self.reach.attributes)

    def _member(self, name: str) -> None:
        if name in self.done:
            return
        self.done.add(name)
        if name in _MAKING:
            return
        held = getattr(self.game, "__dict__", {})
        found = [(cls, vars(cls)[name]) for cls in self.classes if name in vars(cls)]
        kept = any(isinstance(member, cached_property) for _, member in found)
        if name in held and not kept:
            if name not in self.given:
                self.reach.part(f"{type(self.game).__name__}.{name}", held[name])
            found = [(c, m) for c, m in found if isinstance(m, FunctionType | property)]
        for cls, member in found:
            if is_rule(cls, name, member) and not self._is_default(cls, name):
                self.reach.part(f"{cls.__qualname__}.{name}", member)

    def _is_default(self, cls: type, name: str) -> bool:
        """Whether it is the default of a field, whose value the game has."""
        return is_dataclass(cls) and any(f.name == name for f in fields(cls)) and name in self.given
