"""The plan of a solve: its memory, time and method, from an estimate and a budget."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from perfectplay.core.arguments import check_whole
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.process_memory import LEAST_MEMORY, default_budget, kept_freed, resident_bytes
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.cluster_plan import ALONE, ClusterPlan, cluster_plan
from perfectplay.solver.estimate.interval import (
    Interval,
    bytes_words,
    count_words,
    size_words,
    time_words,
)
from perfectplay.solver.explore.hash_explorer import WIDE_STATES
from perfectplay.solver.explore.tiers import SLOW
from perfectplay.solver.memory import (
    GRAPH_MOVE,
    GRAPH_STATE,
    INTERPRETED_BYTES,
    SCORED_MOVE,
    SCORED_STATE,
    BufferRoom,
    ranged_room,
    room_for,
)
from perfectplay.solver.retrograde.tier_graph import OUTSIDE_BYTES
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.tier_solve import KEY_BYTES, LOOKED_UP, VALUE_BYTES, WIDE_KEY
from perfectplay.tablebase.record import game_fields

INTERPRETED_MOVE, INSIDE_STATE = 8, 6
"""Bytes of a move of the interpreter, and of a state of tiers with moves inside, which are kept in
files (but not in a game of points)."""

SURE, UNLIKELY = 2, 20
"""A budget is refused in advance if the low estimate divided by SURE does not fit it, or the likely
one divided by UNLIKELY."""

LEAN = 0.6
"""The states of the interpreter may share parts, and take only so much of what is expected."""

WORK_STATE, STORED_STATE = (1.0, 1.5, 7.0), (0.3, 1.3, 3.0)
"""Bytes of a state on disk: explored but not solved; in the folder of a solution (low, likely,
high: keys that lie close together, typical ones, and keys far apart)."""

FOLDER = Interval(1_900, 2_300, 4_500)
"""Bytes of a folder without its states: the rules' text, the manifest, the frames of files."""

EXPLORE_SORTS, RESOLVE_SORTS, GRAPH_SORTS = 10, 5, 48
"""Work for each move besides the rules, in keys that one thread could sort in that time."""

INTERPRETED_SECOND = 2e6
"""Edges a second that are resolved after interpreted exploration."""

SLOWER, FASTER = 1.7, 0.6
"""Factors by which a time may be off even if the estimate of states is exact."""


