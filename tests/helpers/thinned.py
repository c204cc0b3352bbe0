"""Cases that `make test` runs in part, and `make landmarks` in full.

``@pytest.mark.thinned(n)`` on a test with parameters does the same to each n-th of its cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def parts(cases: Sequence[Any], count: int) -> list[Any]:
    """The cases dealt into so many parts, each a parameter: `make test` runs the first one only."""
    return [
        pytest.param(cases[n::count], id=f"part {n}", marks=[pytest.mark.landmark] * (n > 0))
        for n in range(count)
    ]


def mark_thinned(items: Iterable[pytest.Item]) -> None:
    """Makes landmarks of all but each n-th case of the tests that are marked as thinned."""
    met: Counter[str] = Counter()
    for item in items:
        if (mark := item.get_closest_marker("thinned")) is not None:
            test = item.nodeid.partition("[")[0]
            if met[test] % mark.args[0]:
                item.add_marker(pytest.mark.landmark)
            met[test] += 1
