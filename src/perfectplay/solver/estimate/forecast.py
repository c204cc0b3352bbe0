"""Estimates of a game's size from samples, before it is solved.

The first states are explored whole. Where that is not all, walkers go on level by level
(collision_estimator.py), or, where moves lead back, states are sifted (hash_sampling.py). Where
that does not reach, the growth of the levels is followed to its end (level_growth.py).
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.errors import ParameterError
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.estimate import judged
from perfectplay.solver.estimate.interval import at_least
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.estimate.sampled import CompiledSource, InterpretedSource
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.threads import ThreadTeam

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.hash_explorer import HashExploration

SECONDS = 5.0
"""What a forecast takes, compiling and the start of Python not counted."""

SOLVE_MOVES, SOLVE_SECONDS = 4e6, 2.0
"""Budget of the estimate within the solve of a large game: moves, and seconds of processor time on
each thread. What other programs take of a busy machine is not counted."""

EXACT, LEAST_EXACT = 1 << 20, 1 << 16
"""States that are explored whole before samples begin: at most, and at least even if the machine is
busy, so that a small game is not sampled."""

FIRST = 1 / 3
"""The share of a budget after which that ends."""


def forecast(
    game: Game,
    *,
    symmetries: bool = True,
    threads: int | None = None,
    seconds: float = SECONDS,
    moves: float = math.inf,
) -> Estimate:
    """What a game will turn out to be; looks at it for about so many ``seconds``.

    ``moves``: the most moves of sampled states to look at. With ``seconds=math.inf`` beside it the
    answer does not depend on the machine. Raises RulesError where the rules break a promise,
    ParameterError for a budget that is not positive.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> forecast(ThreeRocks(3, 4)).states
    Range(low=20, likely=20, high=20)
    """
    for name, number in (("seconds", seconds), ("moves", moves)):
        if not number > 0:
            raise ParameterError(f"{name} must be above 0, got {number}")
    if math.isinf(seconds) and math.isinf(moves):
        raise ParameterError("either seconds or moves must be finite")
    rules, team = CheckedGame(game), ThreadTeam(threads)
    symmetric = symmetries and overrides(game, "symmetries")
    found = _estimated(rules, symmetric, team, SampleBudget(seconds, moves))
    if found.every is not None and not found.every.exact and found.states.exact:
        # classes are not reached whole: all states are counted, or estimated, for themselves
        plain = _estimated(rules, False, team, SampleBudget(seconds, moves))
        found = replace(found, every=at_least(plain.states, found.states), why=plain.why)
    return found


def _estimated(
    rules: CheckedGame, symmetric: bool, team: ThreadTeam, budget: SampleBudget
) -> Estimate:
    from perfectplay.solver.solve import COMPILE_STATES, is_large

    found, unlimited = begin_interpreted(rules, symmetric), StateLimits(None, 1 << 62)
    first = budget.whole(COMPILE_STATES)
    explore_interpreted(
        found, unlimited, Reporter(),
        lambda states, spent: is_large(states, spent) if budget.timed else states > first,
    )  # fmt: skip
    if found.finished:
        return _of_interpreted(found, budget)
    object_states = rules.kind is StateKind.OBJECT or isinstance(rules.game, FunctionGame)
    expander = why = None
    if not object_states:
        expander, why = _compiled(rules, symmetric, found)
    if expander is not None:
        from perfectplay.compiler.constants import NotCompilable

        try:
            return _of_compiled(expander, team, budget)
        except NotCompilable as reason:  # states far on have no keys; a solve is interpreted then
            why = str(reason)
    # slow rules, and no tiers: half of the time for what is explored whole
    budget = budget.afresh()
    most = budget.whole(1 << 62)
    explore_interpreted(
        found, unlimited, Reporter(), lambda states, _: budget.used > 1 / 2 or states > most
    )
    return replace(_of_interpreted(found, budget), refusal=why or "")


def _of_compiled(expander: Expander, team: ThreadTeam, budget: SampleBudget) -> Estimate:
    """Raises NotCompilable where states turn up that have no keys, and RulesError."""
    from perfectplay.compiler.expander import KeysOutgrownError
    from perfectplay.solver.explore.hash_explorer import HashProgress, grows_wide, walk

    unlimited, most = StateLimits(None, 1 << 62), budget.whole(EXACT)
    while True:
        try:
            walk(expander, unlimited, Reporter(), lambda _: True)  # compiles, before the clock runs
            break
        except KeysOutgrownError as outgrown:  # an image of the start is wider than all were
            expander = expander.alike(outgrown.keys)
    _warm_up(expander, team)
    budget = budget.afresh()

    def enough(so_far: HashProgress) -> bool:
        spent = budget.used > FIRST and so_far.states > LEAST_EXACT
        return grows_wide(so_far) or so_far.states > most or spent or budget.late

    walked = walk(expander, unlimited, Reporter(), enough)
    return forecast_walked(expander, walked, team, budget)


def _warm_up(expander: Expander, team: ThreadTeam) -> None:
    """Compiles what samples need, which must not take time from the samples."""
    from perfectplay.compiler.expander import KeysOutgrownError

    source = CompiledSource(expander, team)
    try:
        start = np.array([expander.start_key()], np.int64)
        source.tiers_of(start)
        source.class_sizes(start)
        source.expand(start)
    except KeysOutgrownError:
        pass  # they are compiled all the same


def _compiled(
    rules: CheckedGame, symmetric: bool, found: InterpretedStates
) -> tuple[Expander | None, str | None]:
    from perfectplay.compiler.constants import NotCompilable
    from perfectplay.compiler.expander import Expander, first_keys
    from perfectplay.compiler.load import compile_rules

    try:
        keys = first_keys(rules, found.states)
        return Expander(compile_rules(rules.game, symmetries=symmetric), rules, keys), None
    except NotCompilable as reason:
        return None, str(reason)


def forecast_walked(
    expander: Expander,
    walked: HashExploration,
    team: ThreadTeam,
    budget: SampleBudget | None = None,
) -> Estimate:
    """What a game will turn out to be that a walk has begun; for a solve that goes on from there.

    ``budget``: default SOLVE_MOVES, within SOLVE_SECONDS of processor time on each thread. Neither
    ``walked`` nor the keys of the expander are changed. Raises RulesError, NotCompilable.
    """
    if budget is None:
        _warm_up(expander, team)
        budget = SampleBudget(SOLVE_SECONDS * team.threads, SOLVE_MOVES, time.process_time)
    source = CompiledSource(expander, team, budget)
    return judged(expander.rules.game, "compiled", source, walked)


def _of_interpreted(found: InterpretedStates, budget: SampleBudget) -> Estimate:
    from perfectplay.solver.explore.hash_explorer import HashExploration
    from perfectplay.solver.move_graph import MoveGraph

    source = InterpretedSource(found.rules, found.symmetric, found.states, budget)
    keys = np.arange(len(found.states), dtype=np.int64)
    edges = np.array(found.edges, np.int32)
    over = np.frombuffer(found.over, np.uint8)
    graph = MoveGraph(np.array(found.starts, np.int64), edges, None, False, over)
    walked = HashExploration(keys, graph, len(over), found.finished, False)
    return judged(found.rules.game, "interpreted", source, walked)
