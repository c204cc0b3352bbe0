"""The folder of the user's caches, as each system has it."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path


def cache_home() -> Path:
    """The folder in which this user's programs keep what can be made again.

    ``%LOCALAPPDATA%`` on Windows, ``~/Library/Caches`` on macOS, else ``$XDG_CACHE_HOME`` or
    ``~/.cache``; the folder of temporary files for a user without a home.
    """
    if sys.platform == "win32":
        given, below = os.environ.get("LOCALAPPDATA", ""), "AppData/Local"
    elif sys.platform == "darwin":
        given, below = "", "Library/Caches"
    else:
        given, below = os.environ.get("XDG_CACHE_HOME", ""), ".cache"
    if given and Path(given).is_absolute():  # a relative path there is ignored
        return Path(given)
    try:
        return Path.home() / below
    except RuntimeError:  # a user without a home folder
        return Path(tempfile.gettempdir())


def our_cache(name: str) -> Path:
    """A folder of perfectplay's cache: in ``$PERFECTPLAY_CACHE``, else in `cache_home`."""
    given = os.environ.get("PERFECTPLAY_CACHE")
    return (Path(given) if given else cache_home() / "perfectplay") / name


def is_private(path: Path) -> bool:
    """Whether nobody but this user can have written a file or a folder. Raises OSError."""
    found = path.stat()
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return os.name == "nt"
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()
