"""Sources of samples: rules that expand keys, and the completely explored first levels.

The compiled exploration (solver/explore/hash_explorer.py) or the interpreter explores the first
states; `ExploredLevels` holds them level by level.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from perfectplay.compiler.first_keys import repack
from perfectplay.core.arrays import BoolArray, FloatArray, Int32Array, IntArray
from perfectplay.core.process_memory import held_bytes
from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.threads import ThreadTeam, ranges

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander, KeysOutgrownError
    from perfectplay.solver.explore.explored_tiers import HashExploration

BATCH = 1 << 14
"""States expanded in one call."""

SIZED = 4_000
"""The number of states of a level whose classes are counted."""


@dataclass(frozen=True)
class SampledChildren:
    """children: [C] int64 keys, one state's after the other's; degrees: [B] int64; tiers: [C]
    int64, or empty if the game has none."""

    children: IntArray
    degrees: IntArray
    tiers: IntArray


class SampleSource(Protocol):
    """Rules that expand keys, compiled or interpreted. The keys of a source never change: states
    that do not fit them need a wider source, which has its own keys."""

    has_tier: bool
    symmetric: bool
    budget: SampleBudget

    def expand(self, keys: IntArray) -> SampledChildren:
        """The children of some states. Raises RulesError, KeysOutgrownError."""

    def widened(self, outgrown: KeysOutgrownError) -> SampleSource:
        """A source of the same rules whose keys hold the state that did not fit."""

    def repacked(self, keys: IntArray, wider: SampleSource) -> IntArray:
        """The keys of the same states in a wider source."""

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for."""

    def tiers_of(self, keys: IntArray) -> IntArray:
        """[B] the tier of each."""


