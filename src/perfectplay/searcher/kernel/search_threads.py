"""The threads of a search: each works with a searcher of its own until one has ended."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from perfectplay.searcher.kernel.searcher import Searcher


def in_threads(
    work: Callable[[Searcher], None],
    searchers: Sequence[Searcher],
    ended: threading.Event,
    go_on: Callable[[], bool],
) -> None:
    """Run the work with each searcher until ``ended`` is set or ``go_on`` returns False.

    Raises what the first failing one raised.
    """
    failures: list[BaseException] = []

    def guarded(searcher: Searcher) -> None:
        try:
            work(searcher)
        except BaseException as failure:
            failures.append(failure)
            ended.set()

    threads = [threading.Thread(target=guarded, args=(one,), daemon=True) for one in searchers]
    try:
        for thread in threads:
            thread.start()
        while not ended.wait(0.05):
            if not go_on():
                break
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
