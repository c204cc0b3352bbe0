"""How a solve goes through tiers: what is begun again, and which tiers stay in memory."""

from __future__ import annotations

from typing import Any

import pytest

from forced_levels import force_levels
from games_to_verify import LoopyTiers
from perfectplay import Game, solve
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.explore import hash_explorer
from perfectplay.solver.explore.explored_tiers import Tier
from perfectplay.solver.explore.tiers import TierExplorer
from perfectplay.solver.retrograde.resolve_tiers import TierResolver


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[None]:
    """Grows by one with every call."""
    calls: list[None] = []
    called = getattr(owner, name)

    def counting(*arguments: Any) -> Any:
        calls.append(None)
        return called(*arguments)

    monkeypatch.setattr(owner, name, counting)
    return calls


def test_wide_games_with_tiers_are_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often their tiers are begun again, because keys were too narrow."""
    plain = solve(Kalah(3, 3), method="compiled")
    force_levels(monkeypatch, 500)
    walks = counted(monkeypatch, hash_explorer, "walk")
    explorations = counted(monkeypatch, TierExplorer, "run")
    solution = solve(Kalah(3, 3), method="compiled")
    assert len(walks) == 1 < len(explorations)
    assert solution.counts == plain.counts
    assert solution.by_remoteness == plain.by_remoteness


@pytest.mark.parametrize("game", [LoopyTiers(), ThreeRocks(7, 7), Kalah(2, 2)])
def test_only_tiers_that_are_moved_into_stay(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    finish = TierResolver._finished

    def looking(self: TierResolver, number: int, tier: Tier) -> Any:
        into = {  # of this tier and of those below
            above for n, t in self.explored.tiers.items() if n <= number for above in t.into
        }
        assert set(self.valued) == {above for above in into if above > number}
        seen.append(len(self.valued))
        return finish(self, number, tier)

    monkeypatch.setattr(TierResolver, "_finished", looking)
    force_levels(monkeypatch)
    solve(game, method="compiled")
    assert 0 < max(seen) < len(seen) - 1
