"""Games that an earlier solve on this machine has found large, and solved by compiled rules.

The interpreter need not find that out again, which takes most of a second. Only time depends on
what is kept here: a solve that knows nothing makes the same solution.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from perfectplay.core.cache_home import our_cache
from perfectplay.core.errors import StoreError
from perfectplay.game.game import Game

FORGOTTEN = 90 * 86_400
"""Seconds after which it is forgotten that a game is large."""

LONGEST = 100
"""Letters of a note that are read."""


class LargeBefore:
    """What earlier solves of a game have found; ``symmetric``: up to symmetry."""

    def __init__(self, game: Game, symmetric: bool) -> None:
        self.game, self.symmetric = game, symmetric

    @property
    def is_known(self) -> bool:
        """Whether the game is known to be large."""
        return self.how != ""

    @cached_property
    def how(self) -> str:
        """How it was solved, as in `Provenance.how`; "" if it is not known to be large."""
        try:
            return self._note.read_text(encoding="utf-8")[:LONGEST]
        except (OSError, UnicodeDecodeError):
            return ""

    def note(self, how: str) -> None:
        """Remember that the game is large, and how it was solved. A folder that cannot be written
        changes nothing."""
        if how == self.how:
            return
        from perfectplay.tablebase.store.atomic_files import write_whole

        with suppress(OSError, StoreError):
            folder = self._note.parent
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in folder.iterdir():
                if old.stat().st_mtime < time.time() - FORGOTTEN:
                    old.unlink()
            write_whole(self._note, how.encode())

    @cached_property
    def _note(self) -> Path:
        from perfectplay.identity.fingerprint import fingerprint  # no small game waits for it

        what = f"{fingerprint(self.game).whole} {self.symmetric}"
        return our_cache("large") / hashlib.sha256(what.encode()).hexdigest()
