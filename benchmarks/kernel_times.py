"""``python -m benchmarks.kernel_times``: what the kernels of a solve take, in ns a key or a child.

The keys are random: near each other, as those of boards are, for the trie and the set; far apart
for the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.core.packed import NARROW_LIMIT
from perfectplay.solver.explore import hashing
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.explore.key_trie import KeyTrie
from perfectplay.solver.explore.runs import RunRoom, run_of
from perfectplay.solver.retrograde.batch_kernels import resolve_batch
from perfectplay.solver.threads import ThreadTeam

KEYS, BATCH = 4_000_000, 60_000


def main() -> None:
    """Print a line for each kernel."""
    random = np.random.default_rng(0)
    near = np.unique(random.integers(0, KEYS // 8, KEYS) << 6 | random.integers(0, 9, KEYS))
    far = np.unique(random.integers(0, 1 << 40, KEYS))
    trie, directory = KeyTrie.of(MemoryArray(near), roomy=True), KeyIndex.of(MemoryArray(far))
    assert trie is not None
    print(f"{_in_index(trie, near):6.1f} ns  a look-up in a trie")
    print(f"{_in_index(directory, far):6.1f} ns  a look-up in a directory")
    print(f"{_filled(near):6.1f} ns  a key that a trie is made of")
    print(f"{_in_run(random.permutation(near)):6.1f} ns  a key in any order that enters a run")
    print(f"{_in_table(far, random):6.1f} ns  a look-up in the table of a graph")
    print(f"{_values(random):6.1f} ns  a child whose value is ranked")


def _least(work: Callable[[], Any], items: int) -> float:
    """The least time of some runs, in ns an item; the first may have to compile."""
    times = []
    for _ in range(4):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) / items * 1e9


def _in_index(index: KeyTrie | KeyIndex, keys: np.ndarray[Any, Any]) -> float:
    packed, entries = np.ones(len(keys), np.uint16), np.empty(BATCH, np.uint32)

    def work() -> None:
        for begin in range(0, len(keys), BATCH):
            wanted = keys[begin : begin + BATCH]
            index.entries(wanted, packed, entries[: len(wanted)])

    return _least(work, len(keys))


def _filled(keys: np.ndarray[Any, Any]) -> float:
    return _least(lambda: KeyTrie.of(MemoryArray(keys), roomy=True), len(keys))


def _in_run(keys: np.ndarray[Any, Any]) -> float:
    room, team = RunRoom(1), ThreadTeam(1)
    return _least(lambda: run_of(np.array_split(keys, 60), team, room), len(keys))


def _in_table(keys: np.ndarray[Any, Any], random: np.random.Generator) -> float:
    keys = random.permutation(keys)
    slots = np.zeros(1 << (2 * len(keys)).bit_length(), np.int32)
    hashing.enter_all(keys, len(keys), slots)
    wanted = keys[random.integers(0, len(keys), len(keys))]
    places, missing = np.empty(len(keys), np.int32), np.empty(len(keys), np.int32)
    return _least(lambda: hashing.find(wanted, keys, slots, places, missing), len(keys))


def _values(random: np.random.Generator) -> float:
    states = 1 << 16
    degrees = random.integers(3, 6, states).astype(np.int32)
    children = int(degrees.sum())
    entries = random.integers(1, 4, children) | random.integers(0, 20, children) << 2
    arguments = entries.astype(np.uint32), np.empty(0, np.uint8), False, degrees
    over, packed = np.zeros(states, np.uint8), np.empty(states, np.uint16)
    return _least(lambda: resolve_batch(*arguments, over, NARROW_LIMIT, packed), children)


if __name__ == "__main__":
    main()
