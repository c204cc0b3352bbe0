"""What the engines find, as the table and the counts of a solution."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.checks.tier_promise import tier_falls, tier_fault
from perfectplay.game.game import Game, StateKind, kind_of, overrides
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.object_keys import ObjectKeys
from perfectplay.game.shape.packing import FieldRanges, TupleKeys
from perfectplay.game.shape.state_rows import blocks
from perfectplay.game.shape.state_sets import MOST_ELEMENTS, element_table
from perfectplay.game.shape.state_shape import MOST_ITEMS, StateShape, state_shape
from perfectplay.game.shape.state_words import MOST_WORDS
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.reference_solver import ReferenceSolution
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.solution import Histogram, Provenance, Solution
from perfectplay.tablebase.table import Table, TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander

CLASSES = 1 << 12
"""States whose classes are held at a time."""

TIERS_CHECKED = 1 << 16
"""States whose moves are compared by tier at a time."""


@dataclass
class SolvedTable:
    """A table and what a `Solution` says beside it. The table is empty if the tiers are on disk.

    ``engine``, ``how``, ``why``: as in `Provenance`; ``stuck_state``: the first state that is over
    only because it has no moves, or None.
    """

    table: Table
    keys: Keys
    counts: StateCounts
    engine: str
    how: str
    why: str | None = None
    stuck_state: State = None

    @property
    def histogram(self) -> Histogram:
        """The number of stored states of each value and remoteness (-1: endless)."""
        return dict(self.counts.tally.counts)

    def provenance(self, seconds: float) -> Provenance:
        """How the solution was found, with the seconds that it took."""
        return Provenance(self.engine, self.how, self.why, seconds)

    def solution(self, game: Game, seconds: float) -> Solution:
        """The solution of ``game``, found in ``seconds``, with the table in memory."""
        tally, covered = self.counts.tally, self.counts.covered
        return Solution(
            game=game,
            table=self.table,
            keys=self.keys,
            symmetric=covered is not None,
            histogram=self.histogram,
            moves=tally.moves,
            covered=None if covered is None else (dict(covered.counts), covered.moves),
            made=self.provenance(seconds),
        )


def table_of(keys: IntArray, packed: PackedArray) -> Table:
    """One part, sorted by key."""
    order = np.argsort(keys)
    return Table([TablePart(keys[order], packed[order])])


def solve_interpreted(
    found: InterpretedStates, team: ThreadTeam, reporter: Reporter, why: str | None
) -> SolvedTable:
    """The solution of a game that the interpreter has explored; ``why`` it was not compiled."""
    graph = found.graph()
    if overrides(found.rules.game, "tier"):
        tiers = np.array([found.rules.tier(state) for state in found.states], np.int64)
        check_tiers(graph, tiers, found.rules, found.states.__getitem__, found.symmetric)
    state_of = found.states.__getitem__
    with explained(found.rules, state_of) if found.rules.scoring else nullcontext():
        resolved = resolve(graph, team, reporter)
    packed = resolved.packed()
    sizes, ranges = _classes(found) if found.symmetric else (None, None)
    counts = StateCounts.none(symmetric=found.symmetric)
    counts.add(packed, graph.degrees(), sizes)
    keys, array = keys_of(found.rules, found.states, found.index, ranges)
    table = table_of(array, packed)
    return SolvedTable(table, keys, counts, "interpreted", resolved.how, why, found.stuck_state)


def _classes(found: InterpretedStates) -> tuple[IntArray, FieldRanges | None]:
    """[N] the sizes of the classes; the ranges of the images of tuples."""
    sizes = list[int]()
    shape = shape_of_all(found.rules, found.states, symmetries=True)
    ranges = FieldRanges(found.states[0], shape) if shape else None
    for first in range(0, len(found.states), CLASSES):
        some = found.states[first : first + CLASSES]
        classes = [found.rules.symmetries(state) for state in some]
        sizes.extend(map(len, classes))
        if ranges is not None:
            ranges.look_at(chain.from_iterable(classes))
    return np.array(sizes, np.int64), ranges


def check_tiers(
    graph: MoveGraph,
    tiers: IntArray,
    rules: CheckedGame,
    state_of: Callable[[int], State],
    symmetric: bool,
) -> None:
    """Raise RulesError if a move leads to a lower tier. tiers: [S] int64, of each state, also of
    those that come after the N states of the graph."""
    for first in range(0, len(graph), TIERS_CHECKED):
        some = slice(first, min(first + TIERS_CHECKED, len(graph)))
        degrees = graph.degrees()[some]
        begin = int(graph.starts[first])
        children = graph.edges[begin : begin + int(degrees.sum())]
        falls = np.flatnonzero(tiers[children] < np.repeat(tiers[some], degrees))
        if len(falls):
            parent = int(np.searchsorted(graph.starts, begin + falls[0], "right")) - 1
            raise tier_fault(rules, state_of(parent), symmetric=symmetric)


def reference_solution(rules: CheckedGame, found: ReferenceSolution) -> SolvedTable:
    """What the reference solver found. Raises RulesError if a move leads to a lower tier."""
    for state in found.states if overrides(rules.game, "tier") else ():
        if error := tier_falls(rules, state):
            raise error
    values = np.array(found.value, np.uint8)
    remoteness = np.array([-1 if r is None else r for r in found.remoteness], np.int32)
    scores = np.array(found.score, np.int64) if rules.scoring else None
    packed = ResolvedGraph(values, remoteness, "", scores).packed()
    counts = StateCounts.none(symmetric=False)
    counts.add(packed, np.array([len(edges) for edges in found.children], np.int64), None)
    keys, array = keys_of(rules, found.states)
    table, how = table_of(array, packed), "plain rounds"
    return SolvedTable(table, keys, counts, "reference", how, stuck_state=found.stuck_state)


def keys_of(
    rules: CheckedGame,
    states: list[State],
    index: dict[State, int] | None = None,
    ranges: FieldRanges | None = None,
) -> tuple[Keys, IntArray]:
    """Keys that hold all these states, and the key of each: as limits say, else the tightest.

    ``index``: the place of each state (or of its representative), if it is known already;
    ``ranges``: of all states that the keys hold, if these are more. Raises RulesError if a state is
    beyond limits.
    """
    if kind_of(states[0]) is StateKind.INTEGER:
        return IntegerKeys(), np.array(states, np.int64)
    shape = rules.shape if ranges else shape_of_all(rules, states)
    if shape is not None:
        if ranges is None:
            ranges = FieldRanges(states[0], shape)
            ranges.look_at(states)
        try:
            if ranges.alike:
                return _tuple_keys(rules, states, ranges)
        except OverflowError:
            pass  # 63 bits do not hold them: they are numbered
    return ObjectKeys(states, index), np.arange(len(states), dtype=np.int64)


def shape_of_all(
    rules: CheckedGame, states: list[State], *, symmetries: bool = False
) -> StateShape | None:
    """The shape of all states, with the words of the rules, as they would have if compiled; if the
    rules do not compile, or tuples become longer than learnt, with those of the states. None if the
    states have no shape."""
    if rules.kind is StateKind.TUPLE:
        fields = len(rules.start())
        if all(isinstance(state, tuple) and len(state) == fields for state in states):
            return state_shape(states[0])  # no tuple changes its length: there is nothing to learn
    shape = rules.shape
    if shape is None or not shape.has_tables:
        return shape
    from perfectplay.compiler.source.not_compilable import NotCompilable
    from perfectplay.compiler.source.word_table import shape_with
    from perfectplay.compiler.translate import translate

    words: set[Any] = set()
    elements: set[Any] = set()
    lengths = shape.lengths
    for block in blocks(states):
        longest = shape.gather(block, words, elements)
        if longest is None or len(words) > MOST_WORDS or len(elements) > MOST_ELEMENTS:
            return None
        lengths = tuple(map(max, lengths, longest))
    try:
        full = translate(rules.game, symmetries=symmetries).shape
    except NotCompilable:
        full = None
    if max(lengths, default=0) > MOST_ITEMS:
        return None
    shape = shape.with_lengths(lengths)
    known = full is not None and full.lengths == lengths and words <= {None, "", *full.words}
    if full is not None and known and elements <= set(full.elements):
        return full
    if element_table(elements) is None:
        return None
    try:
        return shape_with(shape.with_elements(elements), words)
    except NotCompilable:
        return None


def _tuple_keys(
    rules: CheckedGame, states: list[State], ranges: FieldRanges
) -> tuple[Keys, IntArray]:
    if rules.limits is None:
        tight = ranges.keys()
        return tight, tight.array(states)
    declared = TupleKeys.of_limits(rules.limits, rules.shape)
    array = declared.array(states)
    beyond = np.flatnonzero(array < 0)
    if len(beyond):
        state = states[int(beyond[0])]
        message = f"limits do not hold the state {rules.state_text(state)}"
        raise broken("out-of-limits", message, state)
    return declared, array


def tightened(expander: Expander, array: IntArray) -> tuple[Keys, IntArray]:
    """Keys that do not depend on the order in which states were met, and hold all their images: as
    limits say, else the tightest. array: [N] int64, the keys of all states."""
    keys = expander.keys
    if not isinstance(keys, TupleKeys) or expander.rules.limits is not None:
        return keys, array
    from perfectplay.compiler.runtime.radix import repacked

    low, high = expander.field_ranges(array)
    tight = TupleKeys.of_limits(list(zip(low, high, strict=True)), keys.shape, keys.likely)
    if tight == keys:
        return keys, array
    return tight, repacked(array, keys.layout(), tight.layout())
