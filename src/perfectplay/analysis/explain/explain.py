"""Search for the shortest rule that says which states have a value, and its check."""

from __future__ import annotations

import time
from importlib.util import find_spec
from math import comb

import numpy as np

from perfectplay.analysis.conjecture.conjecture import conjecture
from perfectplay.analysis.explain.choices import questions, shortest_choice, tree
from perfectplay.analysis.explain.coordinates import Coordinates, coordinates_of
from perfectplay.analysis.explain.explained import Explanation, LargerGame
from perfectplay.analysis.explain.features import features_of
from perfectplay.analysis.explain.larger import larger as larger_game
from perfectplay.analysis.explain.pool import CandidatePool
from perfectplay.analysis.explain.rules import ConstantRule, Rule, Truth, length_of
from perfectplay.core.errors import ExplainError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.solver.solution_of import solution_of
from perfectplay.tablebase.conjecture_result import ConjectureCounts
from perfectplay.tablebase.solution import Solution

__all__ = ["Explanation", "explain"]

MAX_STATES = 2_000_000
"""Most states that are tried in plain Python by default."""

LARGER_STATES = 250_000
"""Most states of a larger game on which a rule is tried."""

WORTH = 0.25
"""Most errors of a rule that is shown, as a share of the errors of "always" or "never"."""

WEAK = "weak evidence: the rule takes about as many bits as a list of these states"

FEW = 8
"""Conditions with few errors on the working set that are tried on all states."""


def explain(
    solution: Solution | Game,
    value: Value = Value.LOSS,
    *,
    seconds: float = 20.0,
    check_larger: bool = True,
    max_states: int = MAX_STATES,
    progress: ProgressCallback | None = None,
) -> Explanation:
    """Shortest rule that says exactly which states of a solution, or of a game, have a value.

    Rules are made of the integers and texts in a state: one condition (a coordinate, a weighted
    sum, a nim-sum, a largest or smallest, modulo something or not, against numbers), else a choice
    between two conditions by a third, else a small decision tree (with scikit-learn, of
    ``perfectplay[explain]``). Within each kind the shortest wins, by `features.length`. The rule is
    tried on every state by `conjecture`, in plain Python; if no rule is right everywhere, the
    result is the one with the fewest errors. ``seconds`` limit the search. With ``check_larger``
    the rule is also tried on the game with larger parameters.

    Raises ExplainError for states without numbers and texts in fixed places, and for more than
    ``max_states`` states.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = explain(solve(ThreeRocks()))
    >>> found, found.words
    (<loss: sum(s) % 4 == 0, exact on 121 states>, 'the sum of all fields is divisible by 4')
    >>> found.larger.game, found.larger.tried
    (ThreeRocks(left=20, right=20, most=3), <holds on 441 states>)
    """
    if not isinstance(value, Value):
        raise ExplainError(f"a rule is for Value.LOSS, Value.DRAW or Value.WIN, got {value!r}")
    reporter, solution = Reporter(progress), solution_of(solution, "explain", progress)
    if len(solution.table) > max_states:
        raise ExplainError(
            f"every state is tried in plain Python, and {len(solution.table):,} states are more "
            f"than {max_states:,}; take smaller parameters, or allow more with max_states "
            "(--max-states)"
        )
    keys, (values, *_) = solution.table.joined()
    coordinates = coordinates_of(solution, keys)
    wanted = values == value
    rule, complete = _found(coordinates, wanted, time.perf_counter() + seconds, reporter)
    notes = _notes(solution, coordinates, rule, wanted, complete)
    tried = _tried(solution, rule, value, progress)
    guess = min(int(wanted.sum()), int((~wanted).sum()))
    useful = tried.failed <= guess * WORTH
    larger = None
    if useful and check_larger:
        larger, why = _larger(solution, rule, value, progress)
        notes += why
    if useful and tried.holds and not (larger and larger.tried.holds):
        notes += _doubts(rule, wanted)
    return Explanation(
        solution=solution,
        value=value,
        count=int(wanted.sum()),
        words=rule.words if useful else None,
        expression=rule.text if useful else None,
        length=length_of(rule) if useful else None,
        tried=tried,
        complete=complete,
        larger=larger,
        notes=notes,
    )


def _found(
    coordinates: Coordinates, wanted: Truth, until: float, reporter: Reporter
) -> tuple[Rule, bool]:
    """Rule with the fewest errors, and whether the search was complete."""
    if wanted.all() or not wanted.any():
        return ConstantRule(bool(wanted.all())), True
    reporter.tell("looking for a rule")
    pool = CandidatePool(coordinates, wanted, features_of(coordinates), until)

    def errors(rule: Rule) -> int:
        return int(np.count_nonzero(rule.holds(coordinates.rows) != wanted))

    one = pool.best(np.arange(len(pool.rows)))
    if one is not None and errors(one) == 0:
        return one, not pool.late
    if (chosen := shortest_choice(pool, lambda rule: errors(rule) == 0, reporter)) is not None:
        return chosen, not pool.late
    reporter.tell("growing a tree")
    always = ConstantRule(bool(2 * wanted.sum() > len(wanted)))
    return min((always, one or always, *_nearest(pool)), key=errors), not pool.late


def _nearest(pool: CandidatePool) -> list[Rule]:
    """A small tree, and the conditions with the fewest errors on the working set."""
    grown = tree(pool)
    tried = [rule for found in questions(pool) for rule in (found, found.negated)]
    errors = [np.count_nonzero(rule.holds(pool.rows) != pool.wanted) for rule in tried]
    best: list[Rule] = [tried[place] for place in np.argsort(errors, kind="stable")[:FEW]]
    return best if grown is None else [grown, *best]


def _tried(
    solution: Solution, rule: Rule, value: Value, progress: ProgressCallback | None
) -> ConjectureCounts:
    """Trial of the rule on every state, independent of the arrays that found it."""
    text = f"(value(s) == {value.name}) == ({rule.text})"
    return conjecture(solution, text, progress=progress)


def _larger(
    solution: Solution, rule: Rule, value: Value, progress: ProgressCallback | None
) -> tuple[LargerGame | None, tuple[str, ...]]:
    found = larger_game(solution, LARGER_STATES)
    if isinstance(found, str):
        return None, (f"tried on no larger game: {found}",)
    return LargerGame(found.game, _tried(found, rule, value, progress)), ()


def _notes(
    solution: Solution, coordinates: Coordinates, rule: Rule, wanted: Truth, complete: bool
) -> tuple[str, ...]:
    notes = []
    if coordinates.left_out:
        left_out = ", ".join(coordinates.left_out)
        notes.append(f"ignored, as rules do not speak of them: {left_out}")
    if solution.symmetric:
        notes.append("looked for in one state of each class of equal states")
    if not complete:
        notes.append("the time limit was reached before all rules were tried (--seconds)")
    if np.any(rule.holds(coordinates.rows) != wanted) and not find_spec("sklearn"):
        notes.append("no decision trees were tried: pip install 'perfectplay[explain]'")
    return tuple(notes)


def _doubts(rule: Rule, wanted: Truth) -> tuple[str, ...]:
    """Note if the rule is as long as a list of the states; a unit of length is two bits."""
    listed = comb(len(wanted), int(wanted.sum())).bit_length()
    if 2 * length_of(rule) <= listed or isinstance(rule, ConstantRule):
        return ()
    return (WEAK,)


def is_weak(found: Explanation) -> bool:
    """Whether a rule says hardly more than a list of the states would."""
    return WEAK in found.notes
