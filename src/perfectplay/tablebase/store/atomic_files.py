"""Files that appear whole or not at all, and what to say where the system refuses."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from perfectplay.core.errors import StoreError

UNFINISHED = ".new"
"""How the name of a file ends while it is being written."""

_READ = 1 << 20


def unfinished(path: Path) -> Path:
    """The name under which a file is written before it gets its own."""
    return path.with_name(path.name + UNFINISHED)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that is there whole or not at all, whenever the machine stops.

    Raises StoreError.
    """
    with replacing(path) as temporary, open(temporary, "wb") as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """While it lasts, a temporary name to write under; then the file gets its own, all synced.

    Where anything goes wrong the temporary file is removed, and what had the name before stays.
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
    """Gives a file that was written under its unfinished name its own, synced. Raises OSError."""
    sync(unfinished(path))
    os.replace(unfinished(path), path)
    sync(path.parent)


def discard(path: Path) -> None:
    """Removes a file where that can be done: what went wrong before is what is told."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk. Raises OSError."""
    if path.is_dir() and os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, 64 hexadecimal digits. Raises OSError."""
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_READ):
            found.update(block)
    return found.hexdigest()


def refused(error: OSError, path: Path) -> StoreError:
    """The sentence for what the system says of a file.

    >>> print(refused(OSError(28, "No space left on device"), Path("rocks/manifest.json")))
    rocks/manifest.json cannot be written: there is no space left on the disk; make room there, or
    choose another folder
    """
    if isinstance(error, StoreError):
        return error
    said = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        said = "there is no space left on the disk; make room there, or choose another folder"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        said = "it may not be written there; choose another folder, or change its permissions"
    elif error.errno == errno.EFBIG:
        said = "the disk takes no file that large; choose a folder on another disk"
    return StoreError(f"{path} cannot be written: {said}")
