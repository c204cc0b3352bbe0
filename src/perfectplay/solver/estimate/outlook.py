"""What a solve reports once a game has turned out large, and whether it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from perfectplay.core.errors import GameTooLargeError, MemoryBudgetError
from perfectplay.core.process_memory import available_bytes, resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.estimate import TOO_SLOW
from perfectplay.solver.estimate.interval import (
    Interval,
    bytes_words,
    count_words,
    size_words,
    time_words,
)
from perfectplay.solver.estimate.plan import SolvePlan, plan_of, refused
from perfectplay.solver.state_limits import DISK_BYTES, StateLimits
from perfectplay.tablebase.record import game_fields

FOREVER = 7 * 86_400.0
"""Seconds after which few people wait: a week."""

UNSURE = 3.0
"""A solve is refused if it likely takes so many times what there is, or at least what there is even
if the estimate is as low as it may be."""

ROUGH, CLOSER = 1 / 8, 4.0
"""Samples, as shares of the usual ones: if nobody reads the estimate, which then only has to tell
a game that is far too large; and if the first estimate does not decide it."""

Look: TypeAlias = Callable[[float], Estimate | None]
"""The estimate from a share of the usual samples; None if there is none."""

WORKERS = (
    "plan: the workers share the parts of each tier; the time is that of this machine without them"
)


class _Need(NamedTuple):
    """What a solve takes, and what there is, in bytes or seconds; ``words``: both in words."""

    takes: Interval
    there_is: float
    words: str

    @property
    def beyond(self) -> bool:
        """Whether it is far more than there is."""
        likely = self.takes.high is not None and self.takes.likely > UNSURE * self.there_is
        return likely or self.takes.low > self.there_is

    @property
    def fits(self) -> bool:
        """Whether it is not more even if the estimate is as high as it may be, or likely so much
        less that more samples are not worth their time."""
        if self.takes.high is None:
            return False
        return self.takes.high <= self.there_is or UNSURE * self.takes.likely <= self.there_is


@dataclass(frozen=True)
class Outlook:
    """How a solve that has begun compares with its means.

    ``memory``: its budget in bytes, ``given``: whether the caller gave it; ``on_disk``: how many
    states the disk has room for; ``force``: whether to go on with a game that is far too large;
    ``executor``: whether there are workers, which do the work of games with tiers: their memory
    and time are not known.
    """

    threads: int
    memory: int
    given: bool
    on_disk: int
    force: bool
    executor: bool = False

    def tell(self, look: Look, reporter: Reporter, limits: StateLimits) -> None:
        """Report the plan, and expect its number of states from now on.

        Raises GameTooLargeError if the game is far too large for this machine, MemoryBudgetError
        if it is only too large for the budget that was given.
        """
        base = None if limits.watch is None else limits.watch.without_states
        plan = self._plan(look, 1.0 if reporter.listened_to else ROUGH, base)
        if plan is None:
            return
        if plan.forecast.why != TOO_SLOW and not self._decided(plan):
            plan = self._plan(look, CLOSER, base) or plan
        lines = plan.lines()
        if self._shared(plan):
            lines = [*(line for line in lines if not line.startswith("plan: ")), WORKERS]
        reporter.note(*lines)
        self._refuse(plan)
        states = plan.forecast.states
        limits.estimate = count_words(states)
        if states.high is not None:
            if limits.watch is not None:
                limits.watch.expected = states.likely
            reporter.expect(int(states.likely))

    def _plan(self, look: Look, share: float, base: int | None) -> SolvePlan | None:
        found = look(share)
        return None if found is None else plan_of(found, self.threads, self.memory, base)

    def _shared(self, plan: SolvePlan) -> bool:
        """Whether workers are likely to do the work."""
        tiers = plan.forecast.engine == "compiled" and plan.forecast.shape != "graph"
        return self.executor and tiers

    def _decided(self, plan: SolvePlan) -> bool:
        """Whether more samples would change nothing: the whole range gives one answer."""
        needs = self._needs(plan)
        too_much = any(need.takes.low > need.there_is for need in needs)
        return plan.forecast.states.exact or too_much or all(need.fits for need in needs)

    def _refuse(self, plan: SolvePlan) -> None:
        most = available_bytes() + resident_bytes()
        if self.given and not self._shared(plan) and refused(plan) and plan.least <= most:
            least = round(plan.least)
            raise MemoryBudgetError(self.memory, least, at_least=plan.forecast.bounded)
        beyond = [need.words for need in self._needs(plan) if need.beyond]
        if not self._shared(plan) and refused(plan):
            beyond = [self._memory(plan).words, *beyond]
        if beyond and not self.force:
            *others, last = dict.fromkeys([*beyond, time_words(plan.seconds)])
            takes = f"{', '.join(others)}, and {last}" if others else last
            raise GameTooLargeError(
                "the game is too large to be solved here: "
                f"{count_words(plan.forecast.states)} states{_whose(plan)} take {takes}; "
                f"{_ways(plan)}"
            )

    def _needs(self, plan: SolvePlan) -> list[_Need]:
        """What is compared with what there is."""
        needs, shared = [], self._shared(plan)
        if not self.given and not shared:
            needs.append(self._memory(plan))
        if shared or plan.keys == "in files":
            disk, free = plan.forecast.states * DISK_BYTES, self.on_disk * DISK_BYTES
            words = f"{bytes_words(disk)} of disk, where {size_words(free)} are free"
            needs.append(_Need(disk, free, words))
        if not shared:
            needs.append(_Need(plan.seconds, FOREVER, time_words(plan.seconds)))
        return needs

    def _memory(self, plan: SolvePlan) -> _Need:
        """The least memory of a solve whose tiers are in files."""
        states, least = plan.forecast.states, size_words(plan.least)
        words = f"about {least} of memory, where {size_words(self.memory)} are allowed"
        return _Need(states * (plan.least / max(1.0, states.likely)), self.memory, words)


def _whose(plan: SolvePlan) -> str:
    return "" if plan.forecast.every is None else " up to symmetry"


def _ways(plan: SolvePlan) -> str:
    """What can be done instead."""
    game, ways = plan.forecast.game, []
    if game.players == 2:
        ways.append("search gives exact answers for single positions (perfectplay search)")
    given = [f"{name}={value}" for name, value in game_fields(game)["parameters"].items()]
    ways.append(f"smaller parameters may do (now {' '.join(given)})" if given else "")
    ways.append("solve --force begins anyway (force=True in Python)")
    return "; ".join(filter(None, ways))
