"""Small games that take the way of large ones."""

from __future__ import annotations

import pytest

from perfectplay.solver.explore import hash_explorer, merge_runs, runs, tiers


def as_large(patch: pytest.MonkeyPatch) -> None:
    """Explore every game by levels or tiers, a few states at a time, and merge few at a time."""
    patch.setattr(hash_explorer, "WIDE_STATES", 1)
    patch.setattr(hash_explorer, "WIDE_LEVEL", 0)
    patch.setattr(hash_explorer, "_PIECE", 2)
    patch.setattr(tiers, "MOST_RUNS", 4)
    patch.setattr(runs, "BUCKET", 16)
    patch.setattr(merge_runs, "MERGED", 16)
