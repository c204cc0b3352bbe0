"""Games of points in the store: scores come back as they were saved, and damage is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest

from games_to_store import contents
from perfectplay import Game, Solution, solve
from perfectplay.core.packed import SCORE_LIMIT, pack, pack_scores
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.writer import PartWriter
from perfectplay.tablebase.table import Table, TablePart
from points_by_hand import PART
from random_points import Points, PointsOnFractions, PointsOnIntegers, PointsOnStrings
from stored_pieces import save_tiers


class Extremes(Game):
    """The largest scores that there are, on either side."""

    scoring: ClassVar[bool] = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1, 2, 3] if state == 0 else []

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return {1: SCORE_LIMIT, 2: -SCORE_LIMIT, 3: 0}.get(state)


# --- what is saved is what is opened --------------------------------------------------------------


@pytest.mark.parametrize("kind", [Points, PointsOnIntegers, PointsOnStrings, PointsOnFractions])
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_scores_come_back(kind: type[Points], seed: int, tmp_path: Path) -> None:
    solution = solve(kind(seed), method="reference")
    solution.save(tmp_path / "f")
    stored = Solution.open(tmp_path / "f")
    states = list(solution.states())
    assert {solution.score(state) < 0 for state in states} >= {True}
    assert sorted(stored.states()) == sorted(states)
    for state in states:
        assert stored.probe(state) == solution.probe(state)
        assert stored.score(state) == solution.score(state)
    assert stored.table.scored
    assert stored.line() == solution.line()
    assert stored.best_moves_of_all() == solution.best_moves_of_all()
    assert stored.counts == solution.counts
    assert stored.longest_win is not None
    assert solution.longest_win is not None
    assert stored.longest_win[1] == solution.longest_win[1]
    assert stored.values(states).tolist() == solution.values(states).tolist()
    assert stored.summary()["start"] == solution.summary()["start"]


def test_the_largest_scores(tmp_path: Path) -> None:
    solve(Extremes(), method="reference").save(tmp_path / "f")
    stored = Solution.open(tmp_path / "f")
    assert [stored.score(state) for state in range(4)] == [
        SCORE_LIMIT,
        SCORE_LIMIT,
        -SCORE_LIMIT,
        0,
    ]
    assert stored.keeping_moves(0) == [2]
    assert "win by 2,147,483,647, 1 ply" in repr(stored)


def test_many_states_in_tiers_and_row_groups(tmp_path: Path) -> None:
    """A table of several parts, larger than a row group, with every sort of score."""
    rng = np.random.default_rng(3)
    keys = rng.permutation(1 << 18)[:90_000].astype(np.int64)
    keys[0] = 0
    scores = rng.integers(-SCORE_LIMIT, SCORE_LIMIT, 90_000, endpoint=True)
    scores[0], scores[-2:] = 4, (SCORE_LIMIT, -SCORE_LIMIT)
    plies = rng.integers(0, 1 << 20, 90_000).astype(np.int32)
    plies[0] = 1
    parts = []
    for some in (slice(0, 50_000), slice(50_000, 90_000)):
        order = np.argsort(keys[some])
        packed = pack_scores(scores[some], plies[some])
        parts.append(TablePart(keys[some][order], packed[order]))
    solution = solve(PointsOnIntegers(0), method="reference")
    solution.table = whole = Table(parts)
    counts: dict[tuple[int, int], int] = {}
    for score, r in zip(scores.tolist(), plies.tolist(), strict=True):
        value = (score > 0) - (score < 0) + 2
        counts[value, r] = counts.get((value, r), 0) + 1
    solution.histogram = counts
    save_tiers(solution, tmp_path / "f", [5, 2])
    stored = Solution.open(tmp_path / "f").table
    wanted = np.concatenate([keys, rng.integers(0, 1 << 18, 5_000)])
    rng.shuffle(wanted)
    for one, other in zip(whole.look_up(wanted), stored.look_up(wanted), strict=True):
        assert one is not None
        assert other is not None
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()
    for key in wanted[:100].tolist():
        assert stored.get(key) == whole.get(key)
    blocks = list(stored.blocks())
    assert sum(len(entries.values) for _, entries in blocks) == 90_000
    assert all(entries.scores is not None for _, entries in blocks)


def test_the_same_rules_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        solve(Points(3), method="reference").save(tmp_path / name)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_what_is_written(tmp_path: Path) -> None:
    solve(Points(2), method="reference").save(tmp_path / "f")
    whole = json.loads((tmp_path / "f/manifest.json").read_text())
    names = list(whole)
    assert names[names.index("scoring") - 1 : names.index("scoring") + 2] == [
        "symmetries", "scoring", "start",
    ]  # fmt: skip
    assert whole["scoring"] is True
    assert list(whole["start"]) == ["key", "value", "score", "remoteness"]
    schema = pq.read_schema(tmp_path / "f" / PART)
    assert [str(field.type) for field in schema] == ["int64", "int32", "int32"]
    assert schema.names == ["state", "score", "remoteness"]
    assert not any(field.nullable for field in schema)


def test_a_game_without_points_is_stored_as_ever(tmp_path: Path) -> None:
    solve(ThreeRocks()).save(tmp_path / "f")
    whole = json.loads((tmp_path / "f/manifest.json").read_text())
    assert "scoring" not in whole
    assert list(whole["start"]) == ["key", "value", "remoteness"]


def test_a_solve_into_a_folder(tmp_path: Path) -> None:
    done = solve_into(Points(3), tmp_path / "f", method="reference")
    assert done.solution.score(done.solution.start) == solve(Points(3), method="reference").score(
        (3, 0)
    )
    assert solve_into(Points(3), tmp_path / "f").was_there


def test_sql_reads_scores(tmp_path: Path) -> None:
    game = PointsOnIntegers(2)
    solution = solve(game, method="reference")
    solution.save(tmp_path / "f")
    query = f"SELECT state FROM '{tmp_path}/f/tier-*.parquet' WHERE score > 3 ORDER BY state"
    found = [state for (state,) in duckdb.sql(query).fetchall()]
    assert found == sorted(s for s in solution.states() if solution.score(s) > 3) != []


def test_keys_without_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(PointsOnFractions(2), method="reference")
    solution.save(tmp_path / "f")
    monkeypatch.setattr("perfectplay.tablebase.store.stored_solution.find_game", _missing)
    stored = Solution.open(tmp_path / "f")
    assert not stored.has_rules
    assert stored.score_by_key("0.5") == solution.score(0.5)
    assert stored.by_key("0.5") == (solution.value(0.5), solution.remoteness(0.5))
    assert stored.score_by_key("none") is None


def _missing(*_: object) -> Game:
    from perfectplay.core.errors import MissingRulesError

    raise MissingRulesError("gone")


@pytest.mark.parametrize(("scored", "wide"), [(True, False), (False, True)])
def test_parts_do_not_mix(scored: bool, wide: bool, tmp_path: Path) -> None:
    plies = np.zeros(1, np.int32)
    packed = pack_scores(np.ones(1, np.int64), plies) if wide else pack(np.ones(1, np.uint8), plies)
    with (
        pytest.raises(ValueError, match="in all of its rows, or in none"),
        PartWriter(tmp_path / PART, scored=scored) as part,
    ):
        part.add(np.zeros(1, np.int64), packed)
    assert list(tmp_path.iterdir()) == []
