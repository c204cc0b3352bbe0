"""Tiers that memory does not hold are looked up by ranges: the same values, in the same bytes."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from games_to_store import GAMES, Mirrored, Tiered, contents, few_at_a_time, solved
from large_ways import as_large
from perfectplay import Game, Value
from perfectplay.core import process_memory, progress
from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.packed import PackedArray, pack, pack_scores
from perfectplay.core.progress import Progress
from perfectplay.solver import tier_solve
from perfectplay.solver.explore import key_trie
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.key_trie import KeyTrie
from perfectplay.solver.parts import loaded_tables, resolve_task
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.parts.values_by_range import ValuesByRange
from perfectplay.solver.retrograde import resolve_tiers
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store import part_columns, writer
from perfectplay.tablebase.store.manifest import TierEntry
from solves_by_parts import MORE, by_parts

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.uint64], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("span", [1, 5, 1000, 2**61], ids=str)
def test_the_same_values_as_from_a_table(
    kind: type, span: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In many groups and parts; keys that are asked for twice, in any order."""
    for module in (part_columns, writer):
        monkeypatch.setattr(module, "ROW_GROUP", 16)
    monkeypatch.setattr(writer, "PART_STATES", 70)
    rng = np.random.default_rng(span)
    keys = np.unique(rng.integers(0, 1 + 2 * span, 300))
    remoteness = rng.integers(-1, 200, len(keys)).astype(np.int32)
    if kind is np.uint32:  # in some row groups all of them fit 16 bits
        remoteness[len(keys) // 2] = 20_000
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    values[remoteness < 0] = Value.DRAW
    if kind is np.uint64:
        packed = pack_scores(values.astype(np.int64) * 7 - 14, np.abs(remoteness))
    else:
        packed = pack(values, remoteness, wide=kind is np.uint32)
    assert packed.dtype == kind
    parts = TierParts(tmp_path, scored=kind is np.uint64)
    tier = ResolvedTier(3, MemoryArray(keys), packed, StateCounts.none(symmetric=False))
    entry = parts.write(tier, ThreadTeam(1), 1 << 30)
    table, by_range = parts.read(entry), parts.by_range(entry)
    monkeypatch.setattr(key_trie, "LEAST", 1)
    roomy = parts.read(entry, room=1 << 30)
    assert isinstance(roomy.index, KeyTrie) or span > 1000
    width = np.uint64 if parts.scored else np.uint32
    for wanted in (keys, keys[::-1].copy(), rng.choice(keys, 500), keys[:0]):
        found, expected = np.empty(len(wanted), width), np.empty(len(wanted), width)
        by_range.entries(wanted, found)
        table.entries(wanted, expected)
        assert found.tolist() == expected.tolist()
        roomy.entries(wanted, found)
        assert found.tolist() == expected.tolist()
    for absent in set(rng.integers(-3, 2 * span + 9, 50).tolist()) - set(keys.tolist()):
        wanted = rng.choice(keys, 9)
        wanted[4:6] = absent, absent - 1
        with pytest.raises(KeyError) as error:
            by_range.entries(wanted, np.empty(9, width))
        assert error.value.args == (absent,)


@pytest.mark.parametrize("game", MORE, ids=repr)
def test_solves_without_tables(
    game: Game, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if no table fitted a worker: the bytes of a solve in memory."""
    read = list[int]()
    entries = ValuesByRange.entries

    def counted(self: ValuesByRange, wanted: IntArray, found: PackedArray) -> None:
        read.append(len(wanted))
        entries(self, wanted, found)

    large.setattr(loaded_tables, "default_budget", lambda: 0)
    large.setattr(resolve_task, "ranged_batch", lambda *_: 9)
    large.setattr(part_columns, "ROW_GROUP", 16)
    large.setattr(writer, "ROW_GROUP", 16)
    large.setattr(ValuesByRange, "entries", counted)
    solved(game, tmp_path / "alone")
    large.setattr(TierParts, "read", None)  # no table is loaded
    parts = by_parts(tmp_path / "parts", game, executor=threads)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    assert parts or not read
    assert read or not isinstance(game, Mirrored)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_one_process_without_tables(
    game: Game, stopped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A budget that holds the values of one tier, but no table: the same bytes; also by a solve
    that goes on from some of the tiers."""
    notes, tiers = list[str](), 0

    def stop(told: Progress) -> None:
        nonlocal tiers
        notes.extend(told.notes)
        tiers += told.stage == "resolving"
        if stopped and tiers == 2:
            raise KeyboardInterrupt

    def read(_: TierParts, entry: TierEntry) -> None:
        raise AssertionError(f"the table of tier {entry.tier} is read")

    few_at_a_time(monkeypatch)
    solved(game, tmp_path / "tables")
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_, tables=True: tables * 10**9)
    monkeypatch.setattr(tier_solve, "ranged_room", lambda *_: 0)
    monkeypatch.setattr(tier_solve, "ranged_batch", lambda *_: 9)
    monkeypatch.setattr(resolve_tiers, "ValuedTier", None)
    monkeypatch.setattr(TierParts, "read", read)
    seconds = count()  # progress is told of each tier, though it takes less than a tenth of one
    monkeypatch.setattr(progress, "time", SimpleNamespace(perf_counter=lambda: next(seconds)))
    with suppress(KeyboardInterrupt):
        solved(game, tmp_path / "ranges", progress=stop)
    solved(game, tmp_path / "ranges", progress=lambda told: notes.extend(told.notes))
    assert contents(tmp_path / "ranges") == contents(tmp_path / "tables")
    assert any("read by ranges" in note for note in notes)
    assert tiers == 2 or not stopped or type(game) is Tiered  # that has one tier


def test_the_least_budget_has_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If values alone do not fit, the budget that is named is that of a solve by ranges."""
    as_large(monkeypatch)
    for module in (tier_solve, process_memory):  # after many tests a process holds 2 GB
        monkeypatch.setattr(module, "resident_bytes", lambda **_: 200_000_000)
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_, tables=True: (1 + tables) * 10**9)
    with pytest.raises(MemoryBudgetError) as told:
        solved(Mirrored(4, 4), tmp_path / "folder", memory=600_000_000)
    assert 1e9 < told.value.least < 1.7e9
