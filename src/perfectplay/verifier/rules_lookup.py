"""The rules of a stored solution, and whether its tiers are those of the rules."""

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
    """Whether the stored tiers should be those of the rules: not if all states are in tier 0."""
    return overrides(game, "tier") and [tier.tier for tier in manifest.tiers] != [0]
