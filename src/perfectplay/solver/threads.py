"""Work on all cores by plain threads, since kernels release the interpreter's lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from perfectplay.core.arguments import available_cores
from perfectplay.core.thread_pool import in_order, thread_pool

Item = TypeVar("Item")
Result = TypeVar("Result")


class ThreadTeam:
    """Threads that work on the items of a list together.

    Ctrl-C ends a `map`: at once if it uses threads, else between two items.
    """

    def __init__(self, threads: int | None) -> None:
        self.threads = max(1, threads or available_cores())

    def map(
        self, work: Callable[[Item], Result], items: Sequence[Item], *, long: bool = False
    ) -> list[Result]:
        """``[work(item) for item in items]``; raises what the first failing item raised.

        ``long``: an item may take seconds in a kernel; even a single one gets a thread of its own,
        so that Ctrl-C works meanwhile.
        """
        if not long and (self.threads == 1 or len(items) < 2):
            return [work(item) for item in items]
        results: list[Result | None] = [None] * len(items)
        failures: dict[int, BaseException] = {}
        waiting = iter(range(len(items)))
        lock = threading.Lock()
        stopped = threading.Event()

        def worker() -> None:
            while not stopped.is_set():
                with lock:
                    i = next(waiting, -1)
                if i < 0:
                    return
                try:
                    results[i] = work(items[i])
                except BaseException as failure:
                    failures[i] = failure
                    stopped.set()

        # daemons: rules that never return cannot keep the process from ending
        started = [
            threading.Thread(target=worker, daemon=True)
            for _ in range(min(self.threads, len(items)))
        ]
        try:
            for thread in started:
                thread.start()
            for thread in started:
                while thread.is_alive():
                    thread.join(0.2)
        except BaseException:
            stopped.set()
            raise
        if failures:
            raise failures[min(failures)]
        return results  # type: ignore[return-value]

    def stream(self, work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """As `map`, but each result is given as soon as those before it are, while the threads go
        on with the next items: as many as there are threads, and one more, are held at a time.

        >>> list(ThreadTeam(2).stream(abs, [-3, 1, -2]))
        [3, 1, 2]
        """
        if self.threads == 1 or len(items) < 2:
            yield from map(work, items)
            return
        with thread_pool(min(self.threads, len(items))) as pool:
            yield from in_order(pool, work, items, self.threads + 1)

    def call(self, kernel: Callable[..., Result], *arguments: Any) -> Result:
        """``kernel(*arguments)``, in a thread of its own, so that Ctrl-C works meanwhile."""
        return self.map(lambda _: kernel(*arguments), [None], long=True)[0]


def ranges(total: int, pieces: int) -> list[tuple[int, int]]:
    """Split range(total) into at most ``pieces`` ranges of nearly equal length.

    >>> ranges(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    pieces = max(1, min(pieces, total))
    return [(total * p // pieces, total * (p + 1) // pieces) for p in range(pieces)]


def batches_of(states: int, size: int) -> list[tuple[int, int]]:
    """Split ``states`` into the fewest near-equal ranges of at most ``size``."""
    return ranges(states, max(1, -(-states // size)))
