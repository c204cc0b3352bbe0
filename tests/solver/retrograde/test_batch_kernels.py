"""Batches of states resolved from what is known of their children, beside a slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, pack
from perfectplay.solver.retrograde import batch_kernels
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.tablebase.table import StateEntries

LOSS, DRAW, WIN = 1, 2, 3


def one_state(over: int, children: list[tuple[int, int, bool]]) -> tuple[int, int]:
    """Value and remoteness (-1: endless) of a state: the words of the design, slowly.

    children: value and remoteness of each, and whether the mover moves again.
    """
    if over:
        return over, 0
    mine = [(value if again else 4 - value, plies) for value, plies, again in children]
    wins = [plies for value, plies in mine if value == WIN]
    draws = [plies for value, plies in mine if value == DRAW]
    if wins:
        return WIN, min(wins) + 1
    if draws:
        ends = [plies for plies in draws if plies >= 0]
        return DRAW, min(ends) + 1 if ends else -1
    return LOSS, max(plies for _, plies in mine) + 1


class Batch:
    """A random batch: states, moves and what is known of the children."""

    def __init__(self, random: np.random.Generator) -> None:
        states = int(random.integers(1, 30))
        self.always = bool(random.random() < 0.3)
        wide = random.random() < 0.3
        self.over = random.choice([0, 0, 0, 1, 2, 3], states).astype(np.uint8)
        degrees = random.integers(1, 6, states).astype(np.int32)
        self.degrees = np.where(self.over > 0, 0, degrees).astype(np.int32)
        n = int(self.degrees.sum())
        self.values = random.choice([LOSS, DRAW, WIN], n, p=random.dirichlet([1, 1, 1]))
        self.plies = random.integers(0, 20_000 if wide else 9, n).astype(np.int32)
        endless = (self.values == DRAW) & (random.random(n) < 0.5)
        self.plies[endless] = -1
        entries = np.where(self.plies < 0, WIDE_LIMIT, self.plies).astype(np.uint32)
        self.entries = (entries << np.uint32(2)) | self.values.astype(np.uint32)
        mixed = not self.always and random.random() < 0.6
        marks = random.integers(0, 2, n) if mixed else np.zeros(0)
        self.again = marks.astype(np.uint8)

    def children(self, i: int) -> list[tuple[int, int, bool]]:
        first = int(self.degrees[:i].sum())
        return [
            (
                int(self.values[c]),
                int(self.plies[c]),
                self.always or (len(self.again) > 0 and bool(self.again[c])),
            )
            for c in range(first, first + int(self.degrees[i]))
        ]


@pytest.mark.parametrize("narrow", [True, False])
def test_a_batch_from_its_children(narrow: bool) -> None:
    random = np.random.default_rng(narrow)
    none = NARROW_LIMIT if narrow else WIDE_LIMIT
    met = set()
    for _ in range(400):
        batch = Batch(random)
        if narrow and batch.plies.max(initial=0) + 1 >= NARROW_LIMIT:
            continue
        packed = np.empty(len(batch.degrees), np.uint16 if narrow else np.uint32)
        batch_kernels.resolve_batch(
            batch.entries, batch.again, batch.always, batch.degrees, batch.over, none, packed
        )
        wanted = [one_state(int(over), batch.children(i)) for i, over in enumerate(batch.over)]
        values, plies, _ = StateEntries.unpacked(packed)
        assert list(zip(values.tolist(), plies.tolist(), strict=True)) == wanted
        met |= {(value, ply < 0) for value, ply in wanted}
    assert met == {(LOSS, False), (WIN, False), (DRAW, False), (DRAW, True)}


def test_remotenesses_up_to_the_limit_do_not_change_the_value() -> None:
    far = WIDE_LIMIT - 2
    children = [(LOSS, far, False), (DRAW, far, False), (DRAW, -1, False), (WIN, far, False)]
    for several in ([0], [1], [2], [3], [1, 2], [2, 3], [1, 3], [0, 1, 2, 3]):
        some = [children[c] for c in several]
        entries = [(WIDE_LIMIT if plies < 0 else plies) << 2 | value for value, plies, _ in some]
        packed = np.empty(1, np.uint32)
        batch_kernels.resolve_batch(
            np.array(entries, np.uint32), np.zeros(0, np.uint8), False,
            np.array([len(some)], np.int32), np.zeros(1, np.uint8), WIDE_LIMIT, packed,
        )  # fmt: skip
        values, plies, _ = StateEntries.unpacked(packed)
        assert (int(values[0]), int(plies[0])) == one_state(0, some)


def test_moves_that_leave_a_tier() -> None:
    random = np.random.default_rng(8)
    for _ in range(400):
        batch = Batch(random)
        n = len(batch.degrees)
        inside = (random.random(len(batch.entries)) < 0.4).astype(np.uint8)
        batch.entries[inside > 0] = random.integers(0, 1 << 32, int(inside.sum()), np.uint32)
        wins, draws, losses = (np.full(n, -1, np.int32) for _ in range(3))
        drawn, inner = np.zeros(n, np.uint8), np.zeros(n, np.int64)
        batch_kernels.leave_batch(
            batch.entries, inside, batch.again, batch.always, batch.degrees, wins, draws, losses,
            drawn, inner,
        )  # fmt: skip
        first = 0
        for i in range(n):
            stays = inside[first : first + batch.degrees[i]]
            first += int(batch.degrees[i])
            leaving = [
                (value if again else 4 - value, plies)
                for (value, plies, again), stay in zip(batch.children(i), stays, strict=True)
                if not stay
            ]
            assert inner[i] == stays.sum()
            assert wins[i] == min((p + 1 for v, p in leaving if v == WIN), default=-1)
            assert losses[i] == max((p + 1 for v, p in leaving if v == LOSS), default=-1)
            ends = [p + 1 for v, p in leaving if v == DRAW and p >= 0]
            assert draws[i] == min(ends, default=-1)
            assert drawn[i] == any(v == DRAW and p < 0 for v, p in leaving)


def test_tallies_are_put_together() -> None:
    """A resumed solve adds up what earlier ones have counted."""
    one, other = WeightedHistogram(), WeightedHistogram()
    one.add(pack(np.array([3, 2], np.uint8), np.array([1, -1], np.int32)), np.array([2, 3]))
    other.add(pack(np.array([3], np.uint8), np.array([1], np.int32)), np.array([4]))
    one.include(other)
    assert dict(one.counts) == {(3, 1): 2, (2, -1): 1}
    assert one.moves == 9