class CompiledSource:
    """Compiled rules on all cores."""

    def __init__(
        self, expander: Expander, team: ThreadTeam, budget: SampleBudget | None = None
    ) -> None:
        # a separate expander: one that is widened elsewhere would misread these keys
        self.expander = expander.alike(expander.keys)
        self.team = team
        self.budget = budget or SampleBudget()
        self.has_tier = expander.compiled.has_tier
        self.symmetric = expander.compiled.has_symmetries

    def expand(self, keys: IntArray) -> SampledChildren:
        pieces = ranges(len(keys), -(-len(keys) // BATCH))
        began = time.process_time()
        parts = self.team.map(lambda r: self.expander.expand(keys, *r), pieces)
        children = np.concatenate([part.children for part in parts])
        busy = max(1, min(self.team.threads, len(pieces)))  # threads; other programs do not count
        self.budget.spend(len(children), (time.process_time() - began) / busy)
        degrees = np.concatenate([part.degrees for part in parts]).astype(np.int64)
        return SampledChildren(children, degrees, np.concatenate([part.tiers for part in parts]))

    def widened(self, outgrown: KeysOutgrownError) -> CompiledSource:
        return CompiledSource(self.expander.alike(outgrown.keys), self.team, self.budget)

    def repacked(self, keys: IntArray, wider: SampleSource) -> IntArray:
        assert isinstance(wider, CompiledSource)
        narrow, wide = self.expander.keys, wider.expander.keys
        assert isinstance(narrow, TupleKeys)
        assert isinstance(wide, TupleKeys)
        again = keys.copy()
        repack(again, narrow, wide)
        return again

    def class_sizes(self, keys: IntArray) -> IntArray:
        pieces = ranges(len(keys), -(-len(keys) // BATCH))
        sizes = self.team.map(lambda r: self.expander.class_sizes(keys, *r), pieces)
        return np.concatenate(sizes)

    def tiers_of(self, keys: IntArray) -> IntArray:
        return self.expander.tiers_of(keys, 0, len(keys))


SAMPLED_BYTES = 300
"""Bytes of a sampled state of the interpreter beside the state itself."""

LOOK, MEASURED, MOST_PARTS = 64, 16, 2_000
"""New states, at least, after which their size is measured; how many of them are measured, and how
many parts they have at most."""


class SampleRoomError(Exception):
    """Samples have taken all the memory that they may take."""


class SampleTimeError(Exception):
    """The rules are so slow that the budget is far overdrawn in the middle of a step."""


class InterpretedSource:
    """Interpreted rules; a key is the number of a state in the order of discovery, so that a game
    has the same keys in every run. ``room``: bytes that samples may take; beyond that,
    `SampleRoomError` is raised. `SampleTimeError` is raised if the time is far overdrawn, which
    only very slow rules do. ``has_tier``: whether the game is solved by its tiers, which is so
    if its rules are compiled later."""

    def __init__(
        self, rules: CheckedGame, symmetric: bool, states: list[State], budget: SampleBudget,
        room: float = math.inf, has_tier: bool = False,
    ) -> None:  # fmt: skip
        self._room, self._charged = room, len(states)
        self.rules, self.symmetric, self.budget = rules, symmetric, budget
        self.has_tier = has_tier
        self.states = list(states)
        self._number = {state: number for number, state in enumerate(states)}

    def expand(self, keys: IntArray) -> SampledChildren:
        began = thread_seconds()
        children, degrees = list[int](), []
        for key in keys.tolist():
            before = len(children)
            self._charge()
            if self.budget.hopeless:
                raise SampleTimeError
            for _, child in self.rules.position(self.states[key]).options:
                children.append(self._key(child))
            degrees.append(len(children) - before)
        self.budget.spend(len(children), thread_seconds() - began)
        found = np.array(children, np.int64)
        tiers = self.tiers_of(found) if self.has_tier else np.empty(0, np.int64)
        return SampledChildren(found, np.array(degrees, np.int64), tiers)

    def _charge(self) -> None:
        """Take the new states off the room; those of some games become longer with each move."""
        new = len(self.states) - self._charged
        if math.isfinite(self._room) and new >= max(LOOK, self._charged // 64):
            held = held_bytes(self.states[-MEASURED:], MOST_PARTS)
            self._room -= new * (held + SAMPLED_BYTES)
            self._charged += new
        if self._room < 0:
            raise SampleRoomError

    def _key(self, state: State) -> int:
        """The number of a state or, with symmetries, of the first state of its class."""
        number = self._number.get(state)
        if number is not None:
            return number
        images = self.rules.symmetries(state) if self.symmetric else ()
        known = (self._number[image] for image in images if image in self._number)
        number = next(known, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        self._number[state] = number
        return number

    def widened(self, outgrown: KeysOutgrownError) -> InterpretedSource:  # noqa: ARG002
        return self  # numbers are never outgrown

    def repacked(self, keys: IntArray, wider: SampleSource) -> IntArray:  # noqa: ARG002
        return keys.copy()

    def class_sizes(self, keys: IntArray) -> IntArray:
        classes = (self.rules.symmetries(self.states[key]) for key in keys.tolist())
        return np.array([len(images) for images in classes], np.int64)

    def tiers_of(self, keys: IntArray) -> IntArray:
        return np.array([self.rules.tier(self.states[key]) for key in keys.tolist()], np.int64)


@dataclass
class ExploredLevels:
    """The levels that are explored completely.

    ``graded``: every move so far leads to the next level; ``inside``: some stay in their tier.
    ``keys``: [N] of all levels; those of level d are ``keys[bounds[d]:bounds[d + 1]]``. The moves
    of the first ``expanded`` are in ``edges``; ``starts``: where those of each state begin.
    """

    keys: IntArray
    starts: IntArray
    edges: Int32Array
    bounds: list[int]
    graded: bool
    finished: bool
    inside: bool = False

    @property
    def expanded(self) -> int:
        """The number of states in completely expanded levels."""
        return self.bounds[-1] if self.finished else self.bounds[-2]

    def level(self, d: int) -> IntArray:
        """The keys of a level."""
        return self.keys[self.bounds[d] : self.bounds[d + 1]]

    def size(self, d: int) -> int:
        """The states of a level."""
        return self.bounds[d + 1] - self.bounds[d]

    @property
    def levels(self) -> int:
        """The number of levels; the last one is not expanded unless the game is finished."""
        return len(self.bounds) - 1

    def parents(self, d: int) -> IntArray:
        """[states of level d] the number of moves that lead to each from the level before."""
        first, end = self.bounds[d - 1], self.bounds[d]
        edges = self.edges[self.starts[first] : self.starts[end]]
        there = edges[edges >= end] - end
        return np.bincount(there, minlength=self.size(d))


def known_of(walked: HashExploration, source: SampleSource) -> ExploredLevels:
    """The completely explored levels of an exploration."""
    starts, edges = walked.graph.starts, walked.graph.edges
    bounds, graded = [0, 1], True
    while bounds[-1] <= walked.expanded and bounds[-2] < bounds[-1]:
        begin, end = bounds[-2:]
        children = edges[starts[begin] : starts[end]]
        following = max(end, int(children.max(initial=0)) + 1)
        graded &= len(children) == 0 or int(children.min()) >= end
        bounds.append(following)
    if bounds[-1] == bounds[-2] and len(bounds) > 2:
        bounds.pop()
    keys = walked.keys[: bounds[-1]]
    known = ExploredLevels(keys, starts, edges, bounds, graded, walked.finished)
    if source.has_tier:
        tiers = source.tiers_of(keys)
        of = np.repeat(tiers[: known.expanded], np.diff(starts[: known.expanded + 1]))
        known.inside = bool((of == tiers[edges[: len(of)]]).any())
    else:
        known.inside = not graded
    return known


def mixed(keys: IntArray) -> FloatArray:
    """[N] a pseudorandom number from 0 to 1 for each key, always the same."""
    word = keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    return word.astype(np.float64) / 2.0**64


def known_in(wanted: IntArray, rising: IntArray) -> BoolArray:
    """[len(wanted)] whether each key is in a rising array.

    >>> known_in(np.array([1, 5]), np.array([5, 9])).tolist()
    [False, True]
    """
    if not len(rising):
        return np.zeros(len(wanted), bool)
    at = np.minimum(np.searchsorted(rising, wanted), len(rising) - 1)
    found: BoolArray = rising[at] == wanted
    return found
