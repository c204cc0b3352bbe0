"""The program that searches positions of one game: it reads the game from the first line of its
standard input, and a request or the end of one from each further line.

    {"id": 4, "state": null, "seat": 0, "moves": ["4"], "seconds": 3.0}    a request
    {"stop": 4}                                                            the end of one
    {"id": 4, "stage": "searching", "seconds": 0.8, "found": {...}}        sent to the server
    {"id": 4, "stage": "failed", "sentence": "..."}                        an answer that is none

What it has proved of one position helps it with the next. It ends with its standard input.
"""

from __future__ import annotations

import json
import queue
import threading
import time
import warnings
from contextlib import suppress
from typing import Any, BinaryIO

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.separate_process import limit_memory
from perfectplay.searcher.move_bounds import PositionBounds
from perfectplay.searcher.move_search import MoveSearch
from perfectplay.web.page_sentences import without_flags
from perfectplay.web.solving.task import GameTask
from perfectplay.web.solving.worker_streams import MessageLine, end, lower_priority, own_streams
from perfectplay.web.unsolved_positions import state_after

MEMORY = 3 << 30
"""Bytes of address space for all searches of a game, beyond those of the program itself."""

EVERY = 0.1
"""Seconds between two messages about one search."""


def main() -> None:
    """Answer requests until the server ends."""
    lower_priority()
    given, out = own_streams()
    warnings.simplefilter("ignore")
    inbox = _Inbox(given)
    line = MessageLine(out)
    searching = None
    for request in inbox.requests():
        try:
            if searching is None:
                searching = MoveSearch(inbox.task.game())
                with suppress(ImportError, OSError, ValueError):  # some systems cannot
                    limit_memory(MEMORY)
            _search(searching, request, line, inbox)
        except PerfectPlayError as error:
            line.send(id=request["id"], stage="failed", sentence=without_flags(str(error)))
        except MemoryError:
            searching = None
            sentence = "there is not enough memory to search this position"
            line.send(id=request["id"], stage="failed", sentence=sentence)
        except BaseException as error:  # rules may raise anything
            sentence = f"unexpected {type(error).__name__}: {error}"
            line.send(id=request["id"], stage="failed", sentence=sentence)


class _Inbox:
    """What the server sends, read by a thread."""

    def __init__(self, given: BinaryIO) -> None:
        self.task = GameTask.of_json(given.readline().decode())
        self.stopped: set[int] = set()
        self._waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(given,), daemon=True).start()

    def _read(self, given: BinaryIO) -> None:
        for line in given:
            message = json.loads(line)
            if "stop" in message:
                self.stopped.add(message["stop"])
            else:
                self._waiting.put(message)
        end()

    def requests(self) -> Any:
        """Requests, one after another, for ever."""
        while True:
            yield self._waiting.get()


class _SearchClock:
    """The time of one search, without that of making it ready."""

    def __init__(self, request: dict[str, Any], inbox: _Inbox) -> None:
        self._limit, self._id, self._inbox = request["seconds"], request["id"], inbox
        self._began = time.monotonic()
        self._paused: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds of searching so far."""
        return (self._paused or time.monotonic()) - self._began

    def pause(self) -> None:
        """Stop the clock until `go_on` is called."""
        self._paused = time.monotonic()

    def go_on(self) -> bool:
        """Whether there is time left, and a reader."""
        if self._paused is not None:
            self._began += time.monotonic() - self._paused
            self._paused = None
        return self.seconds < self._limit and self._id not in self._inbox.stopped


def _search(
    searching: MoveSearch, request: dict[str, Any], line: MessageLine, inbox: _Inbox
) -> None:
    """Search one position, and send what is proved of it."""
    rules, clock = searching.rules, _SearchClock(request, inbox)
    state = state_after(rules, request["state"], request["seat"], request["moves"])
    sent = 0.0

    def tell(found: PositionBounds) -> None:
        nonlocal sent
        preparing = found.engine == "compiling"
        if preparing:
            clock.pause()
        if preparing or time.monotonic() - sent >= EVERY:
            sent = time.monotonic()
            _send(line, request, "preparing" if preparing else "searching", clock, found)

    _send(line, request, "over", clock, searching.run(state, clock.go_on, tell))


def _send(
    line: MessageLine, request: dict[str, Any], stage: str, clock: _SearchClock,
    found: PositionBounds,
) -> None:  # fmt: skip
    line.send(id=request["id"], stage=stage, seconds=round(clock.seconds, 2), found=found.as_dict())
