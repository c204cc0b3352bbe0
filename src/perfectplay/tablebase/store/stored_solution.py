"""A stored solution that is read from the disk on demand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.core.errors import DamagedError, MissingRulesError
from perfectplay.core.value import MoveT, State, StateT
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.tablebase.solution import Provenance, Solution
from perfectplay.tablebase.store.find_rules import ELSEWHERE, check_fingerprint, find_game
from perfectplay.tablebase.store.manifest import Manifest, wrong_scoring
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.rules_address import MissingRules
from perfectplay.tablebase.store.stored_keys import stored_keys
from perfectplay.tablebase.store.table_reader import StoredTable, TextStateTable, stored_table
from perfectplay.tablebase.store.text_index import TextKeys
from perfectplay.tablebase.table import StateEntries, StateEntry, plies_text, worth_text

OF_FILE = "_game_"
"""How the names of modules begin that are files of rules: another process cannot import them."""


@dataclass(repr=False, eq=False)
class StoredSolution(Solution[StateT, MoveT]):
    """The result of `Solution.open`. ``engine`` is "stored"; ``manifest`` is that of the folder;
    ``given`` tells whether the caller gave the game, which else was found by its address."""

    folder: Path
    manifest: Manifest
    table: StoredTable
    given: bool

    @property
    def has_rules(self) -> bool:
        """True if the rules were found. Without them only keys can be looked up."""
        return not isinstance(self.game, MissingRules)

    def _entry_by_key(self, key: int | str) -> StateEntry | None:
        if isinstance(key, str) and isinstance(self.keys, TextKeys):
            key = self.keys.key_of_text(key)
        return super()._entry_by_key(key)

    def _entry(self, state: State) -> StateEntry | None:
        """As in `Solution`; the tier of the state says which files to read first."""
        key = self._key(state)
        return None if key < 0 else self.table.get(key, self._tier(state))

    def _entries(self, states: list[State]) -> StateEntries:
        """As in `Solution`; the tier of the first state says which files to read first."""
        return self.table.look_up(self._keys(states), self._tier(states[0]) if states else None)

    def _tier(self, state: State) -> int | None:
        return self.rules.tier(state) if overrides(self.game, "tier") else None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, in this process or another one, opens the folder again."""
        module = type(self.game).__module__
        apart = isinstance(self.game, MissingRules) or module.startswith(OF_FILE)
        script = module == "__main__" and not self.given  # it may be another one there
        return open_solution, (self.folder.absolute(), None if apart or script else self.game)

    def __repr__(self) -> str:
        start = self.manifest.start
        assert start is not None
        plies = plies_text(start.remoteness)
        worth = worth_text(start.value, start.score)
        about = f"{self.states_text}, {worth}, {plies}"
        return f"<Stored solution of {self.manifest.game.name}: {about}>"


def open_solution(
    folder: Path, game: Game[StateT, MoveT] | None = None
) -> StoredSolution[StateT, MoveT]:
    """The solution in a folder; see `Solution.open`."""
    manifest = read_manifest(folder)
    found = _rules_of(folder, manifest, game)
    table = stored_table(folder, manifest)
    keys = _keys(folder, manifest, found, table)
    assert manifest.histogram is not None
    assert manifest.moves is not None
    covered = manifest.covered
    return StoredSolution(
        game=found,
        table=table,
        keys=keys,
        symmetric=manifest.symmetries,
        histogram=manifest.histogram,
        moves=manifest.moves,
        covered=(covered.histogram, covered.moves) if covered else None,
        made=Provenance("stored", f"read from {folder}", None, 0.0),
        folder=folder,
        manifest=manifest,
        given=game is not None,
    )


def _rules_of(folder: Path, manifest: Manifest, game: Game | None) -> Game:
    """The game with the rules of the solution; `MissingRules` if none is found."""
    if game is None:
        try:
            game = find_game(manifest, folder)
        except MissingRulesError as missing:
            return MissingRules(manifest.game, missing)
    check_rules(game, manifest, folder)
    return game


def check_rules(game: Game, manifest: Manifest, folder: Path, remedy: str = ELSEWHERE) -> None:
    """Raise RulesDifferError, which names the differences, if the game is not the solved one, and
    DamagedError if the manifest is wrong about games of points."""
    check_fingerprint(game, manifest, folder, remedy)
    if CheckedGame(game).scoring != manifest.scoring:
        raise DamagedError(wrong_scoring(folder, manifest))


def _keys(folder: Path, manifest: Manifest, game: Game, table: StoredTable) -> Keys:
    if isinstance(table, TextStateTable):
        return TextKeys(CheckedGame(game), table)
    if manifest.keys.kind == "integer":
        return IntegerKeys()
    if isinstance(game, MissingRules):
        return stored_keys(folder, manifest.keys, None)
    rules = CheckedGame(game)
    try:
        return stored_keys(folder, manifest.keys, rules.shape)
    except DamagedError:
        former = rules.former_shape()
        if former is None:
            raise
        return stored_keys(folder, manifest.keys, former)
