"""The processor time of a thread, so that other programs do not count."""

from __future__ import annotations

import time
from collections.abc import Callable


def _clock() -> Callable[[], float]:
    """That of the system; where it is coarse, or there is none (in a browser), the time that has
    passed."""
    try:
        fine = time.get_clock_info("thread_time").resolution < 1e-5
    except ValueError:
        return time.perf_counter
    return time.thread_time if fine else time.perf_counter


thread_seconds = _clock()
