"""What a game will turn out to be, told from samples before it is solved.

The first states are explored whole. Where that is not all, walkers go on level by level
(walkers.py), or, where moves lead back, states are sifted (sifted.py).
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.assembly.planning.judged import Forecast, judged
from perfectplay.assembly.planning.sampled import CompiledSource, InterpretedSource
from perfectplay.contract.functions import FunctionGame
from perfectplay.contract.game import Game, StateKind, overrides
from perfectplay.contract.rules import Rules
from perfectplay.engines.interpreted import Interpreted, begin_interpreted, explore_interpreted
from perfectplay.engines.limits import Limits
from perfectplay.engines.threads import Team
from perfectplay.words.progress import Reporter

if TYPE_CHECKING:
    from perfectplay.engines.compiled import Expander
    from perfectplay.engines.walk import Walked

SECONDS = 5.0
"""What a forecast takes, compiling and the start of Python not counted."""

EXACT = 1 << 20
"""States that are explored whole before samples begin."""


def forecast(
    game: Game, *, symmetries: bool = True, threads: int | None = None, seconds: float = SECONDS
) -> Forecast:
    """What a game will turn out to be; looks at it for about so many ``seconds``.

    Raises RulesError where the rules break a promise.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> forecast(ThreeRocks(3, 4)).states
    Range(low=20, likely=20, high=20)
    """
    from perfectplay.assembly.solve import is_large

    rules, team = Rules(game), Team(threads)
    symmetric = symmetries and overrides(game, "symmetries")
    found, unlimited = begin_interpreted(rules, symmetric), Limits(None, 1 << 62)
    began = time.perf_counter()

    explore_interpreted(found, unlimited, Reporter(), is_large)  # as a solve does
    if found.finished:
        return _of_interpreted(found, began + seconds)
    object_states = rules.kind is StateKind.OBJECT or isinstance(game, FunctionGame)
    expander = why = None
    if not object_states:
        expander, why = _compiled(rules, symmetric, found)
    if expander is not None:
        from perfectplay.contract.compiled.constants import NotCompilable

        try:
            return _of_compiled(expander, team, seconds)
        except NotCompilable as reason:  # states far on have no keys; a solve is interpreted then
            why = str(reason)
    # slow rules, and no tiers: half of the time for what is explored whole
    explore_interpreted(found, unlimited, Reporter(), lambda _, spent: spent > seconds / 2)
    forecasted = _of_interpreted(found, time.perf_counter() + seconds / 2)
    return replace(forecasted, refusal=why or "")


def _of_compiled(expander: Expander, team: Team, seconds: float) -> Forecast:
    """Raises NotCompilable where states turn up that have no keys, and RulesError."""
    from perfectplay.engines.walk import grows_wide, walk

    began = time.perf_counter()
    walked = walk(
        expander, Limits(None, 1 << 62), Reporter(),
        lambda so_far: (
            grows_wide(so_far)
            or so_far.states > EXACT
            or time.perf_counter() > began + seconds / 3
        ),
    )  # fmt: skip
    return forecast_walked(expander, walked, team, began + seconds - time.perf_counter())


def _compiled(
    rules: Rules, symmetric: bool, found: Interpreted
) -> tuple[Expander | None, str | None]:
    from perfectplay.contract.compiled.constants import NotCompilable
    from perfectplay.contract.compiled.load import compile_rules
    from perfectplay.engines.compiled import Expander, first_keys

    try:
        keys = first_keys(rules, found.states)
        return Expander(compile_rules(rules.game, symmetries=symmetric), rules, keys), None
    except NotCompilable as reason:
        return None, str(reason)


def forecast_walked(
    expander: Expander, walked: Walked, team: Team, seconds: float = 0.4
) -> Forecast:
    """What a game will turn out to be that a walk has begun; for a solve that goes on from there.

    Walkers and what is kept are as few as ``seconds`` allow. ``walked`` is not changed.
    """
    if type(walked.keys) is np.ndarray:
        walked = replace(walked, keys=walked.keys.copy())
    source = CompiledSource(expander, team)
    return judged(expander.rules.game, "compiled", source, walked, seconds)


def _of_interpreted(found: Interpreted, until: float) -> Forecast:
    from perfectplay.engines.graph import Graph
    from perfectplay.engines.walk import Walked

    source = InterpretedSource(found.rules, found.symmetric)
    keys = source.keys_of(found.states)
    edges = np.array(found.edges, np.int32)
    over = np.frombuffer(found.over, np.uint8)
    graph = Graph(np.array(found.starts, np.int64), edges, None, False, over)
    walked = Walked(keys, graph, len(over), found.finished, False)
    seconds = until - time.perf_counter()
    return judged(found.rules.game, "interpreted", source, walked, seconds)
