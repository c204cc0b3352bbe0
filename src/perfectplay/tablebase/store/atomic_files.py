"""Atomic writes of files, and the messages for errors of the system."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from perfectplay.core.errors import StoreError
from perfectplay.tablebase.store.remote_files import open_to_read

UNFINISHED = ".new"
"""The suffix of a file's name while it is being written."""

_READ = 1 << 20


def unfinished(path: Path) -> Path:
    """The temporary name under which a file is written."""
    return path.with_name(path.name + UNFINISHED)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: after a crash it is there whole or not at all. Raises StoreError."""
    with replacing(path) as temporary, open(temporary, "wb") as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A context with a temporary name to write to; at its end the file is renamed, and synced.

    On an error the temporary file is removed, and an earlier file of the name stays.
    Raises StoreError.
    """
    try:
        yield unfinished(path)
        settle(path)
    except OSError as error:
        discard(unfinished(path))
        raise refused(error, path) from error
    except BaseException:
        discard(unfinished(path))
        raise


def settle(path: Path) -> None:
    """Rename a file that was written under its temporary name, and sync it. Raises OSError."""
    sync(unfinished(path))
    os.replace(unfinished(path), path)
    sync(path.parent)


def discard(path: Path) -> None:
    """Remove a file; errors are ignored, since an earlier one is being reported."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises OSError."""
    if path.is_dir() and os.name == "nt":  # folders cannot be opened there
        return
    # Windows writes out only what is open for writing
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, 64 hexadecimal digits. Raises OSError."""
    found = hashlib.sha256()
    with open_to_read(path, _READ) as file:
        while block := file.read(_READ):
            found.update(block)
    return found.hexdigest()


def refused(error: OSError, path: Path) -> StoreError:
    """The StoreError for an error of the system in writing a file.

    >>> print(refused(OSError(28, "No space left on device"), Path("rocks/manifest.json")))
    rocks/manifest.json cannot be written: there is no space left on the disk; make room there, or
    choose another folder
    """
    if isinstance(error, StoreError):
        return error
    reason = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        reason = "there is no space left on the disk; make room there, or choose another folder"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        reason = "it may not be written there; choose another folder, or change its permissions"
    elif error.errno == errno.EFBIG:
        reason = "the disk takes no file that large; choose a folder on another disk"
    return StoreError(f"{path} cannot be written: {reason}")


def made_folder(folder: Path, what: str, *, lasting: bool = False) -> tuple[bool, list[str]]:
    """Make a folder; return whether it is new, and the names in it. ``what`` is said of a file in
    its place; ``lasting``: wait until it is on the disk. Raises StoreError."""
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        names = sorted(path.name for path in folder.iterdir())
        if lasting:
            sync(folder.absolute().parent)
    except FileExistsError as error:
        raise StoreError(f"{folder} is {what}") from error
    except OSError as error:
        raise refused(error, folder) from error
    return fresh, names


def check_own(folder: Path, strange: Sequence[str], purpose: str = "") -> None:
    """Raise StoreError for a folder with files that do not belong there, if there are any."""
    if strange:
        raise StoreError(
            f"{folder} holds something else ({strange[0]}); choose a folder that is new or "
            f"empty{purpose}"
        )
