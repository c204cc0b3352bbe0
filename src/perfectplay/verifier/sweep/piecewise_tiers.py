"""A tier that memory does not hold: all that waits for it is done at once; loops in such a tier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing

import numpy as np

from perfectplay.core.arrays import Int32Array, IntArray
from perfectplay.core.distinct import distinct
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.thread_pool import in_order
from perfectplay.verifier.expand import BatchExpander, CrowdedError, TroubleError
from perfectplay.verifier.stored import score_conditions
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.marks_on_disk import MarkFile
from perfectplay.verifier.stored.ranged_tier import RangedTier
from perfectplay.verifier.stored.stored_files import BLOCK
from perfectplay.verifier.stored.stored_tiers import LoadedTier, SomeTier
from perfectplay.verifier.sweep.children import ChildSearch
from perfectplay.verifier.sweep.reachability import Making, edges_of

NONE = np.empty(0, np.int64)

LEFT_BYTES = 20
"""Bytes of a state that may be in a loop, beside those of its moves."""


def find_in_pieces(waiting: Sequence[ChildSearch], tiers: BudgetTiers, pool: Executor) -> None:
    """Go on with searches until none wants another tier. Raises WrongPartError."""
    while wanted := [search.wanted for search in waiting if search.wanted is not None]:
        number = min(wanted)
        now = [search for search in waiting if search.wanted == number]
        children = [search.expanded.children[search.found == 0] for search in now]
        lowest = min(int(keys.min()) for keys in children)
        highest = max(int(keys.max()) for keys in children)
        for piece in tiers.far(number).pieces(lowest, highest):
            _probe(now, number, piece, pool)
        for search in now:
            search.tried(number)
        list(pool.map(ChildSearch.go_on, now))


def _probe(searches: Sequence[ChildSearch], number: int, piece: LoadedTier, pool: Executor) -> None:
    list(pool.map(lambda search: search.probe(number, piece), searches))


def find_loop(
    tier: SomeTier, tiers: BudgetTiers, expander: Making, pool: Executor, ahead: int
) -> list[int]:
    """The keys of a loop among the states of a tier, as `loop_within`. Raises MemoryBudgetError if
    the tier is in pieces, and there is no room for the states that may be a loop."""
    if isinstance(tier, LoadedTier):
        return loop_within(tier, expander, pool, ahead)
    assert isinstance(tier, RangedTier)
    return loop_in_pieces(tier, tiers, expander, pool, ahead)


def loop_in_pieces(
    tier: RangedTier, tiers: BudgetTiers, expander: Making, pool: Executor, ahead: int
) -> list[int]:
    """As `loop_within`: states that no other one leads to are taken away, round by round. Takes a
    few bits a state on the disk. Raises MemoryBudgetError if what is left is too much."""
    with ExitStack() as files:
        left = files.enter_context(closing(tier.all_marks()))
        before, count = tier.states + 1, tier.states
        while 0 < count < before:
            entered = files.enter_context(closing(MarkFile(left.sizes)))
            _mark_children(tier, left, entered, expander, pool, tiers.waits, ahead)
            before, count = count, entered.keep(left)
            left.close()
            left = entered
        if not count:
            return []
        rest = _loaded(tier, left, count, tiers)
    return loop_within(rest, expander, pool, ahead)


def _loaded(tier: RangedTier, some: MarkFile, count: int, tiers: BudgetTiers) -> LoadedTier:
    """The ``count`` states that are marked in a file. Raises MemoryBudgetError."""
    budget, room = tiers.room.memory, tiers.spare()
    size = count * (LEFT_BYTES + LOOP_BYTES)
    if size > room:
        raise MemoryBudgetError(budget, budget - room + size, work="verification")
    keys, filled = np.empty(count, np.int64), 0
    for more, _ in tier.chosen(some, BLOCK):
        keys[filled : filled + len(more)] = more
        filled += len(more)
    entries = np.zeros(count, tier.entry_type)
    return LoadedTier(tier.number, keys, entries, *table_of(keys, hashes=False))


def _mark_children(
    tier: RangedTier, some: MarkFile, into: MarkFile, expander: Making, pool: Executor,
    waits: Callable[[int], bool], ahead: int,
) -> None:  # fmt: skip
    """Mark the states of a tier that moves of some of its states lead to."""
    held: list[IntArray] = []
    work = (keys for keys, _ in tier.chosen(some, expander().batch))
    for children in in_order(pool, lambda keys: _children(keys, expander()), work, ahead):
        held.append(children)
        if not waits(2 * sum(keys.nbytes for keys in held)):
            tier.mark_keys(distinct(np.concatenate(held)), into)
            held = []
    if held:
        tier.mark_keys(distinct(np.concatenate(held)), into)


def _children(keys: IntArray, expander: BatchExpander) -> IntArray:
    """The different children of some states; none of a state on which the rules raise."""
    return distinct(np.concatenate([NONE, *_each(keys, expander)]))


def _each(keys: IntArray, expander: BatchExpander) -> Iterator[IntArray]:
    try:
        yield expander.expand(keys, compares=False).children.copy()
    except (TroubleError, CrowdedError):
        if len(keys) > 1:
            for half in np.array_split(keys, 2):
                yield from _each(half, expander)


LOOP_BYTES = 24
"""Bytes of a state of a tier in memory while loops are ruled out."""


Moves = tuple[IntArray, IntArray, IntArray]
"""[K] places of states, [K + 1] the offsets of each, and [E] the places that their moves inside the
tier lead to."""


def loop_within(tier: LoadedTier, expander: Making, pool: Executor, ahead: int) -> list[int]:
    """The keys of a loop among the states of a tier, each of which leads to the next, and the last
    to the first; [] if there is none.

    States that no other one leads to are taken away, wave by wave: each state is expanded twice.
    ``ahead``: batches that are begun before the first of them is taken.
    """
    count = tier.states
    entered = np.zeros(count, np.int32)  # how many moves lead to each state that is left
    for _, _, edges in _moves(tier, None, expander, pool, ahead):
        score_conditions.enter(edges, entered)
    wave, left = np.flatnonzero(entered == 0), count
    while len(wave):
        left -= len(wave)
        wave = _taken_away(_moves(tier, wave, expander, pool, ahead), entered)
    if not left:
        return []
    before, rest = np.empty(count, np.int64), np.flatnonzero(entered)
    for places, starts, edges in _moves(tier, rest, expander, pool, ahead):
        score_conditions.follow(places, starts, edges, before)
    del rest
    # each state that is left has a predecessor that is left
    loop, at = np.empty(count, np.int64), int(entered.argmax())
    n = score_conditions.loop_before(at, before, entered, loop)
    keys: list[int] = tier.keys[loop[:n][::-1]].tolist()
    return keys


def _taken_away(moves: Iterator[Moves], entered: Int32Array) -> IntArray:
    """Take states away with their moves; return the rising places that no move leads to now."""
    found = [NONE]
    for _, _, edges in moves:
        fresh = np.empty(len(edges), np.int64)
        found.append(fresh[: score_conditions.leave(edges, entered, fresh)].copy())
    wave = np.concatenate(found)
    wave.sort()
    return wave


def _moves(
    tier: LoadedTier, places: IntArray | None, expander: Making, pool: Executor, ahead: int
) -> Iterator[Moves]:
    """The moves inside a tier of the states at some places, or (None) of all, batch by batch."""
    batch, count = expander().batch, tier.states if places is None else len(places)

    def some(begin: int) -> Moves:
        end = min(begin + batch, count)
        mine = np.arange(begin, end) if places is None else places[begin:end]
        return mine, *edges_of(tier, mine, expander(), named=False)

    return in_order(pool, some, range(0, count, batch), ahead)
