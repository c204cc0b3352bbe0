"""A random sample of states, each asked of the user's rules as the interpreter runs them.

Keys are decoded, representatives chosen, children looked up and worth decided by plain code that
the compiled rules and the kernels have no part in; then the compiled rules are asked the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.value import Value
from perfectplay.tablebase.verification import Problem, ProblemLog
from perfectplay.verifier.crew import InterpreterCrew
from perfectplay.verifier.interpreter import InterpretedState
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.plain import right_worth
from perfectplay.verifier.plain_scores import right_score
from perfectplay.verifier.stored_tiers import Entries, LoadedTier, LoadedTiers, worth_of
from perfectplay.verifier.trust import CompiledTrust

IntArray = NDArray[np.int64]


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


class RandomSample:
    """Checks some states of each tier while it and the tiers it leads to are in memory.

    `begin` sends them to be asked about, `end` takes the answers.
    """

    def __init__(
        self,
        crew: InterpreterCrew,
        trust: CompiledTrust,
        tiers: LoadedTiers,
        teller: ProblemWriter,
        findings: ProblemLog,
    ) -> None:
        self.crew, self.trust, self.tiers = crew, trust, tiers
        self.teller, self.findings = teller, findings
        self.states = 0

    def begin(self, tier: LoadedTier, places: IntArray) -> None:
        """Has the interpreter asked about the states at some places of a tier."""
        self.states += len(places)
        self.crew.send(tier.number, tier.keys[places].tolist())

    def end(self, tier: LoadedTier) -> None:
        """Compares the answers with the compiled rules and with what is stored.

        Raises CompiledFaultError.
        """
        answers = self.crew.answers()
        for answer in answers:
            for problem in answer.problems:
                self._add(tier, problem)
        told = [answer for answer in answers if answer.whole]
        self.trust.compare(told)
        self._judge(tier, told)

    def _judge(self, tier: LoadedTier, told: list[InterpretedState]) -> None:
        """Decides what the states are worth, in plain Python."""
        told = [answer for answer in told if -1 not in answer.children]
        wanted = np.array([child for answer in told for child in answer.children], np.int64)
        entries = self._entries(wanted).tolist()
        begin = 0
        for answer in told:
            found = entries[begin : begin + len(answer.children)]
            begin += len(found)
            if 0 in found:
                child = answer.children[found.index(0)]
                self._add(tier, self.teller.missing(answer.key, child))
                continue
            worth = [(worth_of(e), again) for e, again in zip(found, answer.again, strict=True)]
            stored = tier.worth(answer.key)
            if self.tiers.scored:
                right = right_score(answer.final, worth, answer.gains)
            else:
                right = right_worth(Value(answer.over) if answer.over else None, worth)
            assert stored is not None
            if stored != right:
                self._add(tier, self.teller.wrong_value(answer.key, stored, right))

    def _entries(self, wanted: IntArray) -> Entries:
        """The stored entries of keys, 0 where there is none."""
        found = np.zeros(len(wanted), self.tiers.entry_type)
        for tier in self.tiers.loaded():
            places = np.searchsorted(tier.keys, wanted)
            places[places == len(tier.keys)] = 0
            here = tier.keys[places] == wanted
            found[here] = tier.entries[places[here]]
        for e in np.flatnonzero(found == 0)[: self.findings.limit].tolist():
            home = self.tiers.search(int(wanted[e]))
            found[e] = 0 if home is None else home[1]
        return found

    def _add(self, tier: LoadedTier, problem: Problem) -> None:
        self.findings.add(problem, tier.number, problem.key)
