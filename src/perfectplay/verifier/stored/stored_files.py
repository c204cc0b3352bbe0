"""The files of a stored solution: a comparison with the manifest, and their rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.core.arrays import ByteArray, Int32Array, IntArray
from perfectplay.core.arrow_arrays import numbers_of
from perfectplay.core.errors import MissingExtraError, StoreError
from perfectplay.tablebase.store.manifest import COPIES, MANIFEST, Manifest, PartEntry
from perfectplay.tablebase.store.remote_files import (
    kind_of_place,
    names_in,
    open_to_read,
    size_of,
    source_at,
)
from perfectplay.tablebase.verification import Problem

COLUMNS = {"state": "INT64", "value": "BYTE_ARRAY", "remoteness": "INT32"}
"""The columns with their physical types; ``state`` is BYTE_ARRAY if states are texts."""

OF_POINTS = {"state": "INT64", "score": "INT32", "remoteness": "INT32"}
"""Those of a game of points."""

LOWEST_SCORE = 1 - (1 << 31)

CODES = {"loss": 1, "draw": 2, "win": 3}

HELPERS = ("lock",)
"""Files of a solve that may remain in the folder."""


AHEAD = 1 << 22
"""Bytes that are fetched at a time of files that are read whole from an object store."""


BLOCK = 1 << 18
"""Rows that are read at a time, about: few enough that they take little beside a tier."""


class WrongPartError(Exception):
    """A part that cannot be read as the manifest says; the message says why."""


def strange_files(folder: Path, manifest: Manifest) -> Iterator[Problem]:
    """Problems for all files of the folder that do not belong there. Files beside the copies of
    rules are no problem: Python keeps compiled files there."""
    wanted = {MANIFEST, *HELPERS, *(part.file for part in manifest.parts)}
    if manifest.copies:
        wanted.add(COPIES)
    for name in names_in(folder):
        if name not in wanted:
            yield Problem("file", f"{name} is no part of the solution: it should not be there")


def wrong_file(folder: Path, part: PartEntry) -> Problem | None:
    """The problem of the bytes of a part, or None. Raises StoreError if a store is not reached."""
    path = folder / part.file
    try:
        place = "" if path.is_symlink() else kind_of_place(path)
        if place != "file":
            what = "is no file" if place or path.exists() else "is missing"
            return Problem("file", f"{part.file} {what}")
        size = size_of(path)
        if size != part.bytes:
            what = f"has {size:,} bytes, {part.bytes:,} were written: copy it again"
            return Problem("file", f"{part.file} {what}")
        with open_to_read(path, AHEAD) as file:
            found = hashlib.file_digest(file, "sha256")
    except StoreError:
        raise
    except OSError as error:
        return Problem("file", f"{part.file} cannot be read: {error.strerror or error}")
    if found.hexdigest() != part.sha256:
        return Problem("file", f"{part.file} is not as it was written: its checksum differs")
    return None


@dataclass(frozen=True)
class PartRows:
    """The rows of a part: keys [N] int64 (or texts, a list), values [N] uint8 and plies [N] int32,
    -1 for none; groups: how many rows each row group has; scores [N] int32 in a game of points."""

    keys: Any
    values: ByteArray
    plies: Int32Array
    groups: list[int]
    scores: Int32Array | None = None


def read_part(folder: Path, part: PartEntry, texts: bool, scored: bool = False) -> PartRows:
    """All rows of a part. Raises WrongPartError, MissingExtraError, StoreError as `wrong_file`."""
    with _opened(folder, part, scored, AHEAD) as file:
        _check_columns(file, part, texts, scored)
        sizes = _sizes(file, part)
        rows = _rows(file.read(use_threads=False), sizes, part, texts, scored)
        if not len(rows.keys) == sum(sizes) == part.states:
            raise WrongPartError(f"{part.file} does not have the rows that it says it has")
        return rows


def read_blocks(folder: Path, part: PartEntry, scored: bool) -> Iterator[PartRows]:
    """The rows of a part whose states are numbers, about BLOCK of them at a time. Raises as
    `read_part`, with the same sentence, perhaps after some blocks."""
    try:
        with _opened(folder, part, scored, AHEAD) as file:
            _check_columns(file, part, False, scored)
            sizes = _sizes(file, part)
            if sum(sizes) != part.states:
                raise WrongPartError(f"{part.file} does not have the rows that it says it has")
            for begin, end in _cuts_of(sizes):
                yield _block(file, part, range(begin, end), sizes, scored)
    except WrongPartError:
        read_part(folder, part, False, scored)  # of several faults it names the first
        raise


def read_groups(folder: Path, part: PartEntry, groups: range, scored: bool) -> PartRows:
    """The rows of some row groups of a part that `read_blocks` has read. Raises as `read_part`."""
    with _opened(folder, part, scored) as file:
        return _block(file, part, groups, _sizes(file, part), scored)


@contextmanager
def _opened(folder: Path, part: PartEntry, scored: bool, *ahead: int) -> Iterator[Any]:
    """A part as pyarrow reads it."""
    pq = _parquet()
    import pyarrow as pa

    try:
        of_values = [] if scored else ["value"]
        with (
            source_at(folder / part.file, *ahead) as content,
            pq.ParquetFile(content, read_dictionary=of_values) as file,
        ):
            yield file
    except StoreError:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        reason = " ".join(str(error).split())
        raise WrongPartError(f"{part.file} cannot be read as Parquet: {reason}") from error


def _sizes(file: Any, part: PartEntry) -> list[int]:
    about = file.metadata
    sizes = [about.row_group(g).num_rows for g in range(about.num_row_groups)]
    if 0 in sizes:  # it would have no first key
        raise WrongPartError(f"{part.file} has a row group without rows")
    return sizes


def _cuts_of(sizes: list[int]) -> Iterator[tuple[int, int]]:
    """Ranges of row groups with about BLOCK rows each, at least one group."""
    begin, rows = 0, 0
    for n, size in enumerate(sizes):
        if n > begin and rows + size > BLOCK:
            yield begin, n
            begin, rows = n, 0
        rows += size
    if begin < len(sizes):
        yield begin, len(sizes)


def _block(file: Any, part: PartEntry, groups: range, sizes: list[int], scored: bool) -> PartRows:
    table = file.read_row_groups(list(groups), use_threads=False)
    some = sizes[groups.start : groups.stop]
    rows = _rows(table, some, part, False, scored)
    if len(rows.keys) != sum(some):
        raise WrongPartError(f"{part.file} does not have the rows that it says it has")
    return rows


def _rows(table: Any, groups: list[int], part: PartEntry, texts: bool, scored: bool) -> PartRows:
    keys = table.column("state")
    worth = table.column("score" if scored else "value")
    if keys.null_count or worth.null_count:
        what = "score" if scored else "value"
        raise WrongPartError(f"{part.file} has a row without state or {what}")
    scores = _scores(worth, part) if scored else None
    values = _values(worth, part) if scores is None else (np.sign(scores) + 2).astype(np.uint8)
    plies = _plies(table.column("remoteness"), part)
    decided = (plies < 0) & ((values != CODES["draw"]) | scored)
    if decided.any():
        row = int(decided.argmax())
        raise WrongPartError(f"{part.file} has a row, {row:,}, that is decided and has no end")
    return PartRows(keys.to_pylist() if texts else numbers_of(keys), values, plies, groups, scores)


def read_keys(folder: Path, part: PartEntry, groups: list[int]) -> IntArray:
    """The keys of some row groups of a part that `read_part` has read."""
    pq = _parquet()
    with source_at(folder / part.file) as content, pq.ParquetFile(content) as file:
        column = file.read_row_groups(groups, columns=["state"], use_threads=False).column("state")
    keys: IntArray = numbers_of(column)
    return keys


def _parquet() -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtraError(
            "reading a stored solution needs pyarrow; pip install 'perfectplay[store]'"
        ) from error
    return pq


def _check_columns(file: Any, part: PartEntry, texts: bool, scored: bool) -> None:
    schema = file.schema
    columns = [schema.column(i) for i in range(len(schema))]
    found = {column.path: column.physical_type for column in columns}
    wanted = (OF_POINTS if scored else COLUMNS) | ({"state": "BYTE_ARRAY"} if texts else {})
    if list(found.items()) != list(wanted.items()):
        raise WrongPartError(f"{part.file} has the columns {found}, expected {wanted}")
    for column in columns:
        kind = column.logical_type.type
        if kind != ("STRING" if column.physical_type == "BYTE_ARRAY" else "NONE"):
            raise WrongPartError(f'{part.file}: "{column.path}" is a {kind}')
    if file.metadata.num_rows != part.states:
        raise WrongPartError(
            f"{part.file} has {file.metadata.num_rows:,} rows, the manifest says {part.states:,}"
        )


def _values(column: Any, part: PartEntry) -> ByteArray:
    pieces, known = [np.empty(0, np.uint8)], True
    for chunk in column.chunks:
        codes = np.array([CODES.get(name, 0) for name in chunk.dictionary.to_pylist()], np.uint8)
        known &= bool(codes.all())
        if len(chunk):
            pieces.append(codes.take(numbers_of(chunk.indices)))
    values = np.concatenate(pieces)
    if not known and not values.all():
        row = int((values == 0).argmax())
        raise WrongPartError(f"{part.file} has a row, {row:,}, whose value is not one of the three")
    return values


def _scores(column: Any, part: PartEntry) -> Int32Array:
    scores: Int32Array = numbers_of(column)
    if len(scores) and int(scores.min()) < LOWEST_SCORE:
        raise WrongPartError(f"{part.file} has a score below {LOWEST_SCORE:,}")
    return scores


def _plies(column: Any, part: PartEntry) -> Int32Array:
    import pyarrow.compute as pc

    lowest = pc.min(column).as_py()  # nulls do not count; None if there is nothing else
    if lowest is not None and lowest < 0:
        raise WrongPartError(f"{part.file} has a remoteness below 0")
    plies: Int32Array = numbers_of(column, -1)
    return plies
