"""The folders of solves on request, and the removal of those that no server has used for some days.

A server marks each folder that it makes with an empty file of the same name in ``.served``, beside
the folders. The time of the file is that of the last use. A server that uses the folder holds a
lock on the file. Only a marked folder is ever removed, and only while nobody holds the lock or
solves into it. Folders that were there before, and links, are left alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from perfectplay.core.cache_home import cache_home
from perfectplay.core.errors import PerfectPlayError, StoreError
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import fingerprint, is_of
from perfectplay.solver.checkpoint.lock import locked
from perfectplay.tablebase.store.manifest_reader import read_manifest

try:
    import fcntl
except ImportError:  # Windows has no such shared locks: nothing is removed there
    fcntl = None  # type: ignore[assignment]

DAYS = 30
"""Default of the days without use after which a folder is removed."""

MARKS = ".served"
"""The folder of the marks."""

_NAME = re.compile(r"[a-z0-9_-]+-[0-9a-f]{32}")
_LOCKED = 256  # the most marks that are locked at a time; the others have the time of their use
_DAY = 86_400.0

_READABLE = 60
"""The most characters of an id in the name of its folder."""


def default_keep() -> Path:
    """The default folder of solves: below the cache folder of the system."""
    return cache_home() / "perfectplay" / "solutions"


def folder_name(game_id: str, game: Game) -> str:
    """The name of the folder of a game: a readable part of its id, and a digest of the id and
    the rules. It has plain letters only, and no other id or rules have the same.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> folder_name("three_rocks;left=11", ThreeRocks(11)) == folder_name("x", ThreeRocks(11))
    False
    >>> folder_name("three_rocks;left=11", ThreeRocks(11))[:20]
    'three_rocks-left-11-'
    """
    source = f"{game_id}\0{fingerprint(game).whole}"
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    readable = re.sub(r"[^a-z0-9_]+", "-", game_id.lower())[:_READABLE].strip("-")
    return f"{readable or 'game'}-{digest}"


def is_finished(folder: Path, game: Game) -> bool:
    """Whether a folder contains a whole solution of exactly these rules."""
    try:
        manifest = read_manifest(folder)
    except StoreError:
        return False
    if not is_of(game, manifest.rules.fingerprint):
        return False
    sizes = {part.file: part.bytes for part in manifest.parts}
    try:
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except OSError:
        return False


class SolveFolders:
    """The marks of one folder of solves. ``days``: how long an unused folder is kept. Any thread
    may call any method. No method raises an error of the system."""

    def __init__(self, folder: Path, days: float = DAYS) -> None:
        self._folder, self._days = folder, days
        self._marks = folder / MARKS
        self._locked: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()
        self._tidying = threading.Lock()

    def making(self, name: str) -> None:
        """Mark the folder of this name if it is new; a server is about to solve into it."""
        if not os.path.lexists(self._folder / name):
            with suppress(OSError):
                self._marks.mkdir(exist_ok=True)
                os.close(os.open(self._marks / name, os.O_CREAT | os.O_WRONLY | _NOFOLLOW, 0o600))
        self.using(name)

    def using(self, name: str) -> None:
        """Lock the mark of the folder of this name, if there is one; a server uses the folder."""
        if fcntl is None:
            return
        with self._lock, suppress(OSError):
            handle = self._locked.pop(name, None)
            if handle is None:
                handle = os.open(self._marks / name, os.O_RDONLY | _NOFOLLOW)
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            self._locked[name] = handle
            os.utime(handle)
            while len(self._locked) > _LOCKED:
                os.close(self._locked.popitem(last=False)[1])

    def close(self) -> None:
        """Release all locks."""
        with self._lock:
            while self._locked:
                os.close(self._locked.popitem()[1])

    def tidy(self) -> list[str]:
        """Remove the folders that were not used for so long; gives their names."""
        removed: list[str] = []
        if fcntl is None or not self._tidying.acquire(blocking=False):
            return removed
        try:
            if not _is_folder(self._marks):
                return removed
            for mark in sorted(self._marks.iterdir()):
                with suppress(OSError, PerfectPlayError):
                    if _NAME.fullmatch(mark.name) and self._is_old(mark) and self._remove(mark):
                        removed.append(mark.name)
        except OSError:
            pass
        finally:
            self._tidying.release()
        return removed

    def _is_old(self, mark: Path) -> bool:
        found = mark.lstat()
        return stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > self._days * _DAY

    def _remove(self, mark: Path) -> bool:
        """Remove the folder of a mark, and the mark; True if that was done. Raises OSError and
        FolderBusyError."""
        handle = os.open(mark, os.O_RDONLY | _NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError if a server uses it
            folder = self._folder / mark.name
            if os.path.lexists(folder):
                if not _is_folder(folder):
                    return False
                with locked(folder, "removing"):
                    shutil.rmtree(folder)  # of links, only the link
            aside = folder.with_name(f"{folder.name}.damaged")
            if _is_folder(aside):
                shutil.rmtree(aside)
            mark.unlink()
            return True
        finally:
            os.close(handle)


_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


def _is_folder(path: Path) -> bool:
    """Whether it is a folder, not a link to one."""
    return path.is_dir() and not path.is_symlink()
