"""A solve by compiled rules: explore, index, resolve, and the comparison with the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perfectplay.assembly.parts import Parts, table_of
from perfectplay.contract.rules import Rules
from perfectplay.engines.interpreted import Interpreted, explore_interpreted
from perfectplay.engines.limits import Limits
from perfectplay.engines.pieces import Pieces
from perfectplay.engines.resolve import resolve
from perfectplay.engines.tally import Tally
from perfectplay.engines.threads import Team, ranges
from perfectplay.results.table import Part, Table
from perfectplay.words.packed import PackedArray, pack
from perfectplay.words.progress import Reporter

if TYPE_CHECKING:
    from perfectplay.contract.compiled.load import CompiledRules
    from perfectplay.engines.compiled import Expander
    from perfectplay.engines.graph import Graph

FIRST_COMPARED = 1_000
"""States that are asked of both compiled and interpreted rules before a solve goes on."""

COMPARED_ONE_IN = 100_000


class CompiledSolve:
    """``run`` leaves the solution's ``parts``, or gives the reason why there are none.

    The compiler is imported only there.
    """

    def __init__(
        self, rules: Rules, symmetric: bool, limits: Limits, team: Team, reporter: Reporter
    ) -> None:
        self.rules = rules
        self.symmetric = symmetric
        self.limits = limits
        self.team = team
        self.reporter = reporter
        self.parts: Parts | None = None

    def refusal(self) -> str | None:
        """Why the rules cannot be compiled, without compiling them; None where nothing is seen."""
        from perfectplay.contract.compiled.constants import NotCompilable
        from perfectplay.contract.compiled.translate import translate

        try:
            translate(self.rules.game)
        except NotCompilable as reason:
            return str(reason)
        return None

    def run(self, found: Interpreted) -> str | None:
        """Solves by compiled rules; ``found`` holds the first states as the interpreter met them.

        Raises RulesError, EndlessGameError.
        """
        from perfectplay.contract.compiled.constants import NotCompilable
        from perfectplay.contract.compiled.load import compile_rules
        from perfectplay.engines.compiled import Expander, KeysOutgrownError, first_keys

        explore_interpreted(
            found, self.limits, self.reporter, lambda states, _: states > FIRST_COMPARED
        )
        try:
            self.reporter.tell("compiling", states=len(found.states))
            compiled: CompiledRules = compile_rules(self.rules.game, symmetries=self.symmetric)
            keys = first_keys(self.rules, found.states)
            expander = Expander(compiled, self.rules, keys)
            self._compare(expander, found.states[: min(len(found.over), FIRST_COMPARED)])
            while self.parts is None:
                try:
                    self.parts = self._explored(expander)
                except KeysOutgrownError as outgrown:  # by levels: begun again, since it is rare
                    expander.keys = outgrown.keys
        except NotCompilable as reason:
            return str(reason)
        return None

    def _compare(self, expander: Expander, states: list[object]) -> None:
        from perfectplay.contract.compiled.compare import compare

        difference = compare(expander.compiled, self.rules, expander.keys, states)
        if difference is not None:
            raise difference

    def _compare_keys(self, expander: Expander, keys: NDArray[np.int64], at_least: int) -> None:
        """Compares one state in COMPARED_ONE_IN, or as many as ``at_least``."""
        step = max(1, min(len(keys) // at_least, COMPARED_ONE_IN))
        # one anywhere in each stretch: even steps would see states of one parity only
        first = np.arange(0, len(keys), step)
        places = np.minimum(
            first + np.random.default_rng(len(keys)).integers(0, step, len(first)), len(keys) - 1
        )
        self._compare(expander, [expander.keys.state(int(keys[i])) for i in places])

    # --- from an expander to the parts ------------------------------------------------------------

    def _explored(self, expander: Expander) -> Parts:
        from perfectplay.engines.edges import Explored, explore_edges
        from perfectplay.engines.grading import looks_graded
        from perfectplay.engines.levels import explore_levels, levels_of
        from perfectplay.engines.walk import walk

        walked = walk(expander, self.limits, self.reporter)
        if walked.finished:
            self._compare_keys(expander, walked.keys, FIRST_COMPARED)
            return self._from_graph(expander, walked.keys, walked.graph, "a hash table")
        pieces = Pieces(self.rules.game.players == 1)
        rest = (self.team, self.limits, self.reporter)
        if looks_graded(expander, walked):
            met = levels_of(walked)
            del walked
            levels = explore_levels(expander, *rest, met)
            if levels.graded:
                for level in levels.levels:
                    at_least = max(1, FIRST_COMPARED // len(levels.levels))
                    self._compare_keys(expander, level, at_least)
                return self._from_levels(expander, levels)
            known = Explored(expander, np.concatenate(levels.levels), pieces)
            levels.levels.clear()
        else:
            known = Explored.by_walk(expander, walked, pieces, self.team)
            del walked
        keys = explore_edges(known, *rest)
        self._compare_keys(expander, keys, FIRST_COMPARED)
        return self._from_graph(expander, keys, pieces, "edges")

    def _from_levels(self, expander: Expander, levels: object) -> Parts:
        from perfectplay.engines.levels import Levels, resolve_levels

        assert isinstance(levels, Levels)
        tally, covered = Tally(), Tally() if self.symmetric else None
        packed = resolve_levels(expander, levels, self.team, self.reporter, tally, covered)
        parts = [Part(k, p) for k, p in zip(levels.levels, packed, strict=True)]
        return self._assembled(expander, Table(parts), tally, covered, "levels, one pass")

    def _from_graph(
        self, expander: Expander, keys: NDArray[np.int64], graph: Graph | Pieces, explorer: str
    ) -> Parts:
        resolved = resolve(graph, self.team, self.reporter)
        if isinstance(graph, Pieces):
            graph.release()
        packed = pack(resolved.values, resolved.remoteness)
        tally = Tally()
        tally.add(packed, graph.degrees())
        covered = self._covered(expander, keys, packed, graph) if self.symmetric else None
        how = f"{explorer}, {resolved.how}"
        return self._assembled(expander, table_of(keys, resolved), tally, covered, how)

    def _covered(
        self,
        expander: Expander,
        keys: NDArray[np.int64],
        packed: PackedArray,
        graph: Graph | Pieces,
    ) -> Tally:
        covered, degrees = Tally(), graph.degrees()
        self.team.map(
            lambda r: covered.add(
                packed[r[0] : r[1]], degrees[r[0] : r[1]], expander.class_sizes(keys, *r)
            ),
            ranges(len(keys), max(1, len(keys) >> 16)),
        )
        return covered

    def _assembled(
        self, expander: Expander, table: Table, tally: Tally, covered: Tally | None, how: str
    ) -> Parts:
        every = None if covered is None else (dict(covered.counts), covered.moves)
        return Parts(
            table, expander.keys, self.symmetric, dict(tally.counts), tally.moves, every,
            "compiled", how,
        )  # fmt: skip
