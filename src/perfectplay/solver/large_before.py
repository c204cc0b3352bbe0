"""Games that an earlier solve on this machine has found large, and solved by compiled rules.

The interpreter need not find that out again, which takes most of a second. Only time depends on
what is kept here: a solve that knows nothing makes the same solution.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Mapping, Set
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from perfectplay.core.cache_home import our_cache
from perfectplay.core.errors import StoreError
from perfectplay.game.game import Game

FORGOTTEN = 90 * 86_400
"""Seconds after which it is forgotten that a game is large."""

LONGEST = 1_000
"""Bytes of a note that are read."""

MOST_ITEMS = 5_000
"""A game with more items in its parameters and constants is not looked up: that would take long."""


class LargeBefore:
    """What earlier solves of a game have found; ``symmetric``: up to symmetry."""

    def __init__(self, game: Game, symmetric: bool) -> None:
        self.game, self.symmetric = game, symmetric

    @property
    def is_known(self) -> bool:
        """Whether the game is known to be large."""
        return bool(self._found)

    def how(self, memory: int) -> str:
        """How it was solved in memory, as in `Provenance.how`; "" if that is not known, or if the
        budget was more than twice as many bytes."""
        found = self._found
        return str(found.get("how", "")) if found and 2 * memory >= found["memory"] else ""

    @cached_property
    def _found(self) -> dict[str, Any]:
        if self._note is None:
            return {}
        try:
            with self._note.open("rb") as file:
                found = json.loads(file.read(LONGEST))
        except (OSError, ValueError):
            return {}
        is_note = isinstance(found, dict) and isinstance(found.get("memory"), int)
        return found if is_note else {}

    def note(self, how: str, memory: int) -> None:
        """Remember that the game is large, and how it was solved with so many bytes. A folder that
        cannot be written changes nothing."""
        if self._note is None or self.is_known:
            return
        from perfectplay.tablebase.store.atomic_files import write_whole

        with suppress(OSError, StoreError):
            folder = self._note.parent
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in folder.iterdir():
                if old.stat().st_mtime < time.time() - FORGOTTEN:
                    old.unlink()
            write_whole(self._note, json.dumps({"how": how, "memory": memory}).encode())

    @cached_property
    def _note(self) -> Path | None:
        """Where it is noted; None for a game that has no fingerprint, or none that is made soon."""
        from perfectplay.identity.fingerprint import fingerprint  # no small game waits for it

        try:
            if _items_of(self.game) > MOST_ITEMS:
                return None
            what = f"{fingerprint(self.game).whole} {self.symmetric}"
        except Exception:  # whatever is odd about its parameters
            return None
        return our_cache("large") / hashlib.sha256(what.encode()).hexdigest()


def _items_of(game: Game) -> int:
    """How many items there are in what a game, its class and its module hold, counted up to a
    little more than `MOST_ITEMS`."""
    module = sys.modules.get(type(game).__module__)
    waiting: list[object] = [vars(game), vars(type(game)), vars(module) if module else None]
    count = 0
    while waiting and count <= MOST_ITEMS:
        one = waiting.pop()
        if isinstance(one, Game):
            one = vars(one)
        if isinstance(one, Mapping):
            one = [*islice(one.keys(), MOST_ITEMS + 1), *islice(one.values(), MOST_ITEMS + 1)]
        if isinstance(one, list | tuple | Set):
            count += len(one)
            waiting.extend(islice(one, MOST_ITEMS + 1))
    return count
