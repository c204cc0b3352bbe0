"""Interpreted rules on all cores: forked processes expand batches of states.

The parent keeps the dictionary of states and takes the answers in the order of the states, so
that what comes out does not depend on the number of processes.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.core.value import State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.rule_calls import MAX_MOVES
from perfectplay.game.score_range import as_score, value_of_score

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

BATCH = 2_000
"""States sent to a process at once."""

AHEAD = 3
"""Batches that each process has before it."""


@dataclass
class BatchAnswers:
    """The answers of the rules for a batch of states: over [B], the value of a state that is over,
    else 0; degrees [B]; children, one state after the other (representatives if they have an
    order); again, 0 or 1 for each child, or empty. ``stuck``: places of states over for want of
    moves; in a game of points gains, of the move to each child, and finals [B], the score of a
    state that is over, else 0. ``trouble``: the place of the first state that the parent has to
    diagnose, or -1."""

    over: bytearray = field(default_factory=bytearray)
    degrees: list[int] = field(default_factory=list)
    children: list[State] = field(default_factory=list)
    again: bytearray = field(default_factory=bytearray)
    stuck: list[int] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    finals: list[int] = field(default_factory=list)
    trouble: int = -1


def can_share(state: State) -> bool:
    """Whether processes can be forked, and whether states stay what they are on the way."""
    if not can_fork():
        return False
    try:
        return bool(pickle.loads(pickle.dumps(state)) == state)
    except Exception:  # such a state is no fault: its game is explored by one process
        return False


class ExpansionWorkers(ForkPool):
    """Some processes that expand states. Use as a context: they end with it.

    Raises OSError if processes cannot be started.
    """

    def __init__(
        self, rules: CheckedGame, has_again: bool, symmetric: bool, processes: int
    ) -> None:
        super().__init__(self._answer, processes)
        self._rules, self._has_again, self._symmetric = rules, has_again, symmetric

    def answers(
        self, batches: Iterator[list[State]], meanwhile: Callable[[], None]
    ) -> Iterator[tuple[list[State], BatchAnswers]]:
        """Each batch with its answers, in order; ``meanwhile`` is called each second of waiting.

        ``batches`` is read on as answers are taken, so that it can depend on them.
        """
        waiting: deque[tuple[list[State], Connection]] = deque()
        free = deque(self.connections * AHEAD)
        while True:
            while free:
                batch = next(batches, None)
                if not batch:
                    break
                line = free.popleft()
                line.send(batch)
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
                except (pickle.PicklingError, AttributeError, TypeError):
                    line.send(BatchAnswers(trouble=0))


def _receive(line: Connection, batches: SimpleQueue[list[State] | None]) -> None:
    """Receive at once whatever is sent: two processes that send to one another would deadlock."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            batches.put(line.recv())
    batches.put(None)


def ask(rules: CheckedGame, states: list[State], has_again: bool, chooses: bool) -> BatchAnswers:
    """Run the rules on a batch; stop at the first state that fails.

    ``chooses``: children are replaced by the smallest of their class.
    """
    answers = BatchAnswers()
    for place, state in enumerate(states):
        try:
            fine = _ask_one(rules, state, has_again, chooses, answers)
        except Exception:  # the parent runs them again, and reports what is wrong
            fine = False
        if not fine:
            answers.trouble = place
            break
    return answers


def _ask_one(
    rules: CheckedGame, state: State, has_again: bool, chooses: bool, answers: BatchAnswers
) -> bool:
    """Enter the answers about a state; return False if one of them is not allowed."""
    game = rules.game
    before = hash(state) if rules.kind is StateKind.OBJECT else None
    value = game.outcome(state)
    first = len(answers.children)
    if value is None:
        for move, child in game.options(state):
            answers.children.append(min(rules.symmetries(child)) if chooses else child)
            if has_again:
                answers.again.append(rules.moves_again(state, move, child))
            if game.scoring:
                answers.gains.append(rules.gain(state, move))
            if len(answers.children) - first > MAX_MOVES:
                return False
        if len(answers.children) == first:
            value = game.stuck
            answers.stuck.append(len(answers.over))
    if game.scoring:
        score = 0 if value is None else as_score(value)
        if score is None:
            return False
        answers.finals.append(score)
        value = value if value is None else value_of_score(score)
    if value is not None and value.__class__ is not Value:
        return False
    if value is None and len(answers.children) == first:
        return False
    if before is not None and hash(state) != before:
        return False
    answers.over.append(value or 0)
    answers.degrees.append(len(answers.children) - first)
    return True
