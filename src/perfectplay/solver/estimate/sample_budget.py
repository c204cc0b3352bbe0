"""The budget of an estimate: seconds, moves, or both."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import Keys
from perfectplay.solver.compile_apart import compile_apart, compile_walk

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.compiler.load import RulesToCompile


LATE = 3.0
"""An unfinished estimate stops after this multiple of its budget."""

SAMPLED = 3 / 4
"""The least share of the seconds that is for samples, however long it took to prepare them."""

WHOLE = 16
"""The least number of moves of the budget for each state that is explored completely."""


class SampleBudget:
    """``seconds`` on a ``clock`` (by default wall time) and ``moves`` of sampled positions; the
    budget is spent when one of them is.

    With ``moves`` alone the answer does not depend on the speed of the machine. ``generated``:
    moves so far; ``rule_seconds``: the seconds that the rules took for them.
    """

    def __init__(
        self,
        seconds: float = math.inf,
        moves: float = math.inf,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.clock = clock
        self.seconds, self.moves = max(0.0, seconds), max(1.0, moves)
        self.generated, self.rule_seconds = 0, 0.0
        self._began = clock()

    def for_samples(self, least: float = 0.0) -> SampleBudget:
        """A budget for the work after what has been prepared: all moves, and the seconds that are
        left, at least SAMPLED of them, and ``least``."""
        seconds = max(self.seconds - self.passed, SAMPLED * self.seconds, least)
        return SampleBudget(seconds, self.moves, self.clock)

    @property
    def passed(self) -> float:
        """Seconds since the budget was made."""
        return self.clock() - self._began

    @property
    def timed(self) -> bool:
        """Whether there is a limit of time."""
        return self.seconds < math.inf

    @property
    def used(self) -> float:
        """The share of the budget that is spent; above 1 if it is overdrawn.

        >>> budget = SampleBudget(moves=100)
        >>> budget.spend(25, seconds=0.1)
        >>> budget.used, budget.left
        (0.25, 0.75)
        """
        clock = self.passed / self.seconds if self.seconds > 0 else math.inf
        return max(self.generated / self.moves, clock)

    @property
    def left(self) -> float:
        """The share that is left, 0 if nothing is."""
        return max(0.0, 1.0 - self.used)

    @property
    def late(self) -> bool:
        """Whether even work that began in time must stop now."""
        return self.generated > LATE * self.moves or self.passed > LATE * self.seconds + 1.0

    @property
    def hopeless(self) -> bool:
        """Whether single states take so long that even the work of one step must be cut short."""
        return self.passed > 2 * LATE * self.seconds + 2.0

    def spend(self, moves: int, seconds: float) -> None:
        """Counts moves that the rules gave, and the seconds that they took."""
        self.generated += moves
        self.rule_seconds += seconds

    def whole(self, most: int) -> int:
        """The number of states that may be explored completely, at most ``most``."""
        return int(min(most, self.moves // WHOLE))

    @property
    def speed(self) -> float:
        """Moves a second of the rules, on all threads; 0 before the first."""
        return self.generated / self.rule_seconds if self.rule_seconds > 0 else 0.0


class NotInTimeError(Exception):
    """The rules were not compiled in the time that they had."""


def compile_in_time(rules: CheckedGame, keys: Keys, given: RulesToCompile, seconds: float) -> None:
    """Fill the code cache with what samples need, unless it is there or time has no limit. A
    compiler cannot be interrupted, so it runs in another process. Raises NotInTimeError,
    NotCompilable."""
    if math.isinf(seconds) or given.is_kept():
        return
    if seconds <= 0 or not compile_apart(
        rules, keys, given, alive=lambda: None, seconds=seconds, use=warm_up
    ):
        raise NotInTimeError


def warm_up(expander: Expander) -> None:
    """Compile what samples need, so that it takes no time from the samples."""
    from perfectplay.compiler.expander import KeysOutgrownError

    with suppress(KeysOutgrownError):  # kernels are compiled all the same
        compile_walk(expander)
    with suppress(KeysOutgrownError):
        start = np.array([expander.start_key()], np.int64)
        expander.tiers_of(start, 0, 1)
        expander.class_sizes(start, 0, 1)
        expander.expand(start, 0, 1)
