"""A book as a folder: read completely, with its checksums; written as new files.

The name of a part depends on its content. First a new part is written; then, in one step, the
manifest that names it; then the parts that it does not name are removed. So an interrupted write
leaves either the old book or the new one. Locking is the caller's task.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.core.arrow_arrays import numbers_of
from perfectplay.core.errors import BookError, DamagedError, RulesDifferError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.identity.fingerprint import differences, is_of
from perfectplay.searcher.book.book_manifest import (
    KINDS,
    REMEDY,
    BookManifest,
    read_book_manifest,
    text_of,
)
from perfectplay.searcher.book.content import BookContent, entries_of
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.tablebase.store.atomic_files import UNFINISHED, discard, sha256_of, write_whole
from perfectplay.tablebase.store.manifest import MANIFEST, KeysEntry, PartEntry
from perfectplay.tablebase.store.part_columns import arrow, columns_of
from perfectplay.tablebase.store.part_columns import entries_of as entries_of_table
from perfectplay.tablebase.store.rules_address import game_entry
from perfectplay.tablebase.store.saving import rules_entry
from perfectplay.tablebase.store.stored_keys import keys_entry, stored_keys
from perfectplay.tablebase.store.writer import write_part

TRIES = 5
"""How often reading is tried while another process writes the book."""


def read_book(folder: Path, rules: CheckedGame, *, symmetries: bool = True) -> BookContent:
    """The content of a book. Raises BookError if there is none, RulesDifferError for other rules,
    DamagedError if it was changed."""
    for attempt in range(TRIES):
        manifest = read_book_manifest(folder)
        check_rules(folder, manifest, rules)
        try:
            return _content(folder, manifest, rules, symmetries)
        except DamagedError:
            if attempt + 1 == TRIES or read_book_manifest(folder) == manifest:
                raise
    raise AssertionError


def check_rules(folder: Path, manifest: BookManifest, rules: CheckedGame) -> None:
    """Raise RulesDifferError if a book is of other rules."""
    if is_of(rules.game, manifest.rules.fingerprint):
        return
    differ = differences(manifest.rules.parts, rules.game) or "the version of the contract"
    raise RulesDifferError(
        f"the book in {folder} is of other rules, those of {manifest.game.address} when it was "
        f"begun; what differs: {differ}; choose another folder for the book of these"
    )


def write_book(folder: Path, content: BookContent) -> None:
    """Replace the book in a folder, which must exist and be locked.

    Raises StoreError if the system refuses; then the book is unchanged.
    """
    content, keys = _keyed(content)
    parts = {}
    for kind in KINDS:
        some = {s: f for s, f in content.entries.items() if f.whole == (kind == "exact")}
        if some:
            parts[kind] = _write(folder, kind, some, keys, content.rules.scoring)
    manifest = BookManifest(
        game_entry(content.rules.game),
        rules_entry(content.rules.game),
        KeysEntry("text") if keys is None else keys_entry(keys),
        content.rules.scoring,
        parts,
    )
    write_whole(folder / MANIFEST, text_of(manifest).encode())
    tidy(folder, manifest)


def tidy(folder: Path, manifest: BookManifest) -> None:
    """Remove parts that the manifest does not name, and unfinished files."""
    named = {part.file for part in manifest.parts.values()}
    for kind in KINDS:
        with suppress(OSError):
            for path in sorted(folder.glob(f"{kind}-*.parquet*")):
                if path.name not in named:
                    discard(path)
    discard(folder / (MANIFEST + UNFINISHED))


def _keyed(content: BookContent) -> tuple[BookContent, Keys | None]:
    """The content with the narrowest keys for it; None if states are kept as texts."""
    if content.texts:
        return content, None
    if content.rules.kind is StateKind.INTEGER:
        return content, IntegerKeys()
    if content.rules.orders_states:
        with suppress(OverflowError):
            return content, learnt(list(content.entries) or [content.rules.start()])
    return content.as_texts(), None


def _write(
    folder: Path, kind: str, some: dict[State, EndgameEntry], keys: Keys | None, scored: bool
) -> PartEntry:
    """Write one part; its name is a hash of its content."""
    forms = list(some)
    if keys is None:
        states: Any = sorted(forms)
        forms = states
        raw = "\n".join(forms).encode("utf-8", "surrogatepass")
    else:
        unsorted = keys.array(forms)
        order = np.argsort(unsorted)
        states, forms = unsorted[order], [forms[place] for place in order.tolist()]
        raw = states.tobytes()
    entries = entries_of([some[form] for form in forms], scored=scored)
    if scored and kind == "values":
        entries.remoteness[:] = 0  # such a column has no nulls
    packed = entries.packed()
    layout = "" if keys is None else repr(keys_entry(keys))
    name = hashlib.sha256(layout.encode() + raw + packed.tobytes()).hexdigest()[:16]
    return write_part(folder / f"{kind}-{name}.parquet", states, packed)


# --- reading --------------------------------------------------------------------------------------


def _content(
    folder: Path, manifest: BookManifest, rules: CheckedGame, symmetries: bool
) -> BookContent:
    texts = manifest.keys.kind == "text"
    entries: dict[State, EndgameEntry] = {}
    for kind, part in manifest.parts.items():
        path = folder / part.file
        table = _table(path, part, texts, manifest.scoring)
        forms = _forms(path, table, manifest, rules)
        founds = _founds(path, table, kind, manifest.scoring)
        before = len(entries)
        entries |= zip(forms, founds, strict=True)
        if len(entries) != before + len(forms):
            raise _damaged(path, "it has a state twice")
    return BookContent(rules, entries, texts=texts, symmetries=symmetries)


def _table(path: Path, part: PartEntry, texts: bool, scored: bool) -> Any:
    try:
        if path.stat().st_size != part.bytes or sha256_of(path) != part.sha256:
            raise _damaged(path, "it is not as it was written: its SHA-256 does not fit")
        words = [] if scored else ["value"]
        table = arrow("parquet").ParquetFile(path, read_dictionary=words).read(use_threads=False)
    except FileNotFoundError as error:
        raise DamagedError(f"{path} is missing; {REMEDY}") from error
    except OSError as error:
        if isinstance(error, DamagedError):
            raise
        raise BookError(f"{path} cannot be read: {error.strerror or error}") from error
    except Exception as error:  # pyarrow raises whatever comes of the bytes
        raise _damaged(path, "it cannot be read as Parquet") from error
    right = table.column_names == columns_of(scored) and table.num_rows == part.states
    if not right or str(table.schema.field(0).type) != ("string" if texts else "int64"):
        raise _damaged(path, "it does not hold what the manifest says")
    return table


def _forms(path: Path, table: Any, manifest: BookManifest, rules: CheckedGame) -> list[Any]:
    """States, or their texts."""
    column = table.column("state")
    if column.null_count:
        raise _damaged(path, "it has a state that is null")
    if manifest.keys.kind == "text":
        return list(column.to_pylist())
    kinds = {"integer": StateKind.INTEGER, "tuple": StateKind.TUPLE}
    if rules.kind is not kinds[manifest.keys.kind]:
        raise _damaged(path, "its states are not of the game's kind")
    keys: Keys = IntegerKeys()
    if manifest.keys.kind == "tuple":
        keys = stored_keys(path.parent, manifest.keys, rules.shape)
    return keys.states_of(numbers_of(column))


def _founds(path: Path, table: Any, kind: str, scored: bool) -> list[EndgameEntry]:
    try:
        entries = entries_of_table(table)
    except Exception as error:
        raise _damaged(path, "it has values that are none") from error
    whole = kind == "exact"
    if not whole:
        entries = entries._replace(remoteness=np.full(len(entries.values), -1, np.int32))
    elif (entries.remoteness[entries.values != Value.DRAW] < 0).any():
        raise _damaged(path, "it has a win or a loss without an end")
    if scored and entries.scores is None:
        raise _damaged(path, "it has no scores")
    return [EndgameEntry(entries.at(place), whole) for place in range(len(entries.values))]


def _damaged(path: Path, how: str) -> DamagedError:
    return DamagedError(f"{path} is damaged: {how}; {REMEDY}")
