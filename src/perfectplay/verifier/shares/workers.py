"""Workers of a verification: tasks on anybody's executor."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from perfectplay.core.errors import (
    ClusterError,
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    UnfinishedError,
)
from perfectplay.core.progress import Reporter
from perfectplay.core.task_runner import TaskRunner
from perfectplay.tablebase.store.manifest import Manifest, PartEntry, text_of
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import folder_at, whole_address
from perfectplay.tablebase.verification import Problem
from perfectplay.verifier.rule_comparison import CompiledFaultError
from perfectplay.verifier.stored.stored_files import WrongPartError, wrong_file

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

FILES = 1 << 26
"""Bytes of files that a task reads, about."""

SAME_FOLDER = "let all workers reach the same folder under its address, and start it again"
"""What to do if a worker does not see what the process of the command sees."""


class VerifyTask(Protocol[Result_co]):
    """What can be pickled and run by any process that reaches the folder."""

    def run(self) -> Result_co:
        """Do it."""


def run_check(task: VerifyTask[Result], attempt: str = "") -> Result:  # noqa: ARG001
    """The result of a task, in a worker."""
    return task.run()


@dataclass(frozen=True)
class VerifyWorkers:
    """Runs the tasks of a verification on an executor."""

    executor: Executor
    reporter: Reporter

    def run(self, tasks: Sequence[VerifyTask[Result]], take: Callable[[int, Result], None]) -> None:
        """Call ``take`` with the number and the result of each task as it comes. Raises what tasks
        raise, and ClusterError."""
        own = (CompiledFaultError, WrongPartError)
        again = "run the same command again"
        TaskRunner[Any](self.executor, run_check, self.reporter.note, again, own).run(tasks, take)

    def in_order(self, tasks: Sequence[VerifyTask[Result]]) -> list[Result]:
        """The results of tasks, in their order. Raises as `run`."""
        found: dict[int, Result] = {}
        self.run(tasks, found.__setitem__)
        return [found[number] for number in range(len(tasks))]

    def wrong_files(self, folder: Path, manifest: Manifest) -> list[Problem]:
        """The problems of the files of a solution. Raises as `run`, and ClusterError if this
        process does not find a problem that a worker finds."""
        groups: list[list[PartEntry]] = []
        room = 0
        for part in manifest.parts:
            if not groups or room < part.bytes:
                groups.append([])
                room = FILES
            groups[-1].append(part)
            room -= part.bytes
        address, digest = str(whole_address(folder)), digest_of(manifest)
        doubtful: list[PartEntry] = []
        read = 0

        def take(number: int, wrong: list[PartEntry]) -> None:
            nonlocal read
            doubtful.extend(wrong)
            read += len(groups[number])
            self.reporter.tell("reading", read, len(manifest.parts))

        self.run([CheckFiles(address, digest, tuple(group)) for group in groups], take)
        found = [(part, wrong_file(folder, part)) for part in doubtful]
        for part, problem in found:
            if problem is None:
                raise ClusterError(
                    f"a worker reads {part.file} otherwise than this process, which finds nothing "
                    f"wrong with it; {SAME_FOLDER}"
                )
        return [problem for _, problem in found if problem is not None]


@dataclass(frozen=True)
class CheckFiles:
    """A task: compare files of the solution with the manifest; ``manifest``: its `digest_of`."""

    folder: str
    manifest: str
    parts: tuple[PartEntry, ...]

    def run(self) -> list[PartEntry]:
        """Those that are not as they should be. Raises as `manifest_there`, and StoreError."""
        folder = folder_at(self.folder)
        manifest_there(folder, self.manifest)
        return [part for part in self.parts if wrong_file(folder, part) is not None]


def manifest_there(folder: Path, digest: str) -> Manifest:
    """The manifest of a solution, in a worker. Raises ClusterError if it is not the one with this
    `digest_of`, or if there is none."""
    try:
        manifest = read_manifest(folder)
    except (NoSolutionError, DamagedError, UnfinishedError, FormatVersionError) as error:
        raise ClusterError(f"a worker does not find the solution: {error}; {SAME_FOLDER}") from None
    if digest_of(manifest) != digest:
        raise ClusterError(
            f"the solution in {folder} is another one for a worker, or has changed since verify "
            f"was started; {SAME_FOLDER}"
        )
    return manifest


def digest_of(manifest: Manifest) -> str:
    """The SHA-256 of a manifest."""
    return hashlib.sha256(text_of(manifest).encode()).hexdigest()
