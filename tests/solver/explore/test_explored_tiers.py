"""The tiers that some states are in."""

from __future__ import annotations

import numpy as np

from perfectplay.solver.explore.explored_tiers import NEAR_TIERS, tiers_among


def test_tiers_among_states() -> None:
    """As a set has them, however far they lie apart."""
    random = np.random.default_rng(5)
    last = (1 << 63) - 1
    for spread in (0, 1, NEAR_TIERS - 1, NEAR_TIERS, NEAR_TIERS + 1, 1 << 62):
        for base in (0, -last - 1, -7, last - spread):
            tiers = base + random.integers(0, spread + 1, 50)
            assert tiers_among(tiers) == sorted(set(tiers.tolist()))
    assert tiers_among(np.array([-last - 1, last])) == [-last - 1, last]
    assert tiers_among(np.empty(0, np.int64)) == []
