"""The rules of a stored solution: found by the address in its manifest, and compared."""

from __future__ import annotations

from pathlib import Path

from perfectplay.contract.address import load_class
from perfectplay.contract.fingerprint import differences, fingerprint
from perfectplay.contract.game import Game
from perfectplay.contract.parameters import build, parameter_text, parse_parameters
from perfectplay.results.store.manifest import Manifest
from perfectplay.words.errors import MissingRulesError, PerfectPlayError, RulesDifferError


def game_of(manifest: Manifest, folder: Path, address: str | None = None) -> Game:
    """The game of a solution, by its address or by the one given, with the stored parameters.

    Raises MissingRulesError.
    """
    stored = manifest.game
    try:
        found = load_class(stored.address if address is None else address)
        given = {name: parameter_text(value) for name, value in stored.parameters.items()}
        return build(found, parse_parameters(found, given))
    except PerfectPlayError as error:
        hint = "--game ADDRESS says where they are" if address is None else "is it another game?"
        raise MissingRulesError(
            f"the rules of {folder}, {stored.address}, cannot be had: {error}; {hint}"
        ) from error


def check_fingerprint(manifest: Manifest, game: Game, folder: Path) -> None:
    """Raises RulesDifferError where the rules are not those that the solution was made from."""
    if fingerprint(game).whole == manifest.rules.fingerprint:
        return
    what = differences(manifest.rules.parts, game) or "how they are put together"
    raise RulesDifferError(
        f"these are not the rules that {folder} was made from: {what} differs; "
        "--game ADDRESS says where those are"
    )
