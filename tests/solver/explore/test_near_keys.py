"""Keys that are looked up near their neighbours, beside look-ups one by one."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import key_trie, near_keys
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import KeyIndex, ValuedTier
from perfectplay.solver.explore.key_trie import KeyTrie

LAST = KEYS_END - 1
SPANS = [0, 1, 8_191, 8_192, 8_193, 1 << 40, LAST]


@pytest.mark.parametrize("span", SPANS)
def test_keys_stand_in_the_order_of_their_highest_bits(span: int) -> None:
    """As Python's sort, which keeps the order of equal ones, puts them; others come last."""
    random = np.random.default_rng(span % 97)
    base = int(random.integers(0, LAST - span + 1))
    inside = base + random.integers(0, span + 1, 2_000)
    outside = random.integers(0, LAST, 50)
    keys = random.permutation(np.concatenate([inside, outside, [0, LAST, base, base + span]]))
    shift = near_keys.near_shift(span)
    assert span >> shift < 1 << near_keys.BITS

    def part(i: int) -> int:
        offset = int(keys[i]) - base
        return min(offset, span) >> shift if offset >= 0 else span >> shift

    near, origins = np.empty_like(keys), np.empty(len(keys), np.uint32)
    near_keys.put_near(keys, base, span, shift, near, origins)
    assert origins.tolist() == sorted(range(len(keys)), key=part)
    assert np.array_equal(near, keys[origins])
    back = np.empty(len(keys), np.uint32)
    near_keys.put_back(origins, origins, back)
    assert back.tolist() == list(range(len(keys)))


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
@pytest.mark.parametrize("kind", [KeyIndex, KeyTrie])
@pytest.mark.parametrize("spread", [1, 1 << 44])
def test_many_keys_have_the_values_that_they_have_one_by_one(
    kind: type[KeyIndex | KeyTrie], dtype: type, spread: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_keys, "FEWEST_KEYS", 100)
    monkeypatch.setattr(near_keys, "LEAST_BYTES", 1)
    monkeypatch.setattr(near_keys, "FEW_LINES", 0)  # none counts as near
    monkeypatch.setattr(key_trie, "MOST", 1_000)
    random = np.random.default_rng(spread % 89)
    keys = np.unique(random.integers(0, 20_000, 6_000)) * spread + 5
    index = kind.of(MemoryArray(keys))
    assert index is not None
    tier = ValuedTier(index, random.integers(1, 1 << 14, len(keys)).astype(dtype))
    for asked in (99, 100, 30_000):
        wanted = random.choice(keys, asked)
        entries = np.empty(asked, np.uint64 if dtype is np.uint64 else np.uint32)
        tier.entries(wanted, entries)
        assert np.array_equal(entries, tier.packed[np.searchsorted(keys, wanted)])
        some = sorted(random.choice(asked, 5, replace=False).tolist())
        wanted[some] = [keys[-1] + 3, 4, 0, LAST, keys[-1] + 1]
        with pytest.raises(KeyError) as missing:
            tier.entries(wanted, entries)
        assert missing.value.args == (keys[-1] + 3,)
