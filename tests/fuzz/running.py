"""Runs cases in processes of their own, so that one that hangs, crashes or eats memory is a fault
like any other."""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.actions import Action
from tests.fuzz.cases import Case
from tests.fuzz.faults import Fault

PROCESSOR_SECONDS = 60
"""Processor time of a batch after which it counts as hanging; many times what the slowest takes."""

WALL_SECONDS = 1_800.0
"""What ends a batch that waits for itself. Nothing hangs on how long exactly."""


@dataclass(frozen=True)
class Found:
    """A fault that a case has shown."""

    case: Case
    kind: str
    message: str


class Batch:
    """Cases of one subject that run in a process."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases
        self.folder = tempfile.TemporaryDirectory(prefix="fuzz-batch-")
        self.notes = Path(self.folder.name) / "notes"
        self.notes.touch()
        self.began = time.monotonic()
        sys.stdout.flush()
        self.process = os.fork()
        if self.process == 0:
            self._work()

    def _work(self) -> None:
        """Runs the cases and notes what comes of each. Does not return."""
        try:
            os.setpgrp()
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 5))
            file = Path(self.folder.name) / "rules.py"
            file.write_text(self.cases[0].text(), encoding="utf-8")
            compile_once(file, self.cases)
            for place, case in enumerate(self.cases):
                self._note(f"{place}\0begun")
                self._note(f"{place}\0{isolated(file, case)}")
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)

    def _note(self, text: str) -> None:
        with self.notes.open("a", encoding="utf-8") as notes:
            notes.write(text.replace("\1", "") + "\1")

    def ended(self) -> bool:
        """Whether the process has ended; one that takes for ever is ended."""
        if time.monotonic() - self.began > WALL_SECONDS:
            os.killpg(self.process, signal.SIGKILL)
        done, self.status = os.waitpid(self.process, os.WNOHANG)
        return done != 0

    def found(self) -> list[Found]:
        """The faults, when the process has ended."""
        last: dict[int, str] = {}
        for line in self.notes.read_text(encoding="utf-8").split("\1"):
            place, _, said = line.partition("\0")
            if place:
                last[int(place)] = said
        self.folder.cleanup()
        faults = []
        for place, said in last.items():
            kind, _, message = said.partition("\0")
            if kind == "begun":
                kind, message = "a solve dies or hangs", f"it ended with status {self.status}"
            if kind != "right":
                faults.append(Found(self.cases[place], kind, message))
        return faults


def compile_once(file: Path, cases: Sequence[Case]) -> None:
    """Compiles the rules that cases share, so that each of their processes finds them compiled."""
    from tests.fuzz.performing import load

    from perfectplay.compiler.load import compile_rules
    from perfectplay.compiler.source.not_compilable import NotCompilable

    if len(cases) == 1 or not cases[0].subject.compiles:
        return
    game = load(file, cases[0].parameters)
    for symmetries in {case.action.symmetries for case in cases}:
        try:
            compile_rules(game, symmetries=symmetries)
        except NotCompilable:
            return


def isolated(file: Path, case: Case) -> str:
    """What came of a case: "right", or kind and message of a fault. Cases that change the machine
    run in a further process."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writes, outcome(file, case).encode("utf-8", "replace")[:60_000])
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8", errors="replace") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if said:
        return said
    how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {status}"
    return f"a solve dies or hangs\0it ended with {how}"


def outcome(file: Path, case: Case) -> str:
    """What comes of a case in this process: "right", or kind and message of a fault."""
    from tests.fuzz.performing import perform

    broken = getattr(case.subject, "broken", "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            perform(file, case.parameters, case.action, broken)
    except Fault as fault:
        return f"{fault.kind}\0{fault}"
    except BaseException:
        return f"the fuzzer itself fails\0{traceback.format_exc()[-3_000:]}"
    return "right"


def fault_of(case: Case) -> Found | None:
    """The fault that one case shows, in a process of its own."""
    batch = Batch([case])
    while not batch.ended():
        time.sleep(0.01)
    return next(iter(batch.found()), None)


def again(file: str, parameters: dict[str, Any], broken: str, action: Action) -> None:
    """Runs the case that a file of a failing case describes, and says what comes of it."""
    from tests.fuzz.performing import perform

    perform(Path(file), parameters, action, broken)
    print("the library is right about this game")  # noqa: T201
