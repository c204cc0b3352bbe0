"""A larger game of the same kind: with larger values of the parameters that only enlarge it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.game.game import Game
from perfectplay.game.naming import parameters
from perfectplay.registry.parameters import build
from perfectplay.tablebase.solution import Solution

SAMPLE = 2_000
"""States whose values are compared between a game and a larger one."""

FACTORS = (2.0, 1.5, 1.25, None)
"""Factors for parameters; None: 1 is added."""


def larger(solution: Solution, max_states: int) -> Solution | str:
    """Solution of a larger game of the same kind; or the reason why there is none.

    A parameter grows if it is an integer, or a tuple of integers, and a larger one gives a game of
    more states in which the states of this one keep their values: the rules must not change.
    """
    names = [n for n in parameters(solution.game) if _grown(solution.game, [n], None)]
    if not names:
        return "it has no parameter that is a number"
    trials = {name: _solved(solution, [name], None, max_states) for name in names}
    growing = [n for n, found in trials.items() if _extends(solution, found)]
    if not growing:
        if TOO_LARGE in trials.values():
            return f"with larger parameters it has more than {max_states:,} states"
        return "no parameter makes it larger and keeps the values of its states"
    for factor in FACTORS:
        found = _solved(solution, growing, factor, max_states)
        if not isinstance(found, str) and _extends(solution, found):
            return found
    return f"with larger parameters it has more than {max_states:,} states"


def _grown(game: Game, names: list[str], factor: float | None) -> dict[str, Any]:
    """New values of the parameters; empty if one of them cannot grow."""
    values: dict[str, Any] = {}
    for name in names:
        value = parameters(game)[name]
        if _is_number(value):
            values[name] = _more(value, factor)
        elif isinstance(value, tuple) and value and all(map(_is_number, value)):
            values[name] = tuple(_more(item, factor) for item in value)
        else:
            return {}
    return values


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _more(value: int, factor: float | None) -> int:
    return value + 1 if factor is None else max(value + 1, int(value * factor))


TOO_LARGE, REFUSED = "too large", "refused"


def _solved(
    solution: Solution, names: list[str], factor: float | None, max_states: int
) -> Solution | str:
    """Solution of the game with larger parameters; or TOO_LARGE or REFUSED."""
    from perfectplay.solver.solve import solve

    try:
        game = build(solution.game, _grown(solution.game, names, factor))
        return solve(game, max_states=max_states, symmetries=False)
    except MemoryError:
        return TOO_LARGE
    except PerfectPlayError:
        return REFUSED


def _extends(small: Solution, large: Solution | str) -> bool:
    """True if ``large`` has more states, most of ``small`` among them, with the same values. Some
    may be out of reach: from 101 stones by twos no play comes to 100."""
    if isinstance(large, str) or len(large) <= len(small):
        return False
    common = total = 0
    step = max(1, len(small.table) // SAMPLE)
    for state in islice(small.states(), 0, None, step):
        total += 1
        if state in large:
            common += 1
            if large.value(state) is not small.value(state):
                return False
    return 2 * common > total
