"""Verifying within a budget of memory: the same report as without, whatever is wrong."""

from __future__ import annotations

import errno
import io
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damaged_solutions import GAMES, damaged
from perfectplay import search, solve, verify
from perfectplay.core.errors import StoreError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest import PartEntry
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier import verifying
from perfectplay.verifier.stored import blocks
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.marks_on_disk import MarkFile
from perfectplay.verifier.stored.ranged_tier import RangedTier
from perfectplay.verifier.stored.stored_files import (
    PartRows,
    WrongPartError,
    read_blocks,
    read_groups,
    read_part,
)
from perfectplay.verifier.stored.stored_tiers import LoadedTier
from perfectplay.verifier.stored.verify_room import WAVE_BYTES, VerifyRoom
from perfectplay.verifier.sweep import sweep
from perfectplay.verifier.sweep.children import ChildSearch
from places import ROOT, TESTS
from points_by_hand import rows_of as rows_of_points
from points_by_hand import write_rows
from random_points import PointsOnIntegers
from stored_by_hand import write
from verify_modes import named, told
from verify_rooms import ROOMS, counting, divide_small_tiers, with_room

pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def small_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    divide_small_tiers(monkeypatch)


MOST = (None, 1, 6)
"""Moves that a batch may have: any number; those of one state; those of a few."""


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", list(GAMES))
def test_random_faults(
    name: str, seed: int, small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chosen = damaged(GAMES[name], 1000 * len(name) + seed)
    folder = write(tmp_path / "f", replace(chosen, part_states=7))
    interpreted, most = seed % 3 == 0, MOST[seed // 3 % 3]
    monkeypatch.setattr(sweep, "PATIENCE", 64 * (seed % 2))
    whole = verify(folder, sample=5, interpreted=interpreted)
    for room in ROOMS:
        found = with_room(room, monkeypatch, folder, most=most, sample=5, interpreted=interpreted)
        if "twice" in whole.kinds:  # which of the two a move leads to is a matter of order
            assert set(named(whole, "twice")) == set(named(found, "twice"))
        else:
            assert told(found) == told(whole)


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", list(GAMES))
def test_many_faults(
    name: str, seed: int, most: int | None, small_rooms: None, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Many children of a batch are misplaced, more than are described."""
    monkeypatch.setattr(verifying, "SHOWN", 2)
    stored, chosen = GAMES[name], random.Random(seed)
    for row in stored.every():
        if row[0] != stored.start[0] and chosen.random() < 0.4:
            stored = stored.without(row[0])
            if chosen.random() < 0.8:
                stored = stored.with_rows(chosen.choice(list(stored.rows)), row)
    folder = write(tmp_path / "f", replace(stored, part_states=7))
    whole = verify(folder, sample=5)
    for room in ROOMS:
        assert told(with_room(room, monkeypatch, folder, most=most, sample=5)) == told(whole)


def test_tiers_are_read_in_pieces(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that the test above means something: with the room of each, what is in memory."""
    folder = write(tmp_path / "f", replace(GAMES["tiers with loops"], part_states=7))
    counts = []
    for room in ROOMS:
        seen: Counter[str] = Counter()
        with monkeypatch.context() as patch:
            for kind, name in (
                (BudgetTiers, "_load"), (BudgetTiers, "_put_away"), (RangedTier, "take_wave"),
                (ChildSearch, "keep"), (RangedTier, "give_marks"),
            ):  # fmt: skip
                patch.setattr(kind, name, counting(kind, name, seen))
            assert with_room(room, patch, folder, sample=5).ok
        counts.append(seen)
    nothing, put_away, little, much = counts
    assert nothing["_load"] == 0 < nothing["keep"]
    assert put_away["_put_away"] > 0
    assert min(little["_load"], little["take_wave"], little["keep"]) > 0
    assert much["_load"] > little["_load"]


@pytest.mark.parametrize("seed", range(8))
def test_faults_in_games_of_points(
    seed: int, small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "f"
    game = PointsOnIntegers(seed)
    solve(game, method="reference").save(folder)
    rows = rows_of_points(folder)
    chosen = random.Random(seed)
    for _ in range(chosen.randrange(3)):
        rows[chosen.randrange(len(rows))][1] += chosen.choice([-1, 1])
    write_rows(folder, rows)
    for interpreted in (False, True):
        whole = verify(folder, game, sample=5, interpreted=interpreted)
        for room in ROOMS:
            found = with_room(room, monkeypatch, folder, game, sample=5, interpreted=interpreted)
            assert told(found) == told(whole)


def test_waves_inside_a_tier_have_room_of_their_own(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What waits for other tiers may not take it."""
    folder = write(tmp_path / "f", GAMES["tiers with loops"])
    manifest = read_manifest(folder)
    tier = manifest.tiers[0]
    monkeypatch.setattr(VerifyRoom, "left", lambda _: 100_000)
    room = VerifyRoom(10**9, True, 1)
    assert manifest.start is not None
    with closing(BudgetTiers(folder, manifest, int(manifest.start.key), room)) as tiers:
        assert isinstance(tiers.main(tier.tier), LoadedTier)
        taken = (room.state_bytes + WAVE_BYTES) * tier.states
        assert not tiers.waits((100_000 - taken) // 2)


def test_pieces_fit_the_room_that_is_left_when_they_are_read(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They had the size of the room that there was before the tier above was loaded."""
    folder = write(tmp_path / "f", GAMES["tiers with loops"])
    manifest = read_manifest(folder)
    first, second = sorted(manifest.tiers, key=lambda tier: tier.states)[-2:]
    monkeypatch.setattr(VerifyRoom, "left", lambda _: 1_000_000)
    assert manifest.start is not None
    with closing(
        BudgetTiers(folder, manifest, int(manifest.start.key), VerifyRoom(10**9, True, 1))
    ) as tiers:
        tiers.main(first.tier)
        tiers.drop(first.tier)
        far = tiers.far(first.tier)
        before = far.piece_states
        near = tiers.near(second.tier)
        assert near is not None
        taken = near.keys.nbytes + near.entries.nbytes + near.table.nbytes
        assert far.piece_states == before - -(-taken // 4 // (tiers.room.state_bytes + 4))


def test_a_piece_is_freed_before_the_next_one_is_read(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write(tmp_path / "f", GAMES["tiers with loops"])
    manifest = read_manifest(folder)
    monkeypatch.setattr(VerifyRoom, "left", lambda _: 0)
    assert manifest.start is not None
    with closing(
        BudgetTiers(folder, manifest, int(manifest.start.key), VerifyRoom(10**9, True, 1))
    ) as tiers:
        for tier in manifest.tiers:
            far = tiers.far(tier.tier)
            several = list(far.pieces(-(2**62), 2**62))
            assert [piece.states for piece in several] == [0] * len(far.blocks)


def test_how_often_a_tier_in_pieces_is_read(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each block: for the states that the interpreter is asked about, for its own check, once for
    each piece of the tier below, as children, and for the children of the states asked about."""
    reads: Counter[tuple[str, int]] = Counter()

    def counted(where: Path, part: PartEntry, groups: range, scored: bool) -> PartRows:
        reads[part.file, groups.start] += 1
        return read_groups(where, part, groups, scored)

    folder = write(tmp_path / "f", replace(GAMES["levels"], part_states=7))
    monkeypatch.setattr(blocks, "read_groups", counted)
    monkeypatch.setattr(BudgetTiers, "waits", lambda *_: True)  # each tier is one piece
    assert with_room(ROOMS[0], monkeypatch, folder, asked=5, sample=5).ok
    assert len(reads) > 5
    assert max(reads.values()) <= 4


# --- budgets --------------------------------------------------------------------------------------

LARGE = """
import sys
from fan import Fan
from perfectplay import verify
result = verify(sys.argv[1], Fan(), threads=1, memory=int(sys.argv[2]))
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(result.ok, result.states, int(status["VmHWM"].split()[0]) * 1024)
"""


@pytest.mark.landmark
def test_a_real_process_keeps_to_its_budget(tmp_path: Path) -> None:
    """Twelve million states in a few tiers took 590 MB before there was a budget."""
    solve(load_game(f"{TESTS}/data/fan.py:Fan"), folder=tmp_path / "f", threads=1)
    paths = os.pathsep.join([str(ROOT / "src"), str(TESTS / "data")])
    done = subprocess.run(
        [sys.executable, "-c", LARGE, str(tmp_path / "f"), "400000000"],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ok, states, peak = done.stdout.split()
    assert (ok, int(states)) == ("True", 12_002_001)
    assert int(peak) <= 400_000_000


def test_temporary_files_that_cannot_be_written(
    small_rooms: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write(tmp_path / "f", replace(GAMES["levels"], part_states=7))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(StoreError, match=r"folder of temporary files cannot be written.*TMPDIR"):
        with_room(0, monkeypatch, folder, sample=5)


def test_marks_that_the_disk_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is there at once or not at all; closing has nothing left to say."""
    marks = MarkFile([20])
    marks.add(0, 1, np.arange(20) % 3 == 0)
    assert marks.count() == 7

    class Full(io.BytesIO):
        def write(self, _: Any) -> int:
            raise OSError(errno.ENOSPC, "no space")

        def close(self) -> None:
            raise OSError(errno.ENOSPC, "no space")

    marks._file.close()
    monkeypatch.setattr(marks, "_file", Full(bytes(3)))
    with pytest.raises(StoreError, match="cannot be written: no space"):
        marks.set_one(0, 3)
    marks.close()


def test_a_row_group_without_rows(tmp_path: Path) -> None:
    folder = write(tmp_path / "f", replace(GAMES["levels"], part_states=7))
    part = read_manifest(folder).parts[0]
    table = pq.read_table(folder / part.file)
    with pq.ParquetWriter(folder / part.file, table.schema, store_schema=False) as writer:
        writer.write_table(table)
        writer.write_table(table.slice(0, 0))
    with pytest.raises(WrongPartError, match="a row group without rows"):
        read_part(folder, part, False)
    with pytest.raises(WrongPartError, match="a row group without rows"):
        list(read_blocks(folder, part, False))


def test_a_book_keeps_to_no_budget(tmp_path: Path) -> None:
    """And verify says so."""
    book = tmp_path / "book"
    search(ThreeRocks(), book=book)
    notes: list[str] = []
    verify(book, ThreeRocks(), memory=20_000_000_000, progress=lambda at: notes.extend(at.notes))
    assert any("keeps to no budget" in note for note in notes)
