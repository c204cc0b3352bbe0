"""Expands a range of states of one tier: their children as runs, one for each tier.

Nothing is kept between two calls: any process that has the rules can expand any range.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from perfectplay.compiler.expander import Expander, Expansion, differs
from perfectplay.core.arrays import IntArray
from perfectplay.game.checks.tier_promise import tier_falls
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.explore.explored_tiers import TierKind, tiers_among
from perfectplay.solver.explore.runs import run_of
from perfectplay.solver.memory import BATCH
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from perfectplay.solver.threads import ThreadTeam, batches_of


@dataclass
class ExpandedRange:
    """``runs``: by tier, the distinct children [N] int64, rising; ``moves``: the number of all
    children, repetitions included."""

    runs: dict[int, IntArray]
    moves: int


def expand_range(
    rules: Expander | RulesSpec,
    keys: StoredArray,
    tier: int,
    kind: TierKind,
    *,
    batch: int = BATCH,
    team: ThreadTeam | None = None,
    above: int | None = None,
    watch: Callable[[list[Expansion]], None] | None = None,
) -> ExpandedRange:
    """The children of some states of a tier.

    ``batch``: states that a thread of ``team`` expands in one call (default: one thread).
    ``above``: runs only for the tiers above this one. ``watch`` is called with the expanded
    batches, before memory is needed to sort their children.

    Raises RulesError, KeysOutgrownError, OSError; with a `RulesSpec` also what `expander_of` does.
    """
    expander, team = expander_of(rules), team or ThreadTeam(1)
    batches = [keys.part(*r) for r in batches_of(len(keys), batch)]
    expansions = team.map(
        lambda part: expander.expand(part.read(0, len(part)), 0, len(part)), batches
    )
    if watch is not None:
        watch(expansions)
    moves = sum(len(expanded.children) for expanded in expansions)
    children = _by_tier(expander, batches, expansions, tier, kind)
    expansions.clear()
    wanted = sorted(into for into in children if above is None or into > above)
    return ExpandedRange({into: run_of(children.pop(into), team) for into in wanted}, moves)


def _by_tier(
    expander: Expander,
    batches: Sequence[StoredArray],
    expansions: Sequence[Expansion],
    tier: int,
    kind: TierKind,
) -> dict[int, list[IntArray]]:
    """The children of some batches by their tiers. Raises RulesError if one is in a lower tier."""
    found: dict[int, list[IntArray]] = {}
    for batch, expanded in zip(batches, expansions, strict=True):
        if not len(expanded.children):
            continue
        if kind is not TierKind.DECLARED:
            into = tier + 1 if kind is TierKind.LEVELS else tier
            found.setdefault(into, []).append(expanded.children)
            continue
        lowest, highest = int(expanded.tiers.min()), int(expanded.tiers.max())
        if lowest < tier:
            raise _falls(expander, batch.read(0, len(batch)), expanded, tier)
        if lowest == highest:
            found.setdefault(lowest, []).append(expanded.children)
            continue
        for into in tiers_among(expanded.tiers):
            found.setdefault(into, []).append(expanded.children[expanded.tiers == into])
    return found


def _falls(expander: Expander, states: IntArray, batch: Expansion, tier: int) -> Exception:
    """The error for a move to a lower tier, as the interpreter finds it."""
    child = int(np.argmax(batch.tiers < tier))
    parent = int(np.searchsorted(np.cumsum(batch.degrees), child, "right"))
    state = expander.keys.state(int(states[parent]))
    error = tier_falls(expander.rules, state, symmetric=expander.compiled.has_symmetries)
    return error or differs(expander.rules, state, "the tier")
