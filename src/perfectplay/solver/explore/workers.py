"""Interpreted rules on all cores: forked processes expand batches of states.

A process knows the states of its batch alone: it numbers the children in the order in which it
meets them, and sends each once. The parent keeps the dictionary of all states and takes the answers
in the order of the batches, so that what comes out does not depend on the number of processes.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING

from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.showing import faults_of
from perfectplay.solver.explore.interpreted_states import (
    UNCHANGING,
    BatchAnswers,
    InterpretedStates,
    expander_of,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

BATCH = 4_000
"""States sent to a process at once, at most: the more, the more children are the same."""

BATCH_MOVES = 200_000
"""Moves of these states together, about, at most."""

AHEAD = 3
"""Batches that each process has before it."""

UNSENDABLE = (pickle.PicklingError, AttributeError, TypeError)
"""What is raised for states that cannot be sent to another process."""


def can_share(state: State) -> bool:
    """Whether processes can be forked, and whether states stay what they are on the way."""
    if not can_fork():
        return False
    try:
        return bool(pickle.loads(pickle.dumps(state)) == state)
    except faults_of():  # such a state is no fault: its game is explored by one process
        return False


class ExpansionWorkers(ForkPool):
    """Some processes that expand states. Use as a context: they end with it. Raises OSError if
    processes cannot be started."""

    def __init__(
        self, rules: CheckedGame, has_again: bool, symmetric: bool, processes: int
    ) -> None:
        super().__init__(self._answer, processes)
        self._rules, self._has_again, self._symmetric = rules, has_again, symmetric

    def answers(
        self, batches: Iterator[list[State]], meanwhile: Callable[[], None]
    ) -> Iterator[tuple[list[State], BatchAnswers]]:
        """Each batch with its answers, in order; ``meanwhile`` is called each second of waiting.

        ``batches`` is read on as answers are taken, so that it can depend on them. Raises OSError
        if a process has died, or states cannot be sent.
        """
        waiting: deque[tuple[list[State], Connection]] = deque()
        free = deque(self.connections * AHEAD)
        while True:
            while free:
                batch = next(batches, None)
                if not batch:
                    break
                line = free.popleft()
                try:
                    line.send(batch)
                except UNSENDABLE as error:
                    raise OSError("states that cannot be sent") from error
                waiting.append((batch, line))
            if not waiting:
                return
            batch, line = waiting.popleft()
            while not line.poll(1.0):
                meanwhile()
            try:
                answers: BatchAnswers = line.recv()
            except EOFError:
                raise OSError("a worker process has died; is memory short?") from None
            free.append(line)
            yield batch, answers

    def _answer(self, line: Connection) -> None:
        """Answer requests until the other side is gone; runs in a process of its own."""
        chooses = self._symmetric and self._rules.orders_states
        batches: SimpleQueue[list[State] | None] = SimpleQueue()
        threading.Thread(target=_receive, args=(line, batches), daemon=True).start()
        with contextlib.suppress(OSError):
            while (batch := batches.get()) is not None:
                answers = ask(self._rules, batch, self._has_again, chooses)
                try:
                    line.send(answers)
                except UNSENDABLE:
                    line.send(BatchAnswers.of(InterpretedStates(self._rules, False), batch, 0))


def _receive(line: Connection, batches: SimpleQueue[list[State] | None]) -> None:
    """Receive at once whatever is sent: two processes that send to one another would deadlock."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            batches.put(line.recv())
    batches.put(None)


def ask(rules: CheckedGame, batch: list[State], has_again: bool, chooses: bool) -> BatchAnswers:
    """Expand a batch of states; stop at the first one that fails. ``chooses``: children are
    replaced by the smallest of their class."""
    found = InterpretedStates(rules, chooses, has_again=has_again)
    expand, trouble = expander_of(found), -1
    changes = rules.kind is StateKind.OBJECT and not set(map(type, batch)) <= UNCHANGING
    before = list(map(hash, batch)) if changes else []
    for place, state in enumerate(batch):
        try:
            expand(state)
        except faults_of(rules.game):  # the parent asks again, and reports it
            trouble = place
            break
    for place, known in enumerate(before[: trouble if trouble >= 0 else None]):
        if hash(batch[place]) != known:
            trouble = place
            break
    return BatchAnswers.of(found, batch, trouble)
