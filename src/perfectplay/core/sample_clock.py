"""How long a sample of a user's rules may take. Machines and moments differ; answers must not."""

from __future__ import annotations

from perfectplay.core.thread_clock import thread_seconds

FEWEST = 3
"""Steps before which only the longest time ends a sample."""

LONGEST = 10
"""A sample ends after so many times its seconds, whatever its steps are like."""


class SampleClock:
    """Says when a sample has taken too long: its seconds of the thread's processor time are over,
    and its ordinary steps are slow too.

    One step may be slow for a reason of its own, such as a collection of garbage or an import. So
    the median of the steps counts: all of them at its pace must take longer than the seconds.

    >>> clock = SampleClock(60.0, 400)
    >>> any(clock.over() for _ in range(400))
    False
    """

    def __init__(self, seconds: float, steps: int) -> None:
        """``seconds``: for all of the sample; ``steps``: how many it has at most."""
        self.seconds, self.steps = seconds, steps
        self._taken: list[float] = []
        self._began = self._last = thread_seconds()

    def over(self) -> bool:
        """Whether to end the sample; called after each step."""
        now = thread_seconds()
        self._taken.append(now - self._last)
        self._last = now
        spent = now - self._began
        if spent <= self.seconds:
            return False
        if len(self._taken) < FEWEST or self._ordinary() * self.steps <= self.seconds:
            return spent > LONGEST * self.seconds
        return True

    def _ordinary(self) -> float:
        """The median of the steps. The module `statistics` would take 10 ms to import."""
        return sorted(self._taken)[(len(self._taken) - 1) // 2]
