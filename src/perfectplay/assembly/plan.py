"""What a solve will take, and how it will go about it, told from a forecast and a budget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from perfectplay.assembly.forecast import Forecast, Range
from perfectplay.assembly.memory import (
    SHARE,
    Room,
    available_bytes,
    resident_bytes,
    room_for,
)
from perfectplay.assembly.tier_solve import LOOKED_UP, STATE_BYTES
from perfectplay.contract.game import Game, parameters
from perfectplay.engines.tiers import SLOW
from perfectplay.engines.walk import WIDE_STATES
from perfectplay.results.record import jsonable
from perfectplay.results.solution import game_name
from perfectplay.words.errors import MemoryBudgetError

INTERPRETED_STATE, INTERPRETED_MOVE = 600, 8
GRAPH_STATE, GRAPH_MOVE = 48, 4
INSIDE_STATE, INSIDE_MOVE = 38, 9
"""Bytes: where the interpreter explores; where a graph is kept whole; where one tier's is."""

WORK_STATE, STORED_STATE = 8, (1.0, 2.0, 4.0)
"""Bytes of a state on disk: explored and waiting to be solved; in the folder of the solution, where
keys lie close together, as most do, and far apart."""

EXPLORE_SORTS, RESOLVE_SORTS, GRAPH_SORTS = 10, 5, 48
"""Work for each move beside the rules, counted in keys that one thread could sort meanwhile."""

INTERPRETED_SECOND = 2e6
"""Edges a second that are resolved after the interpreter has explored."""

SLOWER, FASTER = 1.7, 0.6
"""How far a time may be off, whatever the forecast of states."""

LEAST_MEMORY = 300_000_000
"""A process takes about that much before it has any state."""


@dataclass(frozen=True)
class Plan:
    """``memory``: the budget, ``peak``: what is likely to be taken of it, both in bytes;
    ``keys``: "in memory" or "in files"; ``edges``: "kept" or "expanded again"; ``work``, ``disk``:
    bytes on disk while a solve into a folder works, and in the end; ``seconds``: of solving;
    ``least``: about the least budget that would do; ``fits``: whether the budget does (None: the
    forecast cannot say)."""

    forecast: Forecast
    memory: int
    peak: Range
    least: float
    keys: str
    edges: str
    threads: int
    room: Room
    work: Range
    disk: Range
    seconds: Range

    @property
    def fits(self) -> bool:
        """Whether the likely case fits the budget, with files where need be."""
        return self.least <= self.memory

    def lines(self) -> list[str]:
        """The plan in two lines, for a solve to show."""
        f = self.forecast
        return [
            f"forecast: {count_words(f.states)} states, {count_words(f.moves)} moves, "
            f"{time_words(self.seconds)}",
            f"plan: {bytes_words(self.peak)} of {size_words(self.memory)}, keys {self.keys}, "
            f"edges {self.edges}, {self.threads} thread{'s' if self.threads > 1 else ''}",
        ]

    def as_dict(self) -> dict[str, Any]:
        """The same for programs; bytes, seconds and counts as whole or plain numbers."""
        f = self.forecast
        return {
            "game": game_name(f.game),
            "parameters": {name: jsonable(v) for name, v in parameters(f.game).items()},
            "engine": f.engine,
            "exact": f.exact,
            "explored": f.explored,
            "states": _ranged(f.every or f.states),
            "representatives": _ranged(f.states) if f.every else None,
            "moves": _ranged(f.moves),
            "largest_tier": _ranged(f.largest),
            "shape": f.shape,
            "memory": {"budget": self.memory, "least": round(self.least), **_ranged(self.peak)},
            "fits": self.fits,
            "disk": _ranged(self.disk),
            "work_files": _ranged(self.work),
            "seconds": _ranged(self.seconds, 1),
            "keys": self.keys,
            "edges": self.edges,
            "threads": self.threads,
            "batch": self.room.batch,
            "children_held": self.room.children,
            "reason": f.why or None,
        }


