"""What the caller of a solve has chosen."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

from perfectplay.core.arguments import check_whole
from perfectplay.core.errors import MemoryBudgetError, MethodError
from perfectplay.core.process_memory import LEAST_MEMORY
from perfectplay.core.progress import ProgressCallback

METHODS = ("auto", "compiled", "interpreted", "reference")


@dataclass(frozen=True)
class Workers:
    """``executor``: runs tasks; None: this process does. Of the tasks that it has run, this process
    computes one in ``audit`` again and compares the results; 0: none. ``memory``: bytes that a
    worker may hold with the tables that it loads; None: half of what is free there."""

    executor: Executor | None
    audit: int = 0
    memory: int | None = None


@dataclass(frozen=True)
class SolveOptions:
    """The arguments of `solve`, but for the folder; they are documented there.

    ``notes``: whether ``progress`` reads notes, such as the plan of a large solve. If not, a game
    is estimated only when it has turned out to be very large.

    Raises TypeError, ValueError, MethodError or MemoryBudgetError for values that are not allowed.
    """

    method: str = "auto"
    threads: int | None = None
    progress: ProgressCallback | None = None
    max_states: int | None = None
    symmetries: bool = True
    memory: int | None = None
    force: bool = False
    executor: Executor | None = None
    audit: int = 0
    notes: bool = True

    @property
    def workers(self) -> Workers:
        """Who does the work of a large game."""
        return Workers(self.executor, self.audit, self.memory)

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise MethodError(f'unknown method "{self.method}"; methods are {", ".join(METHODS)}')
        check_whole(threads=self.threads, max_states=self.max_states, memory=self.memory)
        if self.audit != 0:
            check_whole(audit=self.audit)
            if self.executor is None:
                raise ValueError("an audit computes tasks of workers again; pass executor=...")
        if self.executor is not None and self.method not in ("auto", "compiled"):
            raise MethodError(f'workers run compiled rules; leave out the method "{self.method}"')
        if self.memory is not None and self.memory < LEAST_MEMORY:
            raise MemoryBudgetError(self.memory, LEAST_MEMORY, any_game=True)
