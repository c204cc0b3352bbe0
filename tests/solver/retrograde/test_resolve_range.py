"""`resolve_range` beside a slow twin, here and in another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explored_ranges import Numbers, SlowGame, some_of, stored
from perfectplay import Game
from perfectplay.core.errors import RulesError
from perfectplay.core.packed import (
    pack,
    pack_scores,
)
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import KeyIndex, ValuedTier
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.retrograde.resolve_range import ResolvedRange, resolve_range
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.table import StateEntries
from tiered_games import AgainIntegers, AgainTuples, PuzzleTuples, TurnedIntegers, TurnedTuples

KINDS = (AgainIntegers, AgainTuples, PuzzleTuples, TurnedIntegers, TurnedTuples)

GAMES: list[Game] = [
    *(kind(seed) for kind in KINDS for seed in (16, 25, 45)),
    DotsAndBoxes(1, 2), Kalah(2, 1),
]  # fmt: skip

Answer = tuple[int, int, int]
"""Value, remoteness (-1: endless) and score (0 in a game without)."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """Another process, which shares nothing with this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


@dataclass
class Case:
    """A game with the answers of the reference solver by key."""

    game: SlowGame
    answers: dict[int, Answer]

    @classmethod
    def of(cls, game: Game) -> Case:
        slow = SlowGame.explored(game)
        found = solve_reference(slow.rules, 10_000)
        scores = found.score if game.scoring else [0] * len(found.states)
        answers: dict[int, Answer] = {}
        rows = zip(found.states, found.value, found.remoteness, scores, strict=True)
        for state, value, plies, score in rows:
            answers[slow.key(state)] = int(value), -1 if plies is None else plies, score or 0
        return cls(slow, answers)

    def packed(self, keys: list[int]) -> Numbers:
        rows = [self.answers[key] for key in keys]
        values, plies, scores = np.array(rows, np.int64).reshape(-1, 3).T
        if self.game.rules.scoring:
            return pack_scores(scores, plies.astype(np.int32))
        return pack(values.astype(np.uint8), plies.astype(np.int32))

    def one_pass_tiers(self) -> list[int]:
        """Those without moves inside."""
        tiers = self.game.tiers
        return [
            tier
            for tier, keys in tiers.items()
            if all(into != tier for key in keys for into, _ in self.game.children(key))
        ]

    def values_above(self, tier: int) -> dict[int, ValuedTier]:
        """What the moves of a whole tier need."""
        tiers = self.game.tiers
        into = {above for key in tiers[tier] for above, _ in self.game.children(key)}
        return {
            above: ValuedTier(
                KeyIndex.of(MemoryArray(np.array(tiers[above], np.int64))),
                self.packed(tiers[above]),
            )
            for above in into
        }

    def longest(self) -> int:
        return max(plies for _, plies, _ in self.answers.values())

    def agrees(self, keys: list[int], resolved: ResolvedRange) -> None:
        """Values and both histograms, counted one by one."""
        packed = resolved.packed
        entries = StateEntries.unpacked(packed)
        scores = [0] * len(packed) if entries.scores is None else entries.scores.tolist()
        values, plies = entries.values.tolist(), entries.remoteness.tolist()
        assert list(zip(values, plies, scores, strict=True)) == [self.answers[k] for k in keys]
        one: Counter[tuple[int, int]] = Counter()
        every: Counter[tuple[int, int]] = Counter()
        moves = all_moves = 0
        for key in keys:
            size, degree = self.game.class_size(key), len(self.game.children(key))
            one[self.answers[key][:2]] += 1
            every[self.answers[key][:2]] += size
            moves, all_moves = moves + degree, all_moves + degree * size
        assert counted(resolved.counts.tally) == (one, moves)
        covered = resolved.counts.covered
        assert (covered is not None) == self.game.symmetric
        assert covered is None or counted(covered) == (every, all_moves)


def counted(histogram: WeightedHistogram) -> tuple[Counter[tuple[int, int]], int]:
    return histogram.counts, histogram.moves


def resolved_somehow(case: Case, random: np.random.Generator, folder: Path, rules: Any) -> bool:
    """Resolves a range of a tier; whether there is one."""
    tiers = case.one_pass_tiers()
    if not tiers:
        return False
    tier = int(random.choice(tiers))
    keys = some_of(random, case.game.tiers[tier])
    expander = case.game.expander()
    batch = int(random.choice([1, 3, 1_000]))
    array = stored(random, keys, folder)
    expansions = None
    if random.random() < 0.3 and keys:
        whole = np.array(keys, np.int64)
        ends = sorted({0, len(keys), *random.integers(0, len(keys), 3).tolist()})
        expansions = [expander.expand(whole, a, b) for a, b in pairwise(ends)]
    resolved = resolve_range(
        expander, array, case.values_above(tier), case.longest(), batch=batch,
        team=ThreadTeam(int(random.integers(1, 4))), expansions=expansions,
    )  # fmt: skip
    case.agrees(keys, resolved)
    if rules is not None:
        there = rules.submit(
            resolve_range, RulesSpec.of(expander), array, case.values_above(tier), case.longest(),
            batch=batch,
        ).result()  # fmt: skip
        assert np.array_equal(there.packed, resolved.packed)
        case.agrees(keys, there)
    return True


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_range_is_resolved(game: Game, tmp_path: Path) -> None:
    case = Case.of(game)
    random = np.random.default_rng(5)
    done = [resolved_somehow(case, random, tmp_path, None) for _ in range(12)]
    assert all(done)


def test_the_games_have_tiers_of_one_pass() -> None:
    """Some with more than a few states, whose moves lead to more than one tier."""
    for kind in KINDS:
        case = Case.of(kind(45))
        assert max(len(case.game.tiers[tier]) for tier in case.one_pass_tiers()) > 5
    case = Case.of(AgainTuples(16))
    assert max(len(case.values_above(tier)) for tier in case.one_pass_tiers()) > 1


@pytest.mark.parametrize("place", [0, 5, 14, -2], ids=lambda place: repr(GAMES[place]))
def test_a_range_is_resolved_elsewhere(
    place: int, elsewhere: ProcessPoolExecutor, tmp_path: Path
) -> None:
    case = Case.of(GAMES[place])
    random = np.random.default_rng(6)
    done = [resolved_somehow(case, random, tmp_path, elsewhere) for _ in range(4)]
    assert any(done)


def test_a_child_without_a_value_is_an_error() -> None:
    """Also if nothing is known of its tier."""
    case = Case.of(AgainIntegers(45))
    tier, above = next(
        (t, values) for t in case.one_pass_tiers() if (values := case.values_above(t))
    )
    keys = MemoryArray(np.array(case.game.tiers[tier], np.int64))
    nothing = ValuedTier(KeyIndex((), 0, 0, 0), np.empty(0, np.uint16))
    for values in ({}, dict.fromkeys(above, nothing)):
        with pytest.raises(RulesError, match="whether it can be reached"):
            resolve_range(case.game.expander(), keys, values, case.longest())
