"""The verifier of games of points: scores that only a loop holds up."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, solve
from perfectplay.core.thread_pool import thread_pool
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.verifier.plain.plain_scores import find_loop
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.stored_tiers import LoadedTier
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.sweep.piecewise_tiers import loop_within
from perfectplay.verifier.verifying import verify
from points_by_hand import seal, write_rows
from random_points import PointsOnIntegers
from verify_modes import SWEEP, WALK, how_of


def stored(game: Game, folder: Path) -> Path:
    solve(game, method="reference").save(folder)
    return folder


# --- loops ----------------------------------------------------------------------------------------


class Pair(Game):
    """Goes to and fro between 0 and 1, or out. Two maps of scores follow from themselves."""

    scoring: ClassVar[bool] = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        yield 0
        yield 1

    def play(self, state: int, move: int) -> int:
        return 2 if move else 1 - state

    def outcome(self, state: int) -> int | None:
        return 1 if state == 2 else None


@pytest.mark.parametrize(
    "mode", [WALK, {"sample": 1}, SWEEP], ids=["walk", "compiled", "interpreted"]
)
@pytest.mark.parametrize(("scores", "plies"), [((1, -1), (2, 1)), ((-1, 1), (1, 2))])
@pytest.mark.parametrize("room", [None, 0])
def test_scores_that_only_a_loop_holds_up(
    scores: tuple[int, int], plies: tuple[int, int], mode: dict[str, Any], room: int | None,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    """Also if memory has no room for a tier."""
    if room is not None:
        monkeypatch.setattr(VerifyRoom, "left", lambda _: room)
    folder = stored(PointsOnIntegers(3), tmp_path / "f")
    solution = solve(ThreeRocks(1, 1))
    from perfectplay.tablebase.store.saving import begun

    entry = begun(Pair(), solution.keys, False)
    whole = json.loads((folder / "manifest.json").read_text())
    whole["game"] = {"name": "Pair", "address": "none", "parameters": {}}
    whole["rules"] = {
        "fingerprint": entry.rules.fingerprint, "parts": dict(sorted(entry.rules.parts.items())),
    }  # fmt: skip
    whole["moves"] = 4
    seal(folder, whole)
    rows = [[0, scores[0], plies[0]], [1, scores[1], plies[1]], [2, 1, 0]]
    write_rows(folder, rows)
    result = verify(folder, Pair(), **mode)
    assert result.how == how_of(mode, 3)
    assert [problem.kind for problem in result.problems] == ["loop"]
    message = result.problems[0].message
    assert re.search("moves lead from (1 to 0 to 1|0 to 1 to 0): a game of points must", message)


def loop_of_arrays(graph: dict[int, list[int]]) -> list[int]:
    """What `loop_within` finds in a tier with these moves, two states at a time."""

    def expand(keys: Any, **_: Any) -> Any:
        moves = [graph[key] for key in keys.tolist()]
        children = np.array([child for some in moves for child in some], np.int64)
        return SimpleNamespace(children=children, degrees=np.array([*map(len, moves)], np.int32))

    keys = np.arange(len(graph))
    tier = LoadedTier(0, keys, np.zeros(len(graph), np.uint64), *table_of(keys))
    expander: Any = SimpleNamespace(batch=2, expand=expand)
    with thread_pool(1) as pool:
        return loop_within(tier, lambda: expander, pool, 2)


def test_loops_of_random_graphs() -> None:
    """Against the definition: a key that can be reached from itself."""
    seen = set()
    for seed in range(300):
        chance = random.Random(seed)
        n = chance.randrange(1, 9)
        graph = {i: [chance.randrange(n) for _ in range(chance.randrange(3))] for i in range(n)}
        loop = find_loop(graph)
        found = loop_of_arrays(graph)
        assert bool(loop) == bool(found)
        reach = {i: set(graph[i]) for i in graph}
        for _ in graph:
            for i in graph:
                reach[i] |= set().union(*(reach[j] for j in reach[i]))
        assert bool(loop) == any(i in reach[i] for i in graph)
        for some in (loop, found):
            for one, other in zip(some, [*some[1:], *some[:1]], strict=True):
                assert other in graph[one]
            assert len(set(some)) == len(some)
        seen.add(bool(loop))
    assert seen == {False, True}
