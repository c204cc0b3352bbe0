"""A game as one graph in memory: every reachable state with every move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perfectplay.compiler.class_checks import FIRST, SAMPLE, check_classes
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arrays import IntArray
from perfectplay.core.process_memory import default_budget
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_symmetries
from perfectplay.game.shape.keys import Keys
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.solved_table import keys_of
from perfectplay.solver.state_limits import (
    COMPILED_BYTES,
    compiled_limits,
    interpreted_limits,
    is_large,
)
from perfectplay.solver.threads import ThreadTeam


@dataclass(frozen=True)
class WholeGraph:
    """Node i of ``graph`` is the state with the key ``array[i]``; node 0 is the start.

    array: [N] int64, in the order of discovery, breadth first; with ``symmetric``, the keys of
    representatives, parallel edges each.
    """

    rules: CheckedGame
    symmetric: bool
    keys: Keys
    array: IntArray
    graph: MoveGraph

    def __len__(self) -> int:
        return len(self.array)

    def state(self, node: int) -> State:
        """The state of a node."""
        return self.keys.state(int(self.array[node]))

    def states(self) -> list[State]:
        """The states of all nodes, in their order."""
        return self.keys.states_of(self.array)

    def node(self, state: State) -> int:
        """The node of a state (with symmetries, of a representative), or -1."""
        key = self.keys.key(state)
        return int(self.nodes(np.array([key], np.int64))[0]) if key >= 0 else -1

    def nodes(self, keys: IntArray) -> IntArray:
        """[K] the nodes of many keys, -1 for a key without a node."""
        order, rising = self._by_key
        places = np.minimum(np.searchsorted(rising, keys), len(rising) - 1)
        return np.where(rising[places] == keys, order[places], -1)

    @cached_property
    def _by_key(self) -> tuple[IntArray, IntArray]:
        order = np.argsort(self.array, kind="stable")
        return order, self.array[order]

    def moves(self, node: int) -> list[Move]:
        """The moves of a node, one for each of its edges, in their order."""
        return [move for move, _ in self.rules.position(self.state(node)).options]


def whole_graph(
    game: Game,
    *,
    symmetries: bool = False,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> WholeGraph:
    """Explore a game: by the interpreter while it is small, then by compiled rules if possible.

    ``symmetries``: one node for each class that the game declares; some classes are checked. Raises
    RulesError, and StateLimitError beyond ``max_states`` (default: what memory holds).

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> whole = whole_graph(ThreeRocks(1, 1))
    >>> whole.states(), whole.graph.edges.tolist(), whole.node((0, 1))
    ([(1, 1), (1, 0), (0, 1), (0, 0)], [1, 2, 3, 3, 3], 2)
    """
    whole = _explored(game, symmetries, ThreadTeam(threads), Reporter(progress), max_states)
    if whole.symmetric:
        step = max(1, len(whole) // SAMPLE)
        check_classes(whole.rules, [whole.state(node) for node in range(0, len(whole), step)])
    return whole


def _explored(
    game: Game, symmetries: bool, team: ThreadTeam, reporter: Reporter, max_states: int | None
) -> WholeGraph:
    rules = CheckedGame(game)
    symmetric = symmetries and has_symmetries(game)
    found = begin_interpreted(rules, symmetric)
    limits = interpreted_limits(max_states, default_budget(), found.states[0])
    compiles = rules.has_keys
    explore_interpreted(found, limits, reporter, is_large if compiles else None, team.threads)
    if not found.finished:
        if (compiled := _compiled(found, max_states, reporter)) is not None:
            return compiled
        explore_interpreted(found, limits, reporter, processes=team.threads)
    keys, array = keys_of(rules, found.states)
    return WholeGraph(rules, symmetric, keys, array, found.graph())


def _compiled(
    found: InterpretedStates, max_states: int | None, reporter: Reporter
) -> WholeGraph | None:
    """The graph by compiled rules; None if they cannot be compiled."""
    from perfectplay.compiler.prepare_rules import prepare_rules
    from perfectplay.solver.explore.hash_explorer import walk

    limits = compiled_limits(max_states, default_budget(), 0, 2 * COMPILED_BYTES)
    reporter.tell("compiling", states=len(found.states))
    try:
        expander = prepare_rules(
            found.rules, found.states[:FIRST], symmetries=found.symmetric, compared=len(found.over)
        ).expander
        walked = walk(expander, limits, reporter)
    except NotCompilable:
        return None
    return WholeGraph(found.rules, found.symmetric, expander.keys, walked.keys, walked.graph)
