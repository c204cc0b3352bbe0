"""Which explored states are compared with the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perfectplay.solver.explore.array_store import StoredArray

if TYPE_CHECKING:
    from perfectplay.compiler.prepare_rules import PreparedRules

FIRST_COMPARED = 1_000
"""States that are compared with the interpreter before a solve goes on."""

LATER_COMPARED = 200
"""States of a large game that are compared once it is explored, at least."""

COMPARED_ONE_IN = 100_000

ORDERS_COMPARED_ONE_IN = 1_000
"""The same where the order of a set might matter: a tie that it breaks may be rare."""


def check_some(prepared: PreparedRules, keys: StoredArray, at_least: int) -> None:
    """Compare one state in COMPARED_ONE_IN with the interpreter (more where the order of a set
    might matter), at least ``at_least`` of them; check for some of these that the states of their
    classes are alike."""
    orders = prepared.expander.compiled.sets_from
    one_in = ORDERS_COMPARED_ONE_IN if orders else COMPARED_ONE_IN
    step = max(1, min(len(keys) // at_least, one_in))
    # one anywhere in each stretch: even steps would see states of one parity only
    first = np.arange(0, len(keys), step)
    places = np.minimum(
        first + np.random.default_rng(len(keys)).integers(0, step, len(first)), len(keys) - 1
    )
    state = prepared.expander.keys.state
    prepared.check([state(int(keys.read(i, i + 1)[0])) for i in places])
