"""What a reporter passes on of the progress of a solve."""

from __future__ import annotations

from perfectplay.core.progress import Progress, Reporter


def test_an_estimate_that_is_exceeded_is_no_total() -> None:
    """Else what is found so far would be the total, and "5 s left" be said again and again."""
    told: list[Progress] = []
    reporter = Reporter(told.append)
    reporter.expect(1_000)
    for stage, states in (("a", 400), ("b", 1_000), ("c", 1_001)):
        reporter.tell(stage, 300, None, states)
    assert [progress.total for progress in told] == [1_000, 1_000, None]
