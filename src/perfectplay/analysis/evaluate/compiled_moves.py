"""The moves of many stored states by compiled rules; many times as fast as by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.constants import NotCompilable
from perfectplay.core.value import State
from perfectplay.game.packing import IntegerKeys, TupleKeys
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
    """A function for the moves of stored states, with these keys.

    None if they are few, if there are no keys, or if the rules do not compile.
    """
    coded = isinstance(solution.keys, IntegerKeys | TupleKeys)
    if keys is None or len(keys) < WORTH_COMPILING or not coded:
        return None
    from perfectplay.compiler.prepare_rules import prepare_rules

    rules = solution.rules
    sample = [solution.start, *states[:100]]
    try:
        prepared = prepare_rules(rules, sample, symmetries=solution.symmetric)
    except NotCompilable:
        return None
    expander = prepared.expander.alike(solution.keys)
    moves_of = rules.game.moves
    always = rules.game.players == 1

    def moves(keys: NDArray[np.int64], states: list[State], entries: StateEntries) -> ManyMoves:
        found = expander.expand(np.ascontiguousarray(keys), 0, len(keys))
        listed = [list(moves_of(state)) for state in states]
        after = solution.table.look_up(found.children)
        again = np.ones(len(found.children), np.uint8) if always else found.again
        gains = found.gains if rules.scoring else None
        return brought_by(listed, found.degrees, entries, after, again, gains)

    return moves
