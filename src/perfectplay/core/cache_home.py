"""The folder of the user's caches, as each system has it."""

from __future__ import annotations

import os
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
