"""The fingerprint of a game's rules: equal if and only if all code that the rules reach is equal.

Included: the functions and constants that the rules reach, as syntax trees and values, and the
parameters. Excluded: comments, docstrings, annotations, formatting, the texts for people
(``text``, ``parse``, ``move_text``, ``parse_move``, ``board``), the names of files, Python's
version. A function without source is included by its bytecode, which depends on Python's version.

In doubt, code is included: two games with different fingerprints may have the same rules, but
never the other way round. Two things are not covered: files that the rules read while they run,
and the behaviour of Python's library, NumPy and other libraries that are included by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.naming import parameters
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.operators.sums import Sum
from perfectplay.identity.authored import is_cache
from perfectplay.identity.closure import ReachableCode
from perfectplay.identity.members import RULES, ClassMembers
from perfectplay.identity.operator_code import CODE, digest_of, is_first_code, operator_code

CONTRACT = 1
"""Increased when the contract gives the same rules another meaning."""

_FUNCTIONS = {
    "start": "_start", "possible_moves": "possible_moves", "do_move": "_do_move",
    "evaluate": "_evaluate", "stuck": "stuck",
}  # fmt: skip


@dataclass(frozen=True)
class Fingerprint:
    """``whole``: 64 hexadecimal digits. ``parts``: the digest of each part by name, 16 digits."""

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
    """True if a stored fingerprint, 64 digits, is that of this game with its parameters.

    Early fingerprints do not include the code of rule operators. Such a fingerprint is the game's
    if that code has not changed since. They do include how Python prints dataclasses, which differs
    between its versions: they are recognised in the version that made them.

    >>> from perfectplay.game.operators.misere import misere
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game = misere(ThreeRocks())
    >>> is_of(game, fingerprint(game).whole), is_of(game, fingerprint(ThreeRocks()).whole)
    (True, False)
    """
    for with_reprs in (False, True):
        texts = _texts(game, with_reprs)
        if stored in (_whole(texts), _whole(_without_first_code(texts))):
            return True
    return False


def _without_first_code(texts: Mapping[str, str]) -> dict[str, str]:
    """The parts without operator code that is unchanged since it was first included."""
    return {
        label: text
        for label, text in texts.items()
        if not (_is_code(label) and is_first_code(label, text))
    }


def _whole(texts: Mapping[str, str]) -> str:
    full = {label: digest_of(text) for label, text in sorted(texts.items())}
    return digest_of(json.dumps({"contract": CONTRACT, "parts": full}, sort_keys=True))


def _is_code(label: str) -> bool:
    """True for a part that is the code of an operator, also inside a sum."""
    return re.match(rf"(\d+: )*{CODE}", label) is not None


def differences(stored: Mapping[str, str], game: Game) -> str:
    """The differences of a game from stored ``parts``, in words; "" if there are none.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> differences(fingerprint(ThreeRocks()).parts, ThreeRocks(left=11, right=7))
    'parameter left, parameter right'
    """
    texts = _texts(game)
    if not any(map(_is_code, stored)):
        texts = _without_first_code(texts)
    return different_parts(stored, _short(texts))


def different_parts(stored: Mapping[str, str], now: Mapping[str, str]) -> str:
    """The differences of some parts from stored ones, in words; "" if there are none."""
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
    """True if a parameter certainly affects nothing but the start of a play. False in doubt.

    Then the Grundy value of a state does not depend on the parameter.

    >>> from perfectplay.games.subtraction import Subtraction
    >>> [only_the_start_depends(Subtraction(), name) for name in ("stones", "takes")]
    [True, False]
    """
    game = innermost(game)
    members = ClassMembers.of(game)
    members.follow(("moves", "play", "outcome", "options", "stuck", "parts"))
    other = [n for n in vars(game) if n not in members.given and not is_cache(type(game), n)]
    return not (other or members.may_reach(name) or isinstance(game, FunctionGame))


_NOT_OF_PLAY = ("start", "limits", "tier", "symmetries", "cell_symmetries")
PLAY = tuple(name for name in RULES if name not in _NOT_OF_PLAY)
"""The rules on which the value of a state depends."""


def parts_of_play(game: Game) -> dict[str, str]:
    """The parts of a fingerprint on which the value of a state depends: without the start, and
    without parameters that certainly affect nothing else.

    >>> from perfectplay.games.subtraction import Subtraction
    >>> one, other, third = Subtraction(9), Subtraction(10), Subtraction(9, takes=(1, 4))
    >>> [parts_of_play(one) == parts_of_play(game) for game in (other, third)]
    [True, False]
    """
    game = not_begun_elsewhere(game)
    if isinstance(game, Operator):
        within = parts_of_play(game.game)
        return {**within, **_short(_operator_part(game, within))}
    if isinstance(game, FunctionGame | Sum | ExplicitGame):
        rest = fingerprint(game).parts
        return {label: digest for label, digest in rest.items() if label != "start"}
    members = ClassMembers.of(game)
    members.reach.part("bases", members.names)
    return _reached(members, game, PLAY)


def parts_of_symmetries(game: Game) -> dict[str, str] | None:
    """The parts of a fingerprint on which the classes of equal states depend; None in doubt.

    Two games whose parts are equal put the same states into one class.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> games = TicTacToe(), TicTacToe(misere=True), TicTacToe(4)
    >>> one, other, third = map(parts_of_symmetries, games)
    >>> one == other, one == third
    (True, False)
    """
    while isinstance(game, Operator) and game.verb in ("start_at", "misere"):
        game = game.game
    if isinstance(game, Operator | FunctionGame | Sum | ExplicitGame):
        return None
    members = ClassMembers.of(game)
    return _reached(members, game, ("symmetries", "cell_symmetries"))


def _reached(members: ClassMembers, game: Game, rules: tuple[str, ...]) -> dict[str, str]:
    """The parts of some rules, and of the parameters that they may reach."""
    members.follow(rules)
    for name, value in parameters(game).items():
        if members.may_reach(name):
            members.reach.part(f"parameter {name}", value)
    return _short(members.reach.parts)


def _operator_part(game: Operator, within: Collection[str]) -> dict[str, str]:
    """The part of an operator's arguments, beside the parts of the game that it changes."""
    depth = sum(label.startswith("operator ") for label in within) + 1
    reach = ReachableCode()
    reach.part(f"operator {depth}", (game.verb, game.settled))
    return reach.parts


