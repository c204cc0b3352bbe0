"""How workers begin: what they load while the driver is not ready yet, and keep of memory."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import cache
from importlib import import_module
from typing import Protocol, runtime_checkable

from perfectplay.core.process_memory import default_budget, keep_little_freed

MODULES = ("perfectplay.solver.parts.explore_part", "perfectplay.solver.parts.resolve_part",
           "pyarrow.parquet")  # fmt: skip
"""What takes a worker a second to import."""


@runtime_checkable
class Waking(Protocol):
    """An executor whose workers start without the modules of the driver."""

    def wake(self) -> None:
        """Have all workers call `load_modules`; do not wait for them."""


def wake(executor: Executor | None) -> None:
    """Tell the workers of a large solve that tasks will come. Nothing is raised: an executor that
    fails says so when it gets the tasks."""
    if isinstance(executor, Waking):
        try:
            executor.wake()
        except Exception:
            return


@cache
def keep_freed_arrays() -> None:
    """Have this process, a worker without a budget, keep the memory of arrays that tasks free, for
    the next ones, as far as half of what is free allows.

    Workers of Dask are started so that they give all back at once, and get new pages for each
    array: 15 s of the system's time for Connect 4 on 5×5, in place of 4 s.
    """
    keep_little_freed(default_budget(), 1)


def load_modules() -> None:
    """Import what tasks need."""
    for module in MODULES:
        import_module(module)
