"""A check of the files of a stored solution by their checksums."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from perfectplay.core.errors import StoreError
from perfectplay.tablebase.store.atomic_files import sha256_of
from perfectplay.tablebase.store.manifest import Manifest, PartEntry
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import is_remote, size_of


def check_files(folder: Path, manifest: Manifest | None = None) -> list[str]:
    """The faults of the files of a stored solution, one sentence each. Raises as `read_manifest`;
    StoreError if an object store is not reached."""
    found = read_manifest(folder) if manifest is None else manifest
    problems = [_problem(folder / part.file, part) for part in found.parts]
    return [problem for problem in problems if problem]


def are_as_written(folder: Path, parts: Iterable[PartEntry]) -> bool:
    """Whether parts are in a folder as their entries say; in an object store, whether they have
    their sizes, since all of them would have to be fetched. Raises StoreError if the store is not
    reached."""
    try:
        if is_remote(folder):
            return all(size_of(folder / part.file) == part.bytes for part in parts)
        return all(sha256_of(folder / part.file) == part.sha256 for part in parts)
    except StoreError:
        raise
    except OSError:
        return False


def _problem(path: Path, part: PartEntry) -> str:
    try:
        size = size_of(path)
        if size != part.bytes:
            return f"{path} has {size:,} bytes, not {part.bytes:,}"
        if sha256_of(path) != part.sha256:
            return f"{path} is not as it was written: its SHA-256 does not fit"
    except StoreError:
        raise
    except FileNotFoundError:
        return f"{path} is missing"
    except OSError as error:
        return f"{path} cannot be read: {error.strerror or error}"
    return ""
