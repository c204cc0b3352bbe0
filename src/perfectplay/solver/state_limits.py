"""How many states a solve may make, and from which number of states a game is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from perfectplay.core.errors import (
    EndlessGameError,
    MemoryBudgetError,
    StateLimitError,
    with_remedy,
)
from perfectplay.core.process_memory import default_budget, held_bytes, resident_bytes
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import PROMISES
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of
from perfectplay.solver.estimate.interval import size_words
from perfectplay.solver.explore.memory_watch import MemoryWatch
from perfectplay.solver.memory import INTERPRETED_BYTES

if TYPE_CHECKING:
    from perfectplay.compiler.growth.growth import Growth

COMPILED_BYTES = 40
"""Bytes that a state of compiled rules takes in memory at least."""

DISK_BYTES = 5
"""Bytes of a state on disk while a solve works: its key, and what is stored of it. If the
disk fills up anyway, the solve ends with an error, and the same command continues it later."""

PROOF_BYTES = 600
"""Bytes of a position while a strategy is proved."""

LEAST_ROOM = 100_000
"""States that any budget has room for: they are made before bytes are counted."""

COMPILE_STATES = 50_000
"""A game with more states is compiled."""

COMPILE_SECONDS = 0.6
"""So is a game that takes the interpreter longer than this."""

LONG_SECONDS, LONG_STATES = 10.0, 200_000
"""An interpreted solve that takes longer than this, or has more states, is worth an estimate."""

_SEARCH = "or search single positions instead (perfectplay search)"
_MEMORY = "allow more memory with memory (--memory)"

UNENDING = "if that never ends, the game never ends"

FIRST_LOOK = 10_000
"""States at the first look for growth without end; the next is at ten times as many."""

NO_LIMIT = 1 << 62

LEAST_LOOKED, MOST_LOOKED = 1_000, 20_000
"""Moves of such a look, at least and at most."""

STATES_A_LOOK, COMPILED_A_LOOK = 10, 2_500
"""States for each move of such a look, between these: compiled rules make one in less than a
hundredth of the time of a move that is looked at."""


class _Look(NamedTuple):
    """A look for growth without end, with the arguments of `find_growth`."""

    looked: int
    most: int | None
    size: int | None

    def is_part_of(self, other: _Look | None) -> bool:
        """Whether it finds nothing where the other has found nothing."""
        if other is None or self.looked > other.looked:
            return False
        pairs = (self.most, other.most), (self.size, other.size)
        return all((mine or inf) >= (theirs or inf) for mine, theirs in pairs)


@dataclass
class StateLimits:
    """``given``: the caller's limit, or None; then ``room`` is the number of states that
    ``held_by`` has room for: a memory budget in bytes, or its description.

    ``looks``: whether to look for growth without end. ``most``: states that no way of solving has
    room for; ``size``: bytes that the states of the interpreter may take; None if unknown. One line
    of play with more is too much. ``remedy``: what to do about too many states; ``estimate``: of
    all states, in words, or ""; ``watch``: keeps the interpreter within a budget that was given;
    ``tell``: reports a line on which states become longer and longer; ``each``: states for each
    move of a look; ``later``: what is to be done once, when there are so many states.
    """

    given: int | None
    room: int
    held_by: int | str = "memory"
    looks: bool = False
    most: int | None = None
    size: int | None = None
    remedy: str = "allow more memory"
    estimate: str = ""
    watch: MemoryWatch | None = None
    next_look: int = field(default_factory=lambda: FIRST_LOOK)
    seen: Growth | None = None
    tell: Callable[[str], None] | None = None
    each: int = STATES_A_LOOK
    later: tuple[int, Callable[[], None]] | None = None
    _looked: _Look | None = field(default=None, init=False)  # what `seen` depends on

    def follow(self, before: StateLimits) -> None:
        """Take over what other limits have seen of the same game, so that it is not looked for
        twice."""
        self.next_look, self.seen, self._looked = before.next_look, before.seen, before._looked

    @property
    def has_looked(self) -> bool:
        """Whether growth was looked for."""
        return self._looked is not None

    @property
    def has_told(self) -> bool:
        """Whether growth or a record of moves was found, which is said once."""
        return self.seen is not None or self.tell is None

    @property
    def limit(self) -> int:
        """The most states that are allowed."""
        return self.room if self.given is None else self.given

    def check(self, states: int, last: Callable[[], State], game: Game) -> None:
        """Raise EndlessGameError if the game is proved to grow without end, StateLimitError if it
        has too many ``states``; ``last`` returns the state found last."""
        if self.later is not None and states >= self.later[0]:
            (_, todo), self.later = self.later, None
            todo()
        beyond = states > self.limit
        if self.looks and (beyond or states >= self.next_look):
            self.next_look = 10 * states
            self.look(states, game, thorough=beyond)
        if beyond:
            raise self._too_many(states, self.limit, CheckedGame(game).state_text(last()))

    def most_states(self, index: dict[State, int], states: list[State], moves: int) -> int:
        """How many states the interpreter may have before memory is looked at again."""
        if self.watch is None:
            return NO_LIMIT
        return len(states) + self.watch.most_new(index, states, moves)

    def check_memory(self, index: dict[State, int], states: int, moves: int, game: Game) -> None:
        """Raise MemoryBudgetError if the interpreter's states and moves outgrow the budget that is
        watched; first what `check` raises, if growth is the reason."""
        if self.watch is None:
            return
        try:
            self.watch.check(index, states, moves)
        except MemoryBudgetError as error:
            if self.looks:
                self.look(states, game, thorough=True)
            if self.seen is not None and self.seen.open_ended:
                error.args = (f"{error}; along one line {self.seen.sentence()}; {UNENDING}",)
            raise

    def look(self, states: int, game: Game, *, thorough: bool = False) -> None:
        """Look for growth without end in a game of which ``states`` are known, ``thorough`` in any
        case. Raises EndlessGameError if there is, StateLimitError if one line alone is too much.
        """
        from perfectplay.compiler.growth.growth import find_growth

        each = STATES_A_LOOK if thorough else self.each
        looked = min(MOST_LOOKED, max(LEAST_LOOKED, states // each))
        most = self.most if self.given is None else self.given
        asked = _Look(looked, most, self.size)
        if not (asked == self._looked or (self.seen is None and asked.is_part_of(self._looked))):
            self.seen = find_growth(CheckedGame(game), looked, most=most, size=self.size)
            self._looked = asked
        found = self.seen
        if found is None:
            self._tell_of_record(game)
            return
        self._tell_of(found)
        if found.endless:
            message = f"the game grows without end: {found.sentence()}"
            remedy = PROMISES["grows-without-end"]
            raise EndlessGameError(with_remedy(message, remedy), states=states, growth=found)
        too_large = self.size is not None and found.size > self.size
        if too_large or (most is not None and found.states > most):
            limit = f"the limit of {most:,} states allows" if self.given is not None else ""
            limit = limit or f"{self._holder()} holds"
            message = (
                f"one line of play alone makes more states than {limit}: {found.sentence()}; "
                "whether it ever ends is not known"
            )
            raise StateLimitError(f"{message}; {self._what_to_do()}", states=states, growth=found)

    def _tell_of(self, found: Growth) -> None:
        """Say once, while there is time to stop, that states grow with each move."""
        if self.tell is not None and found.open_ended and not found.endless:
            self.tell(f"{found.line()}; {UNENDING}")
            self.tell = None

    def _tell_of_record(self, game: Game) -> None:
        """Say once that states keep the order of moves, though no line of play grows for ever."""
        from perfectplay.compiler.growth.move_record import find_record

        if self.tell is not None and (record := find_record(CheckedGame(game))) is not None:
            self.tell(record.sentence())
            self.tell = None

    def _holder(self) -> str:
        if isinstance(self.held_by, int):
            return f"the memory budget of {size_words(self.held_by)}"
        return self.held_by

    def _what_to_do(self) -> str:
        return self.remedy if self.given is None else "allow more with max_states (--max-states)"

    def _too_many(self, states: int, limit: int, last: str) -> StateLimitError:
        """The error for a game that is not explored: it may be endless, or just large."""
        if self.given is None:
            allowed = f"more than {self._holder()} holds (about {limit:,})"
        else:
            allowed = f"more than the limit of {number_of(limit, 'state')}"
        parts = [f"the solve has found {number_of(states, 'state')}, {allowed}"]
        if self.estimate:
            parts.append(f"it is estimated to have {self.estimate} states")
        parts.append(f"the last one is {last}")
        if self.seen is not None:
            parts.append(f"along one line {self.seen.sentence()}; {UNENDING}")
        parts.append(self._what_to_do())
        return StateLimitError("; ".join(parts), states=states, growth=self.seen)


def unlimited() -> StateLimits:
    """For explorers that end by themselves."""
    return StateLimits(None, NO_LIMIT)


def is_large(states: int, seconds: float) -> bool:
    """Whether a game that the interpreter explores is worth a compiler."""
    return states > COMPILE_STATES or seconds > COMPILE_SECONDS


def takes_long(states: int, seconds: float) -> bool:
    """Whether a game that the interpreter explores is worth an estimate of how long it takes."""
    return states > LONG_STATES or seconds > LONG_SECONDS


def states_that_fit(size: int, bytes_each: int) -> int:
    """How many states ``size`` bytes hold, at ``bytes_each`` for each.

    >>> states_that_fit(2_000_000_000, COMPILED_BYTES)
    50000000
    """
    return max(LEAST_ROOM, size // bytes_each)


def interpreted_limits(given: int | None, memory: int, start: State) -> StateLimits:
    """For states that the interpreter makes, like ``start``; ``memory``: the budget in bytes."""
    size = memory - resident_bytes()
    room = states_that_fit(size, INTERPRETED_BYTES + int(held_bytes([start])))
    remedy = f"{_MEMORY}, write the rules so that they compile, {_SEARCH}"
    size = max(size, LEAST_ROOM * INTERPRETED_BYTES)
    return StateLimits(given, room, memory, True, room, size, remedy)


def compiled_limits(
    given: int | None, memory: int, on_disk: int, bytes_each: int = 0
) -> StateLimits:
    """For states that compiled rules make in memory; ``on_disk``: the most that tiers may
    have on the disk."""
    room = states_that_fit(memory - resident_bytes(), bytes_each or COMPILED_BYTES)
    most = max(room, on_disk)
    remedy = f"{_MEMORY}, {_SEARCH}"
    return StateLimits(given, room, memory, True, most, remedy=remedy, each=COMPILED_A_LOOK)


def tier_limits(limits: StateLimits, on_disk: int) -> StateLimits:
    """For tiers, which are kept on disk if memory does not hold them."""
    if on_disk <= limits.room:
        return limits
    remedy = f"solve into a folder on a larger disk (-o FOLDER), {_SEARCH}"
    return replace(limits, room=on_disk, held_by="the free space on the disk", remedy=remedy)


def proof_limits(given: int | None) -> StateLimits:
    """For the positions of a proof. Growth without end is not looked for, since the strategy may
    prevent it."""
    memory = default_budget()
    room = states_that_fit(memory - resident_bytes(), PROOF_BYTES)
    return StateLimits(given, room, memory)
