"""What a solve reports once a game has turned out large, and whether it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.errors import GameTooLargeError, MemoryBudgetError
from perfectplay.core.process_memory import available_bytes, resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.interval import count_words, size_words, time_words
from perfectplay.solver.estimate.plan import SolvePlan, plan_of, refused, surely
from perfectplay.solver.state_limits import DISK_BYTES, StateLimits
from perfectplay.tablebase.record import game_fields

FOREVER = 30 * 86_400.0
"""Seconds after which nobody waits: thirty days."""


WORKERS = (
    "plan: the workers share the parts of each tier; the time is that of this machine without them"
)


@dataclass(frozen=True)
class Outlook:
    """How a solve that has begun compares with its means.

    ``memory``: its budget in bytes, ``given``: whether the caller gave it; ``on_disk``: how many
    states the disk has room for; ``force``: whether to go on with a game that is far too large;
    ``workers``: whether other processes do the work, whose memory and time are not known.
    """

    threads: int
    memory: int
    given: bool
    on_disk: int
    force: bool
    workers: bool = False

    def tell(self, forecast: Estimate, reporter: Reporter, limits: StateLimits) -> None:
        """Report the plan, and expect its number of states from now on.

        Raises GameTooLargeError if even the low end of the estimate is far beyond this machine,
        MemoryBudgetError if it is only beyond the budget that was given.
        """
        base = None if limits.watch is None else limits.watch.without_states
        plan = plan_of(forecast, self.threads, self.memory, base)
        lines = plan.lines()
        if self.workers:
            lines = [*(line for line in lines if not line.startswith("plan: ")), WORKERS]
        reporter.note(*lines)
        self._refuse(plan)
        limits.estimate = count_words(forecast.states)
        if forecast.states.high is not None:
            if limits.watch is not None:
                limits.watch.expected = forecast.states.likely
            reporter.expect(int(forecast.states.likely))

    def _refuse(self, plan: SolvePlan) -> None:
        most = available_bytes() + resident_bytes()
        if self.given and not self.workers and refused(plan) and plan.least <= most:
            least = round(plan.least)
            raise MemoryBudgetError(self.memory, least, at_least=plan.forecast.bounded)
        beyond = self._beyond(plan)
        if beyond and not self.force:
            raise GameTooLargeError(
                f"the game is too large to be solved here: {beyond}; {_ways(plan)}"
            )

    def _beyond(self, plan: SolvePlan) -> str:
        """What is far beyond this machine; "" if nothing is."""
        states = f"{count_words(plan.forecast.states)} states"
        if refused(plan) and not self.workers:
            least, budget = size_words(plan.least), size_words(self.memory)
            return f"{states} take about {least} of memory, where {budget} are allowed"
        kept = self.workers or plan.keys == "in files"
        if kept and surely(plan.forecast.states) > self.on_disk:
            room = size_words(self.on_disk * DISK_BYTES)
            return f"{states} do not fit the {room} of free disk"
        if surely(plan.seconds) > FOREVER and not self.workers:
            return f"{states} take {time_words(plan.seconds)}"
        return ""


def _ways(plan: SolvePlan) -> str:
    """What can be done instead."""
    game, ways = plan.forecast.game, []
    if game.players == 2:
        ways.append("search gives exact answers for single positions (perfectplay search)")
    given = [f"{name}={value}" for name, value in game_fields(game)["parameters"].items()]
    ways.append(f"smaller parameters may do (now {' '.join(given)})" if given else "")
    ways.append("solve --force begins anyway (force=True in Python)")
    return "; ".join(filter(None, ways))
