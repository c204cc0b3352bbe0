"""What the engines find, as the table and the counts of a solution."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import PerfectPlayWarning
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, kind_of, overrides
from perfectplay.game.packing import IntegerKeys, Keys, ObjectKeys, TupleKeys, learnt
from perfectplay.game.promises import broken
from perfectplay.game.tier_promise import tier_falls
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.reference_solver import ReferenceSolution
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.solution import Histogram, Provenance, Solution
from perfectplay.tablebase.table import Table, TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander

TIERS_CHECKED = 1 << 16
"""States whose moves are compared by tier at a time."""


@dataclass
class SolvedTable:
    """A table and what a `Solution` says beside it. The table is empty if the tiers are on disk.

    ``covered``: counts of all the states that representatives stand for, and their moves, or None;
    ``engine``, ``how``, ``why``: as in `Provenance`; ``stuck_state``: the first state that is over
    only because it has no moves, or None.
    """

    table: Table
    keys: Keys
    symmetric: bool
    histogram: Histogram
    moves: int
    covered: tuple[Histogram, int] | None
    engine: str
    how: str
    why: str | None = None
    stuck_state: State = None

    def provenance(self, seconds: float) -> Provenance:
        """How the solution was found, in so many seconds."""
        return Provenance(self.engine, self.how, self.why, seconds)

    def solution(self, game: Game, seconds: float) -> Solution:
        """The solution of ``game``, found in so many seconds, with the table in memory."""
        return Solution(
            game=game,
            table=self.table,
            keys=self.keys,
            symmetric=self.symmetric,
            histogram=self.histogram,
            moves=self.moves,
            covered=self.covered,
            made=self.provenance(seconds),
        )


def solved(
    keys: Keys,
    table: Table,
    tally: WeightedHistogram,
    covered: WeightedHistogram | None,
    *,
    engine: str,
    how: str,
    why: str | None = None,
    stuck_state: State = None,
) -> SolvedTable:
    """What an engine found; ``covered``: counts over whole classes, None without symmetries."""
    return SolvedTable(
        table=table,
        keys=keys,
        symmetric=covered is not None,
        histogram=dict(tally.counts),
        moves=tally.moves,
        covered=None if covered is None else (dict(covered.counts), covered.moves),
        engine=engine,
        how=how,
        why=why,
        stuck_state=stuck_state,
    )


def warn_of_stuck(game: Game, found: SolvedTable) -> None:
    """Warn if functions leave a state without moves undecided."""
    if isinstance(game, FunctionGame) and not game.stuck_given and found.stuck_state is not None:
        warnings.warn(
            f"state {found.stuck_state!r} has no legal moves and is undecided: counted as a draw; "
            "say stuck=Value.LOSS (or WIN, DRAW) to decide",
            PerfectPlayWarning,
            stacklevel=3,
        )


def table_of(keys: NDArray[np.int64], resolved: ResolvedGraph) -> Table:
    """One part, sorted by key."""
    order = np.argsort(keys)
    packed = resolved.packed()
    return Table([TablePart(keys[order], packed[order])])


def solve_interpreted(
    found: InterpretedStates, team: ThreadTeam, reporter: Reporter, why: str | None
) -> SolvedTable:
    """The solution of a game that the interpreter has explored; ``why`` it was not compiled."""
    graph = found.graph()
    if overrides(found.rules.game, "tier"):
        tiers = np.array([found.rules.tier(state) for state in found.states], np.int64)
        check_tiers(graph, tiers, found.rules, found.states.__getitem__, found.symmetric)
    with explained(found.rules, found.states.__getitem__):
        resolved = resolve(graph, team, reporter)
    tally = WeightedHistogram()
    packed = resolved.packed()
    tally.add(packed, graph.degrees())
    covered, beside = None, list[State]()
    if found.symmetric:
        classes = [found.rules.symmetries(state) for state in found.states]
        covered = WeightedHistogram()
        sizes = np.array([len(images) for images in classes], np.int64)
        covered.add(packed, graph.degrees(), sizes)
        if found.rules.kind is StateKind.TUPLE:
            beside.extend(chain.from_iterable(classes))
    keys, array = keys_of(found.rules, found.states, found.index, beside)
    return solved(
        keys, table_of(array, resolved), tally, covered, engine="interpreted", how=resolved.how,
        why=why, stuck_state=found.stuck_state,
    )  # fmt: skip


def check_tiers(
    graph: MoveGraph,
    tiers: NDArray[np.int64],
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
            state = state_of(parent)
            error = tier_falls(rules, state, symmetric=symmetric)
            message = f"the tier of {rules.state_text(state)}, or of a child, differs between calls"
            raise error or broken("play-differs", message, state)


def reference_solution(rules: CheckedGame, found: ReferenceSolution) -> SolvedTable:
    """What the reference solver found."""
    values = np.array(found.value, np.uint8)
    remoteness = np.array([-1 if r is None else r for r in found.remoteness], np.int32)
    scores = np.array(found.score, np.int64) if rules.scoring else None
    resolved = ResolvedGraph(values, remoteness, "", scores)
    degrees = np.array([len(edges) for edges in found.children], np.int64)
    tally = WeightedHistogram()
    tally.add(resolved.packed(), degrees)
    keys, array = keys_of(rules, found.states)
    return solved(
        keys, table_of(array, resolved), tally, None, engine="reference", how="plain rounds",
        stuck_state=found.stuck_state,
    )  # fmt: skip


def keys_of(
    rules: CheckedGame,
    states: list[State],
    index: dict[State, int] | None = None,
    beside: Sequence[State] = (),
) -> tuple[Keys, NDArray[np.int64]]:
    """Keys that hold all these states, and the key of each: as limits say, else the tightest.

    ``index``: the place of each state (or of its representative), if it is known already;
    ``beside``: more states that the keys hold. Raises RulesError if a state is beyond limits.
    """
    if kind_of(states[0]) is StateKind.INTEGER:
        return IntegerKeys(), np.array(states, np.int64)
    if kind_of(states[0]) is StateKind.TUPLE and _alike([*states, *beside]):
        try:
            return _tuple_keys(rules, states, beside)
        except OverflowError:
            pass  # 63 bits do not hold them: they are numbered
    return ObjectKeys(states, index), np.arange(len(states), dtype=np.int64)


def _tuple_keys(
    rules: CheckedGame, states: list[State], beside: Sequence[State]
) -> tuple[Keys, NDArray[np.int64]]:
    if rules.limits is None:
        tight = learnt([*states, *beside])
        return tight, tight.array(states)
    declared = TupleKeys.of_limits(rules.limits, type(states[0]))
    array = declared.array(states)
    beyond = np.flatnonzero(array < 0)
    if len(beyond):
        state = states[int(beyond[0])]
        message = f"limits do not hold the state {rules.state_text(state)}"
        raise broken("out-of-limits", message, state)
    return declared, array


def tightened(expander: Expander, array: NDArray[np.int64]) -> tuple[Keys, NDArray[np.int64]]:
    """Keys that do not depend on the order in which states were met, and hold all their images: as
    limits say, else the tightest. array: [N] int64, the keys of all states."""
    keys = expander.keys
    if not isinstance(keys, TupleKeys) or expander.rules.limits is not None:
        return keys, array
    from perfectplay.compiler.radix import repacked

    low, high = expander.field_ranges(array)
    tight = TupleKeys.of_limits(list(zip(low, high, strict=True)), keys.cls)
    if tight == keys:
        return keys, array
    return tight, repacked(array, keys.layout(), tight.layout())


def _alike(states: list[State]) -> bool:
    """Whether all states are integer tuples of one class and length."""
    cls, length = type(states[0]), len(states[0])
    return all(
        type(s) is cls and len(s) == length and all(type(f) is int for f in s) for s in states
    )
