"""Explores a compiled game by levels: batches on all cores, sorted, compared with what is known.

A level is a sorted array of keys: the states of one ply. Where every move leads from a level to
the next one, the levels serve as tiers: resolving expands them again, the last first, and looks
each child up in the level below; no edge is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines import sorting
from perfectplay.engines.compiled import Expander, differs
from perfectplay.engines.index import HashIndex, Index
from perfectplay.engines.limits import Limits
from perfectplay.engines.tally import Tally
from perfectplay.engines.threads import Team, ranges
from perfectplay.engines.walk import Walked
from perfectplay.words.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, packed_type
from perfectplay.words.progress import Reporter

BATCH = 1 << 16
"""States expanded in one call of a kernel."""

MOST_RUNS = 48
"""Sorted arrays that new states are compared with, before some are merged."""

CHILDREN = 1 << 26
"""Children that are held at a time: a level that has more is expanded piece by piece."""

_BUCKET = 1 << 17

IntArray = NDArray[np.int64]


@dataclass
class Levels:
    """levels: [N_d] int64, rising, for each ply d; moves: in all; graded: every move leads from a
    level to the next one."""

    levels: list[IntArray]
    moves: int
    graded: bool


def levels_of(walked: Walked) -> Levels:
    """The levels that a walk has expanded whole, and the one after them, which it has met whole."""
    keys, graph = walked.keys, walked.graph
    found = Levels([np.sort(keys[:1])], 0, True)
    begin, end = 0, 1
    while end <= walked.expanded and begin < end:
        children = graph.edges[graph.starts[begin] : graph.starts[end]]
        following = max(end, int(children.max(initial=0)) + 1)
        found.graded &= len(children) == 0 or int(children.min()) >= end
        found.moves += len(children)
        begin, end = end, following
        if begin < end:
            found.levels.append(np.sort(keys[begin:end]))
    return found


def explore_levels(
    expander: Expander, team: Team, limits: Limits, reporter: Reporter, found: Levels | None = None
) -> Levels:
    """All states of a game by ply, going on from the levels found before.

    Raises RulesError, EndlessGameError, KeysOutgrownError.
    """
    if found is None:
        found = Levels([np.array([expander.start_key()], np.int64)], 0, True)
    level, runs = found.levels[-1], list(found.levels)
    states, growing = sum(map(len, runs)), True
    while len(level):
        parts: list[IntArray] = []
        for first, end in _pieces(level, expander):
            part, moves, fresh = _next_level(expander, team, level[first:end], runs, parts)
            found.moves += moves
            found.graded &= fresh
            parts.append(part)
            states, waiting = states + len(part), sum(map(len, parts))
            reporter.tell("exploring", states - waiting, None, states)
            last = int(part[0] if len(part) else level[0])
            limits.check(
                states,
                waiting,
                partial(expander.keys.state, last),
                expander.rules.game,
                growing and waiting >= end,
            )
        new = parts[0] if len(parts) == 1 else _merged(parts)
        growing &= len(new) >= len(level)
        if len(new):
            found.levels.append(new)
            runs.append(new)
        if len(runs) > MOST_RUNS:
            # merged are the youngest: each key is merged a few times in all
            runs[MOST_RUNS // 3 :] = [_merged(runs[MOST_RUNS // 3 :])]
            if not found.graded:
                found.levels = list(runs)
        level = new
    return found


def _pieces(level: IntArray, expander: Expander) -> list[tuple[int, int]]:
    """A level in ranges that have no more than about CHILDREN children each."""
    return ranges(len(level), int(len(level) * expander.branching) // CHILDREN + 1)


def _merged(runs: list[IntArray]) -> IntArray:
    merged = np.concatenate(runs)
    merged.sort()
    return merged


def _next_level(
    expander: Expander, team: Team, level: IntArray, runs: list[IntArray], parts: list[IntArray]
) -> tuple[IntArray, int, bool]:
    """The states that the moves of (part of) a level lead to and that are in no run and no part
    of the next level, the number of moves, and whether none led to a state of a run."""
    batches = ranges(len(level), max(1, -(-len(level) // BATCH)))
    children = team.map(lambda r: expander.expand(level, *r).children, batches)
    moves = sum(map(len, children))
    if moves == 0:
        return np.empty(0, np.int64), 0, True
    splitters = _splitters(children, max(1, min(255, moves // _BUCKET)))
    grouped = team.map(lambda c: _scattered(c, splitters), children)
    children.clear()

    def bucket(b: int) -> tuple[IntArray, bool]:
        keys = np.concatenate([part[at[b] : at[b + 1]] for part, at in grouped])
        keys.sort()
        keys = keys[: sorting.unique(keys)]
        left, fresh = _new_of(keys, runs)
        return _new_of(left, parts)[0], fresh

    buckets = team.map(bucket, range(len(splitters) + 1))
    new = np.concatenate([keys for keys, _ in buckets])
    return new, moves, all(fresh for _, fresh in buckets)


def _splitters(children: list[IntArray], buckets: int) -> IntArray:
    """Keys that part the children into ranges of nearly one size, by a sample."""
    sample = np.concatenate([c[:: max(1, len(c) // 4096)] for c in children])
    sample.sort()
    return np.unique(sample[[len(sample) * b // buckets for b in range(1, buckets)]])


def _scattered(children: IntArray, splitters: IntArray) -> tuple[IntArray, IntArray]:
    grouped = np.empty(len(children), np.int64)
    return grouped, sorting.scatter(children, splitters, grouped)


def _new_of(keys: IntArray, runs: list[IntArray]) -> tuple[IntArray, bool]:
    """Those of some rising keys that are in no run, and whether that is all of them."""
    before = len(keys)
    for run in reversed(runs):
        if not len(keys):
            break
        low, high = np.searchsorted(run, keys[0]), np.searchsorted(run, keys[-1], "right")
        if low < high:
            keys = keys[: sorting.drop_known(keys, run[low:high])]
    return keys.copy(), len(keys) == before


# --- resolving ----------------------------------------------------------------------------------


def resolve_levels(
    expander: Expander,
    found: Levels,
    team: Team,
    reporter: Reporter,
    tally: Tally,
    covered: Tally | None,
) -> list[PackedArray]:
    """Packed value and remoteness for each level of a graded game, the last level first.

    ``covered`` counts classes with all their states; None without symmetries.
    """
    dtype = packed_type(len(found.levels))
    none = NARROW_LIMIT if dtype is np.uint16 else WIDE_LIMIT
    always = expander.rules.game.players == 1
    states = sum(map(len, found.levels))
    done = 0
    packed: list[PackedArray] = [np.empty(0, dtype)] * len(found.levels)
    below, index = np.empty(0, dtype), Index(np.empty(0, np.int64))
    for d in range(len(found.levels) - 1, -1, -1):
        level = found.levels[d]
        values: PackedArray = np.empty(len(level), dtype)

        def batch(
            r: tuple[int, int],
            level: IntArray = level,
            values: PackedArray = values,
            below: PackedArray = below,
            index: Index = index,
        ) -> None:
            expanded = expander.expand(level, *r)
            places = look_up(expander, index, expanded.children)
            part = values[r[0] : r[1]]
            sorting.resolve_batch(
                places, expanded.again, always, expanded.degrees, expanded.over, below, none, part
            )
            count(expander, level, r, part, expanded.degrees, tally, covered)

        team.map(batch, ranges(len(level), max(1, -(-len(level) // BATCH))))
        packed[d], below, index = values, values, Index(level)
        done += len(level)
        reporter.tell("resolving", done, states, states)
    return packed


def look_up(expander: Expander, index: Index | HashIndex, children: IntArray) -> NDArray[np.int32]:
    """The places of children. Raises RulesError where one was not met while exploring."""
    try:
        return index.places(children)
    except KeyError as missing:
        state = expander.keys.state(missing.args[0])
        raise differs(expander.rules, state, "whether it can be reached") from None


def count(
    expander: Expander,
    keys: IntArray,
    r: tuple[int, int],
    packed: PackedArray,
    degrees: NDArray[np.int32],
    tally: Tally,
    covered: Tally | None,
) -> None:
    """Counts a batch once for itself and once for all the states of its classes."""
    tally.add(packed, degrees)
    if covered is not None:
        covered.add(packed, degrees, expander.class_sizes(keys, *r))
