"""A solve into an object store.

The process that is started works in a folder of its own on this machine, its home. Workers of an
executor read and write the store alone. At the end what stands in the home follows, the manifest
last: so there is a solution in the store whole, or none.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from perfectplay.core.cache_home import cache_home
from perfectplay.core.errors import FolderBusyError, StoreError
from perfectplay.game.game import Game
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.solver.checkpoint.work import WORK
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.resume import FolderSolution, found_in, solved_in
from perfectplay.solver.solve_run import SolveRun
from perfectplay.tablebase.store.manifest import MANIFEST
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import (
    changed_at,
    content_at,
    names_in,
    put,
    put_bytes,
    remove,
    remove_all,
)
from perfectplay.tablebase.store.stored_solution import open_solution

DRIVER = "driver.json"
"""The file in the work folder of the store that says which process solves."""

LEASE = 60.0
"""Seconds after which a driver that no longer writes its file counts as dead."""


def solve_in_store(game: Game, place: Path, options: SolveOptions) -> FolderSolution:
    """As `solve_into`, for a folder of an object store."""
    run = SolveRun(game, options)
    home = home_of(place)
    names = names_in(place)
    if MANIFEST in names:
        found_in(place, run)
        return FolderSolution(open_solution(place, game), True)
    if names and WORK not in names:
        raise StoreError(
            f"{place} holds something else ({names[0]}); choose a folder that is new or empty"
        )
    home.mkdir(parents=True, exist_ok=True)
    try:
        with locked(home), _leased(place):
            solved = solved_in(home, run, place)
            _publish(home, place)
            shutil.rmtree(home, ignore_errors=True)
    finally:
        with suppress(OSError):  # it is empty only if nothing came of it
            home.rmdir()
    remove_all(place / WORK)
    solution = open_solution(place, game)
    if solved is not None:
        solution.made = solved.provenance(run.reporter.seconds)
    return FolderSolution(solution, False)


def home_of(place: Path) -> Path:
    """The folder of this machine from which a folder in a store is solved."""
    name = hashlib.sha256(str(place).rstrip("/").encode()).hexdigest()[:16]
    return cache_home() / "perfectplay" / "stores" / name


def _publish(home: Path, place: Path) -> None:
    """Move all files of a finished solution that are not in the store yet into it."""
    named = {part.file for part in read_manifest(home).parts}
    for name in names_in(place):
        if name.startswith("tier-") and name not in named:  # of a solve that began again
            remove(place / name)
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    files = [path for path in files if path not in (home / LOCK, home / MANIFEST)]
    for path in files:
        put(path, place / path.relative_to(home).as_posix())
    put_bytes((home / MANIFEST).read_bytes(), place / MANIFEST)


# --- one driver at a time -------------------------------------------------------------------------


@contextmanager
def _leased(place: Path) -> Iterator[None]:
    """Hold a folder of a store, in which there are no locks: by a file that is written anew while
    the process lives. Raises FolderBusyError if another machine writes it."""
    path, me = place / WORK / DRIVER, uuid4().hex
    note = {"host": socket.gethostname(), "process": os.getpid(), "id": me}
    content = json.dumps(note).encode("ascii")
    before = _driver(path)
    last = changed_at(path) if before else 0.0
    probe = place / WORK / f"{me}.new"
    put_bytes(content, probe)
    now = changed_at(probe)  # by the clock of the store
    remove(probe)
    if before and before.get("host") != note["host"] and now - last < LEASE:
        raise FolderBusyError(
            f"process {before.get('process')} of {before.get('host')} is solving into {place}; "
            "wait until it is done, or for a minute if it was killed, or choose another folder"
        )
    put_bytes(content, path)
    ended = threading.Event()

    def keep() -> None:
        while not ended.wait(LEASE / 4):
            with suppress(StoreError, OSError):  # the next one may reach it
                put_bytes(content, path)

    keeper = threading.Thread(target=keep, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join(LEASE)
        with suppress(StoreError, OSError):
            remove(path)


def _driver(path: Path) -> dict[str, Any]:
    """Who has written the file of the driver; nothing if there is none."""
    try:
        found = json.loads(content_at(path))
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
