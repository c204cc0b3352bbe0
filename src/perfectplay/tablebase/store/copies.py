"""Copies of the files of the rules, in the folder ``rules`` of a solution.

They are for people to read; a copy is run only if the user names it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from perfectplay.core.errors import StoreError
from perfectplay.identity.rule_files import content_of
from perfectplay.tablebase.store.atomic_files import discard, refused, unfinished, write_whole
from perfectplay.tablebase.store.manifest import COPIES, CopyEntry
from perfectplay.tablebase.store.remote_files import content_at, is_remote, kind_of_place


def entries_of(files: Mapping[str, bytes]) -> tuple[CopyEntry, ...]:
    """The manifest's entries for copies of some files; content by name, as from `rule_files`."""
    return tuple(
        CopyEntry(name, len(content), hashlib.sha256(content).hexdigest())
        for name, content in files.items()
    )


def write_copies(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a copy of each file, each atomically. Raises StoreError."""
    home = folder / COPIES
    if files and home.is_symlink():
        raise StoreError(
            f"{home} is a link; copies of the rules are written into a folder: choose another "
            "folder, or remove the link"
        )
    for name, content in files.items():
        path = home / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise refused(error, path.parent) from error
        if not _holds(path, content):
            write_whole(path, content)


def remove_copies(folder: Path, names: Iterable[str]) -> None:
    """Remove copies, and the folders that are then empty; other files stay."""
    if (folder / COPIES).is_symlink():
        return
    for name in names:
        path = folder / COPIES / name
        discard(path)
        discard(unfinished(path))
        while path.parent != folder:
            path = path.parent
            with suppress(OSError):  # not empty, or missing
                path.rmdir()


def changed_copies(folder: Path, copies: Iterable[CopyEntry]) -> Iterator[str]:
    """The faults of the copies, one sentence each."""
    for copy in copies:
        name = f"{COPIES}/{copy.file}"
        if not kind_of_place(folder / COPIES / copy.file):
            yield f"the copy of the rules {name} is missing"
        elif copy_of(folder, copy) is None:
            yield f"the copy of the rules {name} was changed since it was written"


def copy_of(folder: Path, copy: CopyEntry) -> bytes | None:
    """The content of a copy; None if it is missing or was changed."""
    path = folder / COPIES / copy.file
    if is_remote(folder):
        content = content_at(path) if kind_of_place(path) == "file" else None
    else:
        content = content_of(path, copy.bytes)
    if content is None or hashlib.sha256(content).hexdigest() != copy.sha256:
        return None
    return content


def _holds(path: Path, content: bytes) -> bool:
    return not path.is_symlink() and content_of(path, len(content)) == content
