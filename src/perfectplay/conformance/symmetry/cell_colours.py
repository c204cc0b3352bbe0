"""Candidate permutations from statistics of the fields.

A symmetry permutes the reachable states (and, if it keeps the start, those of each ply). So the
pairs of values of two fields, counted over these states, equal those of the images of the fields.
The counts colour the edges of a graph on the fields, and only the automorphisms of this graph need
to be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.conformance.symmetry.permutation import PermutationGroup, Places
from perfectplay.conformance.symmetry.symmetry_trial import SymmetryTrial
from perfectplay.core.value import State

MOST_STEPS = 50_000
"""Maximum number of fields that a search places before it gives up."""

MOST_FAILED = 200
"""Number of rejected permutations after which a search gives up, because the colours do not
distinguish enough."""

_FAILED_FOR_ONE = 10  # rejected permutations for one image of one field

NEAR = 2_000
"""Maximum number of states near the start to count if the sample is incomplete."""

Colours = NDArray[np.int64]


def colours(trial: SymmetryTrial) -> Colours:
    """Colours [F, F] int64 of pairs of fields; a symmetry maps pairs to pairs of equal colour."""
    states, kinds = _all(trial) if trial.complete else _nearest(trial)
    numbered: dict[Any, int] = {}  # of letters and other words: only which are equal counts
    rows = [trial.fields(state) or () for state in states]
    if trial.shape is not None:
        rows = [[numbered.setdefault(one, len(numbered)) for one in row] for row in rows]
    table = np.array(rows, np.int64)
    marks = np.array(kinds, np.int64)
    columns = [np.unique(column, return_inverse=True) for column in table.T]
    values = [value for value, _ in columns]
    codes = [inverse + marks * len(value) for value, inverse in columns]
    numbers: dict[object, int] = {}
    fields = range(table.shape[1])
    found = np.empty((len(fields), len(fields)), np.int64)
    for i in fields:
        for j in fields:
            pair = codes[i] * len(values[j]) + columns[j][1]
            kinds_of_pair, counts = np.unique(pair, return_counts=True)
            facts = (*(a.tobytes() for a in (values[i], values[j], kinds_of_pair, counts)), i == j)
            found[i, j] = numbers.setdefault(facts, len(numbers))
    return found


def automorphisms(
    colour: Colours,
    group: PermutationGroup,
    accept: Callable[[Places], bool],
    late: Callable[[], bool],
) -> Iterator[Places]:
    """Permutations that keep the colours, are not in ``group``, and pass ``accept``.

    The caller adds each to the group before the next. Stops after `MOST_STEPS` steps or
    `MOST_FAILED` rejections, or when ``late`` returns True.
    """
    steps, failed = 0, 0

    def extended(places: list[int], most_failed: int) -> Places | None:
        nonlocal steps, failed
        k = len(places)
        if k == len(colour):
            whole = tuple(places)
            if accept(whole):
                return whole
            failed += 1
            return None
        for j in range(len(colour)):
            if steps > MOST_STEPS or failed >= most_failed or late():
                return None
            if j not in places and _fits(colour, places, j):
                steps += 1
                if (found := extended([*places, j], most_failed)) is not None:
                    return found
        return None

    for k in reversed(range(len(colour))):
        for j in range(k + 1, len(colour)):
            if not group.takes(k, j) and _fits(colour, list(range(k)), j):
                found = extended([*range(k), j], min(MOST_FAILED, failed + _FAILED_FOR_ONE))
                if found is not None:
                    yield found


def _fits(colour: Colours, places: list[int], j: int) -> bool:
    """True if the colours allow field j as the next place after ``places``."""
    k = len(places)
    return bool(
        colour[j, j] == colour[k, k]
        and (colour[k, :k] == colour[j, places]).all()
        and (colour[:k, k] == colour[places, j]).all()
    )


def _all(trial: SymmetryTrial) -> tuple[list[State], list[int]]:
    """All states, each with a number for its facts."""
    return trial.states, _numbered([_mark(trial, state) for state in trial.states])


def _nearest(trial: SymmetryTrial) -> tuple[list[State], list[int]]:
    """All states of the first plies, each with a number for its ply and its facts."""
    seen = {trial.start}
    states: list[State] = []
    marks: list[object] = []
    level, ply = [trial.start], 0
    while level and len(states) + len(level) <= NEAR:
        states += level
        marks += [(ply, _mark(trial, state)) for state in level]
        after: dict[State, None] = {}
        for state in level:
            facts = trial.facts(state)
            for _, _, child in facts.children if facts is not None else ():
                if child not in seen and trial.fields(child) is not None:
                    after[child] = None
        seen.update(after)
        level, ply = list(after), ply + 1
    return states, _numbered(marks)


def _mark(trial: SymmetryTrial, state: State) -> object:
    facts = trial.facts(state)
    return None if facts is None else (*facts[:4], len(facts.children))


def _numbered(marks: list[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(mark, len(numbers)) for mark in marks]
