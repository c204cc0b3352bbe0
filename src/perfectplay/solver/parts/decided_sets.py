"""The states of a tier with moves inside that have a value, as sets of bits, in this process."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrays import ByteArray
from perfectplay.core.value import Value
from perfectplay.solver.explore.array_store import chunks
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import Decided, Run

Bits = NDArray[np.uint64]

DECISIONS = (Value.LOSS, Value.DRAW, Value.WIN)

CHUNK = 1 << 18
"""Places that are read at a time."""


def round_name(tier: int, number: int) -> str:
    """The name of a round in the store."""
    return f"tier-{tier}-round-{number}.decided"


@dataclass(frozen=True)
class DecidedSets:
    """``sets``: by value, [ceil(N / 64)] bits, after so many ``rounds``. It does not change."""

    rounds: int
    sets: dict[Value, Bits]

    def after(self, store: PartStore, tier: int, rounds: int) -> DecidedSets:
        """With those that later rounds decide. Raises DamagedError."""
        sets = {value: bits.copy() for value, bits in self.sets.items()}
        for number in range(self.rounds, rounds):
            for part in store.round(round_name(tier, number)).parts:
                for value, run in runs_of(part):
                    _enter(sets[value], store, run)
        return DecidedSets(rounds, sets)

    def of(self, begin: int, end: int) -> ByteArray:
        """[N] the values of some states, 0 where there is none."""
        values = np.zeros(end - begin, np.uint8)
        first = begin >> 6
        for value, bits in self.sets.items():
            words = bits[first : -(-end // 64)].view(np.uint8)
            some = np.unpackbits(words, bitorder="little")[begin - 64 * first : end - 64 * first]
            values[some > 0] = value
        return values


def runs_of(part: Decided) -> list[tuple[Value, Run]]:
    """What a part has decided, by value."""
    return list(zip(DECISIONS, (part.lost, part.drawn, part.won), strict=True))


def _enter(bits: Bits, store: PartStore, run: Run) -> None:
    for places in chunks(store.run(run), CHUNK):
        ones = np.uint64(1) << (places & 63).astype(np.uint64)
        words, firsts = np.unique(places >> 6, return_index=True)
        bits[words] |= np.bitwise_or.reduceat(ones, firsts) if len(firsts) else ones


class LatestSets:
    """The sets of the tier that was asked for last. Threads share them; a task that is behind the
    others gets sets of its own."""

    def __init__(self) -> None:
        self._of: tuple[str, int] | None = None
        self._latest = DecidedSets(0, {})
        self._loading = threading.Lock()

    def after(self, store: PartStore, tier: int, states: int, rounds: int) -> DecidedSets:
        """The sets of a tier with so many ``states`` after some rounds. Raises DamagedError."""
        words = -(-states // 64)
        with self._loading:
            name = str(store.folder), tier
            known = self._latest
            if self._of != name or known.rounds > rounds:
                known = DecidedSets(0, {value: np.zeros(words, np.uint64) for value in DECISIONS})
            if known.rounds < rounds or self._of != name:
                known = known.after(store, tier, rounds)
            if self._of != name or known.rounds > self._latest.rounds:
                self._of, self._latest = name, known
            return known

    def forget(self) -> None:
        """Free the memory."""
        with self._loading:
            self._of, self._latest = None, DecidedSets(0, {})


LATEST = LatestSets()
"""Of this process."""
