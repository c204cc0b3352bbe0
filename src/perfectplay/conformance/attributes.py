"""Checks of the attributes, the parameters and the start of a game."""

from __future__ import annotations

import dataclasses

from perfectplay.conformance.answers import by_identity, same
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import StateKind, overrides, parameters
from perfectplay.game.showing import answer_text, rule_name, shown


def check_attributes(rules: CheckedGame, book: FindingLog) -> State:
    """Check the attributes, and return the start. Raises RulesError if there is none."""
    start = rules.start()
    again = rules.start()
    name = rule_name(rules.game, "start")
    if not same(start, again):
        both = f"{shown(rules.game, start)}, then {shown(rules.game, again)}"
        if by_identity(start):
            message = f"{name} gives a state that equals only itself ({both})"
            book.fault("identity-state", message, start)
        else:
            book.fault("start-differs", f"{name} gave {both}", start)
    try:
        _ = rules.stuck
    except PerfectPlayError as error:
        book.add(error)
    if overrides(rules.game, "gain") and not rules.scoring:
        name = rule_name(rules.game, "gain")
        book.note("gain", f"{name} has no use: scoring = True makes it a game of points")
    _limits(rules, book)
    _parameters(rules, book)
    return start


def _limits(rules: CheckedGame, book: FindingLog) -> None:
    if rules.game.limits is not None and rules.kind is not StateKind.TUPLE:
        name = rule_name(rules.game, "limits")
        book.note("limits", f"{name} has no use: the states are not flat tuples of integers")
    try:
        _ = rules.limits
    except PerfectPlayError as error:
        book.add(error)


def _parameters(rules: CheckedGame, book: FindingLog) -> None:
    game = rules.game
    if isinstance(game, FunctionGame):
        return
    for name, value in parameters(game).items():
        try:
            hash(value)
        except TypeError:
            book.note(
                "hash",
                f"the parameter {name} is {answer_text(value)}, which can change; a tuple "
                "instead of a list lets the game run compiled",
            )
    if dataclasses.is_dataclass(game) and not _frozen(game):
        book.note(
            "frozen",
            f"{type(game).__name__} can be changed after it was made; write "
            "@dataclass(frozen=True)",
        )


def _frozen(game: object) -> bool:
    settings = getattr(type(game), "__dataclass_params__", None)
    return bool(getattr(settings, "frozen", True))
