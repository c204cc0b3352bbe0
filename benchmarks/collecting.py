"""Children made distinct in groups and merged, by one thread.

Run it with `python -m benchmarks.collecting`. Prints processor time for each child, beside
NumPy's sort of all at once; the keys are the same both ways.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.connect_four_cells import ConnectFourCells
from perfectplay import Game
from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.core.arrays import IntArray
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver.explore.key_sort import digits_are_faster
from perfectplay.solver.explore.runs import run_of, union
from perfectplay.solver.memory import BATCH, CHILDREN
from perfectplay.solver.threads import ThreadTeam

ONE = ThreadTeam(1)

GROUPS = 4
"""Groups of about four million children, from the first states of a level that has as many."""

GAMES: dict[str, tuple[Game, bool]] = {
    "Connect 4, 5×5": (ConnectFour(5, 5), False),
    "Connect 4, 6×5": (ConnectFour(6, 5), False),
    "Connect 4, 5×4, a tuple of cells": (ConnectFourCells(5, 4), False),
    "Connect 4, 5×5, with symmetries": (ConnectFour(5, 5), True),
}
"""Games, and whether children are representatives of symmetric states."""


def expander_for(game: Game, symmetries: bool) -> Expander:
    """An expander of the rules with keys for the first states."""
    rules = CheckedGame(game)
    compiled = compile_rules(game, symmetries=symmetries)
    return Expander(compiled, rules, first_keys(rules, [rules.start()], compiled.shape))


def children_of(expander: Expander) -> list[IntArray]:
    """The children of the first states of the first level that has enough, or of the largest one;
    an array for each batch of states. Raises KeysOutgrownError."""
    level, most = np.array([expander.start_key()], np.int64), list[IntArray]()
    while len(level) and sum(map(len, most)) < GROUPS * CHILDREN:
        cuts = range(0, len(level), BATCH)
        made = [expander.expand(level, i, min(i + BATCH, len(level))).children for i in cuts]
        most = max(most, made, key=lambda arrays: sum(map(len, arrays)))
        level = run_of(list(made), ONE)
    sizes = np.cumsum([len(array) for array in most])
    return most[: 1 + int(np.searchsorted(sizes, GROUPS * CHILDREN))]


def groups_of(arrays: list[IntArray]) -> list[list[IntArray]]:
    """Arrays in groups, as engines hold them at a time."""
    groups: list[list[IntArray]] = [[]]
    for array in arrays:
        if sum(map(len, groups[-1])) >= CHILDREN:
            groups.append([])
        groups[-1].append(array)
    return groups


def least(work: Callable[[], IntArray]) -> tuple[float, IntArray]:
    """The least processor seconds of three times, and the keys."""
    times = []
    for _ in range(3):
        began = time.process_time()
        keys = work()
        times.append(time.process_time() - began)
    return min(times), keys


def by_groups(groups: list[list[IntArray]]) -> IntArray:
    """All keys, rising: each group is made distinct, then all are merged."""
    return union([run_of(list(group), ONE) for group in groups])


def by_numpy(groups: list[list[IntArray]]) -> IntArray:
    """The same: all are sorted at once."""
    keys = np.sort(np.concatenate([array for group in groups for array in group]))
    return keys[np.append(True, keys[1:] != keys[:-1])]


def main() -> None:
    """Print the times of each game."""
    print(f"sorted {'by digits' if digits_are_faster() else 'by NumPy'}, runs merged two at a time")
    for name, (game, symmetries) in GAMES.items():
        expander = expander_for(game, symmetries)
        while True:
            try:
                groups = groups_of(children_of(expander))
                break
            except KeysOutgrownError as outgrown:
                expander.keys = outgrown.keys
        count = sum(len(array) for group in groups for array in group)
        grouped, keys = least(partial(by_groups, groups))
        at_once, same = least(partial(by_numpy, groups))
        assert np.array_equal(keys, same)
        print(
            f"{name:34} {count / 1e6:5.1f} million children, {len(keys) / 1e6:4.1f} distinct: "
            f"{grouped / count * 1e9:4.1f} ns, NumPy {at_once / count * 1e9:4.1f}"
        )


if __name__ == "__main__":
    main()
