"""How workers begin to load what their tasks need, while the driver is not ready yet."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib import import_module
from typing import Protocol, runtime_checkable

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


def load_modules() -> None:
    """Import what tasks need."""
    for module in MODULES:
        import_module(module)
