"""What is known before a search: solutions of parts of its game, and books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import (
    MemoryBudgetError,
    MissingRulesError,
    PerfectPlayError,
    RulesDifferError,
)
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_symmetries
from perfectplay.game.naming import game_name
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.result_scale import FAR
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.identity.fingerprint import (
    differences,
    different_parts,
    fingerprint,
    is_of,
    not_begun_elsewhere,
    parts_of_play,
)
from perfectplay.searcher.book.book_folder import read_book
from perfectplay.searcher.endgame_source import (
    EndgameEntry,
    EndgameSource,
    EndgameStates,
    SolutionEndgames,
)
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.manifest import Manifest, is_book
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.store.rules_address import of_class
from perfectplay.tablebase.store.stored_keys import stored_keys
from perfectplay.tablebase.store.stored_solution import open_solution

if TYPE_CHECKING:
    from perfectplay.searcher.kernel.endgame_probe import KnownStates

Given: TypeAlias = "Solution | str | PathLike[str]"
"""A solution, in memory or as its folder, or the folder of a book."""

STATE_BYTES = 30
"""The most bytes of the kernel for each known state."""


class EndgameKnowledge:
    """Sources that are looked up in order. ``ended``: the number of successful lookups."""

    def __init__(self, sources: Sequence[EndgameSource]) -> None:
        self.sources = [source for source in sources if len(source)]
        self.ended = 0

    def __bool__(self) -> bool:
        return bool(self.sources)

    def get(self, state: State, *, whole: bool) -> EndgameEntry | None:
        """What is known of a state; ``whole``: only if its remoteness is known."""
        found = self.look(state)
        if found is None or (whole and not found.whole):
            return None
        self.ended += 1
        return found

    def look(self, state: State) -> EndgameEntry | None:
        """What is known of a state, preferably with its remoteness; not counted in ``ended``."""
        best = None
        for source in self.sources:
            found = source.get(state)
            if found is not None and found.whole:
                return found
            best = best or found
        return best

    def check_memory(self, budget: int | None) -> None:
        """Raise MemoryBudgetError if the kernel's arrays would not fit."""
        least = STATE_BYTES * sum(map(len, self.sources))
        if budget is not None and least > budget:
            raise MemoryBudgetError(budget, least)

    def blocks(self) -> Iterator[KnownStates]:
        """All known states for the kernel; those with a remoteness first."""
        from perfectplay.searcher.kernel.endgame_probe import KnownStates

        for whole in (True, False):
            for source in self.sources:
                for rows in source.rows():
                    some = np.flatnonzero(rows.whole == whole)
                    worth, fits = _worth(rows, some, whole)
                    yield KnownStates(rows.states[some[fits]], worth[fits], rows.folded, rows.shape)


def _worth(
    rows: EndgameStates, some: NDArray[np.intp], whole: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The results of some rows on the scale of results, and which of them fit it."""
    from perfectplay.searcher.kernel.endgame_probe_kernel import LEAST_WIN, SOME_LOSS, SOME_WIN

    values, remoteness, scores = rows.entries.take(some)
    if scores is not None:
        return scores.astype(np.int64), np.ones(len(some), bool)
    drawn = values == Value.DRAW
    won = FAR - remoteness.astype(np.int64) if whole else np.full(len(some), SOME_WIN, np.int64)
    lost = -won if whole else np.full(len(some), SOME_LOSS, np.int64)
    worth = np.where(drawn, 0, np.where(values == Value.WIN, won, lost))
    return worth, drawn | (remoteness < FAR - LEAST_WIN)


def knowledge_of(
    known: Given | Sequence[Given] | None, rules: CheckedGame, *, symmetries: bool
) -> list[EndgameSource]:
    """The sources of the given solutions and books, checked.

    Raises RulesDifferError for other rules, TypeError for anything but solutions and folders, and
    what `Solution.open` and `read_book` raise.
    """
    if known is None:
        return []
    some: Sequence[Any] = known if isinstance(known, list | tuple) else [known]
    return [_source(one, rules, symmetries) for one in some]


def _source(given: Given, rules: CheckedGame, symmetries: bool) -> EndgameSource:
    if isinstance(given, Solution):
        solution, name = given, f"the solution of {game_name(given.game)}"
    elif isinstance(given, str | PathLike):
        folder = folder_at(given)
        if is_book(folder):
            base = CheckedGame(not_begun_elsewhere(rules.game))
            return read_book(folder, base, symmetries=symmetries)
        solution, name = _opened(folder, rules.game), f"the solution in {folder}"
    else:
        raise TypeError(f"known must be a solution, a folder, or a list of these, got {given!r}")
    _check_same(rules.game, solution, name)
    if solution.symmetric and not symmetries and has_symmetries(rules.game):
        raise RulesDifferError(
            f"{name} holds one state of each class of equal ones, and the search is asked to use "
            "no symmetries; search with them, or solve that part without (symmetries=False, "
            "--no-symmetries)"
        )
    return SolutionEndgames(solution, rules, symmetries=symmetries)


def _check_same(game: Game, solution: Solution, name: str) -> None:
    """Raise RulesDifferError if values of states may differ in the two games."""
    differ = different_parts(parts_of_play(solution.game), parts_of_play(game))
    if solution.symmetric and not differ:
        mine, theirs = _symmetries_of(game), _symmetries_of(solution.game)
        differ = different_parts(theirs, mine)
    if differ:
        raise RulesDifferError(
            f"{name} is of other rules than the game that is searched; what differs: {differ}; "
            "solve a part of this game: start_at(GAME,STATE), or another start of it"
        )


def _symmetries_of(game: Game) -> dict[str, str]:
    parts = fingerprint(not_begun_elsewhere(game)).parts
    ends = (".symmetries", ".cell_symmetries")
    return {label: one for label, one in parts.items() if label.endswith(ends)}


# --- folders --------------------------------------------------------------------------------------


def _opened(folder: Path, game: Game) -> Solution:
    """The solution in a folder; with the rules of the searched game if it is of the same game, or
    of it from another start."""
    manifest = read_manifest(folder)
    for candidate in _candidates(folder, game, manifest):
        if is_of(candidate, manifest.rules.fingerprint):
            return open_solution(folder, candidate)
    solution = open_solution(folder)
    if not solution.has_rules:
        try:
            solution.game.start()
        except MissingRulesError as missing:
            differ = differences(manifest.rules.parts, game)
            raise RulesDifferError(
                f"the solution in {folder} is not of the game that is searched; what differs: "
                f"{differ}; {missing}"
            ) from missing
    return solution


def _candidates(folder: Path, game: Game, manifest: Manifest) -> Iterator[Game]:
    """The searched game, and the same game with the parameters and the start of a manifest."""
    base = not_begun_elsewhere(game)
    yield from (game, base)
    like = of_class(base, manifest.game)
    for each in (base, like):
        if each is None:
            continue
        yield each
        if manifest.game.address.startswith("start_at(") and manifest.start is not None:
            try:
                yield start_at(each, _start_state(folder, CheckedGame(each), manifest))
            except (PerfectPlayError, ValueError):
                continue


def _start_state(folder: Path, rules: CheckedGame, manifest: Manifest) -> State:
    assert manifest.start is not None
    key = manifest.start.key
    if isinstance(key, str):
        return rules.game.parse(key)
    if manifest.keys.kind == "integer":
        return IntegerKeys().state(key)
    return stored_keys(folder, manifest.keys, rules.shape).state(key)
