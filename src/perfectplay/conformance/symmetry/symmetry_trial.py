"""Test a permutation of fields on single states."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from perfectplay.conformance.sample import StateSample
from perfectplay.conformance.symmetry.permutation import FieldPermutation
from perfectplay.conformance.watch import TookTooLong, Watch
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.shape.cell_symmetries import fields_of
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.showing import in_state

PATIENCE = 5.0
"""Seconds for the rules to answer about one image, which may be no legal state."""


_KEPT = 100_000  # maximum number of states whose facts are cached


class StateFacts(NamedTuple):
    """The facts about a state that a symmetry must keep. ``children``: counts of (the mover moves
    again, outcome, child). The outcomes of the children make the test of each state stricter."""

    outcome: Value | None
    stuck: bool
    seat: int | None
    tier: int
    children: Counter[tuple[bool, Value | None, State]]


class SymmetryTrial:
    """Sampled states of a game, and the test of permutations on them.

    ``states`` [N]: in the order in which they were reached; ``complete``: True if they are all
    reachable states; ``cut``: True if time ran out before the sample was full; ``shape``: of states
    that are no flat tuples. Raises RulesError if the rules break a promise on a sampled state.
    """

    def __init__(
        self, rules: CheckedGame, watch: Watch, seconds: float, shape: ShapeTree | None
    ) -> None:
        self.rules, self.shape = rules, shape
        self.start = rules.start()
        self._watch = watch
        self.cut = False
        self._begun = time.monotonic()
        self._seconds = seconds
        self._facts: dict[State, StateFacts | None] = {}
        self._sample = StateSample(self.start, self._options, lambda *_: None)

    def sample(self, states: int, seed: int) -> None:
        """Take the sample; the same seed gives the same one, unless time runs out."""
        self._sample.walk(states, seed)

    @property
    def states(self) -> list[State]:
        return self._sample.checked

    @property
    def complete(self) -> bool:
        return self._sample.complete

    def late(self, share: float = 1.0) -> bool:
        """True if the time, or a share of it, is over."""
        return time.monotonic() > self._begun + share * self._seconds

    def fields(self, state: State) -> Sequence[Any] | None:
        """The fields of a state; None if it has others than the start."""
        return state if self.shape is None else fields_of(self.shape, state)

    def keeps_start(self, one: FieldPermutation) -> bool:
        """True if the image of the start is the start or a state that was reached."""
        image = one(self.start)
        return bool(image == self.start) or self._sample.reached(image)

    def holds(self, one: FieldPermutation, state: State) -> bool:
        """True if the facts of the image are the images of the facts of the state."""
        here, there = self.facts(state), self.facts(one(state))
        if here is None or there is None or here[:4] != there[:4]:
            return False
        if len(here.children) != len(there.children):
            return False
        return all(
            there.children.get((again, end, one(child))) == count
            for (again, end, child), count in here.children.items()
        )

    def facts(self, state: State) -> StateFacts | None:
        """Facts about a state; None if the rules fail, as they may on an illegal state."""
        if state not in self._facts:
            try:
                with self._watch.question():
                    self._facts[state] = self._facts_of(state)
            except (PerfectPlayError, TookTooLong):
                self._facts[state] = None
        return self._facts[state]

    def forget(self) -> None:
        """Empty the cache of facts if it is large."""
        if len(self._facts) > _KEPT:
            self._facts.clear()

    def _facts_of(self, state: State) -> StateFacts:
        rules = self.rules
        for (low, high), value in zip(rules.limits or (), self.fields(state) or (), strict=False):
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
