"""Slips in a class that Python accepts without a word; checks of attributes, parameters, start."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import re
from collections.abc import Iterator
from types import FunctionType
from unicodedata import combining, normalize

from perfectplay.conformance.lost_answers import lost_answer
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.answers import same
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.hashable import by_identity
from perfectplay.game.naming import parameters
from perfectplay.game.operators.operator import Operator
from perfectplay.game.showing import answer_text, rule_name, shown
from perfectplay.game.titles import game_title
from perfectplay.identity.normal_ast import codes_of
from perfectplay.registry.forgotten_fields import forgotten_fields

_NAMES = frozenset(name for name in vars(Game) if not name.startswith("_")) | {"misere"}
"""The names with a meaning in the class of a game."""

_OTHER_WORDS = dict.fromkeys(("puzzle", "solitaire", "one_player", "single_player"), "players = 1")
_OTHER_WORDS |= dict.fromkeys(("num_players", "n_players", "number_of_players"), "players")
_OTHER_WORDS |= dict.fromkeys(
    ("current_player", "active_player", "player_to_move", "whose_turn", "to_move"), "player"
)
"""What people write in other systems, and what it is here."""

_NEAR = 0.85
"""Least similarity of the stems of two names, of 1, for a question."""


def class_slips(game: Game) -> Iterator[tuple[str, str]]:
    """Topic and note of each slip in the class of a game and its base classes."""
    if isinstance(game, FunctionGame | Operator):
        return
    read = _names_read(game)
    for kind in own_classes(game):
        for name in vars(kind):
            near = "" if name in read else _near(game, name)
            if near:
                yield (
                    f"name {name}",
                    f"{kind.__name__}.{name} has no meaning here: did you mean {near}? If it is a "
                    "helper of your own, let its name begin with _",
                )
    title = inspect.getattr_static(type(game), "title", None)
    if title is not None and not isinstance(title, str) and not hasattr(type(title), "__get__"):
        named = f"{type(game).__name__}.title is {answer_text(title)}"
        yield "title", f"{named}, and no text: pages show {game_title(game)!r} in its place"
    if forgotten := forgotten_fields(type(game)):
        yield "dataclass", forgotten
    yield from _without_effect(game)
    if lost := lost_answer(type(game).outcome):
        name = rule_name(game, "outcome")
        yield "return", f"{name} returns nothing: write return before {lost}"


def own_classes(game: Game) -> list[type]:
    """The class of a game and its base classes, without `Game` and what it builds on."""
    return [kind for kind in type(game).__mro__ if kind not in Game.__mro__]


def _names_read(game: Game) -> set[str]:
    """The names that the methods of a game read: these have a meaning of the author's own."""
    read: set[str] = set()
    for kind in own_classes(game):
        for member in vars(kind).values():
            function = inspect.unwrap(getattr(member, "__func__", getattr(member, "fget", member)))
            if isinstance(function, FunctionType):
                read.update(*(code.co_names for code in codes_of(function.__code__)))
    return read


def _near(game: Game, name: str) -> str:
    """The name that the author probably meant, if it is still free; else "".

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [_near(ThreeRocks(), name) for name in ("symmetry", "moveTxt", "diagonals")]
    ['symmetries', 'move_text', '']
    >>> [_near(ThreeRocks(), name) for name in ("player_", "get_symmetries")]
    ['player', 'symmetries']
    """
    if name.startswith("_") or name in _NAMES or name in _field_names(game):
        return ""
    if name in _OTHER_WORDS:
        meant = _OTHER_WORDS[name]
        return "" if overrides(game, meant.partition(" ")[0]) else meant
    bare = re.sub("^get_|_+$", "", name)
    if bare != name and bare in _NAMES and not overrides(game, bare):
        return bare
    stems = {_stem(known): known for known in sorted(_NAMES)}
    swapped = [known for known in stems if sorted(known) == sorted(_stem(name))]
    near_ones = difflib.get_close_matches(_stem(name), stems, n=1, cutoff=_NEAR)
    for near in (*near_ones, *swapped):
        if stems[near] == "misere" or not overrides(game, stems[near]):
            return stems[near]
    return ""


def _stem(name: str) -> str:
    """A name in lower case without accents and the ending of its plural.

    >>> _stem("moveText"), _stem("symmetry"), _stem("symmetries"), _stem("misère")
    ('move_text', 'symmetr', 'symmetr', 'misere')
    """
    plain = "".join(one for one in normalize("NFKD", name) if not combining(one))
    return re.sub(r"(ies|es|s|y)$", "", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", plain).lower())


def _field_names(game: Game) -> set[str]:
    if not dataclasses.is_dataclass(game):
        return set()
    return {field.name for field in dataclasses.fields(game)}


def _without_effect(game: Game) -> Iterator[tuple[str, str]]:
    """Notes on class attributes that the parameter of the same name hides."""
    for kind in own_classes(game):
        if "__dataclass_fields__" in vars(kind):
            return  # the classes below it in the MRO gave their fields to it
        for name in _field_names(game) & set(vars(kind)):
            value, written = getattr(game, name), vars(kind)[name]
            if not hasattr(written, "__get__") and not same(written, value):
                yield (
                    f"shadowed {name}",
                    f"{kind.__name__}.{name} has no effect: the parameter {name} is {value!r}; "
                    f"write @dataclass(frozen=True) above class {kind.__name__}, and the type "
                    f"behind {name}, to change its default",
                )


def check_attributes(rules: CheckedGame, log: FindingLog) -> State:
    """Check the attributes, and return the start. Raises RulesError if there is none."""
    start = rules.start()
    check_start(rules, log, start)
    try:
        _ = rules.stuck
    except PerfectPlayError as error:
        log.add(error)
    if overrides(rules.game, "gain") and not rules.scoring:
        name = rule_name(rules.game, "gain")
        log.note("gain", f"{name} has no use: scoring = True makes it a game of points")
    _limits(rules, log)
    _parameters(rules, log)
    for topic, note in class_slips(rules.game):
        log.note(topic, note)
    return start


def check_start(rules: CheckedGame, log: FindingLog, start: State) -> None:
    """Compare the start with that of an earlier call."""
    again = rules.start()
    name = rule_name(rules.game, "start")
    if not same(start, again):
        both = f"{shown(rules.game, start)}, then {shown(rules.game, again)}"
        if by_identity(start):
            message = f"{name} gives a state that equals only itself ({both})"
            log.fault("identity-state", message, start)
        else:
            log.fault("start-differs", f"{name} gave {both}", start)
    elif hash(start) != hash(again):
        message = f"{name} gives equal states with two hashes ({shown(rules.game, start)})"
        log.fault("hash-changes", message, start)


def _limits(rules: CheckedGame, log: FindingLog) -> None:
    if rules.game.limits is not None and rules.kind is not StateKind.TUPLE:
        name = rule_name(rules.game, "limits")
        log.note("limits", f"{name} has no use: the states are not flat tuples of integers")
    try:
        _ = rules.limits
    except PerfectPlayError as error:
        log.add(error)


def _parameters(rules: CheckedGame, log: FindingLog) -> None:
    game = rules.game
    if isinstance(game, FunctionGame):
        return
    for name, value in parameters(game).items():
        try:
            hash(value)
        except TypeError:
            log.note(
                "hash",
                f"the parameter {name} is {answer_text(value)}, which can change; a tuple "
                "instead of a list lets the game run compiled",
            )
    settings = getattr(type(game), "__dataclass_params__", None)
    if settings is not None and not settings.frozen:
        log.note(
            "frozen",
            f"{type(game).__name__} can be changed after it was made; write "
            "@dataclass(frozen=True)",
        )
