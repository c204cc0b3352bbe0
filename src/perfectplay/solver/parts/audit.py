"""The audit of a solve by parts: some tasks of the workers are computed again, and compared.

A processor, a memory or a library that computes wrongly leaves files whose checksums are right.
Precedent: the strong solution of Push Fight (https://github.com/maksverver/pushfight, incidents/).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Protocol, TypeVar

from perfectplay.compiler.expander import KeysOutgrownError
from perfectplay.core.errors import AuditError, RulesError
from perfectplay.core.shortened import shortened
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.tablebase.store.remote_files import folder_at

Result_co = TypeVar("Result_co", covariant=True)

SHOWN = 60
"""Characters of a result that a message shows."""


class Task(Protocol[Result_co]):
    """What can be pickled and run by any process that reaches the files: a dataclass with a field
    ``results``, the folder for what it writes, if it is not the store."""

    @property
    def store(self) -> str:
        """The folder of the `PartStore` that it reads."""

    @property
    def receipt(self) -> str:
        """The name of its receipt."""

    def run(self) -> Result_co:
        """Do it."""

    def found(self) -> Result_co | None:
        """The result if it is done already; None if it is not known to be."""


class Audit:
    """Computes one task in ``share`` of each worker again in this process, beginning with its first
    one; 0: none. ``repeated``: how many so far."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.repeated = 0
        self._tasks: Counter[str] = Counter()

    def look_at(self, task: Task[Any], result: Any, worker: str) -> None:
        """Count a task that a worker has done; it may be its turn.

        Raises AuditError if this process gets another result, or none. The store is then marked: a
        solve that goes on begins anew.
        """
        self._tasks[worker] += 1
        if not self.share or (self._tasks[worker] - 1) % self.share:
            return
        again, error = self._again(task)
        if error is not None:
            self._found(task, f"this machine finds: {error}", worker)
        if again != result:
            self._found(task, difference(result, again), worker)
        self.repeated += 1

    def doubt(self, task: Task[Any], told: RulesError) -> None:
        """Look whether this process meets the same mistake in the rules as a worker. Raises
        AuditError if it meets none."""
        if self.share and self._again(task)[1] is None:
            self._found(task, f"a worker finds: {told}", "a worker")

    @staticmethod
    def _again(task: Task[Any]) -> tuple[Any, Exception | None]:
        """The result of a task in this process, or the error that the rules cause."""
        store = PartStore(folder_at(task.store))
        with TemporaryDirectory(prefix="audit-", dir=store.new_path().parent) as scratch:
            repeated: Task[Any] = replace(task, results=scratch)  # type: ignore[type-var]
            try:
                return repeated.run(), None
            except (RulesError, KeysOutgrownError) as error:
                return None, error

    @staticmethod
    def _found(task: Task[Any], what: str, worker: str) -> NoReturn:
        name = task.receipt.partition(".")[0]
        problem = f"an audit found a wrong result: those of {name} differ ({what})"
        PartStore(folder_at(task.store)).mark_wrong(problem)
        raise AuditError(
            f"{problem}; {worker} or this machine computes wrongly, or they have different "
            "libraries: stop that worker, then run the same command again, which begins anew"
        )


def difference(result: Any, again: Any, name: str = "") -> str:
    """The first place where two results differ, with what is there.

    >>> from perfectplay.solver.parts.receipts import Run
    >>> difference((Run(2, 1, keys=(5,)),), (Run(2, 1, keys=(6,)),))
    '[0].keys[0]: 5 on the worker, 6 here'
    >>> difference({"win": 4}, {"win": 4, "loss": 1}, "counts")
    'counts: 1 on the worker, 2 here'
    """
    inner = _inner(result), _inner(again)
    if inner[0].keys() != inner[1].keys():
        return f"{name}: {len(inner[0])} on the worker, {len(inner[1])} here"
    for key, here in inner[1].items():
        if inner[0][key] != here:
            return difference(inner[0][key], here, f"{name}{key}".removeprefix("."))
    theirs, ours = (shortened(repr(value), SHOWN) for value in (result, again))
    return f"{name}: {theirs} on the worker, {ours} here"


def _inner(value: Any) -> dict[str, Any]:
    """What a result is made of, by name."""
    if is_dataclass(value):
        return {f".{field.name}": getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {f"[{key!r}]": inner for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return {f"[{place}]": inner for place, inner in enumerate(value)}
    return {}
