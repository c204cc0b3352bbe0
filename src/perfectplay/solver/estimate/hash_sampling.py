"""The number of states of a game whose moves lead back: all states are sifted, some are kept.

A state is kept if the mixed bits of its key are below a share, wherever and whenever it is reached;
only kept states are expanded. If too many are kept, the share is halved. As long as states have
many parents, nearly every state that may be kept is reached although others are not expanded. The
number of those that were missed follows from how many were reached only once or twice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from perfectplay.core.arrays import BoolArray, Int32Array, IntArray
from perfectplay.solver.estimate.sampled import ExploredLevels, SampleSource, mixed

TOO_FAR = 1.0
"""The most by which half the share may lower the estimate, in logarithms."""

CRITICAL = 1.2
"""A kept state must lead to so many kept states; otherwise most of them are never reached."""

CHILDREN = 1 << 20
"""Children before the next look at the budget."""


@dataclass(frozen=True)
class HashSample:
    """A sample of the states that were not known before.

    ``kept``: their number; ``share``: the share of all such states that may be kept; ``moves``: of
    the kept states; ``likely``: the estimated number of states that may be kept, with its ``error``
    in logarithms; ``waiting``: kept states that are not expanded; ``sizes``: mean size of a class;
    ``largest``: the share of the largest tier; ``found``: the most states kept at one time;
    """

    kept: int
    share: float
    moves: int
    likely: float
    error: float
    waiting: int
    sizes: float
    largest: float
    found: int


class _SampledGraph:
    """keys: [N] in the order of discovery, the first ``done`` of them expanded; parent, child: [E]
    the indices of the kept states that a move leads from and to."""

    def __init__(self, keys: IntArray, old: int, share: float) -> None:
        self.share, self.old, self.done, self.n = share, old, old, len(keys)
        self._keys = keys.copy()
        self.parent = [np.empty(0, np.int32)]
        self.child = [np.empty(0, np.int32)]
        self.degrees = [np.zeros(old, np.int64)]
        self._enter(2 * len(keys))

    @property
    def keys(self) -> IntArray:
        """The keys of the kept states."""
        return self._keys[: self.n]

    def _enter(self, room: int) -> None:
        """Make a hash table with room for so many keys."""
        from perfectplay.solver.explore.hashing import enter_all

        keys = np.empty(room, np.int64)
        keys[: self.n] = self.keys
        self._keys, self._slots = keys, np.zeros(1 << (2 * room).bit_length(), np.int32)
        enter_all(self._keys, self.n, self._slots)

    def add(self, children: IntArray, parent: IntArray) -> None:
        """Add those children of kept states that are kept."""
        from perfectplay.solver.explore.hashing import enter_missing, find

        keep = mixed(children) < self.share
        children, parent = children[keep], parent[keep]
        if self.n + len(children) > len(self._keys):
            self._enter(2 * (self.n + len(children)))
        place, missing = np.empty(len(children), np.int32), np.empty(len(children), np.int32)
        absent = missing[: find(children, self.keys, self._slots, place, missing)]
        wanted = children[absent]
        self.n, _ = enter_missing(wanted, absent, 0, self._keys, self.n, self._slots, place)
        self.parent.append(parent.astype(np.int32))
        self.child.append(place)

    def halve(self) -> None:
        """Halve the share and drops the states that are no longer kept."""
        self.share /= 2
        keep = mixed(self.keys) < self.share
        number = np.cumsum(keep) - 1
        parent, child = np.concatenate(self.parent), np.concatenate(self.child)
        both = keep[parent] & keep[child]
        self.parent = [number[parent[both]].astype(np.int32)]
        self.child = [number[child[both]].astype(np.int32)]
        self.degrees = [np.concatenate(self.degrees)[keep[: self.done]]]
        self.old = int(keep[: self.old].sum())
        self.done = int(keep[: self.done].sum())
        left = self.keys[keep]
        self._keys, self.n = left, len(left)
        self._enter(2 * len(left))


def sift(
    known: ExploredLevels, source: SampleSource, most: int, until: float = math.inf
) -> HashSample:
    """Sift from the known levels on, with at most ``most`` states, until the share ``until`` of the
    source's budget is spent. Raises RulesError, NotCompilable."""
    from perfectplay.compiler.expander import KeysOutgrownError

    while True:
        try:
            return _sift(known, source, most, until)
        except KeysOutgrownError as outgrown:  # other keys have other bits: start again
            wider = source.widened(outgrown)
            known = replace(known, keys=source.repacked(known.keys, wider))
            source = wider


