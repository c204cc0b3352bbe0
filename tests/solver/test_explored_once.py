"""A solve that turns out to be large goes on from what it has explored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from answers_by_reference import agree, oracle
from forced_levels import force_levels
from games_to_store import contents
from perfectplay import Game, solve
from perfectplay.compiler.expander import Expander
from perfectplay.core import process_memory
from perfectplay.core.value import State
from perfectplay.games.kalah import Kalah
from perfectplay.solver import tier_solve
from perfectplay.solver.explore import edges, graded_plays, hash_explorer
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.retrograde.resolve_tiers import TierResolver
from random_games import AgainIntegers, PuzzleIntegers
from tiered_games import AgainIntegers as TieredIntegers
from tiered_games import AgainTuples as TieredTuples
from tiered_games import Levelled

SEEDS = (6, 8, 16, 25, 28, 35, 45)
"""Of tiered games that have some more states than others."""


@pytest.fixture
def expanded(monkeypatch: pytest.MonkeyPatch) -> Counter[State]:
    """Counts how often each state is expanded while the game is explored.

    Resolving tiers expands their states once more. Random plays, which only try whether levels
    serve as tiers, are left out.
    """
    counts: Counter[State] = Counter()
    exploring = [True]
    expand, walk, resolve = Expander.expand, hash_explorer.walk, TierResolver.run

    def counted(self: Expander, keys: Any, begin: int, end: int) -> Any:
        found = expand(self, keys, begin, end)  # those that outgrow the keys are asked again
        if exploring[0]:
            counts.update(self.keys.state(int(key)) for key in keys[begin:end])
        return found

    def counted_walk(expander: Expander, *rest: Any, **more: Any) -> Any:
        known = more.get("known")
        found = walk(expander, *rest, **more)
        new = found.keys[0 if known is None else known.expanded : found.expanded]
        counts.update(expander.keys.state(int(key)) for key in new)
        return found

    def resolving(self: TierResolver) -> None:
        exploring[0] = False
        resolve(self)
        exploring[0] = True

    monkeypatch.setattr(Expander, "expand", counted)
    monkeypatch.setattr(hash_explorer, "walk", counted_walk)
    monkeypatch.setattr(TierResolver, "run", resolving)
    monkeypatch.setattr(graded_plays, "PLAYS", 0)
    return counts


def no_room(patch: pytest.MonkeyPatch, room: int = 600) -> None:
    """Memory holds neither the solution nor, as a graph, any game; files do."""
    force_levels(patch)
    patch.setattr(tier_solve, "room_for", lambda *_: BufferRoom(7, 40, room, 1 << 30, 20, 0))
    patch.setattr(tier_solve, "_resolving", lambda *_, **__: 0)
    patch.setattr(edges, "STATE_BYTES", 1 << 60)


def are_explored_once(games: list[Game], expanded: Counter[State], way: str) -> None:
    """All states of the games are explored, and once; some of the games in a given way."""
    ways = set()
    for game in games:
        expanded.clear()
        solution = agree(game, oracle(game), method="compiled", threads=2)
        ways.add(solution.made.how.split(",")[0])
        assert set(expanded.values()) == {1}, (game, expanded)
        assert len(expanded) == len(solution)
    assert way in ways


@pytest.mark.parametrize("kind", [TieredIntegers, TieredTuples])
@pytest.mark.parametrize("room", [0, 600, 1 << 30])
def test_declared_tiers_go_on_from_the_walk(
    kind: type[Any], room: int, expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where memory turns out not to hold them: they go on in files."""
    no_room(monkeypatch, room)
    are_explored_once([kind(seed) for seed in SEEDS], expanded, "tiers")


@pytest.mark.parametrize("room", [0, 600, 1 << 30])
def test_levels_go_on_from_the_walk(
    room: int, expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    no_room(monkeypatch, room)
    are_explored_once([Levelled(seed) for seed in range(4)], expanded, "levels")


@pytest.mark.parametrize("kind", [AgainIntegers, PuzzleIntegers])
def test_a_graph_that_memory_does_not_hold_goes_on_as_one_tier(
    kind: type[Any], expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    no_room(monkeypatch)
    are_explored_once([kind(seed) for seed in (1_019, 1_038)], expanded, "one tier")


@pytest.mark.parametrize("room", [5, 40, 80])
def test_a_graph_that_outgrows_memory_goes_on_as_one_tier(
    room: int, expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few rounds of states with their edges, and with a walk that the budget ends."""
    no_room(monkeypatch)
    monkeypatch.setattr(edges, "STATE_BYTES", 1)
    monkeypatch.setattr(process_memory, "resident_bytes", lambda: 0)
    monkeypatch.setattr("perfectplay.solver.compiled_solve.resident_bytes", lambda: 0)
    monkeypatch.setattr("perfectplay.solver.graph_solve.resident_bytes", lambda: 0)
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: False)
    game = AgainIntegers(1_019)
    monkeypatch.setattr("perfectplay.solver.solve_run.default_budget", lambda: room * 4 // 3)
    are_explored_once([game], expanded, "one tier")


@pytest.mark.parametrize("room", [0, 1 << 30])
@pytest.mark.parametrize("back", [1, 2, 3])
def test_levels_that_are_no_tiers_go_on_as_one_tier(
    back: int, room: int, expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that looks graded to the end of the walk: what was explored as levels is kept."""
    no_room(monkeypatch, room)
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: True)
    are_explored_once([Levelled(seed, back) for seed in range(3)], expanded, "one tier")


def test_levels_that_are_no_tiers_are_expanded_twice_at_most(
    expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where memory holds the graph, edges are made of the levels that the walk had not seen."""
    force_levels(monkeypatch)
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: True)
    ways = set()
    for seed in range(4):
        expanded.clear()
        game = Levelled(seed, 2)
        ways.add(agree(game, oracle(game), method="compiled").made.how.split(",")[0])
        assert set(expanded.values()) <= {1, 2}
    assert "edges" in ways


def stopped(call: Callable[..., Any], left: int) -> Callable[..., Any]:
    """The function, which ends the solve when it has been called ``left`` times."""
    calls = [left]

    def counted(*rest: Any, **more: Any) -> Any:
        if not calls[0]:
            raise KeyboardInterrupt
        calls[0] -= 1
        return call(*rest, **more)

    return counted


@pytest.mark.parametrize("left", range(0, 60, 3))
def test_levels_that_are_no_tiers_in_a_folder(
    left: int, expanded: Counter[State], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Stopped anywhere, a solve that went on as one tier gives the same folder."""
    no_room(monkeypatch)
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: True)
    game = Levelled(1, 2)
    whole = solve(game, method="compiled", folder=tmp_path / "whole")
    assert whole.made.how.startswith("one tier")
    assert set(expanded.values()) == {1}
    with monkeypatch.context() as patch:
        patch.setattr(Expander, "expand", stopped(Expander.expand, left))
        with pytest.raises(KeyboardInterrupt):
            solve(game, method="compiled", folder=tmp_path / "again", threads=1)
    solve(game, method="compiled", folder=tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


def test_wider_keys_keep_the_walk(
    expanded: Counter[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiers begin again when a state outgrows their keys; the walk does not."""
    force_levels(monkeypatch, 500)
    walks: list[int] = []
    walk = hash_explorer.walk
    monkeypatch.setattr(
        hash_explorer, "walk", lambda *rest, **more: (walks.append(1), walk(*rest, **more))[1]
    )
    plain = solve(Kalah(2, 2), method="reference")
    solution = solve(Kalah(2, 2), method="compiled")
    assert len(walks) == 1
    assert solution.counts == plain.counts
