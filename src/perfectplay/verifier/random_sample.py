"""A random sample of states, on each of which the interpreter runs the user's rules.

Plain code decodes keys, chooses representatives, looks up children and computes the worth, without
compiled rules or kernels; then the answers are compared with those of the compiled rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.value import Value
from perfectplay.tablebase.verification import Problem, ProblemLog
from perfectplay.verifier.plain.interpreter import InterpretedState
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain.plain_rules import right_worth
from perfectplay.verifier.plain.plain_scores import right_score
from perfectplay.verifier.rule_comparison import CompiledTrust
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.stored_tiers import Entries, SomeTier, worth_of


def sample_places(total: int, size: int, seed: int) -> IntArray:
    """[S] rising places of a random sample of ``total`` states, the same for the same seed."""
    if size >= total:
        return np.arange(total, dtype=np.int64)
    chosen = np.random.default_rng(seed).choice(total, size, replace=False, shuffle=False)
    places: IntArray = np.sort(chosen)
    return places


def places_in(places: IntArray, sizes: Sequence[int]) -> list[IntArray]:
    """The sample's places in each of several tiers of these sizes.

    >>> [piece.tolist() for piece in places_in(np.array([0, 4, 5]), [4, 1, 3])]
    [[0], [0], [0]]
    """
    ends = np.cumsum(sizes)
    pieces = np.split(places, np.searchsorted(places, ends)[:-1])
    return [piece - (end - n) for piece, end, n in zip(pieces, ends, sizes, strict=True)]


@dataclass
class RandomSample:
    """Checks some states of each tier while it and the tiers it leads to are in memory.

    `begin` sends them to the interpreter, `end` takes the answers. ``rest``: the places of those
    that are still to be sent; ``sent``: the entries of those that were sent, by key.
    """

    pool: InterpreterPool
    trust: CompiledTrust
    tiers: BudgetTiers
    writer: ProblemWriter
    findings: ProblemLog
    rest: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    sent: dict[int, int] = field(default_factory=dict)

    def begin(self, tier: SomeTier, places: IntArray) -> None:
        """Send the states at some places of a tier to the interpreter, as many as there is room
        for."""
        self.rest = places
        self._send(tier)

    def end(self, tier: SomeTier) -> None:
        """Compare the answers with the compiled rules and with the stored entries, and send the
        other states. Raises CompiledFaultError."""
        self._check(tier, self.pool.answers())
        while len(self.rest):
            self._send(tier)
            self._check(tier, self.pool.answers())

    def _send(self, tier: SomeTier) -> None:
        size = self.tiers.asked_at_once()
        some, self.rest = self.rest[:size], self.rest[size:]
        keys, entries = tier.at(some)
        self.sent = dict(zip(keys.tolist(), entries.tolist(), strict=True))
        self.pool.send(tier.number, [*self.sent])

    def _check(self, tier: SomeTier, answers: list[InterpretedState]) -> None:
        for answer in answers:
            for problem in answer.problems:
                self._add(tier, problem)
        whole = [answer for answer in answers if answer.whole]
        self.trust.compare(whole)
        self._judge(tier, whole)

    def _judge(self, tier: SomeTier, whole: list[InterpretedState]) -> None:
        """Compute the worth of the states in plain Python and compare it with the stored one."""
        whole = [answer for answer in whole if -1 not in answer.children]
        wanted = np.array([child for answer in whole for child in answer.children], np.int64)
        entries = self._entries(wanted).tolist()
        begin = 0
        for answer in whole:
            found = entries[begin : begin + len(answer.children)]
            begin += len(found)
            if 0 in found:
                child = answer.children[found.index(0)]
                self._add(tier, self.writer.missing(child, answer.key))
                continue
            worth = [(worth_of(e), again) for e, again in zip(found, answer.again, strict=True)]
            stored = worth_of(self.sent[answer.key])
            if self.tiers.scored:
                right = right_score(answer.final, worth, answer.gains)
            else:
                right = right_worth(Value(answer.over) if answer.over else None, worth)
            if stored != right:
                self._add(tier, self.writer.wrong_value(answer.key, stored, right))

    def _entries(self, wanted: IntArray) -> Entries:
        """The stored entries of keys, 0 for a key that is not stored."""
        keys, which = np.unique(wanted, return_inverse=True)
        entries = np.zeros(len(keys), self.tiers.entry_type)
        rest = np.arange(len(keys))
        present = self.tiers.present()
        for tier in reversed(present):  # most moves lead to the tiers above
            if len(rest):
                here, found = tier.find_all(keys[rest], marks=False)
                entries[rest[here]] = found[here]
                rest = rest[~here]
        besides = {tier.number for tier in present}
        for _, places, found in self.tiers.search(keys[rest], besides=besides):
            entries[rest[places]] = found
        return entries[which]

    def _add(self, tier: SomeTier, problem: Problem) -> None:
        self.findings.add(problem, tier.number, problem.key)
