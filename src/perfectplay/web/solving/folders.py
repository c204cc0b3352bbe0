"""The folders of solves on request: one for each game and its rules."""

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
"""The most characters of an id in the name of its folder."""


def default_keep() -> Path:
    """The default folder of solves: below the cache folder of the system."""
    if sys.platform == "win32":
        given, below = os.environ.get("LOCALAPPDATA", ""), "AppData/Local"
    elif sys.platform == "darwin":
        given, below = "", "Library/Caches"
    else:
        given, below = os.environ.get("XDG_CACHE_HOME", ""), ".cache"
    base = Path(given)
    if not base.is_absolute():  # a relative path there is ignored
        try:
            base = Path.home() / below
        except RuntimeError:  # a user without a home folder
            base = Path(tempfile.gettempdir())
    return base / "perfectplay" / "solutions"


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