def plan_of(forecast: Forecast, threads: int, memory: int | None = None) -> Plan:
    """How a forecast game would be solved within ``memory`` bytes (default: half of what is free).

    Raises MemoryBudgetError for a budget that no game fits.

    >>> from perfectplay.assembly.forecast import forecast
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> plan = plan_of(forecast(ThreeRocks(3, 4)), 2, 2_000_000_000)
    >>> plan.keys, plan.edges, plan.fits
    ('in memory', 'kept', True)
    """
    resident = resident_bytes()
    if memory is None:
        memory = resident + int(available_bytes() * SHARE)
    elif memory < LEAST_MEMORY:
        raise MemoryBudgetError(
            memory, max(LEAST_MEMORY, round(_least(forecast, resident, threads)))
        )
    branching = forecast.moves.likely / max(1.0, forecast.states.likely)
    room = room_for(memory, resident, threads, max(1.0, branching))
    if is_graph(forecast):
        graph = _graph_bytes(forecast)
        peak, least = graph + resident, _least(forecast, resident, threads)
        keys, edges = "in memory", "kept" if peak.likely <= memory else "kept, in files"
    else:
        beside = resident + (room.spare - room.shelf)
        need = _resolving(forecast)
        whole = forecast.states * STATE_BYTES + beside
        whole = Range(
            whole.low + need.low, whole.likely + need.likely, _plus(whole.high, need.high)
        )
        fits = whole.likely <= memory
        keys = "in memory" if fits else "in files"
        edges = "kept" if _keeps_answers(forecast, threads, room) else "expanded again"
        peak, least = whole if fits else need + beside, _least(forecast, resident, threads)
        if not fits:  # what the budget leaves is used
            peak = Range(min(memory, peak.low), max(min(memory, whole.low), peak.likely), peak.high)
    return Plan(
        forecast, memory, peak, least, keys, edges, threads, room,
        forecast.states * WORK_STATE, _stored(forecast.states), _seconds(forecast, edges, threads),
    )  # fmt: skip


def is_graph(forecast: Forecast) -> bool:
    """Whether a solve keeps the whole game as a graph: small ones, and those with loops that no
    tiers part."""
    small = forecast.states.likely <= WIDE_STATES
    return small or forecast.shape == "graph" or forecast.engine == "interpreted"


