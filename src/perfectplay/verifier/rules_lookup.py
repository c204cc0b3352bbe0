"""The rules of a stored solution: found by the address in its manifest, and its tiers."""

from __future__ import annotations

from pathlib import Path

from perfectplay.game.game import Game, overrides
from perfectplay.tablebase.store.finding import find_game
from perfectplay.tablebase.store.manifest import Manifest


def game_of(manifest: Manifest, folder: Path, address: str | None = None) -> Game:
    """The game of a solution, by its address or by the one given, with the stored parameters.

    Raises MissingRulesError.
    """
    return find_game(manifest, folder, address)


def has_tiers(manifest: Manifest, game: Game) -> bool:
    """Whether the stored tiers should be those of the rules: not where all is stored as one."""
    return overrides(game, "tier") and [tier.tier for tier in manifest.tiers] != [0]
