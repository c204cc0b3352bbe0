"""Arrays within a budget: what the process holds beside them."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from perfectplay.solver.explore import array_store
from perfectplay.solver.explore.array_store import ArrayStore

HOLES = textwrap.dedent("""
    import sys
    import numpy as np
    from perfectplay.core.process_memory import keep_little_freed, resident_bytes
    from perfectplay.solver.explore import array_store

    ROOM = 200_000_000
    keep_little_freed(20_000_000_000, 2)  # as in a large solve: runs are not mapped one by one
    if sys.argv[1] == "as before":
        array_store.return_freed = lambda: None
    store = array_store.ArrayStore(ROOM, None)
    before = resident_bytes()
    runs = [store.keep(np.arange(i, 500_000 + i)) for i in range(95)]
    others = runs[9::10]  # so that there is no place for a long array where the others were
    for run in set(runs) - set(others):
        store.drop(run)
    del runs, run
    parts = (np.arange(i, i + 1_000_000) for i in range(0, 40_000_000, 1_000_000))
    whole = store.keep_merged(parts, [array_store.MemoryArray(np.arange(40_000_000))])
    print(resident_bytes(trimmed=False) - before, len(whole), type(whole).__name__)
""")
"""Runs that take nearly all the room are dropped, and their union is kept, one array."""


def held(how: str) -> int:
    """The bytes that a process holds after that."""
    run = [sys.executable, "-c", HOLES, how]
    size, keys, kind = subprocess.run(run, capture_output=True, check=True).stdout.decode().split()
    assert (int(keys), kind) == (40_000_000, "NarrowArray")
    return int(size)


@pytest.mark.skipif(sys.platform != "linux", reason="the allocator of Linux keeps what is freed")
def test_the_pages_of_dropped_runs_go_back_before_others_are_taken() -> None:
    assert held("now") < 240_000_000
    assert held("as before") > 300_000_000  # the test sees what it is for


def test_pages_go_back_only_where_there_would_be_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []
    monkeypatch.setattr(array_store, "return_freed", lambda: times.append(1))
    store = ArrayStore(1_000)
    for _ in range(3):  # dropped ones, 480 bytes, and one that is kept
        store.drop(store.keep(np.arange(40)))
    assert (store.held, times) == (0, [])
    kept = store.keep(np.arange(150))
    assert (store.held, times) == (600, [1])
    store.drop(kept)
    assert store.keep(np.arange(100)).read(0, 2).tolist() == [0, 1]
    assert (store.held, times) == (400, [1])
