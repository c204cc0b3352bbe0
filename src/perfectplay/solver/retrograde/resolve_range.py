"""Resolves a range of states of a tier whose moves all leave it, from the values of their children.

Nothing is kept between two calls: any process that has the rules and the values of the children can
resolve any range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Protocol

import numpy as np

from perfectplay.compiler.expander import Expander, differs
from perfectplay.compiler.expansion import Expansion
from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.core.errors import RulesError
from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, packed_type
from perfectplay.game.checks.score_promises import score_too_large
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.explore.explored_tiers import tiers_among
from perfectplay.solver.memory import BATCH
from perfectplay.solver.retrograde import batch_kernels
from perfectplay.solver.retrograde.histogram import StateCounts, count_range
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from perfectplay.solver.threads import ThreadTeam, batches_of


class ChildValues(Protocol):
    """Values of the states of a tier, as a `ValuedTier` has them."""

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""

    def entries(self, wanted: IntArray, entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i] (core/packed.py).

        Raises KeyError with the first key that is not there.
        """


@dataclass
class ResolvedRange:
    """packed: [N], values of the range's states (core/packed.py), and their counts."""

    packed: PackedArray
    counts: StateCounts


def resolve_range(
    rules: Expander | RulesSpec,
    keys: StoredArray,
    child_values: Mapping[int, ChildValues],
    longest: int,
    *,
    batch: int = BATCH,
    team: ThreadTeam | None = None,
    expansions: Sequence[Expansion] | None = None,
) -> ResolvedRange:
    """The values of some states of a tier, and their histogram.

    ``child_values``: of each tier that the moves of the whole tier lead to. ``longest``: no state
    of the tier has a larger remoteness. ``batch``: states that a thread of ``team`` resolves in one
    call (default: one thread). ``expansions``: the children of consecutive batches, if they are
    known already.

    Raises RulesError, also if a child has no value; OSError; with a `RulesSpec` also what
    `expander_of` does.
    """
    expander, team = expander_of(rules), team or ThreadTeam(1)
    if expansions is None:
        batches = batches_of(len(keys), batch)
    else:
        batches = list(pairwise(accumulate((len(e.over) for e in expansions), initial=0)))
    dtype: Any = np.uint64 if expander.compiled.scoring else packed_type(longest)

    def resolved(b: int) -> ResolvedRange:
        begin, end = batches[b]
        states = keys.read(begin, end)
        known = expander.expand(states, 0, end - begin) if expansions is None else expansions[b]
        packed: PackedArray = np.empty(end - begin, dtype)
        _resolve(expander, states, known, child_entries(expander, known, child_values), packed)
        return ResolvedRange(packed, count_range(expander, states, packed, known.degrees))

    parts = team.map(resolved, range(len(batches)))
    whole = parts[0]
    if len(parts) > 1:
        whole.packed = np.concatenate([part.packed for part in parts])
    for part in parts[1:]:
        whole.counts.include(part.counts)
    return whole


def _resolve(
    expander: Expander,
    states: IntArray,
    known: Expansion,
    entries: PackedArray,
    packed: PackedArray,
) -> None:
    """Fill packed: [B] from the entries [C] of the children. Raises RulesError."""
    again, degrees, over = known.again, known.degrees, known.over
    always = expander.rules.game.players == 1
    if not expander.compiled.scoring:
        none = NARROW_LIMIT if packed.dtype == np.uint16 else WIDE_LIMIT
        batch_kernels.resolve_batch(entries, again, always, degrees, over, none, packed)
        return
    from perfectplay.solver.retrograde.score_kernels import score_batch

    gains, finals = known.gains, known.finals
    large: Any = score_batch(entries, again, always, gains, degrees, over, finals, packed)
    if large >= 0:
        raise score_too_large(expander.rules, expander.keys.state(int(states[large])))


def child_entries(
    expander: Expander,
    expanded: Expansion,
    child_values: Mapping[int, ChildValues],
    inside: ByteArray | None = None,
) -> PackedArray:
    """[C] the packed value of each child, in 32 bits, or in 64 in a game of points.

    inside: [C] uint8, the moves that stay in the tier, whose entries are undefined (None: all
    leave it). Raises RulesError if a child has no value.
    """
    children = expanded.children
    entries: PackedArray = np.empty(
        len(children), np.uint64 if expander.compiled.scoring else np.uint32
    )
    try:
        if inside is not None and len(expanded.tiers) < len(children):
            return entries  # a game without tiers: all moves stay
        if inside is None and len(child_values) < 2:
            _look_up(next(iter(child_values.values()), None), children, entries)
        else:
            outer = slice(None) if inside is None else inside == 0
            for into in tiers_among(expanded.tiers[outer]):
                there = np.flatnonzero(expanded.tiers == into)
                found = np.empty_like(entries, shape=len(there))
                _look_up(child_values.get(into), children[there], found)
                entries[there] = found
    except KeyError as missing:
        raise unreached(expander, missing.args[0]) from None
    return entries


def _look_up(values: ChildValues | None, wanted: IntArray, entries: PackedArray) -> None:
    if values is not None:
        values.entries(wanted, entries)
    elif len(wanted):
        raise KeyError(int(wanted[0]))


class UnreachedError(RulesError):
    """A child was not met while the game was explored."""


def unreached(expander: Expander, key: int) -> UnreachedError:
    """The error for a child that was not met while the game was explored."""
    state, what = expander.keys.state(key), "whether it can be reached"
    found = differs(expander.rules, state, what, UnreachedError)
    assert isinstance(found, UnreachedError)
    return found
