"""Tables of keys and packed entries."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.core.packed import PackedArray, pack
from perfectplay.core.value import Value
from perfectplay.tablebase.table import StateEntries, Table, TablePart


def test_the_smallest_state_of_a_worth_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """All entries unpacked at once took 50 MB for ten million states, beside a budget."""
    rng = np.random.default_rng(5)
    keys = np.sort(rng.choice(10**6, 200_000, replace=False))
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    remoteness = rng.integers(0, 30, len(keys)).astype(np.int32)
    values[190_000:] = Value.WIN
    remoteness[195_000] = 77
    table = Table([TablePart(keys, pack(values, remoteness))])
    sizes, real = list[int](), StateEntries.unpacked

    def unpacked(packed: PackedArray) -> StateEntries:
        sizes.append(len(packed))
        return real(packed)

    monkeypatch.setattr(StateEntries, "unpacked", unpacked)
    assert table.smallest_with(Value.WIN, 77) == keys[195_000]
    assert table.smallest_with(Value.LOSS, 77) is None
    first = np.flatnonzero((values == Value.DRAW) & (remoteness == 3))[0]
    assert table.smallest_with(Value.DRAW, 3) == keys[first]
    assert max(sizes) <= 1 << 16
