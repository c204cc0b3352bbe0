"""Trials on all states of a solution, or on their pairs, in the order of counterexamples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappush, heappushpop

import numpy as np

from perfectplay.analysis.conjecture.question_space import KEPT, ConjectureNames
from perfectplay.analysis.conjecture.tested import ConjectureTest
from perfectplay.core.errors import ConjectureError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State, Value
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.tried import Counterexample, Entry

CHUNK = 1 << 14

_VALUES = tuple(Value)


class StateRows:
    """Stored states of a solution by remoteness (endless last), then by key."""

    def __init__(self, solution: Solution) -> None:
        self.names = ConjectureNames(solution)
        self._all_kept = False
        self.names.keep_more = self._keep_all if len(solution.table) <= KEPT else None
        keys, (values, plies, _) = solution.table.joined()
        order = np.lexsort((keys, np.where(plies < 0, np.iinfo(np.int32).max, plies)))
        self._keys, self._values, self._plies = keys[order], values[order], plies[order]

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[tuple[State, Entry]]:
        """Yield each state with its value and remoteness, which are then cached."""
        for first in range(0, len(self), CHUNK):
            states, entries = self._chunk(first)
            if not self._all_kept:  # at least those of this chunk
                self.names.kept = dict(zip(states, entries, strict=True))
            yield from zip(states, entries, strict=True)

    def _keep_all(self) -> None:
        self._all_kept = True
        for first in range(0, len(self), CHUNK):
            self.names.kept.update(zip(*self._chunk(first), strict=True))

    def _chunk(self, first: int) -> tuple[list[State], list[Entry]]:
        piece = slice(first, first + CHUNK)
        states = self.names.solution.keys.states_of(self._keys[piece])
        values, plies = self._values[piece].tolist(), self._plies[piece].tolist()
        return states, [
            (_VALUES[value], None if ply < 0 else ply)
            for value, ply in zip(values, plies, strict=True)
        ]


@dataclass
class Trial:
    """The trial of a conjecture: the counts, and the ``most`` smallest counterexamples.

    ``conditions``: for each variable those on it alone, and under ``""`` those on pairs.
    """

    rows: StateRows
    tested: ConjectureTest
    conditions: dict[str, list[ConjectureTest]]
    most: int
    reporter: Reporter
    tried: int = 0
    failed: int = 0
    counterexamples: list[Counterexample] = field(default_factory=list)

    def over_states(self) -> None:
        """Try the conjecture on each state that meets the conditions."""
        for state, entry in self._selected("s", "trying"):
            self.tried += 1
            if not self.tested.holds(state):
                self.failed += 1
                if self.failed <= self.most:  # the smallest come first
                    self.counterexamples.append(Counterexample((state,), (entry,)))

    def over_pairs(self, max_pairs: int) -> None:
        """Try the conjecture on each pair (a, b) of states that meet the conditions; (b, a) too.

        Counterexamples are ordered by the sum of the two remotenesses.
        """
        sides = [list(self._selected(name, "choosing states")) for name in ("a", "b")]
        pairs = len(sides[0]) * len(sides[1])
        if pairs > max_pairs:
            raise ConjectureError(
                f"there are {pairs:,} pairs of states to try ({len(sides[0]):,} times "
                f"{len(sides[1]):,}), more than {max_pairs:,}; narrow the states with --where, or "
                "allow more with --max-pairs"
            )
        both = self.conditions[""]
        kept: list[tuple[int, int, int]] = []
        plies = [[_plies(entry) for _, entry in side] for side in sides]
        for i, (a, _) in enumerate(sides[0]):
            self.reporter.tell("trying pairs", i * len(sides[1]), pairs)
            for j, (b, _) in enumerate(sides[1]):
                if both and not all(condition.holds(a, b) for condition in both):
                    continue
                self.tried += 1
                if not self.tested.holds(a, b):
                    self.failed += 1
                    # the largest stay, which have the smallest remoteness, as signs are reversed
                    keep = heappush if len(kept) < self.most else heappushpop
                    keep(kept, (-(plies[0][i] + plies[1][j]), -i, -j))
        for _, i, j in sorted(kept, reverse=True):
            (a, of_a), (b, of_b) = sides[0][-i], sides[1][-j]
            self.counterexamples.append(Counterexample((a, b), (of_a, of_b)))

    def _selected(self, variable: str, phase: str) -> Iterator[tuple[State, Entry]]:
        """Yield the states that meet the conditions on a variable."""
        for done, (state, entry) in enumerate(self.rows):
            if not done & 1023:
                self.reporter.tell(phase, done, len(self.rows))
            if all(condition.holds(state) for condition in self.conditions[variable]):
                yield state, entry


def _plies(entry: Entry) -> int:
    return 1 << 31 if entry[1] is None else entry[1]
