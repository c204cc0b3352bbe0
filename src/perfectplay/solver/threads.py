"""Work on all cores by plain threads, since kernels release the interpreter's lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, wait
from typing import Any, Generic, TypeVar

from perfectplay.core.arguments import available_cores

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

    def stream(
        self, work: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[Result, None, None]:
        """As `map`, but each result is given as soon as those before it are, while the threads go
        on with the next items: as many as there are threads, and one more, are held at a time.

        No thread works any more when it has ended, was closed or an item has failed; Ctrl-C waits
        for none.

        >>> list(ThreadTeam(2).stream(abs, [-3, 1, -2]))
        [3, 1, 2]
        """
        if self.threads == 1 or len(items) < 2:
            yield from map(work, items)
            return
        begun = _Stream(work, items, self.threads + 1)
        try:
            begun.start(min(self.threads, len(items)))
            for i in range(len(items)):
                yield begun.taken(i)
        except (Exception, GeneratorExit):
            begun.stop()
            begun.join()
            raise
        finally:
            begun.stop()

    def call(self, kernel: Callable[..., Result], *arguments: Any) -> Result:
        """``kernel(*arguments)``, in a thread of its own, so that Ctrl-C works meanwhile."""
        return self.map(lambda _: kernel(*arguments), [None], long=True)[0]


class _Stream(Generic[Item, Result]):
    """The items of a `ThreadTeam.stream`, at most ``ahead`` of which are begun and not taken."""

    def __init__(self, work: Callable[[Item], Result], items: Sequence[Item], ahead: int) -> None:
        self._work, self._items = work, items
        self._done: list[Future[Result]] = [Future() for _ in items]
        self._waiting, self._lock = iter(range(len(items))), threading.Lock()
        self._room, self._stopped = threading.Semaphore(ahead), threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self, threads: int) -> None:
        """Let so many threads work; daemons, as in `ThreadTeam.map`."""
        for _ in range(threads):
            thread = threading.Thread(target=self._run, daemon=True)
            thread.start()
            self._threads.append(thread)

    def join(self) -> None:
        """Wait until no thread works any more."""
        for thread in self._threads:
            thread.join()

    def taken(self, i: int) -> Result:
        """The result of item i, which is not held any more; raises what it raised."""
        while not wait([self._done[i]], 0.2).done:
            pass  # so that Ctrl-C works on all systems
        done, self._done[i] = self._done[i], Future()
        self._room.release()
        return done.result()

    def stop(self) -> None:
        """Begin no more items."""
        self._stopped.set()
        self._room.release(len(self._items))

    def _run(self) -> None:
        while True:
            self._room.acquire()
            with self._lock:
                i = -1 if self._stopped.is_set() else next(self._waiting, -1)
            if i < 0:
                return
            try:
                self._done[i].set_result(self._work(self._items[i]))
            except BaseException as failure:
                self._stopped.set()
                self._done[i].set_exception(failure)


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
