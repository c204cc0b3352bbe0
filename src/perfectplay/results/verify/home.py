"""The rules of a stored solution: found by the address in its manifest, and compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from perfectplay.contract.fingerprint import differences, fingerprint
from perfectplay.contract.game import Game, overrides
from perfectplay.results.store.address import find_game
from perfectplay.results.store.manifest import Manifest
from perfectplay.words.errors import RulesDifferError


def game_of(manifest: Manifest, folder: Path, address: str | None = None) -> Game:
    """The game of a solution, by its address or by the one given, with the stored parameters.

    Raises MissingRulesError.
    """
    entry = manifest.game
    return find_game(entry if address is None else replace(entry, address=address), folder)


def has_tiers(manifest: Manifest, game: Game) -> bool:
    """Whether the stored tiers should be those of the rules: not where all is stored as one."""
    return overrides(game, "tier") and [tier.tier for tier in manifest.tiers] != [0]


def check_fingerprint(manifest: Manifest, game: Game, folder: Path) -> None:
    """Raises RulesDifferError where the rules are not those that the solution was made from."""
    if fingerprint(game).whole == manifest.rules.fingerprint:
        return
    what = differences(manifest.rules.parts, game) or "the version of the contract"
    raise RulesDifferError(
        f"these are not the rules that {folder} was made from, they differ in: {what}; "
        "--game ADDRESS, or game= in Python, says where those are"
    )
