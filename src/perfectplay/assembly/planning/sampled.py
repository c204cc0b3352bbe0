"""What samples of states are taken from: rules that expand keys, and the part that is known whole.

A walk (engines/walk.py) or the interpreter explores the first states; what is learnt of them, level
by level, is a `Known`. Keys of states of any kind are hashes here: a forecast may confuse two.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perfectplay.contract.game import StateKind
from perfectplay.contract.packing import KEYS_END, TupleKeys
from perfectplay.contract.rules import Rules
from perfectplay.engines.threads import Team, ranges
from perfectplay.words.value import State

if TYPE_CHECKING:
    from perfectplay.engines.compiled import Expander
    from perfectplay.engines.walk import Walked

BATCH = 1 << 14
"""States expanded in one call."""

SIZED = 4_000
"""States of a level whose classes are counted."""

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Children:
    """children: [C] int64 keys, one state's after the other's; degrees: [B] int64; tiers: [C]
    int64 where the game says them, else empty."""

    children: IntArray
    degrees: IntArray
    tiers: IntArray


class Source(Protocol):
    """Rules that expand keys, compiled or interpreted; ``seconds`` and ``asked``: the time that
    took and the children that came of it."""

    has_tier: bool
    symmetric: bool
    seconds: float
    asked: int

    def expand(self, keys: IntArray) -> Children:
        """The children of some states. Raises RulesError, KeysOutgrownError."""

    def refit(self, outgrown: Any, *arrays: IntArray) -> None:
        """Goes on with wider keys; those of the arrays become wider in place."""

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for."""

    def tiers_of(self, keys: IntArray) -> IntArray:
        """[B] the tier of each."""


class CompiledSource:
    """Compiled rules on all cores."""

    def __init__(self, expander: Expander, team: Team) -> None:
        self.expander, self.team = expander, team
        self.has_tier = expander.compiled.has_tier
        self.symmetric = expander.compiled.has_symmetries
        self.seconds, self.asked = 0.0, 0

    def expand(self, keys: IntArray) -> Children:
        began = time.perf_counter()
        pieces = ranges(len(keys), -(-len(keys) // BATCH))
        parts = self.team.map(lambda r: self.expander.expand(keys, *r), pieces)
        self.seconds += time.perf_counter() - began
        children = np.concatenate([part.children for part in parts])
        self.asked += len(children)
        degrees = np.concatenate([part.degrees for part in parts]).astype(np.int64)
        return Children(children, degrees, np.concatenate([part.tiers for part in parts]))

    def refit(self, outgrown: Any, *arrays: IntArray) -> None:
        narrow = self.expander.keys
        assert isinstance(narrow, TupleKeys)
        for keys in arrays:
            narrow.repack(keys, outgrown.keys)
        self.expander.keys = outgrown.keys

    def class_sizes(self, keys: IntArray) -> IntArray:
        return self.expander.class_sizes(keys, 0, len(keys))

    def tiers_of(self, keys: IntArray) -> IntArray:
        return self.expander.tiers_of(keys, 0, len(keys))


class InterpretedSource:
    """Rules that the interpreter runs; a key is the hash of a state that has been met."""

    def __init__(self, rules: Rules, symmetric: bool) -> None:
        self.rules, self.symmetric = rules, symmetric
        self.has_tier = False  # such games are not solved by tiers
        self.seconds, self.asked = 0.0, 0
        self.met: dict[int, State] = {}

    def keys_of(self, states: list[State]) -> IntArray:
        """The keys of states that are representatives already."""
        found = [hash(state) % KEYS_END for state in states]
        self.met.update(zip(found, states, strict=True))
        return np.array(found, np.int64)

    def expand(self, keys: IntArray) -> Children:
        began = time.perf_counter()
        children, degrees = list[State](), []
        for key in keys.tolist():
            before = len(children)
            for _, child in self.rules.position(self.met[key]).options:
                children.append(self._representative(child) if self.symmetric else child)
            degrees.append(len(children) - before)
        found = self.keys_of(children)
        self.seconds += time.perf_counter() - began
        self.asked += len(children)
        return Children(found, np.array(degrees, np.int64), np.empty(0, np.int64))

    def _representative(self, state: State) -> State:
        images = self.rules.symmetries(state)
        if self.rules.kind is StateKind.OBJECT:
            return min(images, key=hash)
        return min(images)

    def refit(self, outgrown: Any, *arrays: IntArray) -> None:
        """Hashes are never outgrown."""

    def class_sizes(self, keys: IntArray) -> IntArray:
        states = (self.met[key] for key in keys.tolist())
        return np.array([len(self.rules.symmetries(state)) for state in states], np.int64)

    def tiers_of(self, keys: IntArray) -> IntArray:
        return np.zeros(len(keys), np.int64)


@dataclass
class Known:
    """The levels that are explored whole.

    ``graded``: every move so far leads to the next level; ``inside``: some stay in their tier.
    ``keys``: [N] of all levels, those of level d being ``keys[bounds[d]:bounds[d + 1]]``; of them
    ``expanded`` have their moves in ``edges``, ``starts`` being where those of each begin.
    """

    keys: IntArray
    starts: IntArray
    edges: NDArray[np.int32]
    bounds: list[int]
    graded: bool
    finished: bool
    inside: bool = False

    @property
    def expanded(self) -> int:
        """States of levels that are expanded whole."""
        return self.bounds[-1] if self.finished else self.bounds[-2]

    def level(self, d: int) -> IntArray:
        """The keys of a level."""
        return self.keys[self.bounds[d] : self.bounds[d + 1]]

    def size(self, d: int) -> int:
        """The states of a level."""
        return self.bounds[d + 1] - self.bounds[d]

    @property
    def levels(self) -> int:
        """How many levels there are, the last of them not expanded unless all is finished."""
        return len(self.bounds) - 1

    def moves(self, d: int) -> int:
        """The moves of a level that is expanded."""
        return int(self.starts[self.bounds[d + 1]] - self.starts[self.bounds[d]])

    def parents(self, d: int) -> NDArray[np.int64]:
        """[states of level d] how many moves from the level before lead to each."""
        first, end = self.bounds[d - 1], self.bounds[d]
        edges = self.edges[self.starts[first] : self.starts[end]]
        there = edges[edges >= end] - end
        return np.bincount(there, minlength=self.size(d))


def known_of(walked: Walked, source: Source) -> Known:
    """What a walk knows whole."""
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
    known = Known(keys, starts, edges, bounds, graded, walked.finished)
    if source.has_tier:
        tiers = source.tiers_of(keys)
        of = np.repeat(tiers[: known.expanded], np.diff(starts[: known.expanded + 1]))
        known.inside = bool((of == tiers[edges[: len(of)]]).any())
    else:
        known.inside = not graded
    return known


def mixed(keys: IntArray) -> NDArray[np.float64]:
    """[N] a number from 0 to 1 for each key, as good as random and always the same."""
    word = keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    return word.astype(np.float64) / 2.0**64


def known_in(wanted: IntArray, rising: IntArray) -> NDArray[np.bool_]:
    """[len(wanted)] which keys are in a rising array.

    >>> known_in(np.array([1, 5]), np.array([5, 9])).tolist()
    [False, True]
    """
    if not len(rising):
        return np.zeros(len(wanted), bool)
    at = np.minimum(np.searchsorted(rising, wanted), len(rising) - 1)
    found: NDArray[np.bool_] = rising[at] == wanted
    return found


Clock = Callable[[], float]
"""Seconds that are left."""
