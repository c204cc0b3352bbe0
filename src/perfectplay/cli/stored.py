"""GAME may be the folder of a stored solution, which is opened and not solved again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.errors import ParameterError
from perfectplay.game.naming import GAMES

if TYPE_CHECKING:
    from perfectplay.tablebase.store.stored_solution import StoredSolution

MANIFEST = "manifest.json"


def stored_at(address: str, rules: str | None) -> StoredSolution | None:
    """The solution in the folder at an address, with the rules at another; None for a game.

    ``./nim`` is a folder where ``nim`` is a game of the library.
    """
    folder = Path(address)
    if address in GAMES or not (folder / MANIFEST).exists():
        if rules is not None:
            raise ParameterError(
                f"--game says where the rules of a stored solution are, and {address!r} is not the "
                "folder of one; leave it out"
            )
        return None
    from perfectplay.tablebase.store.manifest_reader import read_manifest
    from perfectplay.tablebase.store.rules_address import game_at
    from perfectplay.tablebase.store.stored_solution import open_solution

    game = None if rules is None else game_at(rules, read_manifest(folder).game)
    return open_solution(folder, game)


def no_parameters(given: Sequence[str]) -> None:
    """Raises ParameterError where parameters are given beside a stored solution."""
    if given:
        raise ParameterError(
            f"a stored solution has its parameters already; leave out {' '.join(given)}"
        )
