"""Write a solution in memory as a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import StoreError
from perfectplay.core.packed import PackedArray
from perfectplay.core.shortened import shortened
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.shape.keys import Keys
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.identity.rule_files import rule_files
from perfectplay.tablebase.batch_queries import BatchQueries
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.store.atomic_files import check_own, discard, made_folder, unfinished
from perfectplay.tablebase.store.copies import entries_of, remove_copies, write_copies
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    CoveredEntry,
    Manifest,
    RulesEntry,
    StartEntry,
    TierEntry,
    part_name,
    write_manifest,
)
from perfectplay.tablebase.store.rules_address import game_entry
from perfectplay.tablebase.store.stored_keys import keys_entry
from perfectplay.tablebase.store.text_index import stored_text
from perfectplay.tablebase.store.writer import TierWriter

_NO_TIER = 0
"""The tier of a solution that is stored as one."""

_BLOCK = 1 << 18
"""States that are written at a time."""


def save(solution: BatchQueries, folder: Path) -> Manifest:
    """Write a solution, as one tier, into a folder that is new or empty. After an error no file of
    it is left there. Raises StoreError."""
    fresh = _prepare(folder)
    files = rule_files(solution.game)
    try:
        write_copies(folder, files)
        whole = finished(solution, [write_states(solution, folder)])
        manifest = replace(whole, copies=entries_of(files))
        write_manifest(folder, manifest)
        return manifest
    except BaseException:
        remove_copies(folder, files)
        _clean(folder, fresh)
        raise


def begun(game: Game, keys: Keys, symmetries: bool, tiers: Sequence[TierEntry] = ()) -> Manifest:
    """The manifest of an unfinished solution; ``tiers``: the finished ones."""
    return Manifest(
        complete=False,
        game=game_entry(game),
        rules=rules_entry(game),
        keys=keys_entry(keys),
        symmetries=symmetries,
        start=None,
        moves=None,
        histogram=None,
        covered=None,
        tiers=tuple(tiers),
        scoring=CheckedGame(game).scoring,
    )


def rules_entry(game: Game) -> RulesEntry:
    """The entry of a manifest for the rules of a game."""
    found = fingerprint(game)
    return RulesEntry(found.whole, found.parts)


def finished(solution: BatchQueries, tiers: Sequence[TierEntry]) -> Manifest:
    """The manifest of a complete solution that is stored in these tiers, by rising number."""
    covered = solution.covered
    return replace(
        begun(solution.game, solution.keys, solution.symmetric, tiers),
        complete=True,
        start=_start_entry(solution),
        moves=int(solution.moves),
        histogram=_plain(solution.histogram),
        covered=covered and CoveredEntry(int(covered[1]), _plain(covered[0])),
    )


def _prepare(folder: Path) -> bool:
    """Create the folder; True if it did not exist before. Raises StoreError."""
    what = "a file; a solution is stored as a folder"
    fresh, names = made_folder(folder, what, lasting=True)
    if MANIFEST in names:
        raise StoreError(f"{folder} holds a solution already; choose another folder, or remove it")
    check_own(folder, names)
    return fresh


def _clean(folder: Path, fresh: bool) -> None:
    """Remove the written files; the folder was empty before, or did not exist."""
    discard(folder / MANIFEST)
    number = 0
    while (path := folder / part_name(_NO_TIER, number)).exists() or unfinished(path).exists():
        discard(path)
        discard(unfinished(path))
        number += 1
    if fresh:
        with suppress(OSError):  # it is not empty: another program may use it
            folder.rmdir()


def write_states(solution: BatchQueries, folder: Path) -> TierEntry:
    """Write the states of a solution as one tier. Raises StoreError."""
    text = keys_entry(solution.keys).kind == "text"
    states, scored = len(solution.table), solution.rules.scoring
    with TierWriter(folder, _NO_TIER, states, text=text, scored=scored) as tier:
        if text:
            texts, packed = _texts(solution)
            tier.add(texts, packed)
        else:
            for keys, some in _sorted_blocks(solution):
                tier.add(keys, some)
    return tier.entry


def _sorted_blocks(solution: BatchQueries) -> Iterator[tuple[NDArray[np.int64], PackedArray]]:
    """The states by rising keys; a single part, which is sorted, is not copied as a whole."""
    if len(solution.table.parts) == 1:
        for keys, entries in solution.table.blocks(_BLOCK):
            yield keys, entries.packed()
        return
    keys, entries = solution.table.joined()
    order = np.argsort(keys)
    for first in range(0, len(order), _BLOCK):
        some = order[first : first + _BLOCK]
        yield keys[some], entries.take(some).packed()


def _texts(solution: BatchQueries) -> tuple[list[str], PackedArray]:
    """The texts of all states, rising, and their entries. Raises StoreError for equal texts."""
    keys, entries = solution.table.joined()
    places: dict[str, int] = {}
    states = solution.keys.states_of(keys)
    for place, state in enumerate(states):
        text = stored_text(solution.rules, state)
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise StoreError(
                f"the text {shortened(text)!r} of a state is no text of Unicode"
            ) from error
        other = places.setdefault(text, place)
        if other != place:
            first, second = shortened(repr(states[other])), shortened(repr(state))
            raise StoreError(
                f'the states {first} and {second} have one text, "{shortened(text)}"; give the '
                "game a method text(state) that tells every state from the others"
            )
    texts = sorted(places)
    order = np.array([places[text] for text in texts], np.intp)
    return texts, entries.take(order).packed()


# --- the manifest ---------------------------------------------------------------------------------


def _plain(histogram: Histogram) -> dict[tuple[int, int], int]:
    return {(int(v), int(r)): int(n) for (v, r), n in histogram.items() if n}


def _start_entry(solution: BatchQueries) -> StartEntry:
    """The key or text of the start's representative, and its entry."""
    start = solution.start
    key = solution._key(start)
    entry = solution.table.get(key)
    assert entry is not None
    if keys_entry(solution.keys).kind == "text":
        return StartEntry(stored_text(solution.rules, solution.keys.state(key)), *entry)
    return StartEntry(int(key), *entry)
