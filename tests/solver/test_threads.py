"""Threads that work on the items of a list together."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time

import pytest

from perfectplay.solver.threads import ThreadTeam


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_order(threads: int) -> None:
    def late(item: int) -> int:
        time.sleep(0.002 * (item % 3))
        return 10 * item

    for count in (0, 1, 2, 40):
        assert list(ThreadTeam(threads).stream(late, range(count))) == [
            10 * i for i in range(count)
        ]


def test_few_results_are_held() -> None:
    begun: list[int] = []
    for taken, _ in enumerate(ThreadTeam(3).stream(begun.append, range(60)), 1):
        time.sleep(0.001)
        assert len(begun) <= taken + 4
    assert sorted(begun) == list(range(60))


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_first_failure_comes_after_all_results_before_it(threads: int) -> None:
    """However fast a later item fails; and then no thread works any more."""
    working = threading.Semaphore(0)

    def work(item: int) -> int:
        if item >= 7:
            raise ValueError(item)
        time.sleep(0.02)
        working.release()
        return item

    for _ in range(5):
        results = ThreadTeam(threads).stream(work, range(9))
        assert [next(results) for _ in range(7)] == list(range(7))
        with pytest.raises(ValueError, match="7"):
            next(results)
        before = threading.active_count()
        time.sleep(0.05)
        assert threading.active_count() == before


def test_who_takes_no_more_ends_the_work() -> None:
    begun: list[int] = []
    working = threading.active_count()
    with contextlib.closing(ThreadTeam(2).stream(begun.append, range(1_000))) as results:
        assert next(results) is None
    assert threading.active_count() == working
    assert len(begun) < 10


def test_ctrl_c_waits_for_no_thread() -> None:
    """Rules that never return are worked on by a thread that nobody waits for."""
    never = threading.Event()
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(ThreadTeam(2).stream(lambda _: never.wait(60), range(4)))
    assert time.monotonic() - began < 10
    never.set()
