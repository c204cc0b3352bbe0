"""The moves of many stored states by compiled rules; many times as fast as by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import Expander
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.value import Move, State
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.tablebase.many_moves import ManyMoves, brought_by
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries

WORTH_COMPILING = 50_000
"""Positions for which the interpreter takes longer than a compiler."""

Compiled = Callable[[NDArray[np.int64], list[State], StateEntries], ManyMoves]
"""The moves of some stored states: [B] their keys, the states and their entries."""


def compiled_moves(
    solution: Solution, keys: NDArray[np.int64] | None, states: Sequence[State]
) -> Compiled | None:
    """A function for the moves of stored states, with these keys. None if they are few, if there
    are no keys, or if the rules do not compile."""
    expander = None if keys is None else stored_expander(solution, keys, states)
    if expander is None:
        return None
    moves_of = solution.rules.game.moves

    def moves(keys: NDArray[np.int64], states: list[State], entries: StateEntries) -> ManyMoves:
        listed = [list(moves_of(state)) for state in states]
        return expanded_moves(solution, expander, keys, entries, listed)[0]

    return moves


def expanded_moves(
    solution: Solution,
    expander: Expander,
    keys: NDArray[np.int64],
    entries: StateEntries,
    listed: list[list[Move]],
) -> tuple[ManyMoves, NDArray[np.int64]]:
    """What the moves of stored states bring, by compiled rules, and the keys after each.

    keys: [B]; entries: theirs; ``listed``: their moves, or nothing.
    """
    rules = solution.rules
    found = expander.expand(np.ascontiguousarray(keys), 0, len(keys))
    after = solution.table.look_up(found.children)
    always = rules.game.players == 1
    again = np.ones(len(found.children), np.uint8) if always else found.again
    gains = found.gains if rules.scoring else None
    return brought_by(listed, found.degrees, entries, after, again, gains), found.children


def stored_expander(
    solution: Solution, keys: NDArray[np.int64], states: Sequence[State] = ()
) -> Expander | None:
    """The compiled rules for stored states with these keys; ``states``: the first of them. None if
    they are few, or if the rules do not compile."""
    if len(keys) < WORTH_COMPILING:
        return None
    return expander_of(solution, states[:100] or solution.keys.states_of(keys[:100]))


def expander_of(solution: Solution, states: Sequence[State]) -> Expander | None:
    """The compiled rules, compared with the interpreter on the start and some stored states. None
    if they do not compile, or may have moves in another order than the rules list them."""
    if not isinstance(solution.keys, IntegerKeys | TupleKeys):
        return None
    from perfectplay.compiler.prepare_rules import prepare_rules

    sample = [solution.start, *states]
    try:
        prepared = prepare_rules(solution.rules, sample, symmetries=solution.symmetric)
    except NotCompilable:
        return None
    if prepared.expander.compiled.sets_from:
        return None
    return prepared.expander.alike(solution.keys)
