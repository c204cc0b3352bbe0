"""A check of all stored states, the lowest tier first; each reached state is expanded once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.progress import Reporter
from perfectplay.tablebase.verification import Problem, ProblemLog, Worth
from perfectplay.verifier import kernels, score_conditions
from perfectplay.verifier.children import BatchFindings, ChildLookup, together
from perfectplay.verifier.expand import BatchExpander, ChildBatch, TroubleError
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.plain_scores import sign
from perfectplay.verifier.spreading import loop_within, spread
from perfectplay.verifier.stored_tiers import Entries, LoadedTier, LoadedTiers, counted, worth_of
from perfectplay.verifier.trust import CompiledTrust

THIN, PATIENCE = 4_096, 64
"""After PATIENCE waves of fewer states than THIN, the rest of a tier is marked in one pass."""

NONE = np.empty(0, np.int64)


@dataclass
class Sweep:
    """Checks every state of the tiers against its moves.

    ``make_expander`` is called in each thread; ``trust`` compares expanders with the interpreter,
    None if they are the interpreter. ``states`` and ``moves`` count the expanded ones, ``covered``
    (entry without mark to states) and ``covered_moves`` the states that they stand for, if
    ``counts_classes``. ``passed`` counts the images on which the rules raise, ``first_passed`` is
    one of them.
    """

    make_expander: Callable[[], BatchExpander]
    trust: CompiledTrust | None
    tiers: LoadedTiers
    writer: ProblemWriter
    findings: ProblemLog
    crew: Executor
    reporter: Reporter
    counts_classes: bool
    compares_classes: bool

    def __post_init__(self) -> None:
        self.children = ChildLookup(self.tiers, self.writer, self.findings.limit)
        self.total = sum(tier.states for tier in self.tiers.entries.values())
        self.states = self.moves = self.covered_moves = self.passed = 0
        self.first_passed = ""
        self.covered: Counter[int] = Counter()
        self._always = self.writer.rules.game.players == 1
        self._local = threading.local()

    def check(self, tier: LoadedTier) -> None:
        """Check a tier after all tiers below it; mark the states that its moves reach.

        Raises CompiledFaultError.
        """
        self.children.linked = ()
        reached = int(kernels.count_reached(tier.entries))
        wave: IntArray | None = None  # all states of the tier, in place
        if reached < len(tier.keys):
            wave = np.flatnonzero(tier.entries & np.uint32(1))
        thin = 0
        while wave is None or len(wave):
            fresh = self._wave(tier, wave)
            thin += wave is not None and len(wave) < THIN
            wave = fresh
            if thin > PATIENCE and len(fresh):
                wave = spread(tier, fresh, self._expander, self.crew)
        reached = int(kernels.count_reached(tier.entries))
        if reached < len(tier.keys):
            self._add_unreached(tier, len(tier.keys) - reached)
        if self.tiers.scored and tier.number in self.children.linked:
            loop = loop_within(tier, self._expander, self.crew)
            if loop:
                self._doubt(loop)
                self.findings.add(self.writer.loop(loop), tier.number, loop[0])

    # --- the order in which the states of a tier are expanded -------------------------------------

    def _wave(self, tier: LoadedTier, wave: IntArray | None) -> IntArray:
        """Expand reached states of a tier: those at some places, or (None) all.

        Returns the places of the newly reached states, rising.
        """
        n, batch = len(tier.keys) if wave is None else len(wave), self._expander().batch
        work = [(tier, wave, begin, min(begin + batch, n)) for begin in range(0, n, batch)]
        fresh = [NONE]
        for seen in self.crew.map(self._batch, work):
            self._take(tier, seen)
            fresh += seen.fresh
            self.reporter.tell("verifying", self.states, self.total, self.states)
        found = np.concatenate(fresh)
        found.sort()  # several times as fast as NumPy's unique
        return found[np.append(True, found[1:] != found[:-1])] if len(found) else found

    # --- one batch --------------------------------------------------------------------------------

    def _batch(self, item: tuple[LoadedTier, IntArray | None, int, int]) -> BatchFindings:
        tier, wave, begin, end = item
        if wave is None:
            return self._checked(tier, tier.keys[begin:end], tier.entries[begin:end])
        keys = np.empty(end - begin, np.int64)
        own = np.empty(end - begin, tier.entries.dtype)
        kernels.gather(tier.keys, tier.entries, wave[begin:end], keys, own)
        return self._checked(tier, keys, own)

    def _checked(self, tier: LoadedTier, keys: IntArray, own: Entries) -> BatchFindings:
        try:
            return self._expanded(tier, keys, own)
        except TroubleError as trouble:
            if trouble.keys:  # the interpreter names the states
                bad = np.isin(keys, np.array(trouble.keys, np.int64))
                result = [(key, trouble.reason) for key in trouble.keys]
                rest = (
                    self._checked(tier, keys[~bad], own[~bad]) if not bad.all() else BatchFindings()
                )
                return together(BatchFindings(states=len(result), trouble=result), rest)
            if len(keys) == 1:
                return BatchFindings(states=1, trouble=[(int(keys[0]), trouble.reason)])
            half = len(keys) // 2  # bisection finds the state
            return together(
                self._checked(tier, keys[:half], own[:half]),
                self._checked(tier, keys[half:], own[half:]),
            )

    def _expanded(self, tier: LoadedTier, keys: IntArray, own: Entries) -> BatchFindings:
        expander = self._expander()
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
        found = self.children.look_up(tier, expanded, keys, seen)
        bad, right = self._wrong(own, expanded, found)
        for place, worth in zip(bad.tolist(), right, strict=False):
            seen.wrong.append((int(keys[place]), int(own[place]), worth))
        seen.uncounted["value"] += max(0, len(bad) - self.findings.limit)
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
        limit, n = self.findings.limit, len(own)
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

    def _expander(self) -> BatchExpander:
        if not hasattr(self._local, "expander"):
            self._local.expander = self.make_expander()
        found: BatchExpander = self._local.expander
        return found

    # --- problems ---------------------------------------------------------------------------------

    def _take(self, tier: LoadedTier, seen: BatchFindings) -> None:
        """Record the result of a batch; called by one thread only, in the order of the batches.

        For states with problems the compiled rules are compared with the interpreter.
        """
        self.states += seen.states
        self.moves += seen.moves
        self.covered.update(seen.covered)
        self.covered_moves += seen.covered_moves
        self._pass(seen.passed)
        self._doubt([*(key for key, *_ in seen.wrong), *(parent for parent, *_ in seen.lost)])
        for kind, count in seen.uncounted.items():
            self.findings.count(kind, count)
        for problem in seen.problems:
            self.findings.add(problem, tier.number, problem.key)
        for key, stored, right in seen.wrong:
            problem = self.writer.wrong_value(key, worth_of(stored), right)
            self.findings.add(problem, tier.number, key)
        for parent, child, number in seen.lost:
            self._add_lost(tier, parent, child, number)
        for key in (*seen.unlike[: self.findings.limit], *seen.doubtful):
            self._add_unlike(tier, key)
        self.findings.count("symmetry", max(0, len(seen.unlike) - self.findings.limit))
        for key, reason in seen.trouble:
            self.findings.add(self._trouble(key, reason), tier.number, key)

    def _add_lost(self, tier: LoadedTier, parent: int, child: int, number: int | None) -> None:
        if number is None:
            self.findings.add(self.writer.missing(child, parent), tier.number, parent, child)
        elif number < tier.number or not self.writer.has_tiers:
            problem = self.writer.falls(parent, tier.number, child, number)
            self.findings.add(problem, tier.number, parent, child)
        else:
            right = self.writer.tier_of(child)
            problem = self.writer.wrong_tier(child, number, right)
            if right == number:
                problem = self.writer.unlike_tiers(parent, child, number)
            self.findings.add(problem, number, child, parent)

    def _trouble(self, key: int, reason: str) -> Problem:
        """The problem of a state that could not be expanded. Raises CompiledFaultError."""
        problem = self.writer.trouble(key)
        if problem is not None:
            return problem
        if self.trust is not None:
            raise self.trust.failed(key, reason)
        text = self.writer.text(key)
        return Problem("rules", f"{text}: the rules answer otherwise when asked again", text, key)

    def _add_unlike(self, tier: LoadedTier, key: int) -> None:
        """Compare a class by the interpreter, whose states differ by compiled rules.

        Raises CompiledFaultError if the interpreter finds no difference.
        """
        assert self.trust is not None
        result = self.trust.interpreter.ask_whole(key)
        self._pass(list(result.passed))
        if not result.problems and not result.passed:
            raise self.trust.failed(key, "the states of its class are not alike there")
        for problem in result.problems:
            self.findings.add(problem, tier.number, key)

    def _doubt(self, keys: list[int]) -> None:
        """Compare compiled rules and interpreter on some states. Raises CompiledFaultError."""
        if self.trust is not None:
            self.trust.doubt(keys[: self.findings.limit])

    def _pass(self, images: list[str]) -> None:
        self.passed += len(images)
        self.first_passed = self.first_passed or next(iter(images), "")

    def _add_unreached(self, tier: LoadedTier, count: int) -> None:
        places = np.flatnonzero((tier.entries & np.uint32(1)) == 0)[: self.findings.limit]
        for place in places.tolist():
            key = int(tier.keys[place])
            problem = self.writer.unreached(key, worth_of(int(tier.entries[place])))
            self.findings.add(problem, tier.number, key)
        self.findings.count("unreached", count - len(places))
