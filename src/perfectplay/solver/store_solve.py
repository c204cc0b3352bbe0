"""A solve into an object store.

The process that is started works in a folder of its own on this machine, its home. Workers of an
executor use only the store. At the end the files of the home are moved into the store, the manifest
last, so that the store holds a complete solution or none.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from perfectplay.core.cache_home import cache_home
from perfectplay.core.errors import DamagedError, FolderBusyError, StoreError
from perfectplay.game.game import Game
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.solver.checkpoint.shared_notes import ATTEMPT
from perfectplay.solver.checkpoint.work import WORK, has_progress
from perfectplay.solver.folder_solve import (
    FolderSolution,
    beginning,
    check_begun,
    found_in,
    solved_in,
)
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.solve_run import SolveRun
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.tablebase.store.atomic_files import check_own
from perfectplay.tablebase.store.manifest import COPIES, MANIFEST, is_part_name, text_of
from perfectplay.tablebase.store.manifest_reader import manifest_of, read_manifest
from perfectplay.tablebase.store.remote_files import (
    changed_at,
    content_at,
    has_own_options,
    move_file,
    names_in,
    put_bytes,
    remove,
    remove_all,
)
from perfectplay.tablebase.store.stored_solution import open_solution

DRIVER, BEGUN = "driver.json", "begun.json"
"""Files in the work folder of the store: which process solves; what is solved."""

PATIENCE = 60.0
"""Seconds for the last writing of the driver's file, which is then taken away."""

LEASE = 60.0
"""Seconds after which a driver that no longer writes its file counts as dead."""

_OURS = re.compile(rf"{DRIVER}|{BEGUN}|{ATTEMPT}|parts-[^/]*|[0-9a-f]{{32}}\.new")
"""Names in the work folder."""


def solve_in_store(game: Game, place: Path, options: SolveOptions) -> FolderSolution:
    """As `solve_into`, for a folder of an object store."""
    if options.executor is not None and has_own_options(place):
        raise StoreError(
            f"workers get only the address {place}, not the options of this path; set "
            "the endpoint and the keys in the environment, here and on the workers"
        )
    run = SolveRun(game, options)
    home = home_of(place)
    names = names_in(place)
    if MANIFEST in names:
        _check_finished(place, run)
        if WORK in names:  # its solve was killed at the very end
            with suppress(StoreError), _leased(place, home):
                _clear(place)
        return FolderSolution(open_solution(place, game), True)
    _check_names(place, names)
    home.mkdir(parents=True, exist_ok=True)
    try:
        with locked(home), _leased(place, home) as lease:
            solved = _solved(home, place, run, lease)
    finally:
        with suppress(OSError):  # it is empty if nothing is to be kept
            home.rmdir()
            _mark_of(home).unlink(missing_ok=True)
    solution = open_solution(place, game)
    if solved is not None:
        solution.made = solved.provenance(run.reporter.seconds)
    return FolderSolution(solution, False)


def _solved(home: Path, place: Path, run: SolveRun, lease: _Lease) -> SolvedTable | None:
    """Solve, and publish; None if another process had done so before this one had the lease."""
    names = names_in(place)
    solved = None
    if MANIFEST in names:
        _check_finished(place, run)
    else:
        _check_names(place, names)
        _begin(home, place, run)
        try:
            solved = solved_in(home, run, place)
        except BaseException:
            nothing = not (has_progress(home) or ATTEMPT in names_in(place / WORK))
            if nothing and lease.is_ours():
                _clear(place)
            raise
        lease.check()
        _publish(home, place)
    _clear(place)
    _empty(home)
    return solved


def _check_finished(place: Path, run: SolveRun) -> None:
    """Raise RulesDifferError, DamagedError or the like, unless this game's solution is here."""
    if not found_in(place, run).complete:  # no solve writes such a manifest here
        raise StoreError(
            f"{place} holds a copy of a folder whose solve is not finished; finish it in a folder "
            "of a machine, or choose another folder here"
        )


def home_of(place: Path) -> Path:
    """The folder of this machine in which it works when it solves into a folder of a store."""
    name = hashlib.sha256(str(place).rstrip("/").encode()).hexdigest()[:16]
    return cache_home() / "perfectplay" / "stores" / name


def _mark_of(home: Path) -> Path:
    """The file beside a home with the mark of the solve in the store that it belongs to."""
    return home.with_suffix(".mark")