def _short(parts: Mapping[str, str]) -> dict[str, str]:
    return {label: digest_of(text)[:16] for label, text in sorted(parts.items())}


def not_begun_elsewhere(game: Game) -> Game:
    """The game without operators that only change its start."""
    while isinstance(game, Operator) and game.verb == "start_at":
        game = game.game
    return game


def _texts(game: Game, with_reprs: bool = False) -> dict[str, str]:
    """Every part as text; ``with_reprs`` as early fingerprints have it."""
    if isinstance(game, FunctionGame):
        reach = ReachableCode(with_reprs=with_reprs)
        for name, attribute in _FUNCTIONS.items():
            reach.part(name, getattr(game, attribute))
        return reach.parts
    if isinstance(game, Operator):
        within = _texts(game.game, with_reprs)
        return {**within, **_operator_part(game, within), **dict([operator_code(game)])}
    if isinstance(game, Sum):
        parts = [(f"{n}: ", _texts(one, with_reprs)) for n, one in enumerate(game.games, 1)]
        texts = {label + name: text for label, one in parts for name, text in one.items()}
        return {**texts, **dict([operator_code(game)])}
    if isinstance(game, ExplicitGame):
        reach = ReachableCode()
        nodes = {name: (node.seat, node.moves, node.end) for name, node in game.nodes.items()}
        for label, value in (("start", game.first), ("nodes", nodes), ("unit", str(game.unit))):
            reach.part(label, value)
        return reach.parts
    members = ClassMembers.of(game, with_reprs)
    for name, value in parameters(game).items():
        members.reach.part(f"parameter {name}", value)
    members.reach.part("bases", members.names)
    members.follow()
    return members.reach.parts
