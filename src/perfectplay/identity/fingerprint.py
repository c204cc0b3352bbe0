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

import json
import re
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass

from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, parameters
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.operators.sums import Sum
from perfectplay.identity.authored import is_kept
from perfectplay.identity.closure import ReachableCode
from perfectplay.identity.members import BY_NAME, RULES, ClassMembers
from perfectplay.identity.operator_code import CODE, digest_of, is_first_code, operator_code

CONTRACT = 1
"""Counts up when the contract gives the same rules another meaning."""

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
    texts = _texts(game)
    return Fingerprint(_whole(texts), _short(texts))


def is_of(game: Game, stored: str) -> bool:
    """Whether a stored fingerprint, 64 digits, is that of this game with its parameters.

    The code of rule operators did not count at first. A fingerprint from then is the game's where
    that code has not changed since.

    >>> from perfectplay.game.operators.misere import misere
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game = misere(ThreeRocks())
    >>> is_of(game, fingerprint(game).whole), is_of(game, fingerprint(ThreeRocks()).whole)
    (True, False)
    """
    texts = _texts(game)
    if _whole(texts) == stored:
        return True
    return _whole(_without_first_code(texts)) == stored


def _without_first_code(texts: Mapping[str, str]) -> dict[str, str]:
    """The parts without the code of operators that is what it was when it did not yet count."""
    return {
        label: text
        for label, text in texts.items()
        if not (_is_code(label) and is_first_code(label, text))
    }


def _whole(texts: Mapping[str, str]) -> str:
    full = {label: digest_of(text) for label, text in sorted(texts.items())}
    return digest_of(json.dumps({"contract": CONTRACT, "parts": full}, sort_keys=True))


def _is_code(label: str) -> bool:
    """Whether a part is the code of an operator; in a sum, of one inside of it."""
    return re.match(rf"(\d+: )*{CODE}", label) is not None


def differences(stored: Mapping[str, str], game: Game) -> str:
    """What of a game is not as in stored ``parts``, in words; "" where nothing is.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> differences(fingerprint(ThreeRocks()).parts, ThreeRocks(left=11, right=7))
    'parameter left, parameter right'
    """
    texts = _texts(game)
    if not any(map(_is_code, stored)):
        texts = _without_first_code(texts)
    return different_parts(stored, _short(texts))


def different_parts(stored: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What of some parts is not as in stored ones, in words; "" where nothing is."""
    changed = [label for label in stored if now.get(label, stored[label]) != stored[label]]
    new = [
        f"{label} (which did not count then)" if _is_code(label) else f"{label} (new)"
        for label in now
        if label not in stored
    ]
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
    reach = ReachableCode(skip=tuple(classes))
    members = ClassMembers.of(game, classes, reach)
    members.follow(("moves", "play", "outcome", "options", "stuck", "parts"))
    made = [n for n in vars(game) if n not in members.given and not is_kept(type(game), n)]
    by_name = reach.dynamic or BY_NAME & reach.attributes
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
        reach = ReachableCode()
        reach.part(f"operator {depth}", (game.verb, game.settled))
        return {**within, **_short(reach.parts)}
    if isinstance(game, FunctionGame | Sum | ExplicitGame):
        rest = fingerprint(game).parts
        return {label: digest for label, digest in rest.items() if label != "start"}
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, ABC, object)]
    reach = ReachableCode(skip=tuple(classes))
    reach.part("bases", [cls.__qualname__ for cls in classes])
    ClassMembers.of(game, classes, reach).follow(PLAY)
    any_name = reach.dynamic or BY_NAME & reach.attributes
    for name, value in parameters(game).items():
        if any_name or name in reach.attributes:
            reach.part(f"parameter {name}", value)
    return _short(reach.parts)


def _short(parts: Mapping[str, str]) -> dict[str, str]:
    return {label: digest_of(text)[:16] for label, text in sorted(parts.items())}


def not_begun_elsewhere(game: Game) -> Game:
    """The game itself, where it is one from another start."""
    while isinstance(game, Operator) and game.verb == "start_at":
        game = game.game
    return game


def _texts(game: Game) -> dict[str, str]:
    """Every part as text."""
    if isinstance(game, FunctionGame):
        reach = ReachableCode()
        for name, attribute in _FUNCTIONS.items():
            reach.part(name, getattr(game, attribute))
        return reach.parts
    if isinstance(game, Operator):
        within = _texts(game.game)
        depth = sum(label.startswith("operator ") for label in within) + 1
        reach = ReachableCode()
        reach.part(f"operator {depth}", (game.verb, game.settled))
        return {**within, **reach.parts, **dict([operator_code(game)])}
    if isinstance(game, Sum):
        parts = [(f"{n}: ", _texts(one)) for n, one in enumerate(game.games, 1)]
        texts = {label + name: text for label, one in parts for name, text in one.items()}
        return {**texts, **dict([operator_code(game)])}
    if isinstance(game, ExplicitGame):
        reach = ReachableCode()
        nodes = {name: (node.seat, node.moves, node.end) for name, node in game.nodes.items()}
        for label, held in (("start", game.first), ("nodes", nodes), ("unit", str(game.unit))):
            reach.part(label, held)
        return reach.parts
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, ABC, object)]
    reach = ReachableCode(skip=tuple(classes))
    for name, value in parameters(game).items():
        reach.part(f"parameter {name}", value)
    reach.part("bases", [cls.__qualname__ for cls in classes])
    ClassMembers.of(game, classes, reach).follow()
    return reach.parts
