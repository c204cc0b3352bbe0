"""Threads for kernels and files, which release Python's lock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")


@contextmanager
def thread_pool(threads: int) -> Iterator[Executor]:
    """So many threads; Ctrl-C cancels what waits for them."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(
    pool: Executor, function: Callable[[Given], Result], work: Iterable[Given], ahead: int
) -> Iterator[Result]:
    """The results of a function for each item, in their order; at most ``ahead`` items are begun
    before the first result of them is taken.

    >>> with thread_pool(2) as pool:
    ...     list(in_order(pool, abs, [-3, 2, -1], 1))
    [3, 2, 1]
    """
    begun: deque[Future[Result]] = deque()
    for item in work:
        begun.append(pool.submit(function, item))
        if len(begun) >= ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()
