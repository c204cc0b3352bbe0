"""Figures of games of ten million states and more, each solved into a folder and verified there.

They take minutes: ``make landmarks`` runs them and keeps what they say in docs/landmarks.txt. The
quick ones of other games stand in test_games.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.quixo import Quixo
from benchmarks.teeko import Teeko

from perfectplay import Game, Value, solve
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.solution import Solution
from perfectplay.verifier.verifying import verify

TROMP = "J. Tromp, John's Connect Four Playground; M. Böck"


@dataclass(frozen=True)
class Landmark:
    """A game with what is known of it; None where nothing is. ``wdl``: won, drawn, lost;
    ``classes``: representatives; ``class_wdl``: theirs; ``start``: value and remoteness;
    ``longest``: remoteness of the longest win and of the longest loss."""

    name: str
    game: Game
    source: str
    states: int | None = None
    wdl: tuple[int, int, int] | None = None
    classes: int | None = None
    class_wdl: tuple[int, int, int] | None = None
    start: tuple[str, int | None] | None = None
    longest: tuple[int | None, int | None] = (None, None)
    more: dict[str, Any] = field(default_factory=dict)


def four(width: int, height: int) -> Game:
    return build(load_class("connect_four"), {"width": width, "height": height})


TIC_TAC_TOE = build(load_class("tic_tac_toe"), {"width": 4, "height": 4, "length": 4})

LANDMARKS = [
    Landmark("connect four 5×5", four(5, 5), TROMP, 69_763_700,
             (27_296_634, 14_419_273, 28_047_793), start=("draw", 25)),
    Landmark("connect four 4×6", four(4, 6), TROMP, 15_835_683,
             (5_254_277, 5_267_176, 5_314_230), start=("draw", 24), longest=(21, 20)),
    Landmark("connect four 6×4", four(6, 4), TROMP, 94_910_577,
             (38_913_621, 18_361_279, 37_635_677), start=("loss", 24), longest=(23, 24)),
    Landmark("connect four 4×7", four(4, 7), TROMP, 135_385_909, start=("draw", 28)),
    Landmark("connect four 7×3", four(7, 3), TROMP, 27_441_956, start=("draw", 21)),
    Landmark("tic-tac-toe 4×4", TIC_TAC_TOE,
             "published; recomputed", 9_722_011, (2_730_266, 6_031_189, 960_556), 1_217_977,
             start=("draw", 16), longest=(7, None)),
    Landmark("quixo 4×4", Quixo(4), "published up to symmetry; recomputed", None, None, 5_170_021,
             (3_129_294, 201_349, 1_839_378), ("win", 21), (None, 22)),
    Landmark("teeko", Teeko(), "a draw: G. Steele 1998; counts recomputed", None, None, 12_063_947,
             start=("draw", None)),
]  # fmt: skip


@pytest.mark.landmark
@pytest.mark.parametrize("landmark", LANDMARKS, ids=lambda landmark: landmark.name)
def test_landmark(landmark: Landmark, tmp_path: Path) -> None:
    solution = solve_into(landmark.game, tmp_path / "folder").solution
    counts, stored = solution.counts, solution.representatives or solution.counts
    if landmark.states is not None:
        assert counts.states == landmark.states
    if landmark.wdl is not None:
        assert (counts.wins, counts.draws, counts.losses) == landmark.wdl
    if landmark.classes is not None:
        assert stored.states == landmark.classes
    if landmark.class_wdl is not None:
        assert (stored.wins, stored.draws, stored.losses) == landmark.class_wdl
    if landmark.start is not None:
        start = solution.start
        assert (str(solution.value(start)), solution.remoteness(start)) == landmark.start
    for value, plies in zip((Value.WIN, Value.LOSS), landmark.longest, strict=True):
        if plies is not None:
            assert max(r for v, r in solution.histogram if v == value) == plies
    assert not [path.name for path in (tmp_path / "folder").glob("work*")]
    assert verify(tmp_path / "folder").ok


@pytest.mark.landmark
def test_tic_tac_toe_4x4_by_ply() -> None:
    """States by ply, all of them counted; recomputed by a separate program."""
    plies: Counter[int] = Counter()
    for keys in _keys(solve(TIC_TAC_TOE, symmetries=False)):
        plies.update(np.bitwise_count(keys).tolist())
    assert [plies[ply] for ply in range(17)] == [
        1, 16, 240, 1_680, 10_920, 43_680, 160_160, 400_400, 895_950, 1_433_520, 1_962_576,
        1_962_576, 1_543_080, 881_760, 333_792, 83_440, 8_220,
    ]  # fmt: skip


def _keys(solution: Solution) -> Iterator[np.ndarray[Any, Any]]:
    for keys, _ in solution.table.blocks(1 << 20):
        yield keys
