"""Where solves on request are kept: a folder of folders, one for each game and its rules."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from pathlib import Path

from perfectplay.core.errors import StoreError
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import fingerprint, is_of
from perfectplay.tablebase.store.manifest_reader import read_manifest

_READABLE = 60
"""Letters of an id that stand in the name of its folder."""


def default_keep() -> Path:
    """Where solves are kept if nobody says: below the folder of the system for what can be made
    again."""
    if sys.platform == "win32":
        given, below = os.environ.get("LOCALAPPDATA", ""), "AppData/Local"
    elif sys.platform == "darwin":
        given, below = "", "Library/Caches"
    else:
        given, below = os.environ.get("XDG_CACHE_HOME", ""), ".cache"
    base = Path(given)
    if not base.is_absolute():  # what is relative there does not count
        try:
            base = Path.home() / below
        except RuntimeError:  # a user without a home
            base = Path(tempfile.gettempdir())
    return base / "perfectplay" / "solutions"


def folder_name(game_id: str, game: Game) -> str:
    """The name of the folder of a game: what can be read of its id, and a digest of the id and
    the rules. Of plain letters, and never that of another id or of other rules.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> folder_name("three_rocks;left=11", ThreeRocks(11)) == folder_name("x", ThreeRocks(11))
    False
    >>> folder_name("three_rocks;left=11", ThreeRocks(11))[:20]
    'three_rocks-left-11-'
    """
    told = f"{game_id}\0{fingerprint(game).whole}"
    digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    readable = re.sub(r"[^a-z0-9_]+", "-", game_id.lower())[:_READABLE].strip("-")
    return f"{readable or 'game'}-{digest}"


def is_finished(folder: Path, game: Game) -> bool:
    """Whether a whole solution of these very rules stands in a folder."""
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
