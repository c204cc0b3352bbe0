"""Keeps an exploration by the interpreter within a budget of bytes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.process_memory import bytes_beside, held_bytes, resident_bytes
from perfectplay.core.value import State
from perfectplay.solver.memory import (
    FIXED,
    GRAPH_MOVE,
    GRAPH_STATE,
    INTERPRETED_BYTES,
    SCORED_MOVE,
    SCORED_STATE,
)

COMPILER = 120 << 20
"""Bytes of the compiler's library, which resolves graphs that are not small."""

MEASURED, MOST_PARTS = 16, 2_000
"""States whose size is measured before more are made, and the most of their parts."""

AT_LEAST = 1.2
"""Without an estimate, a game is taken to have at least so many times the states made so far."""

LOOK_SECONDS, LOOK_SHARE = 0.5, 20
"""Seconds between two looks at what copies of the process hold; and how many times longer than a
look they are at least, since the system goes over all pages."""


@dataclass
class MemoryWatch:
    """``budget``: bytes that the process may hold; ``base``: what it held before there were states;
    ``scored``: whether it is a game of points; ``expected``: the likely number of states, 0 if
    there is no estimate; ``compiler``: whether compiled code resolves the game."""

    budget: int
    base: int
    scored: bool = False
    expected: float = 0.0
    compiler: bool = True
    _copies: Sequence[int] = ()
    _beside: int = 0
    _next_look: float = field(default=0.0, repr=False)

    @contextmanager
    def counting(self, copies: Sequence[int]) -> Iterator[None]:
        """Count what forked ``copies`` of this process (their numbers) hold too, in this block."""
        self._copies, self._next_look = copies, 0.0
        try:
            yield
        finally:
            self._copies, self._beside = (), 0

    def _resident(self, *, trimmed: bool) -> int:
        """Bytes of this process, and what the copies hold beside it."""
        own = resident_bytes(trimmed=trimmed)
        began = time.monotonic()
        if self._copies and began >= self._next_look:
            self._beside = bytes_beside(self._copies)
            ended = time.monotonic()
            self._next_look = ended + max(LOOK_SECONDS, LOOK_SHARE * (ended - began))
        return own + self._beside

    def check(self, index: dict[State, int], states: int, moves: int) -> None:
        """Raise MemoryBudgetError if the states, and then their solution, outgrow the budget."""
        if self.room(index, states, moves) >= 0:
            return
        over = -self.room(index, states, moves, trimmed=True)
        if over > 0:
            fixed = self.without_states
            each = max(0.0, self.budget + over - fixed) / states
            least = fixed + each * max(self.expected, AT_LEAST * states)
            raise MemoryBudgetError(
                self.budget, round(least), at_least=self.expected < AT_LEAST * states
            )

    def room(
        self, index: dict[State, int], states: int, moves: int, *, trimmed: bool = False
    ) -> int:
        """Bytes of the budget that are left, beside what the solution of these states takes; below
        0 if it is outgrown. ``trimmed``: of `resident_bytes`."""
        later = GRAPH_STATE * states + GRAPH_MOVE * moves + self._fixed()
        later += SCORED_STATE * states + SCORED_MOVE * moves if self.scored else 0
        later = max(later, _next_size(index))
        return self.budget - self._resident(trimmed=trimmed) - later

    def most_new(self, index: dict[State, int], states: list[State], moves: int) -> int:
        """How many states may be made before the next look: a quarter of what there is room for."""
        each = INTERPRETED_BYTES + held_bytes(states[-MEASURED:], MOST_PARTS)
        return max(1, int(self.room(index, len(states), moves) / (4 * each)))

    @property
    def without_states(self) -> int:
        """Bytes that the process holds at its peak beside the states and their solution."""
        return self.base + self._fixed()

    def _fixed(self) -> int:
        return FIXED + (COMPILER if self.compiler and "numba" not in sys.modules else 0)


def _next_size(index: dict[State, int]) -> int:
    """Bytes of the dictionary's next table, if it is about to grow; Python fills two thirds."""
    slots = 1 << (len(index) * 3 // 2).bit_length()
    return 2 * sys.getsizeof(index) if len(index) * 8 > slots * 5 else 0
