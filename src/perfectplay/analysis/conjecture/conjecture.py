"""Trial of a conjecture on every state of a solution, or on every pair of states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from typing import Any, TypeAlias

import numpy as np

from perfectplay.analysis.conjecture.question_space import KEPT, ConjectureNames
from perfectplay.analysis.conjecture.tested import ConjectureTest, compiled, split
from perfectplay.core.errors import ConjectureError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import State, Value
from perfectplay.game.game import Game
from perfectplay.solver.solution_of import solution_of
from perfectplay.tablebase.conjecture_result import ConjectureCounts, Counterexample, Entry
from perfectplay.tablebase.solution import Solution

__all__ = ["ConjectureCounts", "Counterexample", "conjecture"]

Predicate: TypeAlias = str | Callable[..., Any]

MAX_PAIRS = 20_000_000
"""Most pairs that are tried by default."""


def conjecture(
    solution: Solution | Game,
    predicate: Predicate,
    *,
    where: Predicate | None = None,
    over: int = 1,
    most: int = 5,
    max_pairs: int = MAX_PAIRS,
    progress: ProgressCallback | None = None,
) -> ConjectureCounts:
    """Try a conjecture on every state of a solution, or game; with ``over=2``, every pair.

    ``predicate``: a Python expression over a state ``s`` (or ``state``), or over states ``a`` and
    ``b`` with ``over=2``, that is True or False; or a function of one or two states. An expression
    may use ``value(x)``, ``remoteness(x)`` (plies; None for an endless draw), ``score(x)`` (in a
    game of points), ``known(x)``, ``moves(x)``, ``play(x, move)``, ``children(x)``,
    ``terminal(x)``, ``best_moves(x)``, ``keeping_moves(x)``, LOSS, DRAW, WIN,
    ``implies(P, Q)``, ``nim_sum(...)``, ``gcd(...)``, Python's harmless builtins, and the
    methods and parameters of the game by name (docs/conjectures.md).

    ``where``: condition for the states (or pairs) to try; its parts about ``a`` alone, ``b`` alone
    or ``s`` (each of the two) select states before they are paired. ``most`` counterexamples are
    kept, the smallest by remoteness, then by key. A solution with symmetries is tried on its
    representatives.

    Raises ConjectureError for an expression that cannot be read or is not allowed, for a
    conjecture that raises or gives no truth value (with the state), and for more than
    ``max_pairs`` pairs.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks())
    >>> conjecture(solution, "(value(s) == LOSS) == (sum(s) % 4 == 0)")
    <holds on 121 states>
    >>> conjecture(solution, "value(s) == WIN").counterexamples[0].states
    ((0, 0),)
    >>> conjecture(solution, "value((a[0], b[1])) == LOSS", over=2, where="value(s) == LOSS")
    <fails on 666 of 900 pairs of states>
    """
    if over not in (1, 2):
        raise ConjectureError(f"a conjecture is over 1 state or over 2, not over {over}")
    solution = solution_of(solution, "conjecture", progress)
    variables = ("s",) if over == 1 else ("a", "b")
    rows = StateRows(solution)
    tested = compiled(rows.names, predicate, variables, "conjecture")
    conditions = split(rows.names, where, variables)
    trial = Trial(rows, tested, conditions, most, Reporter(progress))
    if over == 1:
        trial.over_states()
    else:
        trial.over_pairs(max_pairs)
    return ConjectureCounts(
        solution=solution,
        expression=text_of(predicate),
        where=None if where is None else text_of(where),
        over=over,
        states=len(rows),
        tried=trial.tried,
        failed=trial.failed,
        counterexamples=tuple(trial.counterexamples),
    )


def text_of(predicate: Predicate) -> str:
    """Expression, or name of the function."""
    if isinstance(predicate, str):
        return predicate.strip()
    return str(getattr(predicate, "__name__", None) or repr(predicate))


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
    ``conditions``: for each variable those on it alone, and under ``""`` those on pairs."""

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
        Counterexamples are ordered by the sum of the two remotenesses."""
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