def _plus(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a + b


def _graph_bytes(forecast: Forecast) -> Range:
    compiled = forecast.engine == "compiled"
    state = GRAPH_STATE if compiled else INTERPRETED_STATE
    move = GRAPH_MOVE if compiled else INTERPRETED_MOVE
    each = state + move * forecast.moves.likely / max(1.0, forecast.states.likely)
    return forecast.states * each


def _resolving(forecast: Forecast) -> Range:
    """The largest tier, and that it moves into, while it is resolved."""
    each = 4.0 + LOOKED_UP
    if forecast.inside:
        moves = forecast.moves.likely / max(1.0, forecast.states.likely)
        each += INSIDE_STATE + INSIDE_MOVE * moves
    return forecast.largest * each


def _least(forecast: Forecast, resident: int, threads: int) -> float:
    """The least budget that would do, in the likely case."""
    branching = max(1.0, forecast.moves.likely / max(1.0, forecast.states.likely))
    tight = room_for(LEAST_MEMORY, resident, threads, branching)
    beside = resident + max(0, tight.spare - tight.shelf)
    if not is_graph(forecast):
        return beside + _resolving(forecast).likely
    if forecast.engine == "interpreted":
        return resident + _graph_bytes(forecast).likely
    return beside + forecast.states.likely * GRAPH_STATE


def _keeps_answers(forecast: Forecast, threads: int, room: Room) -> bool:
    """Whether slow rules are asked once (engines/tiers.py)."""
    slow = 0 < forecast.speed < SLOW * threads
    return slow and forecast.moves.likely * 9 < room.shelf // 4


def _stored(states: Range) -> Range:
    low, likely, high = STORED_STATE
    top = None if states.high is None else states.high * high
    return Range(states.low * low, states.likely * likely, top)


def _seconds(forecast: Forecast, edges: str, threads: int) -> Range:
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
    seconds = forecast.moves * each
    high = None if seconds.high is None else seconds.high * SLOWER
    return replace(seconds, low=seconds.low * FASTER, high=high)


def plan(
    game: Game,
    *,
    memory: int | None = None,
    threads: int | None = None,
    symmetries: bool = True,
    seconds: float | None = None,
) -> Plan:
    """The plan of a game that is looked at for some ``seconds``; as `forecast` and `plan_of`.

    Raises RulesError, MemoryBudgetError.
    """
    from perfectplay.assembly.forecast import SECONDS, forecast
    from perfectplay.engines.threads import Team

    found = forecast(game, symmetries=symmetries, threads=threads, seconds=seconds or SECONDS)
    return plan_of(found, Team(threads).threads, memory)


# --- in words -------------------------------------------------------------------------------------


def _ranged(range_: Range, digits: int = 0) -> dict[str, Any]:
    def plain(number: float | None) -> float | int | None:
        if number is None:
            return None
        return round(number, digits) if digits else round(number)

    low, likely, high = (plain(x) for x in (range_.low, range_.likely, range_.high))
    return {"low": low, "likely": likely, "high": high}


def count_words(range_: Range) -> str:
    """A count as people say it.

    >>> count_words(Range(8.1e7, 9.4e7, 1.3e8)), count_words(Range.exactly(5478))
    ('80 to 130 million (likely 94 million)', '5,478')
    >>> count_words(Range(8.1e7, 8.1e7, None))
    'beyond 81 million'
    """
    if range_.exact:
        return f"{range_.likely:,.0f}"
    if range_.high is None:
        return f"beyond {number_words(range_.low)}"
    scale, name = _scale(range_.likely)
    low, high = _down(range_.low / scale), _up(range_.high / scale)
    return f"{low} to {high}{name} (likely {number_words(range_.likely)})"


def number_words(number: float) -> str:
    """A number to two or three figures.

    >>> number_words(94_910_577), number_words(4.53e12), number_words(1234)
    ('95 million', '4.5 trillion', '1,200')
    """
    scale, name = _scale(number)
    return f"{_two(number / scale)}{name}"


def _scale(number: float) -> tuple[float, str]:
    names = ((1e15, ""), (1e12, " trillion"), (1e9, " billion"), (1e6, " million"))
    scale, name = next(((s, n) for s, n in names if number >= s), (1.0, ""))
    return (1.0, "") if scale == 1e15 else (scale, name)


def _two(number: float) -> str:
    return f"{float(f'{number:.2g}'):,.10g}" if number < 1e6 else f"{number:.1e}"


def _down(number: float) -> str:
    return _two(_rounded(number, -1))


def _up(number: float) -> str:
    return _two(_rounded(number, 1))


def _rounded(number: float, way: int) -> float:
    """To two figures, downwards or upwards."""
    import math

    if number <= 0:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(number)) - 1)
    steps = number / unit
    return (math.ceil(steps - 1e-9) if way > 0 else math.floor(steps + 1e-9)) * unit


def size_words(size: float) -> str:
    """Bytes as people say them.

    >>> size_words(2_000_000_000), size_words(350_000_000), size_words(1200)
    ('2 GB', '350 MB', '1.2 kB')
    """
    for unit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{_two(size / unit)} {name}"
    return f"{size:.0f} bytes"


def bytes_words(range_: Range) -> str:
    """A range of bytes in words."""
    if range_.high is None:
        return f"beyond {size_words(range_.low)}"
    if size_words(range_.low) == size_words(range_.high):
        return f"about {size_words(range_.likely)}"
    return f"{size_words(range_.low)} to {size_words(range_.high)}"


def time_words(range_: Range) -> str:
    """A range of seconds in words.

    >>> time_words(Range(30, 60, 300)), time_words(Range(0.01, 0.02, 0.05))
    ('30 s to 5 min', 'less than a second')
    """
    if range_.high is None:
        return f"beyond {_span(range_.low)}"
    if range_.high < 1:
        return "less than a second"
    low, high = _span(range_.low), _span(range_.high)
    return f"about {low}" if low == high else f"{low} to {high}"


def _span(seconds: float) -> str:
    day, hour = 86_400.0, 3_600.0
    for unit, name in ((365 * day, "years"), (day, "days"), (hour, "h"), (60.0, "min")):
        if seconds >= unit * 1.5:
            return f"{_two(seconds / unit)} {name}"
    return f"{_two(seconds)} s" if seconds >= 1 else "a second"