def _begin(home: Path, place: Path, run: SolveRun) -> None:
    """Note in the store what is solved there, or compare it with the note. A home that belongs to
    an earlier solve is emptied. Raises RulesDifferError, DamagedError."""
    path = place / WORK / BEGUN
    try:
        note = json.loads(content_at(path))
        mark, text = str(note["mark"]), str(note["manifest"])
    except FileNotFoundError:
        mark, text = uuid4().hex, text_of(beginning(run))
        put_bytes(json.dumps({"mark": mark, "manifest": text}).encode(), path)
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedError(
            f"{path} was changed; remove {place} and start the solve again"
        ) from error
    check_begun(manifest_of(text.encode(), path), place, run)
    before = _mark_of(home)
    if not before.exists() or before.read_text(encoding="ascii") != mark:
        _empty(home)
        before.write_text(mark, encoding="ascii")


def _check_names(place: Path, names: list[str]) -> None:
    """Raise StoreError for a folder that holds anything but what a solve has begun."""
    strange = [name for name in names if name not in (WORK, COPIES) and not is_part_name(name)]
    if WORK in names:
        strange += [f"{WORK}/{x}" for x in names_in(place / WORK) if not _OURS.fullmatch(x)]
    elif names:
        strange = strange or names
    check_own(place, strange)


def _publish(home: Path, place: Path) -> None:
    """Move all files of a finished solution that are not in the store yet into it."""
    named = {part.file for part in read_manifest(home).parts}
    for name in names_in(place):
        if is_part_name(name) and name not in named:  # of a solve that began again
            remove(place / name)
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    files = [path for path in files if path not in (home / LOCK, home / MANIFEST)]
    for path in files:
        move_file(path, place / path.relative_to(home).as_posix(), keep=True)
    put_bytes((home / MANIFEST).read_bytes(), place / MANIFEST)


def _clear(place: Path) -> None:
    """Remove what only a running solve needs, as far as the store lets us; not the lease."""
    with suppress(StoreError):
        names = [name for name in names_in(place / WORK) if _OURS.fullmatch(name)]
        for name in sorted(names, key=lambda name: name == BEGUN):  # it goes last
            if name.startswith("parts-"):
                remove_all(place / WORK / name)
            elif name != DRIVER:
                remove(place / WORK / name)


def _empty(home: Path) -> None:
    """Remove all that is in a home but its lock, which is held."""
    for path in home.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            path.unlink(missing_ok=True)


# --- one driver at a time -------------------------------------------------------------------------


class _Lease:
    """A file in the store that this process writes anew while it lives."""

    def __init__(self, place: Path, home: Path) -> None:
        self._place, self._path = place, place / WORK / DRIVER
        self._id = uuid4().hex
        here = {"host": socket.gethostname(), "home": str(home)}
        self._here = here
        self._content = json.dumps({**here, "process": os.getpid(), "id": self._id}).encode("ascii")

    def take(self) -> None:
        """Take it. Raises FolderBusyError if another process that lives has it."""
        before = _driver(self._path)
        probe = self._path.with_name(f"{self._id}.new")
        put_bytes(self._content, probe)
        now = changed_at(probe)  # by the clock of the store
        remove(probe)
        # we have the lock of our home, or the solution is finished: one with our home has ended
        if before and any(before.get(name) != self._here[name] for name in self._here):
            with suppress(FileNotFoundError):  # it has just been given back
                if now - changed_at(self._path) < LEASE:
                    raise self._busy(before)
        put_bytes(self._content, self._path)

    def is_ours(self) -> bool:
        """Whether no other process has taken it meanwhile. Raises StoreError."""
        return bool(_driver(self._path).get("id") == self._id)

    def check(self) -> None:
        """Raise FolderBusyError if it is not ours any more."""
        if not self.is_ours():
            raise self._busy(_driver(self._path))

    def keep(self, ended: threading.Event) -> None:
        """Write it until the end, unless it is lost."""
        while not ended.wait(LEASE / 4):
            with suppress(StoreError):  # the next one may reach it
                if not self.is_ours():
                    return
                put_bytes(self._content, self._path)

    def give_back(self) -> None:
        """Remove it, if it is ours."""
        with suppress(StoreError):
            if self.is_ours():
                remove(self._path)

    def _busy(self, found: dict[str, Any]) -> FolderBusyError:
        who = f"process {found['process']} of {found['host']}" if found else "another process"
        return FolderBusyError(
            f"{who} is solving into {self._place}; wait until it is done, or for a minute if it "
            "was killed, or choose another folder"
        )


@contextmanager
def _leased(place: Path, home: Path) -> Iterator[_Lease]:
    """Hold a folder of a store, in which there are no locks. Raises FolderBusyError."""
    lease, ended = _Lease(place, home), threading.Event()
    lease.take()
    keeper = threading.Thread(target=lease.keep, args=(ended,), daemon=True)
    keeper.start()
    try:
        yield lease
    finally:
        ended.set()
        keeper.join(PATIENCE)
        lease.give_back()


def _driver(path: Path) -> dict[str, Any]:
    """Who has written the file of the driver; nothing if there is none."""
    try:
        found = json.loads(content_at(path))
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) and {"host", "process"} <= found.keys() else {}
