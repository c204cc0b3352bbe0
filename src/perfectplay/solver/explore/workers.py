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
from multiprocessing.connection import Connection
from queue import SimpleQueue

from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.core.value import State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind
from perfectplay.game.rule_calls import MAX_MOVES
from perfectplay.game.score_range import as_score, value_of_score

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

    over: bytearray
    degrees: list[int]
    children: list[State]
    again: bytearray
    stuck: list[int]
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


class ExpansionWorkers:
    """Some processes that expand states. Use as a context: they end with it.

    Raises OSError if processes cannot be started.
    """

    def __init__(
        self, rules: CheckedGame, has_again: bool, symmetric: bool, processes: int
    ) -> None:
        self._rules, self._has_again, self._symmetric = rules, has_again, symmetric
        self._pool = ForkPool(self._serve, processes)

    def __enter__(self) -> ExpansionWorkers:
        self._pool.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()

    def answers(
        self, batches: Iterator[list[State]], meanwhile: Callable[[], None]
    ) -> Iterator[tuple[list[State], BatchAnswers]]:
        """Each batch with its answers, in order; ``meanwhile`` is called each second of waiting.

        ``batches`` is read on as answers are taken, so that it can depend on them.
        """
        waiting: deque[tuple[list[State], Connection]] = deque()
        free = deque(self._pool.connections * AHEAD)
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

    def _serve(self, line: Connection) -> None:
        """What a process does: answers until the other side is gone."""
        chooses = self._symmetric and self._rules.kind is not StateKind.OBJECT
        batches: SimpleQueue[list[State] | None] = SimpleQueue()
        threading.Thread(target=_receive, args=(line, batches), daemon=True).start()
        with contextlib.suppress(OSError):
            while (batch := batches.get()) is not None:
                answers = ask(self._rules, batch, self._has_again, chooses)
                try:
                    line.send(answers)
                except (pickle.PicklingError, AttributeError, TypeError):
                    line.send(BatchAnswers(bytearray(), [], [], bytearray(), [], trouble=0))


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
    game = rules.game
    answers = BatchAnswers(bytearray(), [], [], bytearray(), [])
    for place, state in enumerate(states):
        try:
            if not _ask_one(rules, game, state, place, has_again, chooses, answers):
                answers.trouble = place
                break
        except Exception:  # the parent runs them again, and reports what is wrong
            answers.trouble = place
            break
    return answers


def _ask_one(
    rules: CheckedGame,
    game: Game,
    state: State,
    place: int,
    has_again: bool,
    chooses: bool,
    answers: BatchAnswers,
) -> bool:
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
            answers.stuck.append(place)
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
    answers.over.append(value or 0)
    answers.degrees.append(len(answers.children) - first)
    return True
