"""How many states a solve may make by default: what its budget and its folder hold."""

from __future__ import annotations

from dataclasses import replace
from sys import getsizeof

from perfectplay.compiler.growth.changes import parts_of
from perfectplay.core.value import State
from perfectplay.solver.estimate.interval import size_words
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.memory import SHARE, available_bytes, resident_bytes

INTERPRETED_BYTES = 150
"""Bytes that the interpreter takes for a state at least, beside the state itself."""

COMPILED_BYTES = 40
"""Bytes that a state of compiled rules takes in memory at least."""

DISK_BYTES = 12
"""Bytes of a state on disk while a solve works: its raw key, and what is stored of it."""

PROOF_BYTES = 600
"""Bytes of a position while a strategy is proved."""

LEAST_ROOM = 100_000
"""States that any budget has room for: they are made before bytes are counted."""

_SEARCH = "or search single positions instead (perfectplay search)"
_MEMORY = "allow more memory with memory (--memory)"


def states_that_fit(size: int, bytes_each: int) -> int:
    """How many states ``size`` bytes hold, at so many bytes each.

    >>> states_that_fit(2_000_000_000, COMPILED_BYTES)
    50000000
    """
    return max(LEAST_ROOM, size // bytes_each)


def default_budget() -> int:
    """The bytes that a process may hold by default: a share of the memory that is free now."""
    return resident_bytes() + int(available_bytes() * SHARE)


def interpreted_limits(given: int | None, memory: int, start: State) -> StateLimits:
    """For states that the interpreter makes, like ``start``; ``memory``: the budget in bytes."""
    size = memory - resident_bytes()
    room = states_that_fit(size, INTERPRETED_BYTES + state_bytes(start))
    remedy = f"{_MEMORY}, write the rules so that they compile, {_SEARCH}"
    size = max(size, LEAST_ROOM * INTERPRETED_BYTES)
    return StateLimits(given, room, _budget(memory), True, room, size, remedy)


def compiled_limits(
    given: int | None, memory: int, on_disk: int, bytes_each: int = 0
) -> StateLimits:
    """For states that compiled rules make in memory; ``on_disk``: how many tiers may have."""
    room = states_that_fit(memory - resident_bytes(), bytes_each or COMPILED_BYTES)
    most = max(room, on_disk)
    return StateLimits(given, room, _budget(memory), True, most, None, f"{_MEMORY}, {_SEARCH}")


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
    return StateLimits(given, room, _budget(memory))


def _budget(memory: int) -> str:
    return f"the memory budget of {size_words(memory)}"


def state_bytes(state: State) -> int:
    """Bytes of a state: of the tuples, texts and sets in it; numbers are not counted.

    >>> state_bytes((1, 2)) == getsizeof((1, 2)), state_bytes(7)
    (True, 0)
    """
    if isinstance(state, int):
        return 0
    parts = parts_of(state) or ()
    return getsizeof(state) + sum(state_bytes(part) for part in parts)
