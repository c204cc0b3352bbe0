"""Makes the machine another one for the process that calls: busy, small, full, killed.

A case runs in a process of its own, so that nothing here is ever taken back. What another version
of the library lacks is left as it is.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

LARGE: tuple[tuple[str, str, Any], ...] = (
    ("perfectplay.solver.explore.hash_explorer", "WIDE_STATES", 1),
    ("perfectplay.solver.explore.hash_explorer", "WIDE_LEVEL", 0),
    ("perfectplay.solver.explore.hash_explorer", "_PIECE", 2),
    ("perfectplay.solver.explore.tiers", "MOST_RUNS", 4),
    ("perfectplay.solver.explore.runs", "BUCKET", 16),
    ("perfectplay.solver.explore.merge_runs", "MERGED", 16),
    ("perfectplay.solver.tier_solve", "_resolving", lambda *_, **__: 0),
    ("perfectplay.solver.solve_run", "is_large", lambda *_: True),
)
"""Thresholds under which a game counts as small, and what they become."""

NO_SYNC = ("perfectplay.tablebase.store.atomic_files", "sync", lambda _: None)
"""Waiting for the disk would take most of the time and changes nothing that is tested here."""


def set_where_present(module: str, name: str, value: Any) -> None:
    """Gives a name of a module another value, if there is such a name."""
    try:
        home = import_module(module)
    except ImportError:
        return
    if hasattr(home, name):
        setattr(home, name, value)


def use_small_thresholds() -> None:
    """Small games go the way of large ones from now on."""
    for place in LARGE:
        set_where_present(*place)
    try:
        from perfectplay.solver.memory import BufferRoom

        room = BufferRoom(20, 100, 300, 1 << 30, 50, 0)
    except (ImportError, TypeError):
        return
    set_where_present("perfectplay.solver.tier_solve", "room_for", lambda *_: room)


def let_minutes_pass() -> None:
    """Whoever looks at the clock from now on finds it a minute later than at the look before."""
    real, looks = time.perf_counter, count(1)
    time.perf_counter = lambda: real() + 60.0 * next(looks)


def die_at(folder: Path, call: int) -> None:
    """Kills this process at the nth time that it does something to the files of a folder."""

    def dies(_: str) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    _watch(folder, call, dies, writing=False)


def fill_disk_at(folder: Path, call: int) -> None:
    """From the nth time on that a file of a folder is opened to be written, the disk is full."""

    def refuses(path: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    _watch(folder, call, refuses, writing=True)


EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.truncate")


def _watch(folder: Path, call: int, then: Any, writing: bool) -> None:
    place, count = str(folder), 0

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal count
        if event not in EVENTS or not str(arguments[0]).startswith(place):
            return
        if writing and (event != "open" or not set(str(arguments[1])) & set("wax+")):
            return
        count += 1
        if count >= call:
            then(str(arguments[0]))

    sys.addaudithook(hook)
