"""Trial of a conjecture on every state of a solution, or on every pair of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from perfectplay.analysis.conjecture.tested import compiled, split
from perfectplay.analysis.conjecture.trying import StateRows, Trial
from perfectplay.core.errors import ConjectureError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.game import Game
from perfectplay.solver.solution_of import solution_of
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.tried import ConjectureCounts, Counterexample

__all__ = ["ConjectureCounts", "Counterexample", "conjecture"]

Predicate: TypeAlias = str | Callable[..., Any]

MAX_PAIRS = 20_000_000
"""Most pairs that are tried by default."""


def conjecture(
    solution: Solution | Game,
    predicate: Predicate,
    *,
    where: Predicate | None = None,
    over: int = 1,
    most: int = 5,
    max_pairs: int = MAX_PAIRS,
    progress: ProgressCallback | None = None,
) -> ConjectureCounts:
    """Try a conjecture on every state of a solution, or game; with ``over=2``, every pair.

    ``predicate``: a Python expression over a state ``s`` (or ``state``), or over states ``a`` and
    ``b`` with ``over=2``, that is True or False; or a function of one or two states. An expression
    may use ``value(x)``, ``remoteness(x)`` (plies; None for an endless draw), ``score(x)`` (in a
    game of points), ``known(x)``, ``moves(x)``, ``play(x, move)``, ``children(x)``,
    ``terminal(x)``, ``best_moves(x)``, ``keeping_moves(x)``, LOSS, DRAW, WIN,
    ``implies(P, Q)``, ``nim_sum(...)``, ``gcd(...)``, Python's harmless builtins, and the
    methods and parameters of the game by name (docs/conjectures.md).

    ``where``: condition for the states (or pairs) to try; its parts about ``a`` alone, ``b`` alone
    or ``s`` (each of the two) select states before they are paired. ``most`` counterexamples are
    kept, the smallest by remoteness, then by key. A solution with symmetries is tried on its
    representatives.

    Raises ConjectureError for an expression that cannot be read or is not allowed, for a
    conjecture that raises or gives no truth value (with the state), and for more than
    ``max_pairs`` pairs.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks())
    >>> conjecture(solution, "(value(s) == LOSS) == (sum(s) % 4 == 0)")
    <holds on 121 states>
    >>> conjecture(solution, "value(s) == WIN").counterexamples[0].states
    ((0, 0),)
    >>> conjecture(solution, "value((a[0], b[1])) == LOSS", over=2, where="value(s) == LOSS")
    <fails on 666 of 900 pairs of states>
    """
    if over not in (1, 2):
        raise ConjectureError(f"a conjecture is over 1 state or over 2, not over {over}")
    solution = solution_of(solution, "conjecture", progress)
    variables = ("s",) if over == 1 else ("a", "b")
    rows = StateRows(solution)
    tested = compiled(rows.names, predicate, variables, "conjecture")
    conditions = split(rows.names, where, variables)
    trial = Trial(rows, tested, conditions, most, Reporter(progress))
    if over == 1:
        trial.over_states()
    else:
        trial.over_pairs(max_pairs)
    return ConjectureCounts(
        solution=solution,
        expression=text_of(predicate),
        where=None if where is None else text_of(where),
        over=over,
        states=len(rows),
        tried=trial.tried,
        failed=trial.failed,
        counterexamples=tuple(trial.counterexamples),
    )


def text_of(predicate: Predicate) -> str:
    """Expression, or name of the function."""
    if isinstance(predicate, str):
        return predicate.strip()
    return str(getattr(predicate, "__name__", None) or repr(predicate))
