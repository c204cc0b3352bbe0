"""A rule for the lost, drawn or won states of a game: found on one combination, tried on others."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from perfectplay.analysis.atlas.solved_row import (
    OutOfTimeError,
    SweepLimits,
    blank_row,
    collected_warnings,
    unsolved_row,
)
from perfectplay.analysis.atlas.swept_row import SOLVED, RuleTrial
from perfectplay.core.errors import ConjectureError, ExplainError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State, Value
from perfectplay.game.game import Game
from perfectplay.game.moves import one_line
from perfectplay.registry.parameters import build
from perfectplay.tablebase.solution import Solution

RULE_STATES = 2_000_000
"""The most states on which a rule is tried, in plain Python."""

FINDING = 20.0
"""The most seconds of a search for a rule on one combination."""

EXCEPTIONS = 3
"""The most exceptions that are kept."""

TEXT = 200
"""The most characters of the text of an exception."""


@dataclass(frozen=True)
class SweptRule:
    """A rule that says which states have a ``value`` ("loss", "draw", "win").

    ``expression``: over a state ``s``, true for just these states; ``words``: the same in a
    sentence, and ``found_on``: the combination on which it was found; None if it was given.
    """

    expression: str
    value: str
    words: str | None = None
    found_on: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def check_rule(game: Game, start: State, expression: str) -> None:
    """Raise ConjectureError for an expression that cannot be read, or has unknown names."""
    from perfectplay.analysis.conjecture.expression_syntax import read
    from perfectplay.analysis.conjecture.question_space import vocabulary_of

    if not isinstance(expression, str):
        raise ConjectureError(f"a rule is a text, such as 'sum(s) % 4 == 0', got {expression!r}")
    read(expression, vocabulary_of(game, start, ("s", "state")))


def found_rule(
    game: type[Game] | Game, parameters: Mapping[str, Any], value: Value, limits: SweepLimits,
    alive: Callable[[], None],
) -> SweptRule | str | None:  # fmt: skip
    """The rule that `explain` finds on a combination for the states of a value.

    A text if rules cannot be looked for there: why. None if there is no rule that is right on every
    state, or if it says no more than a list of the states would. Raises nothing that the rules of
    the game raise.
    """
    from perfectplay.analysis.explain.explain import explain, is_weak

    try:
        solution = _solved(game, parameters, limits, alive)
        seconds = min(FINDING, limits.seconds)
        found = explain(
            solution, value, seconds=seconds, check_larger=False, progress=lambda _: alive()
        )
    except (KeyboardInterrupt, OSError):
        raise
    except ExplainError as error:
        return str(error)
    except BaseException as error:  # rules may raise anything
        return unsolved_row(parameters, error, limits).note
    if not found.exact or found.words in ("always", "never") or is_weak(found):
        return None
    named = blank_row(parameters, SOLVED).words()
    return SweptRule(str(found.expression), str(value), found.words, named)


def tried_rule(
    game: type[Game] | Game, parameters: Mapping[str, Any], rule: SweptRule, limits: SweepLimits,
    alive: Callable[[], None],
) -> RuleTrial:  # fmt: skip
    """The trial of a rule on every state of a combination, or why it was not tried. Raises nothing
    that the rules of the game raise."""
    trial = RuleTrial(rule.expression, rule.value)
    until = time.monotonic() + limits.seconds
    try:
        solution = _solved(game, parameters, limits, alive)
        return _tried(solution, trial, until, alive)
    except ConjectureError as error:
        return replace(trial, note=str(error))
    except OutOfTimeError:
        return replace(trial, note=f"the rule was not tried in {limits.seconds:g} s")
    except BaseException as error:  # rules may raise anything
        row = unsolved_row(parameters, error, replace(limits, max_states=RULE_STATES))
        return replace(trial, note=row.note)


def _solved(
    game: type[Game] | Game, parameters: Mapping[str, Any], limits: SweepLimits,
    alive: Callable[[], None],
) -> Solution:  # fmt: skip
    """Every state of a combination, not one of each class."""
    from perfectplay.solver.solve import solve

    with collected_warnings():
        return solve(
            build(game, parameters), threads=limits.threads, progress=limits.watched(alive),
            max_states=RULE_STATES, memory=limits.room, symmetries=False,
        )  # fmt: skip


def _tried(
    solution: Solution, trial: RuleTrial, until: float, alive: Callable[[], None]
) -> RuleTrial:
    from perfectplay.analysis.conjecture.conjecture import StateRows
    from perfectplay.analysis.conjecture.tested import compiled

    rows = StateRows(solution)  # by remoteness, so that the smallest exceptions come first
    says = compiled(rows.names, trial.expression, ("s",), "rule")
    wanted, wrong = Value[trial.value.upper()], 0
    kept: list[Mapping[str, Any]] = []
    for number, (state, (value, plies)) in enumerate(rows):
        if not number & 1023:
            alive()
            if time.monotonic() > until:
                raise OutOfTimeError(number)
        if says.holds(state) != (value is wanted):
            wrong += 1
            if wrong <= EXCEPTIONS:
                kept.append(
                    {"state": _text(solution, state), "value": str(value), "remoteness": plies}
                )
    return replace(trial, states=len(rows), wrong=wrong, exceptions=tuple(kept))


def _text(solution: Solution, state: State) -> str:
    return shortened(one_line(solution.rules.text(state, None)), TEXT)
