"""Games of the tests of the store, and what they compare."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from perfectplay import Game, Solution, Value
from perfectplay.core.packed import is_scored
from perfectplay.tablebase.store.manifest import (
    GameEntry,
    KeysEntry,
    Manifest,
    RulesEntry,
    TierEntry,
    write_manifest,
)
from perfectplay.tablebase.store.saving import finished
from perfectplay.tablebase.store.writer import TierWriter


def save_tiers(solution: Solution, folder: Path, tiers: Sequence[int]) -> Manifest:
    """Store a solution, each part of its table as the tier of this number."""
    folder.mkdir()
    entries = []
    for number, part in zip(tiers, solution.table.parts, strict=True):
        with TierWriter(folder, number, len(part.keys), scored=is_scored(part.packed)) as tier:
            tier.add(part.keys, part.packed)
        entries.append(tier.entry)
    manifest = finished(solution, sorted(entries, key=lambda entry: entry.tier))
    write_manifest(folder, manifest)
    return manifest


def agree(solution: Solution, stored: Solution) -> None:
    """Everything that both can be asked."""
    assert stored.counts == solution.counts
    assert stored.representatives == solution.representatives
    assert stored.by_remoteness == solution.by_remoteness
    states = list(solution.states())
    assert len(set(stored.states())) == len(states)
    assert set(stored.states()) <= set(states)
    for state in states:
        assert stored.value(state) == solution.value(state)
        assert stored.remoteness(state) == solution.remoteness(state)
    for state in random.Random(1).sample(states, min(len(states), 50)):
        assert stored.probe(state) == solution.probe(state)
    assert stored.values(states).tolist() == solution.values(states).tolist()
    assert stored.remotenesses(states).tolist() == solution.remotenesses(states).tolist()
    assert stored.line() == solution.line()
    found, expected = stored.longest_win, solution.longest_win
    assert (found is None) == (expected is None)
    if found and expected:
        assert found[1] == expected[1]
        assert stored.value(found[0]) is Value.WIN


@dataclass(frozen=True)
class Sets(Game):
    """Take a number or the two highest of a set; states no default can parse, and without a shape,
    since 0 lies among the texts."""

    most: int = 6

    def start(self):
        return frozenset([0, *(f"s{i}" for i in range(self.most))])

    def moves(self, state):
        return sorted(state - {0})

    def play(self, state, move):
        return frozenset(x for x in state if x == 0 or x < move or x > move + "0")

    def outcome(self, state):
        return None if state > {0} else Value.LOSS


@dataclass(frozen=True)
class Named(Sets):
    """The same with a text that is parsed."""

    def text(self, state, seat=None):
        return "+".join(sorted(state - {0})) or "nothing"

    def parse(self, text):
        return frozenset([0]) if text == "nothing" else frozenset([0, *text.split("+")])


def manifest_for(tiers: list[TierEntry], kind: str = "integer") -> Manifest:
    return Manifest(
        complete=False, game=GameEntry("x", "x.py:X", {}), rules=RulesEntry("0" * 64, {}),
        keys=KeysEntry(kind), symmetries=False, start=None, moves=None, histogram=None,
        covered=None, tiers=tuple(tiers),
    )  # fmt: skip
