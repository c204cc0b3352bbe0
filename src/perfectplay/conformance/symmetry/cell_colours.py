"""Permutations that no shape of a board suggests: what states look like, field by field.

A symmetry maps the states that a play can reach onto themselves (and, where it leaves the start
alone, those of each ply). So the pairs of values that two fields take, counted over such a set,
are those that their images take: a coloured graph on the fields, whose automorphisms are the
only permutations that need be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from perfectplay.conformance.symmetry.permutation import PermutationGroup, Places
from perfectplay.conformance.symmetry.symmetry_trial import SymmetryTrial
from perfectplay.core.value import State

MOST_STEPS = 50_000
"""Fields that a search puts in place before it gives up."""

MOST_FAILED = 200
"""Permutations that are tried in vain before a search gives up: colours that tell this little
would go on to let all of them through."""

_FAILED_FOR_ONE = 10  # of those that take one field from one place

NEAR = 2_000
"""States of the nearest plies that are counted where the sample does not hold all states."""

Colours = NDArray[np.int64]


def colours(trial: SymmetryTrial) -> Colours:
    """[F, F] a number for each pair of fields: fields that a symmetry exchanges have equal ones."""
    states, kinds = _all(trial) if trial.complete else _nearest(trial)
    table = np.array(states, np.int64)
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
            said = (*(a.tobytes() for a in (values[i], values[j], kinds_of_pair, counts)), i == j)
            found[i, j] = numbers.setdefault(said, len(numbers))
    return found


def automorphisms(
    colour: Colours,
    group: PermutationGroup,
    accept: Callable[[Places], bool],
    late: Callable[[], bool],
) -> Iterator[Places]:
    """Permutations that keep the colours, are not in the group, and are accepted.

    The caller adds each to the group before it asks for the next. Ends early after `MOST_STEPS`
    steps or `MOST_FAILED` failures, or when it is late.
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
                found = extended([*places, j], most_failed)
                if found is not None:
                    return found
        return None

    for k in reversed(range(len(colour))):
        for j in range(k + 1, len(colour)):
            if not group.takes(k, j) and _fits(colour, list(range(k)), j):
                found = extended([*range(k), j], min(MOST_FAILED, failed + _FAILED_FOR_ONE))
                if found is not None:
                    yield found


def _fits(colour: Colours, places: list[int], j: int) -> bool:
    """Whether field j may be the place of the next field, after those that have theirs."""
    k = len(places)
    return bool(
        colour[j, j] == colour[k, k]
        and (colour[k, :k] == colour[j, places]).all()
        and (colour[:k, k] == colour[places, j]).all()
    )


def _all(trial: SymmetryTrial) -> tuple[list[State], list[int]]:
    """Every state, with a number for what is said of it."""
    return trial.states, _numbered([_mark(trial, state) for state in trial.states])


def _nearest(trial: SymmetryTrial) -> tuple[list[State], list[int]]:
    """The states of the first plies, whole plies only, with a number that tells the ply too."""
    seen = {trial.start}
    states: list[State] = []
    marks: list[object] = []
    level, ply = [trial.start], 0
    while level and len(states) + len(level) <= NEAR:
        states += level
        marks += [(ply, _mark(trial, state)) for state in level]
        after: dict[State, None] = {}
        for state in level:
            said = trial.said(state)
            for _, _, child in said.children if said is not None else ():
                if child not in seen:
                    after[child] = None
        seen.update(after)
        level, ply = list(after), ply + 1
    return states, _numbered(marks)


def _mark(trial: SymmetryTrial, state: State) -> object:
    said = trial.said(state)
    return None if said is None else (*said[:4], len(said.children))


def _numbered(marks: list[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(mark, len(numbers)) for mark in marks]
