"""A check of batches of states, by any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.tablebase.verification import Worth
from perfectplay.verifier.expand import BatchExpander, ChildBatch, CrowdedError, TroubleError
from perfectplay.verifier.plain.plain_scores import sign
from perfectplay.verifier.stored import kernels, score_conditions
from perfectplay.verifier.stored.stored_tiers import Entries, SomeTier, counted, worth_of
from perfectplay.verifier.sweep.children import BatchFindings, ChildLookup, ChildSearch, together


@dataclass
class BatchCheck:
    """Expands batches of states and judges them. The arguments are those of `Sweep`; ``limit``: how
    many problems of a kind are described."""

    make_expander: Callable[[], BatchExpander]
    lookup: ChildLookup
    limit: int
    counts_classes: bool
    compares_classes: bool

    def __post_init__(self) -> None:
        self.tiers = self.lookup.tiers
        self._always = self.lookup.writer.rules.game.players == 1
        self._local = threading.local()

    def check(self, tier: SomeTier, keys: IntArray, own: Entries) -> BatchFindings:
        """Check some states of a tier; mark what their moves reach."""
        try:
            return self._expanded(tier, keys, own)
        except CrowdedError:
            return self._halves(tier, keys, own)
        except TroubleError as trouble:
            if trouble.keys:  # the interpreter names the states
                bad = np.isin(keys, np.array(trouble.keys, np.int64))
                result = [(key, trouble.reason) for key in trouble.keys]
                rest = self.check(tier, keys[~bad], own[~bad]) if not bad.all() else BatchFindings()
                found = BatchFindings(states=len(result), trouble=result)
                return together(found, rest).limited(self.limit)
            if len(keys) == 1:
                return BatchFindings(states=1, trouble=[(int(keys[0]), trouble.reason)])
            return self._halves(tier, keys, own)  # bisection finds the state

    def _halves(self, tier: SomeTier, keys: IntArray, own: Entries) -> BatchFindings:
        half = len(keys) // 2
        one = self.check(tier, keys[:half], own[:half])
        other = self.check(tier, keys[half:], own[half:])
        return together(one, other).limited(self.limit)

    def _expanded(self, tier: SomeTier, keys: IntArray, own: Entries) -> BatchFindings:
        expander = self.expander()
        expanded = expander.expand(keys)
        seen = BatchFindings(len(keys), len(expanded.children))
        seen.problems, seen.passed = list(expanded.problems), list(expanded.passed)
        if self.compares_classes:
            self._compare_classes(expander, keys, seen)
        if self.counts_classes:
            sizes = expander.class_sizes(keys) if expanded.sizes is None else expanded.sizes
            seen.covered_moves = int((sizes * expanded.degrees).sum())
            seen.covered.update(counted(own, sizes))
        # states are marked from here on, so nothing below may raise TroubleError
        search = ChildSearch(self.lookup, tier, expanded, keys, own)
        if search.go_on():
            return together(seen, self.judged(search))
        search.keep()
        seen.waiting.append(search)
        return seen

    def judged(self, search: ChildSearch) -> BatchFindings:
        """What is wrong with a batch whose children have been looked up."""
        search.finish()
        keys, own, seen = search.keys, search.own, search.seen
        bad, right = self._wrong(own, search.expanded, search.found)
        for place, worth in zip(bad.tolist(), right, strict=False):
            seen.wrong.append((int(keys[place]), int(own[place]), worth))
        seen.uncounted["value"] += max(0, len(bad) - self.limit)
        return seen

    def _compare_classes(
        self, expander: BatchExpander, keys: IntArray, seen: BatchFindings
    ) -> None:
        """Record the states that differ from another of their class."""
        try:
            seen.unlike += expander.unlike(keys)
        except TroubleError:
            if len(keys) == 1:
                seen.doubtful.append(int(keys[0]))
                return
            half = len(keys) // 2
            self._compare_classes(expander, keys[:half], seen)
            self._compare_classes(expander, keys[half:], seen)

    def _wrong(
        self, own: Entries, expanded: ChildBatch, found: Entries
    ) -> tuple[IntArray, list[Worth]]:
        """The places of the wrong entries, and the right worth of the first of them."""
        limit, n = self.limit, len(own)
        bad = np.empty(n, np.int64)
        args = own, expanded.degrees, expanded.over
        if not self.tiers.scored:
            right = np.empty(n, np.int64)
            wrong = kernels.judge(*args, found, expanded.again, self._always, bad, right)
            return bad[:wrong], [worth_of(int(entry)) for entry in right[: min(wrong, limit)]]
        scores, plies = np.empty(n, np.int64), np.empty(n, np.int64)
        wrong = score_conditions.judge_scores(
            *args, expanded.finals, found, expanded.again, expanded.gains, self._always, bad,
            scores, plies,
        )  # fmt: skip
        first = min(wrong, limit)
        pairs = zip(scores[:first].tolist(), plies[:first].tolist(), strict=True)
        return bad[:wrong], [(sign(score), after, score) for score, after in pairs]

    def expander(self) -> BatchExpander:
        """That of the calling thread."""
        if not hasattr(self._local, "expander"):
            self._local.expander = self.make_expander()
        found: BatchExpander = self._local.expander
        return found
