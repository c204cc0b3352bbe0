"""How much memory this process holds, and how much it may take; work without its collector."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from typing import Any

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.value import State

SHARE = 0.5
"""The share of the memory that is free when the work begins which it may take by default."""

LEAST_MEMORY = 300_000_000
"""Python, its libraries and a compiler take some 0.2 GB before there is any state."""


def available_bytes() -> int:
    """Bytes that are available without swapping; 4 GiB if the system does not say."""
    with suppress(OSError, ValueError), open("/proc/meminfo", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(ImportError, OSError):
        return int(_psutil().virtual_memory().available)
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return 4 << 30


def resident_bytes(*, trimmed: bool = True) -> int:
    """Bytes of memory that this process holds now; 200 MB if the system does not say.

    ``trimmed``: freed memory that the allocator keeps is returned to the system first, if possible.
    """
    if trimmed:
        return_freed()
    silent = suppress(OSError, ValueError, AttributeError)
    with silent, open("/proc/self/statm", encoding="ascii") as line:
        return int(line.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError, OSError):
        return int(_psutil().Process().memory_info().rss)
    return 200 << 20


def return_freed() -> None:
    """Return the pages of freed arrays to the system that lie between others in use: the allocator
    returns of itself only those at the end."""
    _of_libc("malloc_trim", 0)


def bytes_beside(copies: Sequence[int]) -> int:
    """Bytes of memory that forked ``copies`` of this process (their numbers) hold beside it, a page
    that they share counted once; 0 if the system does not say."""
    try:
        ours = _rollup("self")
        together = ours["Pss_Anon"] + sum(_rollup(str(copy))["Pss_Anon"] for copy in copies)
    except (OSError, ValueError, KeyError):
        return 0
    return max(0, together - ours["Anonymous"])


def _rollup(process: str) -> dict[str, int]:
    """What Linux says of the memory of a process, in bytes."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as lines:
        words = [line.split() for line in lines]
    return {name.rstrip(":"): int(size) << 10 for name, size, *unit in words if unit == ["kB"]}


def _psutil() -> Any:
    """Knows the memory of macOS and Windows, which have no /proc; installed there only."""
    import psutil

    return psutil


def _of_libc(name: str, *arguments: int) -> None:
    """Call a function of the C library of Linux; nothing elsewhere."""
    with suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes

        getattr(ctypes.CDLL("libc.so.6"), name)(*arguments)


def default_budget() -> int:
    """The bytes that a process may hold by default: a share of the memory that is free now."""
    return resident_bytes() + int(available_bytes() * SHARE)


def check_room(memory: int, work: str = "solve") -> None:
    """Raise MemoryBudgetError if this process holds ``memory`` bytes before there is any state.

    ``work``: as in this error.
    """
    resident = resident_bytes()
    if resident >= memory:
        raise MemoryBudgetError(memory, resident + LEAST_MEMORY // 2, resident, work=work)


def keep_little_freed(memory: int, threads: int) -> None:
    """From now on, return freed arrays to the system, but for a small share of a budget of
    ``memory`` bytes.

    Otherwise the allocator keeps more for later, and a budget does not hold. Without that share
    each batch would take new pages: 40 % of the processor time of a large solve in files.
    Nothing undoes it: it stays for this process, and in the environment of its children.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # read when pyarrow is imported
    each = kept_freed(memory - resident_bytes(), threads) // (threads + 1)
    _of_libc("mallopt", _MMAP_THRESHOLD, max(each // KEPT_ARRAYS, 1 << 20))
    _of_libc("mallopt", _TRIM_THRESHOLD, max(each, 1 << 17))


def kept_freed(spare: int, threads: int) -> int:
    """Bytes of freed arrays that the allocator may keep for some threads and this one, if a process
    may take ``spare`` bytes: a small share, and a third of what is beyond little, so that more
    memory always leaves more room.

    >>> kept_freed(100_000_000, 2), kept_freed(6_000_000_000, 2)
    (0, 402653184)
    """
    most = (threads + 1) * KEPT_ARRAYS * KEPT_ARRAY
    return min(most, max(0, spare) // 12, max(0, spare - LITTLE) // 3)


LITTLE = 128 << 20
"""Bytes that a process may take with which nothing that is freed is kept."""

KEPT_ARRAY, KEPT_ARRAYS = 32 << 20, 4
"""Bytes of the largest array that is kept when it is freed, and how many of these each thread may
keep."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # as malloc.h has them


@contextmanager
def collector_off() -> Iterator[None]:
    """Switch the garbage collector off, if it is on, while the body runs: it would scan all states
    again and again, and they have no cycles.

    >>> with collector_off():
    ...     gc.isenabled()
    False
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def held_bytes(states: Sequence[State], most: int = 200_000) -> float:
    """Mean bytes of states with their parts, each object counted once, from the last ones that
    have ``most`` parts together.

    >>> held_bytes([(1, 2), (3, 4)]) == sys.getsizeof((1, 2)), held_bytes([1, 2])
    (True, 0.0)
    """
    seen, size, counted = set[int](), 0, 0
    for state in reversed(states):
        waiting: list[State] = [state]
        while waiting:
            part = waiting.pop()
            small = isinstance(part, int) and -6 < part <= 256  # Python keeps these
            if small or id(part) in seen:
                continue
            seen.add(id(part))
            size += sys.getsizeof(part)
            waiting += _parts(part)
            most -= 1
        counted += 1
        if most <= 0:
            break
    return size / counted


def _parts(value: State) -> Iterable[State]:
    """The objects that an object holds."""
    if isinstance(value, tuple | list | frozenset | set):
        return value
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, str | bytes | int | float | Enum | type):
        return ()
    slots = (name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ()))
    found = [getattr(value, name) for name in slots if hasattr(value, name)]
    return [*found, vars(value)] if hasattr(value, "__dict__") else found
