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
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from perfectplay.core.cache_home import our_cache
from perfectplay.core.errors import StoreError
from perfectplay.core.progress import Reporter
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of

FORGOTTEN = 90 * 86_400
"""Seconds after which it is forgotten that a game is large."""

LONGEST = 1_000
"""Bytes of a note that are read."""

MOST_ITEMS = 5_000
"""A game with more items in its parameters and constants is not looked up: that would take long."""


@dataclass(frozen=True)
class SolvedBefore:
    """A solve in memory that found a game large.

    ``how``: as in `Provenance.how`; ``memory``: its budget in bytes; ``states``: representatives;
    ``seconds``, ``threads``: how long it took, and with how many threads.
    """

    how: str
    memory: int
    states: int
    seconds: float
    threads: int

    @classmethod
    def read(cls, text: bytes) -> SolvedBefore:
        """What a note says. Raises ValueError if it is none."""
        found = json.loads(text)
        kinds = {"how": str, "memory": int, "states": int, "seconds": float, "threads": int}
        if not isinstance(found, dict) or {k: type(v) for k, v in found.items()} != kinds:
            raise ValueError("no note of a solve")
        return cls(**found)

    def tell(self, reporter: Reporter, symmetric: bool) -> None:
        """Report what is known, instead of an estimate."""
        reporter.note(self.line(symmetric))
        reporter.expect(self.states)

    def line(self, symmetric: bool) -> str:
        """What the game took, in words.

        >>> SolvedBefore("tiers, one pass", 10**9, 34_938_021, 5.21, 2).line(True)
        'solved here before: 34,938,021 states up to symmetry, in 5.2 s by 2 threads'
        """
        states = f"{self.states:,} states{' up to symmetry' * symmetric}"
        by = number_of(self.threads, "thread")
        return f"solved here before: {states}, in {self.seconds:.1f} s by {by}"


class LargeBefore:
    """What earlier solves of a game have found; ``symmetric``: up to symmetry."""

    def __init__(self, game: Game, symmetric: bool) -> None:
        self.game, self.symmetric = game, symmetric

    @property
    def is_known(self) -> bool:
        """Whether the game is known to be large."""
        return self._found is not None

    def within(self, memory: int, *, given: bool = False) -> SolvedBefore | None:
        """The solve that is known; None if its budget was more than twice as many bytes, or more
        than so many if the caller has ``given`` them."""
        found = self._found
        enough = found is not None and (1 if given else 2) * memory >= found.memory
        return found if enough else None

    @cached_property
    def _found(self) -> SolvedBefore | None:
        try:
            if not any(our_cache("large").glob(self._beginning + "*")) or self._note is None:
                return None
            with self._note.open("rb") as file:
                return SolvedBefore.read(file.read(LONGEST))
        except (OSError, ValueError, RecursionError):
            return None

    def note(self, solved: SolvedBefore) -> None:
        """Remember a solve, unless a faster one is known. A folder that cannot be written changes
        nothing."""
        known = self._found
        if self._note is None or (known is not None and known.seconds <= solved.seconds):
            return
        from perfectplay.tablebase.store.atomic_files import write_whole

        with suppress(OSError, StoreError):
            folder = self._note.parent
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in folder.iterdir():
                if old.stat().st_mtime < time.time() - FORGOTTEN:
                    old.unlink()
            write_whole(self._note, json.dumps(asdict(solved)).encode())

    @property
    def _beginning(self) -> str:
        """How the name of a note begins: a game of a class without notes needs no fingerprint,
        which takes as long as its solve."""
        return hashlib.sha256(type(self.game).__qualname__.encode()).hexdigest()[:16] + "-"

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
        digest = hashlib.sha256(what.encode()).hexdigest()
        return our_cache("large") / (self._beginning + digest)


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
