"""How much memory a solve may take, and how it is divided."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from dataclasses import dataclass

from perfectplay.core.errors import MemoryBudgetError

SHARE = 0.5
"""The share of the memory that is free when a solve begins which it may take by default."""

LEAST_MEMORY = 300_000_000
"""Python, its libraries and a compiler take some 0.2 GB before there is any state."""

BATCH = 1 << 16
CHILDREN = 1 << 22
"""States expanded in one call, and children held at a time, if there is room."""

LEAST_BATCH, LEAST_CHILDREN = 1 << 14, 1 << 18

CHILD_BYTES = 24
"""Bytes of a child that is held while states are explored: its key, grouped and sorted."""

FIXED = 40 << 20
"""Bytes for merging, writing and small allocations beside the large arrays."""


def available_bytes() -> int:
    """Bytes that are available without swapping; 4 GiB if the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return 4 << 30


def resident_bytes() -> int:
    """Bytes of memory that this process holds now; 200 MB if the system does not say.

    Freed memory that the allocator keeps is returned to the system first, if possible.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    try:
        with open("/proc/self/statm", encoding="ascii") as line:
            return int(line.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 200 << 20


def check_room(memory: int) -> None:
    """Raise MemoryBudgetError if this process holds ``memory`` bytes before there is any state."""
    resident = resident_bytes()
    if resident >= memory:
        raise MemoryBudgetError(memory, resident + LEAST_MEMORY // 2, resident)


def keep_nothing_freed() -> None:
    """From now on, return large arrays to the system as soon as they are freed, if possible.

    Otherwise the allocator keeps some for later, and a budget does not hold. Costs a few percent of
    the time.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # read when pyarrow is imported
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(_MMAP_THRESHOLD, 1 << 20)


_MMAP_THRESHOLD = -3  # as malloc.h has it


@dataclass(frozen=True)
class BufferRoom:
    """``batch``: states expanded in one call; ``children``: held at a time; ``shelf``: bytes for
    arrays of states; ``spare``: bytes that the process does not hold yet; ``missing``: bytes that
    the batches need beyond these."""

    batch: int
    children: int
    shelf: int
    spare: int
    missing: int = 0


def room_for(memory: int, resident: int, threads: int, branching: float) -> BufferRoom:
    """How ``memory`` bytes are divided, ``resident`` of which the process holds; ``branching``:
    children of a state.

    >>> room_for(2_000_000_000, 200_000_000, 2, 3.0).children == CHILDREN
    True
    """
    spare = memory - resident
    children = min(CHILDREN, max(LEAST_CHILDREN, spare // 8 // CHILD_BYTES))
    batch = BATCH if spare > 256 << 20 else LEAST_BATCH
    # a batch has its children, their values, and room to grow; the children of many batches are
    # grouped and sorted, each in an array of its own
    buffers = int(threads * batch * branching * 40) + children * CHILD_BYTES + FIXED
    return BufferRoom(batch, children, max(0, spare - buffers), spare, max(0, buffers - spare))
