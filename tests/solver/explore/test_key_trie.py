"""Places of keys in a trie beside a dictionary's, and the keys that have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from perfectplay.core.packed import NARROW_LIMIT, pack
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import key_trie
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray
from perfectplay.solver.explore.index import ROOMY, KeyIndex, ValuedTier
from perfectplay.solver.explore.key_trie import KeyTrie

Numbers = np.ndarray[Any, np.dtype[Any]]
LAST = KEYS_END - 1


@pytest.fixture
def any_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few keys have a trie, too, and keys that lie far apart; they are read in short pieces."""
    monkeypatch.setattr(key_trie, "LEAST", 1)
    monkeypatch.setattr(key_trie, "MOST", 1_000)
    monkeypatch.setattr(key_trie, "CHUNK", 7)


def dense(random: np.random.Generator, n: int) -> Numbers:
    return 7 + np.arange(n, dtype=np.int64)


def holes(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(0, 3 * n + 1, n)


def clustered(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(0, 9, n) * (1 << 33) + random.integers(0, 2 * n, n)


def everywhere(random: np.random.Generator, n: int) -> Numbers:
    return np.append(random.integers(0, LAST, n), [0, LAST])


def at_the_end(random: np.random.Generator, n: int) -> Numbers:
    return LAST - random.integers(0, 5 * n, n)


STYLES = [dense, holes, clustered, everywhere, at_the_end]


def trie_of(keys: Numbers) -> KeyTrie:
    trie = KeyTrie.of(MemoryArray(keys))
    assert trie is not None
    return trie


def places(trie: KeyTrie, wanted: Numbers) -> list[int]:
    """The places of keys, which are the values here."""
    found = np.empty(len(wanted), np.uint32)
    trie.entries(wanted, np.arange(100_000, dtype=np.uint32), found)
    return list(found.tolist())


@pytest.mark.usefixtures("any_keys")
@pytest.mark.parametrize("style", STYLES)
def test_places_of_keys_and_of_others(style: Callable[..., Numbers]) -> None:
    random = np.random.default_rng(STYLES.index(style))
    for n in (1, 2, 31, 32, 33, 200, 1_500):
        keys = np.unique(style(random, n))
        trie, twin = trie_of(keys), {key: i for i, key in enumerate(keys.tolist())}
        wanted = random.permutation(keys)
        assert places(trie, wanted) == [twin[key] for key in wanted.tolist()]
        near = (keys[:: max(1, n // 30), None] + [-33, -32, -1, 1, 32, 33]).ravel()
        far = random.integers(0, LAST, 20)
        others = np.unique(np.concatenate([near, far, [0, LAST]]).clip(0))
        for other in set(others.tolist()) - twin.keys():
            with pytest.raises(KeyError) as missing:
                places(trie, np.array([keys[0], other]))
            assert missing.value.args == (other,)


@pytest.mark.usefixtures("any_keys")
@pytest.mark.parametrize(
    "keys", [[0], [LAST], [0, LAST], [0, 1], [LAST - 1, LAST], [1 << b for b in range(63)]]
)
def test_keys_at_the_edges(keys: list[int]) -> None:
    trie = trie_of(np.array(keys, np.int64))
    assert places(trie, np.array(keys, np.int64)) == list(range(len(keys)))


@pytest.mark.usefixtures("any_keys")
@pytest.mark.parametrize("wide", [False, True])
def test_values_are_those_of_the_other_index(wide: bool) -> None:
    random = np.random.default_rng(0)
    keys = np.unique(clustered(random, 2_000))
    values = random.integers(1, 4, len(keys)).astype(np.uint8)
    plies = random.integers(-1, 2 * NARROW_LIMIT if wide else 50, len(keys)).astype(np.int32)
    packed, wanted = pack(values, plies), random.choice(keys, 5_000)
    found = np.empty((2, len(wanted)), np.uint32)
    for index, entries in zip((trie_of(keys), KeyIndex.of(MemoryArray(keys))), found, strict=True):
        tier = ValuedTier(index, packed)
        tier.entries(wanted, entries)
        assert tier.nbytes == index.nbytes + packed.nbytes
        with pytest.raises(KeyError, match="12345678901"):
            tier.entries(np.array([keys[0], 12345678901]), np.empty(2, np.uint32))
    assert np.array_equal(*found)


def test_keys_in_a_file(tmp_path: Any) -> None:
    random = np.random.default_rng(1)
    keys = np.unique(holes(random, 50_000))
    trie = KeyTrie.of(ArrayStore(0, lambda: tmp_path).keep(keys))
    assert trie is not None
    assert np.array_equal(trie.nodes, trie_of(keys).nodes)
    assert places(trie, keys) == list(range(len(keys)))


def test_who_has_a_trie() -> None:
    """Many keys that lie near each other; no others take the memory, in the end or on the way."""
    random = np.random.default_rng(2)
    for style in STYLES:
        keys = np.unique(style(random, 50_000))
        trie = KeyTrie.of(MemoryArray(keys))
        tier = ValuedTier.of(MemoryArray(keys), np.zeros(len(keys), np.uint16))
        if style is everywhere:
            assert trie is None
            assert isinstance(tier.index, KeyIndex)
        else:
            assert trie is not None
            assert trie.nbytes <= key_trie.MOST * len(keys) + 8
            assert isinstance(tier.index, KeyTrie)
    scattered = MemoryArray(np.unique(random.integers(0, 1 << 21, 50_000)))
    assert KeyTrie.of(scattered) is None
    for room, kind in ((0, KeyIndex), (ROOMY * len(scattered), KeyTrie)):
        tier = ValuedTier.of(scattered, np.zeros(len(scattered), np.uint16), room=room)
        assert isinstance(tier.index, kind)
    assert tier.index.nbytes <= key_trie.MOST_WITH_ROOM * len(scattered) + 8
    assert KeyTrie.of(MemoryArray(np.arange(key_trie.LEAST - 1))) is None
    assert KeyTrie.of(MemoryArray(np.arange(0))) is None
