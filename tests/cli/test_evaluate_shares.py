"""How shares are written by `perfectplay evaluate`."""

from __future__ import annotations

import pytest

from perfectplay.analysis.evaluate.evaluation import Share
from perfectplay.cli.verbs.evaluate import _cells


@pytest.mark.parametrize(
    ("hits", "by_chance", "share", "above"),
    [
        (9_999, 0.5, "> 99.9 %", "100.0 %"),
        (10_000, 0.5, "100.0 %", "100.0 %"),
        (4_999, 0.5, "50.0 %", "0.0 %"),
        (4_000, 0.5, "40.0 %", "-20.0 %"),
    ],
)
def test_neither_all_that_are_not_nor_a_zero_below_zero(hits, by_chance, share, above) -> None:
    cells = _cells(Share(hits, 10_000, by_chance, exact=True), bounds=False)
    assert cells == [share, "50.0 %", above]
