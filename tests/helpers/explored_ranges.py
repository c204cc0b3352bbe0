"""A game explored the slow way, as sorted keys by tier, for functions over ranges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from perfectplay import Game
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.load import compile_rules
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind, has_symmetries, overrides
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray

Numbers = np.ndarray[Any, np.dtype[Any]]


@dataclass
class SlowGame:
    """``classes``: of each state that is met, its whole class; ``representatives`` by key."""

    rules: CheckedGame
    symmetric: bool
    keys: Keys
    classes: dict[State, frozenset[State]]
    tiers: dict[int, list[int]]

    @classmethod
    def explored(cls, game: Game) -> SlowGame:
        rules = CheckedGame(game)
        symmetric = has_symmetries(game)
        classes: dict[State, frozenset[State]] = {}
        waiting = [rules.start()]
        while waiting:
            state = waiting.pop()
            if state in classes:
                continue
            whole = frozenset(rules.symmetries(state)) if symmetric else frozenset([state])
            classes.update(dict.fromkeys(whole, whole))
            waiting += [child for _, child in rules.position(state).options]
        integers = rules.kind is StateKind.INTEGER
        found = cls(
            rules, symmetric, IntegerKeys() if integers else learnt(list(classes)), classes, {}
        )
        for state in classes:
            tier = rules.tier(state) if overrides(game, "tier") else 0
            if found.key(state) == found.keys.key(state):
                found.tiers.setdefault(tier, []).append(found.key(state))
        for keys in found.tiers.values():
            keys.sort()
        return found

    def key(self, state: State) -> int:
        """The key of the representative of a state."""
        return min(map(self.keys.key, self.classes[state]))

    def children(self, key: int) -> list[tuple[int, int]]:
        """Tier and key of each child, repetitions included."""
        options = self.rules.position(self.keys.state(key)).options
        return [(self.rules.tier(child), self.key(child)) for _, child in options]

    def class_size(self, key: int) -> int:
        return len(self.classes[self.keys.state(key)])

    def expander(self) -> Expander:
        compiled = compile_rules(self.rules.game, symmetries=self.symmetric)
        return Expander(compiled, self.rules, self.keys)


def stored(random: np.random.Generator, keys: Any, folder: Path) -> StoredArray:
    """Keys in memory or in a file, alone or as a part of more."""
    keys = np.array(keys, np.int64)
    before, after = (int(random.integers(0, 3)) for _ in range(2))
    last = int(keys[-1]) if len(keys) else 0
    more = np.concatenate([np.arange(-before, 0), keys, np.arange(after) + last + 1])
    whole: StoredArray = MemoryArray(more)
    if random.random() < 0.5:
        own = Path(mkdtemp(dir=folder))
        whole = ArrayStore(0, lambda: own).keep(more)
    return whole.part(before, before + len(keys))


def some_of(random: np.random.Generator, keys: list[int]) -> list[int]:
    """A range of a tier, or some states of it."""
    begin, end = sorted(random.integers(0, len(keys) + 1, 2).tolist())
    if random.random() < 0.5:
        return keys[begin:end]
    return [key for key in keys if random.random() < 0.5]
