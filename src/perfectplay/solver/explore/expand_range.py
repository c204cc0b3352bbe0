"""Expands a range of states of one tier: their children by tier.

Nothing is kept between two calls: any process that has the rules can expand any range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from perfectplay.compiler.expander import Expander, differs
from perfectplay.compiler.expansion import Expansion
from perfectplay.core.arrays import IntArray
from perfectplay.game.checks.tier_promise import tier_falls
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.explore.explored_tiers import TierKind, tiers_among
from perfectplay.solver.memory import BATCH
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from perfectplay.solver.threads import ThreadTeam, batches_of


@dataclass
class ExpandedRange:
    """``children``: by tier, all children in arrays, as they were made; ``moves``: their number."""

    children: dict[int, list[IntArray]]
    moves: int


def expand_range(
    rules: Expander | RulesSpec,
    keys: StoredArray,
    tier: int,
    kind: TierKind,
    *,
    batch: int = BATCH,
    team: ThreadTeam | None = None,
    watch: Callable[[list[Expansion]], None] | None = None,
) -> ExpandedRange:
    """The children of some states of a tier.

    ``batch``: states that a thread of ``team`` expands in one call (default: one thread).
    ``watch`` is called with the expanded batches.

    Raises RulesError, KeysOutgrownError, OSError; with a `RulesSpec` also what `expander_of` does.
    """
    expander, team = expander_of(rules), team or ThreadTeam(1)

    def expand(part: StoredArray) -> tuple[Expansion, dict[int, IntArray]]:
        states = part.read(0, len(part))
        expanded = expander.expand(states, 0, len(states))
        return expanded, _by_tier(expander, states, expanded, tier, kind)

    done = team.map(expand, [keys.part(*r) for r in batches_of(len(keys), batch)])
    if watch is not None:
        watch([expanded for expanded, _ in done])
    children: dict[int, list[IntArray]] = {}
    for _, by_tier in done:
        for into, some in by_tier.items():
            children.setdefault(into, []).append(some)
    return ExpandedRange(children, sum(len(expanded.children) for expanded, _ in done))


def _by_tier(
    expander: Expander, states: IntArray, expanded: Expansion, tier: int, kind: TierKind
) -> dict[int, IntArray]:
    """The children of a batch by their tiers. Raises RulesError if one is in a lower tier."""
    if not len(expanded.children):
        return {}
    if kind is not TierKind.DECLARED:
        return {tier + 1 if kind is TierKind.LEVELS else tier: expanded.children}
    lowest, highest = int(expanded.tiers.min()), int(expanded.tiers.max())
    if lowest < tier:
        raise _falls(expander, states, expanded, tier)
    if lowest == highest:
        return {lowest: expanded.children}
    return {into: expanded.children[expanded.tiers == into] for into in tiers_among(expanded.tiers)}


def _falls(expander: Expander, states: IntArray, batch: Expansion, tier: int) -> Exception:
    """The error for a move to a lower tier, as the interpreter finds it."""
    child = int(np.argmax(batch.tiers < tier))
    parent = int(np.searchsorted(np.cumsum(batch.degrees), child, "right"))
    state = expander.keys.state(int(states[parent]))
    error = tier_falls(expander.rules, state, symmetric=expander.compiled.has_symmetries)
    return error or differs(expander.rules, state, "the tier")
