"""Estimates of a game's size from samples, before it is solved.

The first states are explored completely. If there are more, walkers continue level by level
(walkers.py, collision_estimator.py), or, if moves lead back, states are sifted (hash_sampling.py).
If that is not enough, walkers roam through the game and meet (capture_recapture.py).
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.compiler.growth.growth import PROVING
from perfectplay.core.errors import ParameterError
from perfectplay.core.process_memory import held_bytes
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_symmetries, overrides
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.estimate import estimate_of
from perfectplay.solver.estimate.interval import Interval, at_least
from perfectplay.solver.estimate.sample_budget import (
    NotInTimeError,
    SampleBudget,
    compile_in_time,
    warm_up,
)
from perfectplay.solver.estimate.sampled import CompiledSource, InterpretedSource
from perfectplay.solver.explore.explored_tiers import HashExploration
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.state_limits import NO_LIMIT, unlimited
from perfectplay.solver.threads import ThreadTeam

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander

SECONDS = 5.0
"""The time of a forecast, without compiling and the start of Python."""

SOLVE_MOVES, SOLVE_SECONDS = 4e6, 2.0
"""Budget of the estimate within the solve of a large game: moves, and seconds of processor time on
each thread. Processor time does not count what other programs take of a busy machine."""

EXACT, LEAST_EXACT = 1 << 20, 1 << 16
"""States that are explored completely before samples begin: at most, and at least (even on a busy
machine, so that a small game is not sampled)."""

FIRST = 1 / 3
"""The share of a budget after which the complete exploration ends."""

HELD_STATES = 2_000
"""States whose size in memory is measured."""

INDEXED_BYTES = 110
"""Bytes of a state of the interpreter that is only numbered once more."""

LEAST_SECONDS = 1.0
"""Seconds that the interpreter samples at least: in less, it sees too little of a game."""

FEW = 2 / 3
"""By how much lower ends are lowered if the interpreter takes the samples, which are few. With a
second for each, 56 ranges of 60 held (tests/helpers/estimated_games.py) if no rules were compiled;
the others were too high, by a factor of 1.42 at most."""

COMPARED = 100
"""States that are compared with the interpreter before an estimate by compiled rules."""


def forecast(
    game: Game,
    *,
    symmetries: bool = True,
    threads: int | None = None,
    seconds: float = SECONDS,
    moves: float = math.inf,
    compiling: float = math.inf,
) -> Estimate:
    """The estimated size of a game, from samples taken for about ``seconds`` seconds.

    ``compiling``: seconds after which rules that are still being compiled are sampled by the
    interpreter.
    ``moves``: the most moves of sampled states to look at. With ``seconds=math.inf`` as well, the
    answer does not depend on the machine. Raises RulesError if the rules break a promise,
    EndlessGameError if the game is proved to have no end, ParameterError for a budget that is not
    positive.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> forecast(ThreeRocks(3, 4)).states
    Interval(low=20, likely=20, high=20)
    """
    for name, number in (("seconds", seconds), ("moves", moves), ("compiling", compiling)):
        if not number > 0:
            raise ParameterError(f"{name} must be above 0, got {number}")
    if math.isinf(seconds) and math.isinf(moves):
        raise ParameterError("either seconds or moves must be finite")
    rules, team = CheckedGame(game), ThreadTeam(threads)
    symmetric = symmetries and has_symmetries(game)
    found = _estimated(rules, symmetric, team, SampleBudget(seconds, moves), compiling)
    if found.bounded and _interpreted_speed(rules) * seconds > PROVING:
        limits = unlimited()
        limits.look(found.explored, game)
        if limits.seen is not None and limits.seen.open_ended:
            found = replace(found, why=f"{found.why}: {limits.seen.line()}")
    if found.every is not None and not found.every.exact and found.states.exact:
        # some classes are reached in part only: all states are counted or estimated separately
        plain = _estimated(rules, False, team, SampleBudget(seconds, moves), compiling)
        found = replace(found, every=at_least(plain.states, found.states), why=plain.why)
    return found


def _interpreted_speed(rules: CheckedGame) -> float:
    """Moves a second of the interpreter, from the first states; slow rules have no time to be
    proved endless."""
    found, limits = begin_interpreted(rules, False), unlimited()
    explore_interpreted(
        found, limits, Reporter(), lambda states, spent: states > 2_000 or spent > 0.05
    )
    return len(found.edges) / max(1e-6, found.seconds)


def _estimated(
    rules: CheckedGame, symmetric: bool, team: ThreadTeam, budget: SampleBudget, compiling: float
) -> Estimate:
    from perfectplay.solver.state_limits import COMPILE_STATES, is_large

    found, limits = begin_interpreted(rules, symmetric), unlimited()
    first = budget.whole(COMPILE_STATES)
    explore_interpreted(
        found, limits, Reporter(),
        lambda states, spent: is_large(states, spent) if budget.timed else states > first,
    )  # fmt: skip
    if found.finished:
        return forecast_interpreted(found, budget)
    from perfectplay.compiler.source.not_compilable import NotCompilable

    try:
        expander = _expander(found, symmetric, compiling - budget.passed)
        return _of_compiled(expander, team, budget)
    except NotCompilable as reason:  # at once, or since states that are found later have no keys
        return replace(_wider(_of_interpreted(found, budget, "interpreted")), refusal=str(reason))
    except NotInTimeError:
        why = f"the rules were not compiled within {compiling:g} s: --seconds gives more"
        return replace(_wider(_of_interpreted(found, budget, "compiled")), refusal=why)


def _expander(found: InterpretedStates, symmetric: bool, seconds: float) -> Expander:
    """The compiled rules, compared with the interpreter. Raises NotCompilable, RulesError,
    NotInTimeError after some ``seconds``."""
    from perfectplay.compiler.prepare_rules import prepare_rules
    from perfectplay.compiler.translate import translate

    rules = found.rules
    if not rules.has_keys:
        translate(rules.game)  # raises NotCompilable, and so says why
    prepared = prepare_rules(
        rules, found.states, symmetries=symmetric, compared=min(COMPARED, len(found.over)),
        before=lambda keys, given: compile_in_time(rules, keys, given, seconds),
    )  # fmt: skip
    return prepared.expander


def _of_interpreted(found: InterpretedStates, budget: SampleBudget, engine: str) -> Estimate:
    """The estimate by the interpreter: slow rules, and no tiers, so that half of the time is for
    what is explored whole."""
    budget = budget.for_samples(LEAST_SECONDS)
    most = budget.whole(NO_LIMIT)
    explore_interpreted(
        found, unlimited(), Reporter(), lambda states, _: budget.used > 1 / 2 or states > most
    )
    return forecast_interpreted(found, budget, engine=engine)


def _wider(found: Estimate) -> Estimate:
    """An estimate from very few samples, with room for what they count too many."""

    def wider(count: Interval, least: float) -> Interval:
        if count.exact:
            return count
        return replace(count, low=max(min(least, count.low), FEW * count.low))

    every = None if found.every is None else wider(found.every, found.explored)
    return replace(
        found, states=wider(found.states, found.explored), every=every,
        moves=wider(found.moves, found.explored - 1), largest=wider(found.largest, 1),
    )  # fmt: skip


def _of_compiled(expander: Expander, team: ThreadTeam, budget: SampleBudget) -> Estimate:
    """The estimate by compiled rules. Raises NotCompilable if a state has no key, RulesError."""
    from perfectplay.compiler.expander import KeysOutgrownError
    from perfectplay.solver.explore.hash_explorer import HashProgress, grows_wide, walk

    limits, most = unlimited(), budget.whole(EXACT)
    while True:
        try:
            walk(expander, limits, Reporter(), lambda _: True)  # compiles before the clock runs
            break
        except KeysOutgrownError as outgrown:  # an image of the start needs wider keys
            expander = expander.alike(outgrown.keys)
    warm_up(expander)
    budget = budget.for_samples()

    def enough(so_far: HashProgress) -> bool:
        spent = budget.used > FIRST and so_far.states > LEAST_EXACT
        return grows_wide(so_far) or so_far.states > most or spent or budget.late

    walked = walk(expander, limits, Reporter(), enough)
    return forecast_walked(expander, walked, team, budget)


def forecast_walked(
    expander: Expander,
    walked: HashExploration,
    team: ThreadTeam,
    budget: SampleBudget | None = None,
    share: float = 1.0,
) -> Estimate:
    """The estimated size of a game whose exploration has begun; the solve continues from there.

    ``budget``: default a ``share`` of SOLVE_MOVES, within SOLVE_SECONDS of processor time on each
    thread. Neither ``walked`` nor the keys of the expander are changed. Raises RulesError,
    NotCompilable.
    """
    if budget is None:
        warm_up(expander)
        budget = _solve_budget(share, team.threads)
    source = CompiledSource(expander, team, budget)
    return estimate_of(expander.rules.game, "compiled", source, walked)


def forecast_interpreted(
    found: InterpretedStates,
    budget: SampleBudget | None = None,
    room: float = math.inf,
    engine: str = "interpreted",
    share: float = 1.0,
) -> Estimate:
    """The estimated size of a game that the interpreter has begun to explore, as
    `forecast_walked`; ``room``: bytes that samples may take; ``engine``: what a solve would go on
    with. Raises RulesError, SampleRoomError."""
    held = held_bytes(found.states[-HELD_STATES:])
    budget = budget or _solve_budget(share)
    room -= INDEXED_BYTES * len(found.states)
    tiers = engine == "compiled" and overrides(found.rules.game, "tier")
    source = InterpretedSource(found.rules, found.symmetric, found.states, budget, room, tiers)
    keys = np.arange(len(found.states), dtype=np.int64)
    edges = np.array(found.edges, np.int32)
    over = np.frombuffer(found.over, np.uint8).copy()  # what is explored grows again later
    graph = MoveGraph(np.array(found.starts, np.int64), edges, None, False, over)
    walked = HashExploration(keys, graph, len(over), found.finished, False)
    estimate = estimate_of(found.rules.game, engine, source, walked)
    if engine == "compiled":
        return replace(estimate, speed=0.0)  # not known
    if found.edges and found.seconds > 0:  # with the images of states, which samples need less
        estimate = replace(estimate, speed=len(found.edges) / found.seconds)
    return replace(estimate, held=held)


def _solve_budget(share: float, threads: int = 1) -> SampleBudget:
    """A share of the usual samples within a solve."""
    return SampleBudget(share * SOLVE_SECONDS * threads, share * SOLVE_MOVES, time.process_time)
