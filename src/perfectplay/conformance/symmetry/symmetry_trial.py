"""Tries a permutation of fields against the rules, state by state."""

from __future__ import annotations

import time
from collections import Counter
from typing import NamedTuple

from perfectplay.conformance.sample import StateSample
from perfectplay.conformance.symmetry.permutation import FieldPermutation
from perfectplay.conformance.watch import TookTooLong, Watch
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.promises import broken
from perfectplay.game.showing import in_state

PATIENCE = 5.0
"""Seconds in which the rules must answer about one image, which may be no legal state."""


_KEPT = 100_000  # answers


class StateFacts(NamedTuple):
    """What the rules say of a state: all that a symmetry must keep.

    ``children``: whether the mover moves on, how the play ended if it did, and the child. The
    ends of the children make each state tell as much as all that lie behind it.
    """

    outcome: Value | None
    stuck: bool
    seat: int | None
    tier: int
    children: Counter[tuple[bool, Value | None, State]]


class SymmetryTrial:
    """The states of a game that were sampled, and whether a permutation holds on them.

    ``states`` [N] in the order in which they were met; ``complete``: they are all that a play
    can reach; ``cut``: the time was up before there were as many as asked for. Raises RulesError
    where the rules break a promise on a state of the sample.
    """

    def __init__(self, rules: CheckedGame, watch: Watch, seconds: float) -> None:
        self.rules = rules
        self.start = rules.start()
        self._watch = watch
        self.cut = False
        self._begun = time.monotonic()
        self._seconds = seconds
        self._said: dict[State, StateFacts | None] = {}
        self._sample = StateSample(self.start, self._options, lambda *_: None)

    def sample(self, states: int, seed: int) -> None:
        """Takes the sample; the same seed takes the same one, unless it takes too long."""
        self._sample.walk(states, seed)

    @property
    def states(self) -> list[State]:
        return self._sample.checked

    @property
    def complete(self) -> bool:
        return self._sample.complete

    def late(self, share: float = 1.0) -> bool:
        """Whether the time, or a share of it, is up."""
        return time.monotonic() > self._begun + share * self._seconds

    def keeps_start(self, one: FieldPermutation) -> bool:
        """Whether the image of the start is the start, or a state that was met on the way."""
        image = one(self.start)
        return bool(image == self.start) or self._sample.met(image)

    def holds(self, one: FieldPermutation, state: State) -> bool:
        """Whether the rules say of the image what they say of the state, moves counted."""
        here, there = self.said(state), self.said(one(state))
        if here is None or there is None or here[:4] != there[:4]:
            return False
        if len(here.children) != len(there.children):
            return False
        return all(
            there.children.get((again, end, one(child))) == count
            for (again, end, child), count in here.children.items()
        )

    def said(self, state: State) -> StateFacts | None:
        """What the rules say of a state; None where they have no answer, as of an illegal one."""
        if state not in self._said:
            try:
                with self._watch.question():
                    self._said[state] = self._asked(state)
            except (PerfectPlayError, TookTooLong):
                self._said[state] = None
        return self._said[state]

    def forget(self) -> None:
        """Makes room where much was said."""
        if len(self._said) > _KEPT:
            self._said.clear()

    def _asked(self, state: State) -> StateFacts:
        rules = self.rules
        for (low, high), value in zip(rules.limits or (), state, strict=False):
            if not low <= value <= high:
                raise PerfectPlayError("a state that limits do not allow")
        position = rules.position(state)
        children = Counter(
            (rules.moves_again(state, move, child), rules.outcome(child), child)
            for move, child in position.options
        )
        seat, tier = rules.player(state), rules.tier(state)
        return StateFacts(position.outcome, position.stuck, seat, tier, children)

    def _options(self, state: State) -> list[tuple[Move, State]] | None:
        if self.late(0.25):
            self.cut = True
            return None
        try:
            with self._watch.question():
                return self.rules.position(state).options
        except TookTooLong:
            message = f"the rules gave no answer in {self._watch.patience:g} seconds"
            at = in_state(self.rules.game, state)
            raise broken("never-answers", message + at, state) from None
