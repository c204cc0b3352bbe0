"""One writer at a time in a folder.

The lock is the kernel's, on a file: it ends with the process that holds it, however that ends. A
file that no process holds is stale, and is taken over.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from perfectplay.core.errors import FolderBusyError
from perfectplay.tablebase.store.atomic_files import refused

LOCK = "lock"

_HELD = set[int]()


def _let_go() -> None:
    """A copy of this process holds no lock, or it would keep a folder locked that this one left."""
    for handle in _HELD:
        with suppress(OSError):
            os.close(handle)
    _HELD.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


@contextmanager
def locked(folder: Path, doing: str = "solving into") -> Iterator[None]:
    """Hold the lock of a folder. ``doing``: what its holder does. Raises FolderBusyError if
    another process holds it, StoreError if the system refuses."""
    path = folder / LOCK
    try:
        handle = _held(path, doing)
    except OSError as error:
        raise refused(error, path) from error
    _HELD.add(handle)
    try:
        with suppress(OSError):  # the lock holds without a name in it
            os.truncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        try:
            with suppress(OSError):
                path.unlink()
        finally:
            if handle in _HELD:
                _HELD.remove(handle)
                os.close(handle)


def _held(path: Path, doing: str) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _take(handle)
        except OSError:
            os.close(handle)
            try:
                holder = path.read_text(encoding="ascii", errors="replace").strip()
            except FileNotFoundError:
                continue  # it has just been released
            except PermissionError:  # Windows: what is locked cannot be read
                holder = ""
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise FolderBusyError(
                f"{who} is {doing} {path.parent}; wait until it is done, or choose another folder"
            ) from None
        with suppress(FileNotFoundError):
            if os.fstat(handle).st_ino == path.stat().st_ino:
                return handle
        os.close(handle)  # its last holder has removed the file meanwhile


def _take(handle: int) -> None:
    """Lock an open file. Raises OSError if it is locked."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
