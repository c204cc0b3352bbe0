"""``perfectplay engine``: any game answers an arena by the universal game interface."""

from __future__ import annotations

import io
import queue
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, TextIO

from perfectplay.cli.input.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import answers, say

MOST = 5_000_000
"""States up to which a game is solved before it answers; of a larger one positions are searched."""

SHARE = 0.25
"""Of the memory that is free, what a stored solution may take to be read whole."""


def engine(
    source: SourceArguments,
    solving: SymmetricEngineOptions,
    search: Annotated[bool, option("Search each position; do not solve the game first.")] = False,
) -> None:
    """Answer an arena over standard input and output (UGI).

    When the arena asks whether the engine is ready, the game is solved, or a stored solution read;
    if solving is too much, each position is searched. docs/engines.md has the commands.
    """
    from perfectplay.core.errors import StateLimitError
    from perfectplay.core.process_memory import available_bytes
    from perfectplay.play.ugi.engine import UgiEngine
    from perfectplay.tablebase.solution import Solution
    from perfectplay.tablebase.store.loaded_solution import loaded
    from perfectplay.tablebase.store.stored_solution import StoredSolution

    game = source.game()

    def solve() -> Solution:
        if search:
            raise StateLimitError("positions are to be searched")
        limited = replace(solving, max_states=solving.max_states or MOST)
        found = source.solution(limited)
        if isinstance(found, StoredSolution):
            return loaded(found, int(SHARE * available_bytes()))
        return found

    lines = Lines(sys.stdin or io.StringIO())  # None if it was closed
    answering = UgiEngine(game, solve, lines.interrupted)
    for line in lines:
        for reply in answering.answer(line):
            say(reply)
            answers().flush()


@dataclass
class Lines:
    """The lines of a stream, read by a thread, so that ``stop`` is heard during a search."""

    stream: TextIO
    _inbox: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)
    _read_searches: int = 0
    _stopped_searches: int = 0
    _search: int = 0
    _ended: bool = False

    def __iter__(self) -> Iterator[str]:
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            line = self._inbox.get()
            if line is None or line.split() == ["quit"]:
                return
            self._search += line.split()[:1] == ["go"]
            yield line

    def interrupted(self, has_limit: bool) -> bool:
        """Whether the search that runs is to end: on ``stop`` or ``quit``; if it has no limit, at
        the end of the input, too."""
        return self._search <= self._stopped_searches or (self._ended and not has_limit)

    def _read(self) -> None:
        try:
            for line in self.stream:
                words = line.split()
                self._read_searches += words[:1] == ["go"]
                if words in (["stop"], ["quit"]):
                    self._stopped_searches = self._read_searches
                self._inbox.put(line)
        finally:  # whatever becomes of the stream, nobody waits for ever
            self._ended = True
            self._inbox.put(None)
