"""The interpreter asked about many states, by forked processes where these can be had.

What the rules say becomes keys by plain code alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import warnings
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

from perfectplay.results.verify.plain import Answer, ask, images_of
from perfectplay.results.verify.report import Problem
from perfectplay.results.verify.telling import Teller
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import State

WORTH_PROCESSES = 5_000
"""Fewer states are asked about by this process alone."""

WHOLE_ONE_IN = 16
"""Where there are symmetries, of so many states one has the classes of all its children made, and
the moves of an image compared with its own; the others have the class of one child made."""


@dataclass
class Told:
    """What the rules say of a state: ``over``, its value where the play is over, else 0; the keys
    of the children (of their representatives; -1 where those were not asked for), and whether who
    moves again. In a game of points ``gains`` of the moves, and ``final``, the score where the play
    is over. ``whole``: all of these could be had; ``problems``: what is wrong."""

    key: int
    over: int = 0
    children: list[int] = field(default_factory=list)
    again: list[bool] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    final: int | None = None
    whole: bool = False
    problems: list[Problem] = field(default_factory=list)


class Asker:
    """Asks the rules about states, which are named by their keys."""

    def __init__(self, teller: Teller, symmetric: bool) -> None:
        self.teller, self.symmetric = teller, symmetric

    def ask(self, key: int, tier: int) -> Told:
        """What the rules say of a state that is stored in a tier."""
        told = Told(key)
        try:
            self._ask(told, tier)
        except PerfectPlayError as error:
            told.problems.append(Problem("rules", str(error), self.teller.text(key), key))
        return told

    def _ask(self, told: Told, tier: int) -> None:
        teller, keys = self.teller, self.teller.keys
        state = teller.state(told.key)
        if keys.key(state) != told.key:
            message = f"{told.key} is the key of no state"
            told.problems.append(Problem("keys", message, None, told.key))
            return
        if teller.has_tiers and teller.tier_of(told.key) != tier:
            told.problems.append(teller.wrong_tier(told.key, tier))
        answer = ask(teller.rules, state)
        chosen = self._chosen(told.key, len(answer.children))
        for n, (child, again) in enumerate(answer.children):
            key = self._smallest(child) if n in chosen else keys.key(child)
            if key is None:
                told.problems.append(teller.trouble(told.key))
                return
            told.children.append(key if n in chosen else -1)
            told.again.append(again)
        told.over, told.final = int(answer.outcome or 0), answer.score
        told.gains = list(answer.gains)
        wrong = self._wrong_class(told, state) if self.symmetric else None
        told.problems += [wrong] if wrong is not None else []
        told.whole = wrong is None

    def _chosen(self, key: int, children: int) -> range:
        """The children whose representatives are found."""
        number = _mixed(key)
        if not self.symmetric or number % WHOLE_ONE_IN == 0 or not children:
            return range(children)
        one = number // WHOLE_ONE_IN % children
        return range(one, one + 1)

    def _smallest(self, state: State) -> int | None:
        """The key of a state's representative."""
        keys = self.teller.keys
        if not self.symmetric:
            return keys.key(state)
        return keys.smallest(images_of(self.teller.rules, state))

    # --- symmetries -------------------------------------------------------------------------------

    def _wrong_class(self, told: Told, state: State) -> Problem | None:
        """What is wrong with the class that a state stands for."""
        rules, keys, key = self.teller.rules, self.teller.keys, told.key
        images = images_of(rules, state)
        if keys.smallest(images) != key:
            return self._of_class(told, f"{self.teller.text(key)} does not stand for its class")
        if _mixed(key) % WHOLE_ONE_IN or len(images) == 1:
            return None
        image = images[1 + _mixed(key) // WHOLE_ONE_IN % (len(images) - 1)]
        if keys.smallest(images_of(rules, image)) != key:
            what = "their classes differ"
        elif self._classes(ask(rules, image)) != (
            self._end(told.over, told.final),
            set(zip(told.children, told.again, told.gains or [0] * len(told.again), strict=True)),
        ):
            what = "their moves or outcomes differ"
        else:
            return None
        shown = rules.state_text(image)
        return self._of_class(told, f"{shown} is an image of {self.teller.text(key)}, but {what}")

    def _classes(self, answer: Answer) -> tuple[int | None, set[tuple[int | None, bool, int]]]:
        gains = answer.gains or (0,) * len(answer.children)
        moves = zip(answer.children, gains, strict=True)
        children = {(self._smallest(child), again, gain) for (child, again), gain in moves}
        return self._end(answer.outcome, answer.score), children

    def _end(self, outcome: int | None, score: int | None) -> int | None:
        """What compares two ends: scores in a game of points."""
        return score if self.teller.rules.scoring else int(outcome or 0)

    def _of_class(self, told: Told, message: str) -> Problem:
        return Problem("symmetry", message, self.teller.text(told.key), told.key)


def _mixed(key: int) -> int:
    """A number that looks random, the same for the same key."""
    return (key * 0x9E3779B97F4A7C15 + 0x7F4A7C15) % (1 << 64) >> 24


class AskingCrew:
    """Processes that ask; as a context manager, which ends them. Make it before any thread.

    One batch is under way at a time: `send` it, then take its `answers`.
    """

    def __init__(self, asker: Asker, processes: int) -> None:
        self._asker, self._processes = asker, processes
        self._lines: list[Connection] = []
        self._workers: list[Any] = []
        self._sent: list[tuple[int, list[int]]] = []

    def __enter__(self) -> AskingCrew:
        if self._processes and "fork" in multiprocessing.get_all_start_methods():
            with contextlib.suppress(OSError):  # without them this process asks by itself
                self._fork()
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._lines:
            line.close()
        for worker in self._workers:
            worker.terminate()
            worker.join()

    def send(self, tier: int, keys: list[int]) -> None:
        """Has the states of a tier asked about."""
        pieces = max(1, len(self._lines))
        cuts = [len(keys) * n // pieces for n in range(pieces + 1)]
        self._sent = [(tier, keys[a:b]) for a, b in pairwise(cuts)]
        for line, sent in zip(self._lines, self._sent, strict=False):
            with contextlib.suppress(OSError):  # it has died: this process asks instead
                line.send(sent)

    def answers(self) -> list[Told]:
        """What the rules say of the states that were sent, in their order."""
        found: list[Told] = []
        for n, sent in enumerate(self._sent):
            try:
                found += self._lines[n].recv()
            except (IndexError, EOFError, OSError):
                found += self._all(*sent)
        self._sent = []
        return found

    def _all(self, tier: int, keys: list[int]) -> list[Told]:
        return [self._asker.ask(key, tier) for key in keys]

    def _fork(self) -> None:
        context = multiprocessing.get_context("fork")
        for _ in range(self._processes):
            ours, theirs = context.Pipe()
            worker = context.Process(
                target=self._serve, args=(theirs, [*self._lines, ours]), daemon=True
            )
            with warnings.catch_warnings():
                # it runs rules only, and takes none of the locks of other threads
                warnings.simplefilter("ignore", DeprecationWarning)
                worker.start()
            theirs.close()
            self._lines.append(ours)
            self._workers.append(worker)

    def _serve(self, line: Connection, others: list[Connection]) -> None:
        """What a process does: answers until the other side is gone."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for other in others:
            other.close()
        with contextlib.suppress(EOFError, OSError):
            while True:
                line.send(self._all(*line.recv()))
