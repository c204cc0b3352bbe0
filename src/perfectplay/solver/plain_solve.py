"""A solve in plain Python, without NumPy: what a browser runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from perfectplay.compiler.class_checks import check_classes, reaches_whole_classes
from perfectplay.core.errors import MethodError
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.process_memory import default_budget
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import score_loop, score_too_large
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.checks.tier_promise import tier_fault
from perfectplay.game.game import Game, has_symmetries, overrides
from perfectplay.game.shape.object_keys import ObjectKeys
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.retrograde.retrograde_reference import resolve_lists, score_lists
from perfectplay.solver.state_limits import interpreted_limits
from perfectplay.tablebase.plain_solution import ListTable, PlainSolution
from perfectplay.tablebase.record import Provenance

WHY = "NumPy is not installed"

Entries = tuple[list[int], list[int], list[int] | None]
"""Values, remotenesses (-1: endless), and scores in a game of points, of all states."""

Counts = tuple[Counter[tuple[int, int]], int]
"""States by value and remoteness, and the number of moves."""


def solve_plain(game: Game, options: SolveOptions) -> tuple[PlainSolution, State]:
    """The solution, and the first state that was over only because it had no moves, or None.

    Raises what `perfectplay.solve` raises; MethodError for compiled rules.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution, stuck = solve_plain(ThreeRocks(3, 4), SolveOptions())
    >>> solution, solution.best_moves((3, 4)), stuck
    (<Solution of three_rocks: 20 states, win, 3 plies>, [(0, 3), (1, 2), (2, 1), (3, 0)], None)
    """
    if options.method == "compiled":
        raise MethodError(f"this game cannot be compiled: {WHY}; pip install numpy numba")
    reporter = Reporter(options.progress)
    reporter.note(f"interpreted, because {WHY}")
    symmetric = options.symmetries and options.method != "reference"
    rules = CheckedGame(game)
    found = _explored(rules, symmetric and has_symmetries(game), options, reporter)
    entries = _resolved(found, reporter)
    tally = _counted(found, entries, [1] * len(found.states))
    covered = _covered(found, entries, options, reporter)
    solution = PlainSolution(
        game=game,
        table=ListTable(*entries),
        keys=ObjectKeys(found.states, found.index),
        symmetric=found.symmetric,
        histogram=dict(tally[0]),
        moves=tally[1],
        covered=covered,
        made=Provenance("interpreted", "plain Python", WHY, reporter.seconds),
    )
    return solution, found.stuck_state


def _explored(
    rules: CheckedGame, symmetric: bool, options: SolveOptions, reporter: Reporter
) -> InterpretedStates:
    found = begin_interpreted(rules, symmetric)
    memory = options.memory or default_budget()
    limits = interpreted_limits(options.max_states, memory, found.states[0])
    explore_interpreted(found, limits, reporter)
    if symmetric:
        check_classes(rules, found.states)
    if overrides(rules.game, "tier"):
        _check_tiers(found)
    return found


def _check_tiers(found: InterpretedStates) -> None:
    rules = found.rules
    tiers = [rules.tier(state) for state in found.states]
    for i, state in enumerate(found.states):
        children = found.edges[found.starts[i] : found.starts[i + 1]]
        if any(tiers[child] < tiers[i] for child in children):
            raise tier_fault(rules, state, symmetric=found.symmetric)


def _resolved(found: InterpretedStates, reporter: Reporter) -> Entries:
    """The entries of all states. Raises RulesError for a loop of points."""
    game, n = found.rules.game, len(found.states)
    reporter.tell("resolving", 0, n, n)
    alone = game.players == 1
    if not game.scoring:
        value = list(found.over)
        again = found.again if any(found.again) and not alone else None
        remoteness = resolve_lists(found.starts, found.edges, again, alone, value)
        return value, remoteness, None
    marks = found.again if found.again and not alone else [alone] * len(found.edges)
    gains = found.gains or [0] * len(found.edges)
    scores, remoteness, ready = score_lists(
        found.starts, found.edges, marks, gains, found.over, found.finals
    )
    for i in ready:
        if abs(scores[i]) > SCORE_LIMIT:
            raise score_too_large(found.rules, found.states[i])
    if len(ready) < n:
        reached = set(ready)
        waiting = [found.states[i] for i in range(n) if i not in reached]
        raise score_loop(found.rules, waiting[0], set(waiting).__contains__)
    return [int(value_of_score(score)) for score in scores], remoteness, scores


def _counted(found: InterpretedStates, entries: Entries, weights: list[int]) -> Counts:
    """Counts of states, or with the sizes of their classes of all states that they stand for."""
    counts, moves = Counter[tuple[int, int]](), 0
    for i, (value, plies, weight) in enumerate(zip(*entries[:2], weights, strict=True)):
        counts[value, plies] += weight
        moves += weight * (found.starts[i + 1] - found.starts[i])
    return counts, moves


def _covered(
    found: InterpretedStates, entries: Entries, options: SolveOptions, reporter: Reporter
) -> Counts | None:
    """The counts of all states, if the game has symmetries."""
    if not found.symmetric:
        return None
    rules = found.rules
    if reaches_whole_classes(rules, found.states):
        return _counted(found, entries, [len(rules.symmetries(s)) for s in found.states])
    every = _explored(rules, False, replace(options, symmetries=False), reporter)
    return _counted(every, _resolved(every, reporter), [1] * len(every.states))
