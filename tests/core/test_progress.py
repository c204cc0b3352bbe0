"""What a reporter passes on of the progress of a solve."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.core.progress import Progress, Reporter
from perfectplay.games.three_rocks import ThreeRocks


def test_what_is_no_function_or_no_number_is_refused_before_the_work() -> None:
    with pytest.raises(TypeError, match="progress must be a function, such as print, got 3"):
        solve(ThreeRocks(), progress=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="number of bytes, such as 2_000_000_000, got '2G'"):
        solve(ThreeRocks(), memory="2G")  # type: ignore[arg-type]


def test_an_estimate_that_is_exceeded_is_no_total() -> None:
    """Else what is found so far would be the total, and "5 s left" be said again and again."""
    told: list[Progress] = []
    reporter = Reporter(told.append)
    reporter.expect(1_000)
    for stage, states in (("a", 400), ("b", 1_000), ("c", 1_001)):
        reporter.tell(stage, 300, None, states)
    assert [progress.total for progress in told] == [1_000, 1_000, None]