def _sift(known: ExploredLevels, source: SampleSource, most: int, until: float) -> HashSample:
    kept = _SampledGraph(known.keys, known.expanded, 1.0)
    kept.parent = [
        np.repeat(np.arange(known.expanded), np.diff(known.starts[: known.expanded + 1]))
    ]
    kept.child = [known.edges[: len(kept.parent[0])]]
    branching = len(kept.child[0]) / max(1, known.expanded)
    most_kept = kept.n
    while kept.done < kept.n and source.budget.used <= until:
        while kept.n > most:
            kept.halve()
        if kept.share * branching < CRITICAL and kept.share < 1:
            break
        end = min(kept.n, kept.done + max(64, int(CHILDREN / max(1.0, branching))))
        found = source.expand(kept.keys[kept.done : end])
        branching = max(branching, len(found.children) / (end - kept.done))
        parent = np.repeat(np.arange(kept.done, end), found.degrees)
        kept.degrees.append(found.degrees)
        kept.done = end
        kept.add(found.children, parent)
        most_kept = max(most_kept, kept.n)
    return _sample_of(kept, source, most_kept)


def _sample_of(kept: _SampledGraph, source: SampleSource, found: int) -> HashSample:
    parent, child = np.concatenate(kept.parent), np.concatenate(kept.child)
    size, old = len(kept.keys), np.arange(len(kept.keys)) < kept.old
    estimates = [_estimate(np.ones(size, bool), old, parent, child)]
    share = 1.0
    while kept.share < 1 and len(estimates) < 3:
        share /= 2
        among = mixed(kept.keys) < kept.share * share
        reached = _reached(old & among, among, parent, child)
        estimates.append(_estimate(reached, old, parent, child) / share)
    new = size - kept.old
    likely, error = _extrapolated(estimates) if kept.share < 1 else (float(new), 0.0)
    # if no state is left out, all are counted: a mean of some would look like an exact number
    step = 1 if kept.share == 1 and kept.done == size else max(1, new // 4000)
    keys = kept.keys[kept.old :: step].copy()
    sizes = float(source.class_sizes(keys).mean()) if source.symmetric and len(keys) else 1.0
    largest = 1.0
    if source.has_tier and new:
        _, counts = np.unique(source.tiers_of(kept.keys[kept.old :]), return_counts=True)
        largest = float(counts.max() / new)
    moves = int(np.concatenate(kept.degrees)[kept.old :].sum())
    waiting = size - kept.done
    return HashSample(new, kept.share, moves, likely, error, waiting, sizes, largest, found)


def _estimate(reached: BoolArray, old: BoolArray, parent: Int32Array, child: Int32Array) -> float:
    """The number of states like those that were reached and are not old, with the unseen ones.

    Of things that are seen now and then, at least a²/2b are never seen, if a are seen once and b
    twice.
    """
    times = np.bincount(child[reached[parent]], minlength=len(reached))[reached & ~old]
    once, twice, never = (int((times == n).sum()) for n in (1, 2, 0))
    return len(times) + max(0.0, once * once / (2 * max(1, twice)) - never)


def _reached(
    begin: BoolArray, among: BoolArray, parent: Int32Array, child: Int32Array
) -> BoolArray:
    """The states reached from ``begin`` by moves within ``among``."""
    inside = among[parent] & among[child]
    parent, child, reached = parent[inside], child[inside], begin.copy()
    while len(child):
        go = reached[parent]
        if not go.any():
            break
        reached[child[go]] = True
        left = ~go & ~reached[child]
        if left.sum() == len(child):
            break
        parent, child = parent[left], child[left]
    return reached


def _extrapolated(estimates: list[float]) -> tuple[float, float]:
    """The limit of estimates with a share, half and a quarter of it (each a bit too low), and its
    error in logarithms: infinite if the share was too small.

    >>> [round(x, 2) for x in _extrapolated([100.0, 100.0, 100.0])]
    [100.0, 0.05]
    """
    logs = [math.log(max(1.0, estimate)) for estimate in estimates]
    last = logs[0] - logs[1] if len(logs) > 1 else math.inf
    if last > TOO_FAR:
        return estimates[0], math.inf
    before = logs[1] - logs[2] if len(logs) > 2 else math.inf
    ratio = min(0.75, max(0.0, last / before)) if 0 < before < TOO_FAR else 0.25
    rest = max(0.0, last) * ratio / (1 - ratio)
    return estimates[0] * math.exp(rest), 0.05 + max(abs(last), rest)
