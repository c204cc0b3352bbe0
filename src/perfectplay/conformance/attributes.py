"""Checks of the attributes, the parameters and the start of a game."""

from __future__ import annotations

from perfectplay.conformance.class_slips import class_slips
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.answers import same
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.checks.rule_calls import by_identity
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import StateKind, overrides
from perfectplay.game.naming import parameters
from perfectplay.game.showing import answer_text, rule_name, shown


def check_attributes(rules: CheckedGame, log: FindingLog) -> State:
    """Check the attributes, and return the start. Raises RulesError if there is none."""
    start = rules.start()
    again = rules.start()
    name = rule_name(rules.game, "start")
    if not same(start, again):
        both = f"{shown(rules.game, start)}, then {shown(rules.game, again)}"
        if by_identity(start):
            message = f"{name} gives a state that equals only itself ({both})"
            log.fault("identity-state", message, start)
        else:
            log.fault("start-differs", f"{name} gave {both}", start)
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
