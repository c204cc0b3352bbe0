"""A solution in memory, written as a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import StoreError
from perfectplay.core.packed import PackedArray, is_scored
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.packing import IntegerKeys, Keys, TupleKeys
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.identity.rule_files import rule_files
from perfectplay.tablebase.batch_queries import BatchQueries
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.store.atomic_files import discard, refused, sync, unfinished
from perfectplay.tablebase.store.copies import entries_of, remove_copies, write_copies
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    CoveredEntry,
    KeysEntry,
    Manifest,
    RulesEntry,
    StartEntry,
    TierEntry,
    part_name,
    write_manifest,
)
from perfectplay.tablebase.store.rules_address import game_entry
from perfectplay.tablebase.store.text_index import stored_text
from perfectplay.tablebase.store.writer import TierWriter
from perfectplay.tablebase.table import StateEntries, TablePart

_NO_TIER = 0
"""The tier of a solution that is stored as one."""


def save(solution: BatchQueries, folder: Path, tiers: Sequence[int] | None = None) -> Manifest:
    """Writes a solution into a folder that is new or empty: as one tier, or each part of its table
    as a tier of this number.

    What goes wrong leaves nothing behind. Raises StoreError.
    """
    fresh = _prepare(folder)
    numbers = [_NO_TIER] if tiers is None else tiers
    files = rule_files(solution.game)
    try:
        write_copies(folder, files)
        if tiers is None:
            entries = [write_states(solution, folder)]
        else:
            parts = zip(tiers, solution.table.parts, strict=True)
            entries = [_write_tier(folder, number, part) for number, part in parts]
        done = sorted(entries, key=lambda entry: entry.tier)
        manifest = replace(finished(solution, done), copies=entries_of(files))
        write_manifest(folder, manifest)
        return manifest
    except BaseException:
        remove_copies(folder, files)
        _clean(folder, fresh, numbers)
        raise


def begun(game: Game, keys: Keys, symmetries: bool, tiers: Sequence[TierEntry] = ()) -> Manifest:
    """The manifest of a solution that is not complete: ``tiers`` are those that are done."""
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
    """What a manifest says of the rules of a game."""
    made = fingerprint(game)
    return RulesEntry(made.whole, made.parts)


def finished(solution: BatchQueries, tiers: Sequence[TierEntry]) -> Manifest:
    """The manifest of a whole solution that is stored in these tiers, by rising number."""
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
    """Makes the folder; whether it was not there before."""
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        held = sorted(path.name for path in folder.iterdir())
        sync(folder.absolute().parent)
    except FileExistsError as error:
        raise StoreError(f"{folder} is a file; a solution is stored as a folder") from error
    except OSError as error:
        raise refused(error, folder) from error
    if MANIFEST in held:
        raise StoreError(f"{folder} holds a solution already; choose another folder, or remove it")
    if held:
        raise StoreError(
            f"{folder} holds something else ({held[0]}); choose a folder that is new or empty"
        )
    return fresh


def _clean(folder: Path, fresh: bool, tiers: Sequence[int]) -> None:
    """Removes what was written; the folder was empty before, or not there."""
    discard(folder / MANIFEST)
    for tier in tiers:
        number = 0
        while (path := folder / part_name(tier, number)).exists() or unfinished(path).exists():
            discard(path)
            discard(unfinished(path))
            number += 1
    if fresh:
        with suppress(OSError):  # somebody may have put something there
            folder.rmdir()


def write_states(solution: BatchQueries, folder: Path) -> TierEntry:
    """Writes the states of a solution as one tier. Raises StoreError."""
    text = keys_entry(solution.keys).kind == "text"
    with TierWriter(folder, _NO_TIER, text=text, scored=solution.rules.scoring) as tier:
        if text:
            texts, packed = _texts(solution)
            tier.add(texts, packed)
        else:
            for keys, some in _sorted_blocks(solution):
                tier.add(keys, some)
    return tier.entry


def _write_tier(folder: Path, number: int, part: TablePart) -> TierEntry:
    with TierWriter(folder, number, scored=is_scored(part.packed)) as tier:
        tier.add(part.keys, part.packed)
    return tier.entry


def _blocks(solution: BatchQueries) -> Iterator[tuple[NDArray[np.int64], PackedArray]]:
    for keys, entries in solution.table.blocks(1 << 18):
        yield keys, entries.packed()


def _sorted_blocks(solution: BatchQueries) -> Iterator[tuple[NDArray[np.int64], PackedArray]]:
    """The states by rising keys; what comes so is not held twice."""
    if len(solution.table.parts) == 1:
        yield from _blocks(solution)
        return
    blocks = list(solution.table.blocks(1 << 18))
    keys = np.concatenate([keys for keys, _ in blocks])
    entries = StateEntries.joined([entries for _, entries in blocks])
    order = np.argsort(keys)
    del blocks
    for first in range(0, len(order), 1 << 18):
        some = order[first : first + (1 << 18)]
        yield keys[some], entries.take(some).packed()


def _texts(solution: BatchQueries) -> tuple[list[str], PackedArray]:
    """The texts of all states, rising. Raises StoreError where two have one text."""
    blocks = list(solution.table.blocks())
    places: dict[str, int] = {}
    states: dict[str, State] = {}
    for keys, _ in blocks:
        for state in solution.keys.states_of(keys):
            text = stored_text(solution.rules, state)
            _check_text(text)
            if text in places:
                raise StoreError(
                    f'the states {states[text]!r} and {state!r} have one text, "{text}"; give the '
                    "game a method text(state) that tells every state from the others"
                )
            places[text], states[text] = len(places), state
    texts = sorted(places)
    order = np.array([places[text] for text in texts], np.intp)
    return texts, StateEntries.joined([entries for _, entries in blocks]).take(order).packed()


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise StoreError(f"the text {text!r} of a state is no text of Unicode") from error


# --- the manifest ---------------------------------------------------------------------------------


def _plain(histogram: Histogram) -> dict[tuple[int, int], int]:
    return {(int(v), int(r)): int(n) for (v, r), n in histogram.items() if n}


def keys_entry(keys: object) -> KeysEntry:
    """What a manifest says of keys.

    >>> keys_entry(TupleKeys((0, -1), (3, 3)))
    KeysEntry(kind='tuple', low=(0, -1), size=(3, 3))
    """
    if isinstance(keys, IntegerKeys):
        return KeysEntry("integer")
    if isinstance(keys, TupleKeys):
        return KeysEntry("tuple", keys.low, keys.size)
    return KeysEntry("text")


def _start_entry(solution: BatchQueries) -> StartEntry:
    """The start's representative, and its worth."""
    start = solution.start
    key = solution._key(start)
    entry = solution.table.get(key)
    assert entry is not None
    if keys_entry(solution.keys).kind == "text":
        return StartEntry(stored_text(solution.rules, solution.keys.state(key)), *entry)
    return StartEntry(int(key), *entry)
