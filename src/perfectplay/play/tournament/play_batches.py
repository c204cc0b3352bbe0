"""Many plays by the fastest of several ways: one by one, or in batches over tables.

Every play is the same by each way, so the ways can alternate.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import StateLimitError
from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.core.process_memory import SHARE, available_bytes
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.play.automatic import Automatic
from perfectplay.play.tournament import rng
from perfectplay.play.tournament.reply_tables import WHOLE, ReplyTables, whole_tables
from perfectplay.play.tournament.result import PlayTally
from perfectplay.play.tournament.situations import Situations
from perfectplay.solver.threads import ThreadTeam, ranges
from perfectplay.solver.whole_graph import whole_graph

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

FEW = 10_000
"""Plays that are over before a kernel would be loaded."""

SLICE, PATIENCE = 500, 0.3
"""Plays one by one, and seconds, before the next choice of a way."""

BATCH = 20_000
"""The first plays over tables; each next batch is twice as long."""

LARGEST_BATCH = 400_000

SOME = 200
"""Plays that are faster one by one than over new tables."""

SEEN = 0.5
"""Least share of plays without new situations for which tables are worthwhile."""

STATES_A_PLAY = 100
"""Most states for each play for which a whole graph is worthwhile."""

WHOLE_BYTES = 600
"""Approximate bytes for each state of the whole graph with the tables of both players."""

MOST_WHOLE = 5_000_000
"""Most states of a whole graph for a tournament."""

FORK_SECONDS = 2.0
"""Approximate seconds that processes play before they report."""


@dataclass
class TournamentRun:
    """A running tournament. ``swap``: sides are exchanged in odd plays."""

    rules: CheckedGame
    players: Sequence[Automatic]
    games: int
    seed: int
    swap: bool
    most: int
    team: ThreadTeam
    progress: ProgressCallback | None = None
    tally: PlayTally = field(default_factory=PlayTally)

    def __post_init__(self) -> None:
        one, two = (rng.key(self.seed, i, p.seed) for i, p in enumerate(self.players))
        self._keys = (one, two)
        self._reporter = Reporter(self.progress)
        self._situations = Situations(self.rules, self.players, self._keys, self.most)

    def play(self) -> PlayTally:
        """Play all plays; return their tally."""
        tables = self._whole() if self.games > FEW else None
        if tables is not None:
            self._over(tables)
        else:
            self._by_situations()
        return self.tally

    # --- all states at once ---------------------------------------------------------------------

    def _whole(self) -> ReplyTables | None:
        """Tables over the whole graph; None if the players or the game do not allow them."""
        if not all(isinstance(player, WHOLE) for player in self.players):
            return None
        room = int(available_bytes() * SHARE / WHOLE_BYTES)
        limit = min(self.games * STATES_A_PLAY, MOST_WHOLE, room)
        try:
            whole = whole_graph(
                self.rules.game, threads=self.team.threads, progress=self.progress, max_states=limit
            )
        except StateLimitError:
            return None
        return whole_tables(whole, self.players, self.team, self._reporter)

    def _over(self, tables: ReplyTables) -> None:
        """Play all plays over tables without open situations."""
        while (begin := self.tally.plays) < self.games:
            plays = np.arange(begin, min(self.games, begin + LARGEST_BATCH))
            missed, _ = self._batch(tables, plays)
            assert not len(missed)
            self._tell()

    def _batch(
        self, tables: ReplyTables, plays: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Play some plays over tables, on all threads.

        Returns the plays that reached an open situation, in order, and these situations."""
        from perfectplay.play.tournament.plays import play_all

        arrays = (*vars(tables).values(), np.array(self._keys, np.uint64))

        def part(bounds: tuple[int, int]) -> tuple[PlayTally, NDArray[np.int64]]:
            tally, some = PlayTally(), plays[slice(*bounds)]
            missed = np.empty((2, len(some)), np.int64)
            sums = (tally.rows, tally.unanswered, missed)
            given = (*arrays, some, self.swap, self.most, *sums)
            misses = play_all(*given)
            return tally, missed[:, :misses]

        done = self.team.map(part, ranges(len(plays), self.team.threads * 4), long=True)
        for tally, _ in done:
            self.tally.add(tally)
        missed = np.concatenate([some for _, some in done], axis=1)
        return missed[0], missed[1]

    # --- situations as plays reach them -----------------------------------------------------------

    def _by_situations(self) -> None:
        """Play all plays; over tables if most plays reach nothing new."""
        seen, rate, size = 0.0, 0.0, BATCH
        while (done := self.tally.plays) < self.games:
            left = self.games - done
            if seen >= SEEN and self.games > FEW:
                end = done + min(left, size)
                seen, size = self._over_known(done, end), min(2 * size, LARGEST_BATCH)
            elif rate and left > FORK_SECONDS * rate and self.team.threads > 1 and can_fork():
                plays = max(1, int(FORK_SECONDS * rate)) * self.team.threads
                seen, rate = self._by_forks(done, done + min(left, plays))
            else:
                seen, rate = self._by_itself(done, done + min(left, SLICE), PATIENCE)
            self._tell()

    def _by_itself(self, begin: int, end: int, patience: float = inf) -> tuple[float, float]:
        """Play a range one by one, at least one play, for at most ``patience`` seconds.

        Returns the share of plays that reached nothing new, and plays per second."""
        began, play = time.perf_counter(), begin
        tally, fresh, seconds = PlayTally(), 0, 0.0
        while play < end and (play == begin or seconds < patience):
            fresh += self._one(play, tally)
            play += 1
            seconds = time.perf_counter() - began
        self.tally.add(tally)
        return 1 - fresh / (play - begin), (play - begin) / max(seconds, 1e-6)

    def _one(self, play: int, tally: PlayTally) -> bool:
        """Play one play; return True if it reached a new situation."""
        before = self._situations.questions
        self._situations.play(play, play & 1 if self.swap else 0, tally)
        return self._situations.questions != before

    def _played(self, plays: Iterable[int]) -> PlayTally:
        """Tally of some plays, played one by one."""
        tally = PlayTally()
        for play in plays:
            self._one(play, tally)
        return tally

    def _over_known(self, begin: int, end: int) -> float:
        """Play a range over the known situations, and again the plays that reached new ones.

        Returns the share of plays that reached nothing new."""
        situations = self._situations
        situations.glances = False  # most new situations will come again
        plays = np.arange(begin, end)
        missed, reached = self._batch(situations.tables(), plays)
        new = len(missed)
        while len(missed) > SOME and not situations.full:
            situations.tabulate(dict.fromkeys(reached.tolist()))
            missed, reached = self._batch(situations.tables(), missed)
        self.tally.add(self._played(missed.tolist()))
        return 1 - new / len(plays)

    def _by_forks(self, begin: int, end: int) -> tuple[float, float]:
        """As `_by_itself`, by several processes; this one plays the first part and learns by it."""
        own, *others = ((begin + a, begin + b) for a, b in ranges(end - begin, self.team.threads))
        with ForkPool(self._serve, len(others)) as pool:
            for connection, part in zip(pool.connections, others, strict=True):
                with contextlib.suppress(OSError):  # it has died: this process plays its part
                    connection.send(part)
            seen, rate = self._by_itself(*own)
            for connection, part in zip(pool.connections, others, strict=True):
                try:
                    tally = connection.recv()
                except (EOFError, OSError):  # again here, to raise its error
                    tally = self._played(range(*part))
                self.tally.add(tally)
        return seen, rate

    def _serve(self, connection: Connection) -> None:
        """Play a range of plays in a process of its own."""
        with contextlib.suppress(BaseException):  # errors cannot always be sent
            connection.send(self._played(range(*connection.recv())))

    def _tell(self) -> None:
        self._reporter.tell("playing", self.tally.plays, self.games)
