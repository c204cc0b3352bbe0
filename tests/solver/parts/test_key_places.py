"""Places among keys that are read a stretch at a time, beside a dictionary."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.explore.key_file import write_keys
from perfectplay.solver.parts import key_places
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.key_places import (
    LatestPlaces,
    PlacesByRange,
    PlacesInOrder,
    places_among,
)

NUMBERS = st.lists(st.integers(-60, 60) | st.sampled_from([-(2**62), 2**63 - 1]), max_size=80)


@given(keys=NUMBERS, wanted=NUMBERS, cut=st.integers(0, 80), read=st.integers(1, 9))
def test_as_a_dictionary_has_them(keys: list[int], wanted: list[int], cut: int, read: int) -> None:
    rising = np.array(sorted(set(keys)), np.int64)
    place = {key: at for at, key in enumerate(rising.tolist())}
    joined = JoinedKeys([MemoryArray(rising[:cut]), MemoryArray(rising[cut:])])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key_places, "READ", read)
        found = places_among(joined, np.array(sorted(wanted), np.int64))
    assert found.tolist() == [place.get(key, -1) for key in sorted(wanted)]


@given(keys=NUMBERS.filter(bool), wanted=st.lists(st.integers(0, 10**6), max_size=60))
def test_in_any_order(keys: list[int], wanted: list[int]) -> None:
    """By ranges, and by an index: the same."""
    near = [key for key in keys if abs(key) < 2**62] or [0]
    rising = MemoryArray(np.array(sorted(set(near)), np.int64))
    some = np.array([rising.array[n % len(rising)] for n in wanted], np.int64)
    right = np.searchsorted(rising.array, some).tolist()
    for places in (PlacesByRange(rising), PlacesInOrder(KeyIndex.of(rising))):
        assert places.places(some).tolist() == right
        with pytest.raises(KeyError, match="61"):
            places.places(np.append(some, 61))


def test_what_is_loaded() -> None:
    """An index where memory has room for it; the tier before is forgotten."""
    keys = MemoryArray(np.arange(5))
    latest = LatestPlaces()
    assert isinstance(latest.of("one", keys, 1 << 40), PlacesInOrder)
    assert latest.of("one", keys, 0) is latest.of("one", keys, 0)
    assert isinstance(latest.of("other", keys, 1), PlacesByRange)
    latest.forget()
    assert isinstance(latest.of("other", keys, 1 << 40), PlacesInOrder)


def test_files(tmp_path: Path) -> None:
    keys = np.arange(0, 600_000, 3)
    file = write_keys(tmp_path / "keys", [keys])
    wanted = np.array([0, 1, 299_997, 299_998, 599_997, 600_000])
    assert places_among(file, wanted).tolist() == [0, -1, 99_999, -1, 199_999, -1]
