"""The moves of a part, as they are stored, beside lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.solver.parts.inner_moves import InnerMoves
from perfectplay.solver.retrograde.sweep_kernels import child_of

SIZES = (1 << 10, 1 << 24, (1 << 24) + 1, (1 << 31) - 1, 1 << 31, 1 << 40)
PLIES = st.lists(st.integers(-1, 40), min_size=4, max_size=4)


@pytest.mark.parametrize("states", SIZES)
@given(data=st.data(), again=st.booleans(), most=st.sampled_from([3, 300, 70_000]))
def test_what_is_read_is_what_was_written(
    states: int, data: st.DataObject, again: bool, most: int
) -> None:
    """Places take three bytes, four or eight; numbers of moves one, two or four."""
    inner = data.draw(st.lists(st.integers(0, 3), min_size=4, max_size=4))
    places = [data.draw(st.integers(0, states - 1)) for _ in range(sum(inner))]
    degrees = [n + data.draw(st.integers(0, most)) for n in inner]
    marks = [n % 2 for n in range(len(places))] if again else []
    outside = [data.draw(PLIES) for _ in range(3)]
    blocked = [1, 0, 0, 1]
    written = InnerMoves.of(
        np.array(inner), np.array(places, np.int64), states, np.array(marks, np.uint8),
        np.array(degrees, np.int32),
        [*(np.array(plies, np.int32) for plies in outside), np.array(blocked, np.uint8)],
    )  # fmt: skip
    content = np.frombuffer(bytearray(written.content()), np.uint8)
    read = InnerMoves.read(content, written.lengths)
    assert [child_of(read.low, read.high, e) for e in range(len(places))] == places
    assert np.diff(read.starts).tolist() == inner
    assert (read.again.tolist(), read.degrees.tolist()) == (marks, degrees)
    assert [read.wins.tolist(), read.draws.tolist(), read.losses.tolist()] == outside
    assert read.low.itemsize + (1 if len(read.high) else 0) <= (3 if states <= 1 << 24 else 8)
    for ply in range(6):
        held = [b > 0 or plies > ply for b, plies in zip(blocked, outside[2], strict=True)]
        assert (read.held(ply) > 0).tolist() == held
        late = [x for x in outside[0] if x > ply]
        late += [x for x, b in zip(outside[2], blocked, strict=True) if x > ply and not b]
        everywhere = np.ones(4, bool)
        assert read.next(ply, everywhere, drawn=False) == min(late, default=-1)
