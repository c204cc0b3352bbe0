"""Positions that are drawn by ply, and those that a player meets in plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.compiled_moves import WORTH_COMPILING, expander_of
from perfectplay.analysis.evaluate.positions import NO_POSITION, Positions, equal_shares
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move, State
from perfectplay.game.showing import number_of
from perfectplay.tablebase.solution import Solution

PIECE = 1 << 20
"""Keys that are expanded at a time."""

Keys = NDArray[np.int64]

Expand = Callable[[Keys], tuple[NDArray[np.bool_], Keys]]
"""Of [K] keys: [K] whether the play goes on there, and the different keys of their children."""


def ply_positions(solution: Solution, count: int, seed: int) -> Positions:
    """So many different positions by chance, as many of each ply as there are; of stored states.

    The ply of a state is the fewest plies from the start. All states are visited, from the start
    on, since a solution does not store their plies. Raises ParameterError if there is none.
    """
    rng = np.random.default_rng(seed)
    drawn, sizes = [], []
    for level in _open_levels(solution):
        drawn.append(rng.choice(level, min(count, len(level)), replace=False))
        sizes.append(len(level))
    if not sum(sizes):
        raise ParameterError(NO_POSITION)
    some = [
        np.sort(keys[:share]) for keys, share in zip(drawn, equal_shares(count, sizes), strict=True)
    ]
    keys = np.concatenate(some)
    plies = np.repeat(np.arange(len(some)), [len(level) for level in some])
    return Positions(
        solution.keys.states_of(keys),
        solution.table.look_up(keys),
        f"drawn by ply, seed {seed}",
        solution.look_up,
        not solution.symmetric and len(keys) == sum(sizes),
        plies,
        keys=keys,
    )


def _open_levels(solution: Solution) -> Iterator[Keys]:
    """For each ply the keys of the stored states in which the play goes on."""
    expand = _expand(solution)
    seen = SeenKeys()
    level = seen.take(solution.keys.array([solution.representative(solution.start)]))
    while len(level):
        going, children = expand(level)
        yield level[going]
        level = seen.take(children)


class SeenKeys:
    """A growing set of keys, in few sorted arrays.

    >>> seen = SeenKeys()
    >>> seen.take(np.array([2, 5])).tolist(), seen.take(np.array([1, 5, 7])).tolist()
    ([2, 5], [1, 7])
    """

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def take(self, keys: Keys) -> Keys:
        """Those of some different rising keys that were not taken before."""
        for run in self._runs:
            places = np.minimum(np.searchsorted(run, keys), len(run) - 1)
            keys = keys[run[places] != keys]
        if len(keys):
            self._runs.append(keys)
        # each array is over twice as long as the next: few have to be searched
        while len(self._runs) > 1 and len(self._runs[-2]) <= 2 * len(self._runs[-1]):
            last, before = self._runs.pop(), self._runs.pop()
            self._runs.append(np.sort(np.concatenate([before, last]), kind="stable"))
        return keys


def _expand(solution: Solution) -> Expand:
    """By compiled rules if there are many states, else by the interpreter."""
    expander = None
    if len(solution.table) >= WORTH_COMPILING:
        stored, _ = next(iter(solution.table.blocks()))
        expander = expander_of(solution, solution.keys.states_of(stored[:100]))
    if expander is None:
        return lambda keys: _interpreted(solution, keys)

    def expand(keys: Keys) -> tuple[NDArray[np.bool_], Keys]:
        going, children = [], []
        for first in range(0, len(keys), PIECE):
            found = expander.expand(keys, first, min(first + PIECE, len(keys)))
            going.append(found.degrees > 0)
            children.append(_distinct(found.children))
        return np.concatenate(going), _distinct(np.concatenate(children))

    return expand


def _distinct(keys: Keys) -> Keys:
    """As np.unique, which takes ten times as long for millions of keys."""
    rising = np.sort(keys)
    return rising[np.concatenate(([True], rising[1:] != rising[:-1]))] if len(keys) else keys


def _interpreted(solution: Solution, keys: Keys) -> tuple[NDArray[np.bool_], Keys]:
    """As `Expand`, by the rules as they are written."""
    going = np.zeros(len(keys), bool)
    children: set[State] = set()
    for i, state in enumerate(solution.keys.states_of(keys)):
        options = solution.rules.position(state).options
        going[i] = bool(options)
        children.update(child for _, child in options)
    if solution.symmetric:
        children = {solution.representative(child) for child in children}
    return going, _distinct(solution.keys.array(list(children)))


MOST_PLIES = 1_000
"""Plies after which a play is stopped."""


def play_positions(
    solution: Solution, plays: int, seed: int, choose: Callable[[State, list[Move], Any], Move]
) -> Positions:
    """The positions in which a player has to move in some plays against random moves.

    ``choose``: its move, of a state, the legal moves and the opponent's last one; it has seat 0 in
    every other play. A play is stopped after 1,000 plies.
    """
    rng = np.random.default_rng(seed)
    states: list[State] = []
    plies: list[int] = []
    lasts: list[Move | None] = []
    for play in range(plays):
        state, ours, last = solution.start, play % 2 == 0, None
        for ply in range(MOST_PLIES):
            legal = [move for move, _ in solution.rules.position(state).options]
            if not legal:
                break
            if ours:
                states.append(state)
                plies.append(ply)
                lasts.append(last)
                move = choose(state, legal, last)
            else:
                move = last = legal[int(rng.integers(len(legal)))]
            child = solution.rules.play(state, move)
            if not solution.rules.moves_again(state, move, child):
                ours = not ours
            state = child
    if not states:
        raise ParameterError("there is no position in which the player has to move")
    of = f"of {number_of(plays, 'play')} against random moves, seed {seed}"
    return Positions(
        states, solution.look_up(states), of, solution.look_up,
        plies=np.array(plies, np.int64), lasts=lasts,
    )  # fmt: skip
