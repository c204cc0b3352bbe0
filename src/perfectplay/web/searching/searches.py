"""The searches that readers have asked for: few at a time, and only as long as somebody reads."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from perfectplay.game.game import Game
from perfectplay.web.searching.game_searcher import GameSearcher
from perfectplay.web.searching.search_job import LEASE, SearchJob, SearchPlace, SearchStatus

SECONDS = 3.0
"""Default of the seconds for a position."""

MOST_SECONDS = 60.0
"""The most seconds for a position."""

AT_ONCE = 2
"""The most games that are searched at a time."""

REMEMBERED = 200
"""The most positions whose results are remembered."""


class Searches:
    """Searches positions for the readers of a server. Any thread may call any method.

    A reader is interested in one position: asking for another ends the search of the one before, if
    nobody else reads it.
    """

    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, SearchPlace], SearchJob] = OrderedDict()
        self._reads: dict[str, SearchJob] = {}
        self._searchers: dict[str, GameSearcher] = {}
        self._lock = threading.RLock()
        self._closed = False

    def ask(
        self,
        id: str,  # noqa: A002
        game: Game,
        place: SearchPlace,
        *,
        seconds: float = SECONDS,
        reader: str = "",
        address: str | None = None,
    ) -> SearchStatus:
        """What is known of a position so far; begins its search, or lets it go on.

        ``id``: of the game; ``reader``: who asks; ``address``: where another process finds the
        game, see `game_task`. A position is searched again if more seconds are given than before.
        """
        with self._lock:
            job = self._job(id, place, max(0.0, min(seconds, MOST_SECONDS)))
            before = self._reads.get(reader)
            if before is not None and before is not job:
                before.readers.pop(reader, None)
            self._reads[reader] = job
            job.readers[reader] = time.monotonic()
            if not job.ended:
                self._serve(job, game, address)
            self._forget()
            return job.status

    def close(self) -> None:
        """End all searches."""
        with self._lock:
            self._closed = True
            searchers = list(self._searchers.values())
        for searcher in searchers:
            searcher.close()

    @property
    def running(self) -> int:
        """The number of processes."""
        with self._lock:
            return sum(searcher.alive for searcher in self._searchers.values())

    # --- within the lock --------------------------------------------------------------------------

    def _job(self, id: str, place: SearchPlace, limit: float) -> SearchJob:  # noqa: A002
        key = (id, place)
        job = self._jobs.setdefault(key, SearchJob(id, place, limit))
        self._jobs.move_to_end(key)
        again = job.stage == "failed" and time.monotonic() - job.asked > LEASE
        if limit > job.limit:
            job.limit = limit
            again = again or (job.ended and not job.complete)
        if again:
            job.stage, job.seconds = "waiting", 0.0
        return job

    def _serve(self, job: SearchJob, game: Game, address: str | None) -> None:
        """See that a process searches the game of a job, if one more may run."""
        if self._closed:
            job.fail("the server is about to stop")
            return
        searcher = self._searchers.get(job.game)
        if searcher is None or not searcher.alive:
            self._searchers = {key: one for key, one in self._searchers.items() if one.alive}
            if len(self._searchers) >= AT_ONCE and not self._end_an_idle_one():
                return
            searcher = GameSearcher(game, address)
            self._searchers[job.game] = searcher
        searcher.offer(job)

    def _end_an_idle_one(self) -> bool:
        for key, searcher in self._searchers.items():
            if searcher.idle:
                searcher.close()
                del self._searchers[key]
                return True
        return False

    def _forget(self) -> None:
        while len(self._jobs) > REMEMBERED:
            _, gone = self._jobs.popitem(last=False)
            for reader in gone.readers:
                if self._reads.get(reader) is gone:
                    del self._reads[reader]
