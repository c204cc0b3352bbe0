"""What forecasts are made of: levels that are known, walkers beyond them, and sifting."""

from __future__ import annotations

import math

import numpy as np
import pytest

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.solver.estimate.collision_estimator import (
    LevelSpread,
    mean_above_one,
    spreads,
    unrolled,
)
from perfectplay.solver.estimate.hash_sampling import _extrapolated, sift
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.estimate.sampled import InterpretedSource, known_of, mixed
from perfectplay.solver.estimate.walkers import Walkers, meetings, walk_on
from walked_games import walked_of


def test_meetings_are_pairs_of_two_origins() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        n = int(random.integers(1, 40))
        children = random.integers(0, 12, n)
        origins, weights = random.integers(0, 6, n), random.random(n)
        pairs = sum(
            weights[i] * weights[j]
            for i in range(n)
            for j in range(n)
            if children[i] == children[j] and origins[i] != origins[j]
        )
        both = {(int(c), int(o)) for c, o in zip(children, origins, strict=True)}
        total, count = meetings(children, weights, origins)
        assert total == pytest.approx(pairs, abs=1e-9)
        assert count == len(both) - len(set(children.tolist()))


@pytest.mark.parametrize("m", [0.0, 0.5, 4.0])
@pytest.mark.parametrize("more", [0.0, 0.3, 1.0, 2.0])
def test_mean_comes_of_meetings(m: float, more: float) -> None:
    r = (max(0.0, 1 - 1 / m) if m else 0.0) + more  # no spread is smaller, since E[j²] >= m²
    assert mean_above_one((r * m * m + 2 * m) / (1 + m), r) == pytest.approx(m)


@pytest.mark.parametrize("r", [0.0, 1e-4, 0.3])
def test_mean_is_at_most_the_meetings(r: float) -> None:
    """Of parents, whatever their numbers: m <= E[k(k-1)] / E[k]; a measured spread may be wrong."""
    assert mean_above_one(1.9, r) <= 1.9
    assert mean_above_one(30.0, r) <= 30.0


def test_spreads_of_known_levels() -> None:
    source, found = walked_of(ConnectFour(4, 4), 20_000)
    known = known_of(found, source)
    flat, trend = spreads(known, known.levels - 1)
    assert 0 < flat.of(0) == flat.of(9) < 1
    assert flat.of(0) <= trend.of(0) <= trend.of(9) <= 1


def test_a_walk_is_known_by_levels() -> None:
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    assert known.graded
    assert not known.finished
    assert not known.inside
    expander = source.expander
    level = {expander.start_key()}
    for d in range(known.levels):
        assert set(known.level(d).tolist()) == level
        parents: dict[int, int] = {}
        for key in level:
            for _, child in expander.rules.position(key).options:
                parents[child] = parents.get(child, 0) + 1
        if d + 1 < known.levels:
            first, end = known.starts[known.bounds[d : d + 2]].tolist()
            assert end - first == sum(parents.values())
            assert (
                dict(zip(known.level(d + 1).tolist(), known.parents(d + 1).tolist(), strict=True))
                == parents
            )
        level = set(parents)


def test_weights_of_walkers_sum_to_one() -> None:
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    steps = walk_on(known, known.levels - 1, source, 3_000, 99)
    assert steps.ended
    assert not steps.back
    assert len(steps.branching) + known.levels - 1 == 17
    walkers = Walkers(known.level(known.levels - 1), 3_000, 1)
    assert walkers.weights.sum() == pytest.approx(1)
    assert len(set(walkers.keys.tolist())) == len(walkers.keys) == 3_000


def test_all_walkers_tell_the_next_level_exactly() -> None:
    """Where every state sends one, and the spread is the true one, chance has no part."""
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    before = known.levels - 2
    steps = walk_on(known, before, source, 1 << 20, 1)
    x = known.parents(before + 1) - 1.0
    true = LevelSpread(float((x * (x - 1)).mean() / x.mean() ** 2), 0.0)
    told = unrolled(known.size(before), steps, true)
    assert told[1] == pytest.approx(known.size(before + 1))


def test_levels_that_come_back_are_noticed() -> None:
    source, found = walked_of(Dodgem(size=4), 3_000)
    known = known_of(found, source)
    known.graded = True  # as it may seem in the levels that are known
    steps = walk_on(known, known.levels - 1, source, 5_000, 99)
    assert steps.back


def test_sifting_without_need_finds_all() -> None:
    source, found = walked_of(Dodgem(size=3), 500)
    known = known_of(found, source)
    sifted = sift(known, source, 1 << 20)
    assert known.expanded + sifted.kept == 1_963
    assert int(known.starts[known.expanded]) + sifted.moves == 5_373
    assert (sifted.share, sifted.waiting, sifted.error) == (1.0, 0, 0.0)


def test_sifting_finds_all_when_its_table_has_to_grow() -> None:
    source, found = walked_of(Dodgem(size=4), 20_000)
    known = known_of(found, source)
    sifted = sift(known, source, 1 << 20)
    assert known.expanded + sifted.kept == 393_900
    assert (sifted.share, sifted.waiting) == (1.0, 0)


def test_sifting_estimates_a_game_with_loops() -> None:
    source, found = walked_of(Dodgem(size=4), 20_000)
    known = known_of(found, source)
    sifted = sift(known, source, 200_000)
    assert sifted.share < 1
    assert sifted.waiting == 0
    total = known.expanded + sifted.likely / sifted.share
    assert abs(math.log(total / 393_900)) < max(0.25, sifted.error)


def test_extrapolation_knows_its_bounds() -> None:
    assert math.isinf(_extrapolated([1000.0, 100.0, 1.0])[1])
    likely, error = _extrapolated([1000.0, 900.0, 700.0])
    assert 1000 < likely < 1200
    assert 0.05 < error < 0.5


def test_mixed_bits_are_even() -> None:
    share = mixed(np.arange(100_000, dtype=np.int64)) < 0.25
    assert abs(share.mean() - 0.25) < 0.01


def test_interpreted_and_compiled_sources_agree() -> None:
    game = ConnectFour(width=4, height=4)
    compiled, found = walked_of(game, 2_000)
    few = [int(key) for key in found.keys[:200]]
    plain = InterpretedSource(CheckedGame(game), False, few, SampleBudget())
    ours, theirs = plain.expand(np.arange(200)), compiled.expand(found.keys[:200])
    assert ours.degrees.tolist() == theirs.degrees.tolist()
    assert [plain.states[number] for number in ours.children] == theirs.children.tolist()
