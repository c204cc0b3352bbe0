"""Explores a compiled game over a hash table: for the small, the thin and the deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import DONE, NO_ROOM, Expander, KeysOutgrownError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.rule_calls import MAX_MOVES
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.explore.sorted_keys import enter_keys
from perfectplay.solver.move_graph import MoveGraph

Scalar = TypeVar("Scalar", bound=np.generic)

WIDE_STATES = 900_000
"""From so many states on, a game whose levels are wide is better explored by levels: a little less
than 2^20, so that no room is made for twice as many."""

WIDE_LEVEL = 20_000

_PIECE, _FIRST_PIECE = 1 << 17, 1 << 12


@dataclass
class HashExploration:
    """keys: [N] int64 in the order of discovery; ``expanded`` of them have their moves in the
    graph; ``graded``: their moves lead to the level after theirs."""

    keys: NDArray[np.int64]
    graph: MoveGraph
    expanded: int
    finished: bool
    graded: bool


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
) -> HashExploration:
    """All states and moves of a game, or as many as are ``enough``.

    Keys that a state outgrows are packed anew. Raises RulesError, StateLimitError.
    """
    room, edge_room = 1 << 12, 1 << 14
    keys = np.full(room, -1, np.int64)
    keys[0] = expander.start_key()
    slots = np.zeros(room * 4, np.int32)
    enter_keys(keys[:1], slots)
    starts, over = np.zeros(room + 1, np.int64), np.empty(room, np.uint8)
    edges = np.empty(edge_room, np.int32)
    has_again = expander.compiled.has_again
    again = np.zeros(edge_room if has_again else 0, np.uint8)
    scoring = expander.compiled.scoring
    gains = np.zeros(edge_room if scoring else 0, np.int32)
    finals = np.zeros(room if scoring else 0, np.int32)
    flags = np.ones(2, np.uint8)
    n, head, level_end, levels = 1, 0, 0, 0
    layout, kernel = expander.layout, expander.compiled.kernels.walk
    while head < n:
        graph_room = (starts, edges, again, over, gains, finals)
        arguments = (keys, n, head, slots, layout, *graph_room, level_end, flags)
        before = head
        n, head, level_end, passed, status = expander.guarded(
            partial(kernel, *arguments, head + min(_PIECE, _FIRST_PIECE + head)),
            _entered(expander, keys, head),
        )
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


def _entered(expander: Expander, keys: NDArray[np.int64], head: int) -> Iterator[State]:
    """The states from ``head`` on that a kernel has entered, or a piece of them."""
    for key in keys[head : head + _PIECE]:
        if key < 0:
            return
        yield expander.keys.state(int(key))


def _grown(full: NDArray[Scalar], empty: int = 0) -> NDArray[Scalar]:
    grown = np.full(len(full) * 2, empty, full.dtype)
    grown[: len(full)] = full
    return grown
