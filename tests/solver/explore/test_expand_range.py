"""`expand_range` and `merge_runs` beside slow twins, here and in another process."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from explored_ranges import SlowGame, some_of, stored
from perfectplay import Game
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.nim import Nim
from perfectplay.solver.explore import merge_runs as merging
from perfectplay.solver.explore import runs
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.expand_range import ExpandedRange, expand_range
from perfectplay.solver.explore.explored_tiers import TierKind
from perfectplay.solver.explore.merge_runs import merge_runs, split_runs
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.solver.threads import ThreadTeam, batches_of
from tiered_games import AgainIntegers, AgainTuples, TurnedIntegers, TurnedTuples

GAMES: list[Game] = [
    *(kind(seed) for kind in (AgainIntegers, AgainTuples, TurnedIntegers, TurnedTuples)
      for seed in (1, 12, 26, 34, 45)),
    DotsAndBoxes(1, 2), Nim(rows=(2, 3)),
]  # fmt: skip


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BUCKET", 16)
    monkeypatch.setattr(merging, "MERGED", 16)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """Another process, which shares nothing with this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def slow_expand(
    game: SlowGame, keys: list[int], tier: int, kind: TierKind
) -> tuple[dict[int, list[int]], int]:
    """The words of the docstring, slowly."""
    found: dict[int, list[int]] = {}
    moves = 0
    for key in keys:
        for into, child in game.children(key):
            declared = kind is TierKind.DECLARED
            into = into if declared else tier + (kind is TierKind.LEVELS)
            moves += 1
            found.setdefault(into, []).append(child)
    return {into: sorted(children) for into, children in found.items()}, moves


def as_lists(expanded: ExpandedRange) -> tuple[dict[int, list[int]], int]:
    return {
        into: sorted(np.concatenate(children).tolist())
        for into, children in expanded.children.items()
    }, expanded.moves


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_range_is_expanded(game: Game, tmp_path: Path) -> None:
    slow = SlowGame.explored(game)
    expander = slow.expander()
    random = np.random.default_rng(3)
    for _ in range(20):
        tier = int(random.choice(sorted(slow.tiers)))
        kind = TierKind.DECLARED
        if not expander.compiled.has_tier or random.random() < 0.3:
            kind = TierKind.LEVELS if random.random() < 0.5 else TierKind.ONE
        keys = some_of(random, slow.tiers[tier])
        expanded = expand_range(
            expander, stored(random, keys, tmp_path), tier, kind,
            batch=int(random.choice([1, 3, 1_000])), team=ThreadTeam(int(random.integers(1, 4))),
        )  # fmt: skip
        assert as_lists(expanded) == slow_expand(slow, keys, tier, kind)


@pytest.mark.parametrize("game", [GAMES[1], GAMES[-3], GAMES[-2], GAMES[-1]], ids=repr)
def test_a_range_is_expanded_elsewhere(
    game: Game, elsewhere: ProcessPoolExecutor, tmp_path: Path
) -> None:
    """Another process gives the same by a spec, also for keys that it reads from a file."""
    slow = SlowGame.explored(game)
    spec = RulesSpec.of(slow.expander())
    random = np.random.default_rng(4)
    kind = TierKind.DECLARED if slow.expander().compiled.has_tier else TierKind.ONE
    for tier, keys in slow.tiers.items():
        if random.random() < 0.3 or len(slow.tiers) < 5:
            part = stored(random, keys, tmp_path)
            expanded = elsewhere.submit(expand_range, spec, part, tier, kind, batch=7).result()
            assert as_lists(expanded) == slow_expand(slow, keys, tier, kind)


def test_batches_are_the_same_whenever_they_are_asked_for() -> None:
    """Answers that were kept of a batch while exploring are found by its number."""
    for states in range(60):
        for size in (1, 7, 100):
            batches = batches_of(states, size)
            assert [b for _, b in batches[:-1]] == [a for a, _ in batches[1:]]
            assert (batches[0][0], batches[-1][1]) == (0, states)
            assert max(b - a for a, b in batches) <= size


def test_batches_are_watched() -> None:
    slow = SlowGame.explored(GAMES[0])
    keys = MemoryArray(np.array(slow.tiers[min(slow.tiers)], np.int64))
    seen: list[int] = []
    expanded = expand_range(
        slow.expander(), keys, min(slow.tiers), TierKind.DECLARED, batch=2,
        watch=lambda batches: seen.extend(len(batch.children) for batch in batches),
    )  # fmt: skip
    assert len(seen) == -(-len(keys) // 2)
    assert sum(seen) == expanded.moves


@pytest.mark.parametrize("seed", range(40))
def test_ranges_of_runs_are_merged(
    seed: int, elsewhere: ProcessPoolExecutor, tmp_path: Path
) -> None:
    """All ranges together are the keys of the runs that are not known, each in one range only."""
    random = np.random.default_rng(seed)
    span = int(random.choice([50, 500, 1 << 60]))
    every = [np.unique(random.integers(0, span, random.integers(0, 200))) for _ in range(5)]
    cut = int(random.integers(1, 6))
    arrays = [stored(random, run, tmp_path) for run in every]
    pieces = split_runs(arrays[:cut], arrays[cut:])
    work = elsewhere.submit(merge_ranges, pieces, cut).result() if seed % 8 == 0 else None
    merged = merge_ranges(pieces, cut)
    wanted = set(np.concatenate(every[:cut]).tolist())
    wanted -= {key for run in every[cut:] for key in run.tolist()}
    assert [key for part in merged for key in part] == sorted(wanted)
    assert work is None or work == merged


def merge_ranges(pieces, cut):
    return [merge_runs(parts[:cut], parts[cut:]).tolist() for parts in pieces]
