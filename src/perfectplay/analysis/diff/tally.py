"""What is counted when the states of two solutions are compared, and the examples that are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.distinct import distinct
from perfectplay.tablebase.table import StateEntries

SAMPLE = 32
"""States of both games whose texts are compared."""

ENDLESS = 1 << 40
"""The plies of an endless draw, so that it is no small example."""

OVER = 2 * ENDLESS
"""In the place of 0 plies: that an end counts otherwise is the change itself, and no example."""

KINDS = 4
"""Values with that of an unknown state."""

Plies = Callable[[Any], NDArray[np.int64]]
"""[N] the fewest plies from the start to N states, given as they are taken."""


@dataclass
class Row:
    """States of one ply or tier: those of both games, those that change their value, and those of
    the first game alone."""

    common: int = 0
    changed: int = 0
    alone: int = 0


@dataclass
class Tally:
    """Counts over all states of the first game.

    ``plies``: the plies of states, or None; ``values``: [4, 4], how many states have a value in the
    first game and one in the second (0: not there); ``changed``: how many are worth something else;
    ``later``: how many of the others have other plies to the end; ``rows``: by ply or tier.
    ``smallest``, ``nearest``: changed states with their rank: (plies to the end in both, place) and
    (plies from the start, plies to the end, place). ``sample``: some states of both games.
    """

    plies: Plies | None = None
    values: NDArray[np.int64] = field(default_factory=lambda: np.zeros((KINDS, KINDS), np.int64))
    changed: int = 0
    later: int = 0
    rows: dict[int, Row] = field(default_factory=dict)
    smallest: tuple[tuple[int, ...], Any] | None = None
    nearest: tuple[tuple[int, ...], Any] | None = None
    sample: list[Any] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def take(self, states: Any, a: StateEntries, b: StateEntries, tier: int | None) -> None:
        """Count N states, or their keys; ``a``, ``b``: their entries in the two solutions."""
        known = b.values > 0
        pairs = a.values.astype(np.int64) * KINDS + b.values
        unequal = a.values != b.values
        if a.scores is not None and b.scores is not None:
            unequal = a.scores != b.scores
        changed = known & unequal
        later = known & ~unequal & (a.remoteness != b.remoteness)
        plies = None if self.plies is None else self.plies(states)
        with self._lock:
            self.values += np.bincount(pairs, minlength=KINDS**2).reshape(KINDS, KINDS)
            self.changed += int(changed.sum())
            self.later += int(later.sum())
            if len(self.sample) < SAMPLE:
                places = np.flatnonzero(known)[: SAMPLE - len(self.sample)]
                self.sample += [states[place] for place in places.tolist()]
            self._add_rows(known, changed, plies, tier)
            if changed.any():
                self._keep_examples(states, a, b, np.flatnonzero(changed), plies)

    def _add_rows(
        self, known: NDArray[np.bool_], changed: NDArray[np.bool_],
        plies: NDArray[np.int64] | None, tier: int | None,
    ) -> None:  # fmt: skip
        if plies is not None:
            for ply in distinct(plies).tolist():
                here = plies == ply
                self._add_row(ply, known[here], changed[here])
        elif tier is not None:
            self._add_row(tier, known, changed)

    def _add_row(self, group: int, known: NDArray[np.bool_], changed: NDArray[np.bool_]) -> None:
        row, common = self.rows.setdefault(group, Row()), int(known.sum())
        row.common += common
        row.changed += int(changed.sum())
        row.alone += len(known) - common

    def _keep_examples(
        self, states: Any, a: StateEntries, b: StateEntries, places: NDArray[np.intp],
        plies: NDArray[np.int64] | None,
    ) -> None:  # fmt: skip
        far = np.maximum(_distances(a, places), _distances(b, places))
        far[far == 0] = OVER
        first = int(np.argmin(far))
        self.smallest = _better(self.smallest, (int(far[first]),), states[places[first]])
        if plies is not None:
            near = plies[places]
            first = int(np.lexsort((far, near))[0])
            rank = int(near[first]), int(far[first])
            self.nearest = _better(self.nearest, rank, states[places[first]])


def _distances(entries: StateEntries, places: NDArray[np.intp]) -> NDArray[np.int64]:
    plies = entries.remoteness[places].astype(np.int64)
    return np.where(plies < 0, ENDLESS, plies)


def _better(
    known: tuple[tuple[int, ...], Any] | None, rank: tuple[int, ...], state: Any
) -> tuple[tuple[int, ...], Any]:
    """The example of the lower rank; of keys, the smaller one if the ranks are equal, so that the
    order in which threads answer does not matter."""
    if isinstance(state, np.integer):
        rank, state = (*rank, int(state)), int(state)
    return known if known is not None and known[0] <= rank else (rank, state)