@dataclass(frozen=True)
class SolvePlan:
    """How a game would be solved.

    ``memory``: the budget, ``peak``: the expected use of it, both in bytes; ``keys``: "in memory"
    or "in files"; ``edges``: "kept" or "expanded again"; ``work``, ``disk``: bytes on disk during a
    solve into a folder, and at its end; ``seconds``: of solving; ``least``: about the smallest
    budget that is enough; ``base``: bytes that the process holds without states; ``cluster``: the
    same by workers, if that was asked for.
    """

    forecast: Estimate
    memory: int
    peak: Interval
    least: float
    base: int
    keys: str
    edges: str
    threads: int
    room: BufferRoom
    work: Interval
    disk: Interval
    seconds: Interval
    cluster: ClusterPlan | None = None

    @property
    def fits(self) -> bool:
        """Whether the likely case fits the budget, with files if necessary; if only lower bounds
        are known, whether these fit."""
        return bool(self.least <= self.memory)

    def lines(self) -> list[str]:
        """The plan in two lines, for a solve to show."""
        f = self.forecast
        size = f"{count_words(f.every or f.states)} states, "
        size += f"{count_words(f.states)} up to symmetry, " if f.every else ""
        size += f"{count_words(f.moves)} moves{' of these' if f.every else ''}"
        size += f"; no estimate: {f.why}" if f.bounded else f", {time_words(self.seconds)}"
        more = "more than the " if self.peak.low > self.memory else ""
        allowed = f"{more}{size_words(self.memory)} allowed"
        memory = f"{bytes_words(self.peak)} of memory ({allowed})"
        return [
            f"forecast: {size}",
            f"plan: {memory}, keys {self.keys}, edges {self.edges}, "
            f"{number_of(self.threads, 'thread')}",
        ]

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON: bytes, seconds and counts as plain numbers."""
        f = self.forecast
        return {
            **game_fields(f.game),
            "engine": f.engine,
            "exact": f.exact,
            "bounds_only": f.bounded,
            "factor": None if (factor := f.states.factor) is None else round(factor, 3),
            "explored": f.explored,
            "states": (f.every or f.states).as_dict(),
            "representatives": f.states.as_dict() if f.every else None,
            "moves": f.moves.as_dict(),
            "largest_tier": f.largest.as_dict(),
            "shape": f.shape,
            "memory": {"budget": self.memory, "least": round(self.least), **self.peak.as_dict()},
            "fits": None if self.fits and f.bounded else self.fits,
            "disk": self.disk.as_dict(),
            "work_files": self.work.as_dict(),
            "seconds": self.seconds.as_dict(1),
            "keys": self.keys,
            "edges": self.edges,
            "threads": self.threads,
            "batch": self.room.batch,
            "children_held": self.room.children,
            "reason": f.why or None,
            "cluster": self.cluster and self.cluster.as_dict(),
        }


def plan_of(
    forecast: Estimate, threads: int, memory: int | None = None, base: int | None = None
) -> SolvePlan:
    """The plan of an estimated game within ``memory`` bytes (default: half of what is free).

    ``base``: bytes that the process holds without states (default: all that it holds).

    Raises MemoryBudgetError for a budget that no game fits.

    >>> from perfectplay.solver.estimate.forecast import forecast
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> plan = plan_of(forecast(ThreeRocks(3, 4)), threads=2)
    >>> plan.keys, plan.edges, plan.fits
    ('in memory', 'kept', True)
    """
    resident = resident_bytes() if base is None else base
    least = _least(forecast, resident, threads)
    if memory is None:
        memory = default_budget()
    elif memory < LEAST_MEMORY:
        raise MemoryBudgetError(memory, max(LEAST_MEMORY, round(least)))
    room = room_for(memory, resident, threads, max(1.0, forecast.branching))
    if is_graph(forecast):
        peak, keys, edges = _graph_bytes(forecast) + resident, "in memory", "kept"
        if peak.likely > memory and forecast.engine == "compiled":  # goes on as a tier in files
            keys, edges = "in files", "in files"
            most = max(memory, least)
            peak = Interval(min(memory, peak.low), most, peak.high and most)
    else:
        kept = kept_freed(room.spare, threads)  # at most: most of it is not needed
        most = resident + (room.spare - room.arrays)
        beside = Interval(most - kept, most - kept, most)
        need = _resolving(forecast)
        key = forecast.states.scaled(KEY_BYTES, KEY_BYTES, WIDE_KEY)
        whole = key + forecast.states * VALUE_BYTES + beside + need
        fits = whole.likely + kept <= memory
        keys = "in memory" if fits else "in files"
        edges = "kept" if _keeps_answers(forecast, threads, room) else "expanded again"
        peak = whole if fits else need + beside
        if not fits:  # what the budget leaves is used; tiers are read by ranges if it is tight
            likely = max(min(memory, whole.low), min(peak.likely, max(memory, least)))
            peak = Interval(min(memory, peak.low), likely, peak.high)
    return SolvePlan(
        forecast, memory, peak, least, resident, keys, edges, threads, room,
        forecast.states.scaled(*WORK_STATE), forecast.states.scaled(*STORED_STATE) + FOLDER,
        _seconds(forecast, edges, threads),
    )  # fmt: skip


def is_graph(forecast: Estimate) -> bool:
    """Whether a solve keeps the whole game as a graph: a small game, or one with loops but without
    tiers."""
    small = forecast.states.likely <= WIDE_STATES
    return small or forecast.shape == "graph" or forecast.engine == "interpreted"


def _graph_bytes(forecast: Estimate) -> Interval:
    compiled = forecast.engine == "compiled"
    state = GRAPH_STATE if compiled else INTERPRETED_BYTES + forecast.held
    move = GRAPH_MOVE if compiled else INTERPRETED_MOVE
    return forecast.states * (state + move * forecast.branching)


def _resolving(forecast: Estimate, *, tables: bool = True) -> Interval:
    """Bytes to resolve the largest tier, with the table of the tier that it moves into."""
    each = 4.0 + (LOOKED_UP if tables else 0)
    if forecast.inside:
        scored = SCORED_STATE + SCORED_MOVE * forecast.branching
        each += scored if forecast.game.scoring else INSIDE_STATE + OUTSIDE_BYTES
    return forecast.largest * each


def _least(forecast: Estimate, resident: int, threads: int) -> float:
    """The smallest budget that is enough in the likely case."""
    tight = room_for(LEAST_MEMORY, resident, threads, max(1.0, forecast.branching))
    beside = resident + max(0, tight.spare - tight.arrays)
    if not is_graph(forecast):
        ranged = _resolving(forecast, tables=False).likely + ranged_room(threads)
        return beside + min(_resolving(forecast).likely, ranged)
    if forecast.engine == "interpreted":
        return resident + _graph_bytes(forecast).likely
    return beside + forecast.states.likely * INSIDE_STATE


def surely(count: Interval) -> float:
    """What a count is at least, with room for estimates that are wrong."""
    return max(count.low / SURE, 0.0 if count.high is None else count.likely / UNLIKELY)


def refused(plan: SolvePlan) -> bool:
    """Whether a budget is far too small even if the game is as small as the estimate allows: its
    states alone would take more, without the process and its buffers."""
    f = plan.forecast
    if f.engine == "interpreted":  # its states are not kept in files
        return plan.base + LEAN * _graph_bytes(f).low > plan.memory
    need = (f.states * INSIDE_STATE if is_graph(f) else _resolving(f, tables=False)).likely
    return need * surely(f.states) / max(1.0, f.states.likely) > plan.memory


def _keeps_answers(forecast: Estimate, threads: int, room: BufferRoom) -> bool:
    """Whether the answers of slow rules are kept (solver/explore/tiers.py)."""
    return 0 < forecast.speed < SLOW * threads and forecast.moves.likely * 9 < room.arrays // 4


def _seconds(forecast: Estimate, edges: str, threads: int) -> Interval:
    speed = forecast.speed or 1e6
    rules, sorting = 1 / speed, 1 / (forecast.sorting * threads)
    if forecast.engine == "interpreted":
        each = rules + 1 / INTERPRETED_SECOND
    elif is_graph(forecast):
        each = rules + GRAPH_SORTS * sorting
    else:
        again = 0.0 if edges == "kept" else rules
        classes = rules if forecast.every is not None else 0.0
        each = rules + again + classes + (EXPLORE_SORTS + RESOLVE_SORTS) * sorting
    return (forecast.moves * each).scaled(FASTER, 1, SLOWER)


def plan(
    game: Game,
    *,
    memory: int | None = None,
    threads: int | None = None,
    symmetries: bool = True,
    seconds: float | None = None,
    compiling: float = math.inf,
    workers: int | None = None,
) -> SolvePlan:
    """The plan of a game, from samples taken for some ``seconds``; see `forecast` and `plan_of`.

    ``compiling``: as for `forecast`. ``workers``: plan also for so many processes of
    ``solve --cluster``.

    Raises RulesError, MemoryBudgetError, ParameterError for seconds that are not above 0,
    ValueError for a number of workers below 1.
    """
    from perfectplay.solver.estimate.forecast import SECONDS, forecast

    check_whole(workers=workers)
    seconds = SECONDS if seconds is None else seconds
    found = forecast(
        game, symmetries=symmetries, threads=threads, seconds=seconds, compiling=compiling
    )
    planned = plan_of(found, ThreadTeam(threads).threads, memory)
    if workers is None:
        return planned
    if is_graph(found):
        return replace(planned, cluster=ClusterPlan(workers, why=ALONE))
    by_workers = cluster_plan(found, planned.seconds, planned.threads, workers)
    return replace(planned, cluster=by_workers)
