"""Processes that ask the interpreter, where these can be had; else this process asks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.verifier.interpreter import InterpretedState

WORTH_PROCESSES = 5_000
"""Fewer states are asked about by this process alone."""

Answering = Callable[..., Any]
"""What a process does with the arguments that it is sent."""


def processes_for(states: int, threads: int) -> int:
    """How many processes are worth their while for so many states."""
    return threads if states >= WORTH_PROCESSES else 0


@contextmanager
def thread_crew(threads: int) -> Iterator[Executor]:
    """Threads for kernels and files, which leave Python's lock; Ctrl-C ends what waits."""
    crew = ThreadPoolExecutor(threads)
    try:
        yield crew
    finally:
        crew.shutdown(cancel_futures=True)


class InterpreterCrew:
    """Forked processes that all answer alike; as a context manager, which ends them. Make it
    before any thread.

    `send` and `answers` share a batch out, one batch at a time; `call` is for threads, each of
    which waits for a process of its own.
    """

    def __init__(self, answering: Answering, processes: int) -> None:
        self._answering = answering
        self._pool = ForkPool(self._serve, processes if can_fork() else 0)
        self._free: SimpleQueue[Connection] = SimpleQueue()
        self._sent: list[tuple[int, list[int]]] = []

    def __enter__(self) -> InterpreterCrew:
        with contextlib.suppress(OSError):  # without them this process asks by itself
            self._pool.__enter__()
        for line in self._pool.connections:
            self._free.put(line)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()

    def call(self, *arguments: Any) -> Any:
        """The answer to some arguments; by this thread, where no process is free."""
        try:
            line = self._free.get_nowait()
        except Empty:
            return self._answering(*arguments)
        try:
            line.send(arguments)
            answer = line.recv()
        except (EOFError, OSError):  # it has died, and its line with it
            return self._answering(*arguments)
        self._free.put(line)
        return answer

    def send(self, tier: int, keys: list[int]) -> None:
        """Has the states of a tier asked about."""
        pieces = max(1, len(self._pool.connections))
        cuts = [len(keys) * n // pieces for n in range(pieces + 1)]
        self._sent = [(tier, keys[a:b]) for a, b in pairwise(cuts)]
        for line, sent in zip(self._pool.connections, self._sent, strict=False):
            with contextlib.suppress(OSError):  # it has died: this process asks instead
                line.send(sent)

    def answers(self) -> list[InterpretedState]:
        """What the rules say of the states that were sent, in their order."""
        found: list[InterpretedState] = []
        for n, sent in enumerate(self._sent):
            try:
                found += self._pool.connections[n].recv()
            except (IndexError, EOFError, OSError):
                found += self._answering(*sent)
        self._sent = []
        return found

    def _serve(self, line: Connection) -> None:
        """What a process does: answers until the other side is gone."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                line.send(self._answering(*line.recv()))
