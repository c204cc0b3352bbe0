"""Explores a compiled game over a hash table: for the small, the thin and the deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import DONE, NO_ROOM, Expander, KeysOutgrownError
from perfectplay.core.arrays import IntArray
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.rule_calls import MAX_MOVES
from perfectplay.solver.explore.explored_tiers import HashExploration
from perfectplay.solver.explore.sorted_keys import enter_keys
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.state_limits import StateLimits

Scalar = TypeVar("Scalar", bound=np.generic)

WIDE_STATES = 900_000
"""States from which a game whose levels are wide is better explored by levels: a little less
than 2^20, so that no room is made for twice as many."""

WIDE_LEVEL = 20_000

_PIECE, _FIRST_PIECE = 1 << 17, 1 << 12


class HashProgress(NamedTuple):
    """How far a walk is: ``states`` are known, ``expanded`` of them expanded, in ``levels``; its
    arrays take ``nbytes``."""

    states: int
    expanded: int
    levels: int
    nbytes: int


def grows_wide(so_far: HashProgress) -> bool:
    """Whether a game has so many states in a level that other explorers are faster."""
    waiting = so_far.states - so_far.expanded
    wide = so_far.expanded > so_far.levels * WIDE_LEVEL
    return so_far.states > WIDE_STATES and waiting > WIDE_LEVEL and wide


def walk(
    expander: Expander,
    limits: StateLimits,
    reporter: Reporter,
    enough: Callable[[HashProgress], bool] | None = None,
    known: HashExploration | None = None,
) -> HashExploration:
    """All states and moves of a game, or as many as are ``enough``; ``known``: an earlier walk,
    from which this one goes on (``graded`` may then be False although the game is).

    Keys that a state outgrows are packed anew. Raises RulesError, StateLimitError.
    """
    has_again, scoring = expander.compiled.has_again, expander.compiled.scoring
    if known is None:
        known = _start(expander)
    n, head, graph = len(known.keys), known.expanded, known.graph
    room, edge_room = 1 << max(12, n.bit_length()), 1 << max(14, len(graph.edges).bit_length())
    keys = _widened(known.keys, room, -1)
    slots = np.zeros(room * 4, np.int32)
    enter_keys(keys[:n], slots)
    starts, over = _widened(graph.starts, room + 1), _widened(graph.over, room)
    edges = _widened(graph.edges, edge_room)
    again = np.zeros(0, np.uint8) if graph.again is None else _widened(graph.again, edge_room)
    gains = np.zeros(0, np.int32) if graph.gains is None else _widened(graph.gains, edge_room)
    finals = np.zeros(0, np.int32) if graph.finals is None else _widened(graph.finals, room)
    flags = np.array([graph.ordered, known.graded], np.uint8)
    del graph, known  # they take room
    level_end, levels = head, 0
    layout, kernel = expander.layout, expander.compiled.kernels.walk
    while head < n:
        graph_room = (starts, edges, again, over, gains, finals)
        arguments = (keys, n, head, slots, layout, *graph_room, level_end, flags)
        before = head
        n, head, level_end, passed, status = expander.guarded(
            partial(kernel, *arguments, head + min(_PIECE, _FIRST_PIECE + head)),
            _entered(expander, keys, head),
        )
        if expander.compiled.opposite is not None:
            expander.expand(keys, before, head)  # which compares both orders of sets
        expander.check_over(over[before:head], keys[before:head])
        moved = slice(int(starts[before]), int(starts[head]))
        expander.check_points(gains[moved], finals[before:head], keys[before:head])
        levels += passed
        reporter.tell("exploring", head, None, n)
        last = int(keys[n - 1])
        limits.check(n, partial(expander.keys.state, last), expander.rules.game)
        size = sum(array.nbytes for array in (keys, slots, *graph_room))
        if enough is not None and enough(HashProgress(n, head, levels, size)):
            break
        if status == NO_ROOM:
            # a little of each: the kernel does not say which of the arrays was full
            if n + _PIECE // 8 >= len(keys) or n * 3 >= len(slots):
                keys, over, finals = _grown(keys, -1), _grown(over), _grown(finals)
                starts = _grown(starts)
                slots = np.zeros(len(slots) * 2, np.int32)
                enter_keys(keys[:n], slots)
            if int(starts[head]) * 2 >= len(edges) or head == before:
                if len(edges) > 8 * MAX_MOVES and head == before:
                    expander.trouble(status, expander.keys.state(int(keys[head])))
                edges, again, gains = _grown(edges), _grown(again), _grown(gains)
        elif status != DONE:
            try:
                expander.trouble(status, expander.keys.state(int(keys[head])))
            except KeysOutgrownError as outgrown:
                expander.repack(keys[:n], outgrown.keys)
                layout = expander.layout
                slots[:] = 0
                enter_keys(keys[:n], slots)
    graph = MoveGraph(
        starts[: head + 1],
        edges[: starts[head]],
        again[: starts[head]] if has_again else None,
        expander.rules.game.players == 1,
        over[:head],
        bool(flags[0]),
        gains[: starts[head]] if scoring else None,
        finals[:head] if scoring else None,
    )
    return HashExploration(keys[:n], graph, head, head == n, bool(flags[1]))


def _entered(expander: Expander, keys: IntArray, head: int) -> Iterator[State]:
    """The states from ``head`` on that a kernel has entered, or a piece of them."""
    for key in keys[head : head + _PIECE]:
        if key < 0:
            return
        yield expander.keys.state(int(key))


def _start(expander: Expander) -> HashExploration:
    """A walk that has met the start alone."""
    compiled, none = expander.compiled, np.empty(0, np.int32)
    again = np.empty(0, np.uint8) if compiled.has_again else None
    scores = none if compiled.scoring else None
    start, over = np.zeros(1, np.int64), np.empty(0, np.uint8)
    graph = MoveGraph(start, none, again, False, over, True, scores, scores)
    return HashExploration(np.array([expander.start_key()], np.int64), graph, 0, False, True)


def _grown(full: NDArray[Scalar], empty: int = 0) -> NDArray[Scalar]:
    return _widened(full, len(full) * 2, empty)


def _widened(part: NDArray[Scalar], room: int, empty: int = 0) -> NDArray[Scalar]:
    """[room] an array with room behind it."""
    widened = np.full(room, empty, part.dtype)
    widened[: len(part)] = part
    return widened
