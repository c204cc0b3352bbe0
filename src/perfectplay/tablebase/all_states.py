"""All states that a solution with symmetries covers, from the representatives that it stores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol

from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.table import StateEntries

BLOCK = 1 << 14
"""Most states of a block that is found by walking."""


class StoredStates(Protocol):
    """The part of a solution that is needed here; its members are those of `BatchQueries`."""

    rules: CheckedGame

    @property
    def whole_classes(self) -> bool:
        """True if the classes are all states."""

    def __len__(self) -> int: ...

    def state_blocks(self) -> Iterator[tuple[list[Any], StateEntries]]:
        """The representatives with their entries."""

    def look_up(self, states: list[Any]) -> StateEntries:
        """The entries of any states."""


def covered_blocks(solution: StoredStates) -> Iterator[tuple[list[State], StateEntries]]:
    """Every state that `len` counts, once, with its entry, block by block.

    These are the classes of the representatives where every image is reached; where the classes
    hold more than that, the states are found by walking from the start.
    """
    if solution.whole_classes:
        for states, entries in solution.state_blocks():
            classes = [solution.rules.symmetries(state) for state in states]
            sizes = np.array([len(images) for images in classes], np.intp)
            places = np.repeat(np.arange(len(states), dtype=np.intp), sizes)
            yield [image for images in classes for image in images], entries.take(places)
        return
    walk = reached_states(solution.rules)
    while states := list(islice(walk, BLOCK)):
        yield states, solution.look_up(states)


def classes_are_whole(solution: StoredStates) -> bool:
    """True if the classes of the representatives hold as many states as `len` counts."""
    room = len(solution)
    for states, _ in solution.state_blocks():
        room -= sum(len(solution.rules.symmetries(state)) for state in states)
        if room < 0:
            return False
    return room == 0


def reached_states(rules: CheckedGame) -> Iterator[State]:
    """Every state that a play from the start reaches, breadth first."""
    seen = {rules.start()}
    waiting = list(seen)
    while waiting:
        found = []
        for state in waiting:
            yield state
            for _, child in rules.position(state).options:
                if child not in seen:
                    seen.add(child)
                    found.append(child)
        waiting = found
