"""Processes that run the rules in the interpreter; without them, this process does."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import pairwise
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.verifier.plain.interpreter import InterpretedState

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

WORTH_PROCESSES = 5_000
"""Fewer states are left to this process alone."""

Answering = Callable[..., Any]
"""Called in a process with the arguments that it receives; returns the answer."""


def processes_for(states: int, threads: int) -> int:
    """How many processes are worth starting for so many states."""
    return threads if states >= WORTH_PROCESSES else 0


class InterpreterPool(ForkPool):
    """Forked processes that all answer alike; a context manager, which ends them. Enter it before
    any thread is started.

    `send` and `answers` divide a batch among them, one batch at a time; `call` is for threads, each
    of which waits for a process of its own.
    """

    def __init__(self, answering: Answering, processes: int) -> None:
        super().__init__(self._answer, processes if can_fork() else 0)
        self._answering = answering
        self._free: SimpleQueue[Connection] = SimpleQueue()
        self._sent: list[tuple[int, list[int]]] = []

    def __enter__(self) -> Self:
        with contextlib.suppress(OSError):  # without them this process runs the rules itself
            super().__enter__()
        for line in self.connections:
            self._free.put(line)
        return self

    def call(self, *arguments: Any) -> Any:
        """The answer to some arguments; this thread computes it if no process is free."""
        with contextlib.suppress(Empty, EOFError, OSError):  # no process is free, or it has died
            line = self._free.get_nowait()
            line.send(arguments)
            answer = line.recv()
            self._free.put(line)
            return answer
        return self._answering(*arguments)

    def send(self, tier: int, keys: list[int]) -> None:
        """Send the states of a tier to the processes."""
        pieces = max(1, len(self.connections))
        cuts = [len(keys) * n // pieces for n in range(pieces + 1)]
        self._sent = [(tier, keys[a:b]) for a, b in pairwise(cuts)]
        for line, sent in zip(self.connections, self._sent, strict=False):
            with contextlib.suppress(OSError):  # it has died: this process answers instead
                line.send(sent)

    def answers(self) -> list[InterpretedState]:
        """The rules' answers about the states that were sent, in their order."""
        found: list[InterpretedState] = []
        for n, sent in enumerate(self._sent):
            try:
                found += self.connections[n].recv()
            except (IndexError, EOFError, OSError):
                found += self._answering(*sent)
        self._sent = []
        return found

    def _answer(self, line: Connection) -> None:
        """Answer requests until the other side is gone; runs in a process of its own."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                line.send(self._answering(*line.recv()))
