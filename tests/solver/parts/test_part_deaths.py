"""Solves by parts that are killed, whose disk is full, or whose files are damaged."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import zlib
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from games_to_store import (
    Mirrored,
    Points,
    SpreadingLevels,
    SpreadingRecords,
    contents,
    solved,
)
from games_to_verify import LoopyTiers
from perfectplay import Game, verify
from perfectplay.core.errors import (
    DamagedError,
    StateLimitError,
    StoreError,
)
from perfectplay.solver import compiled_solve
from perfectplay.solver.parts import part_explorer
from perfectplay.solver.state_limits import StateLimits
from perfectplay.tablebase.store import writer
from solves_by_parts import begun, dies
from thinned import parts
from tiered_games import AgainTuples, Levelled

pytest.importorskip("pyarrow")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


STRAIGHT: list[Game] = [
    Mirrored(4, 4),
    SpreadingLevels(),
    SpreadingRecords(),
    AgainTuples(14),
    LoopyTiers(),
    Levelled(2, 1),
]
"""The second and the third outgrow their keys, the fifth has loops; the last is found to have no
levels."""


@forks
@pytest.mark.parametrize("game", STRAIGHT, ids=repr)
@pytest.mark.parametrize("points", parts(range(1, 8), 7))
def test_dead_at_every_point(
    game: Game, points: range, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With workers or without them, the same command ends with the same bytes."""
    solved(game, tmp_path / "alone")
    point, folder = points[0], tmp_path / "folder"
    while dies(game, folder, point):
        with ThreadPoolExecutor(2) as pool:
            solved(game, folder, executor=pool if point % 2 else None)
        assert contents(folder) == contents(tmp_path / "alone"), point
        shutil.rmtree(folder)
        point += 7
    assert contents(folder) == contents(tmp_path / "alone")
    assert point > 15


@forks
@pytest.mark.parametrize("game", STRAIGHT, ids=repr)
def test_dead_again_and_again(game: Game, large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each time it goes on from where it was."""
    solved(game, tmp_path / "alone")
    folder, points, deaths = tmp_path / "folder", random.Random(1), 0
    while dies(game, folder, points.randint(6, 60)):
        deaths += 1
        assert deaths < 100
    assert deaths > 0
    assert contents(folder) == contents(tmp_path / "alone")


@pytest.mark.parametrize("begin", parts(range(1, 12), 11))
def test_a_full_disk_at_every_point(
    begin: range, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    game, folder = Mirrored(4, 4), tmp_path / "folder"
    solved(game, tmp_path / "alone")
    points, met = Points(begin[0] - 11, fails), list[str]()
    while points.count >= points.wanted:
        points = Points(points.wanted + 11, fails)
        try:
            with points.watching():
                solved(game, folder, executor=threads)
        except StoreError as error:
            met.append(str(error))
        solved(game, folder, executor=threads)
        assert contents(folder) == contents(tmp_path / "alone"), points.wanted
        shutil.rmtree(folder)
    assert len(met) > 4
    assert all("there is no space left on the disk; make room there" in text for text in met)


@pytest.mark.parametrize("what", ["cut", "flipped", "other", "missing", "receipt", "nonsense"])
def test_damaged_parts(
    what: str, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is damaged is noticed: the solve begins anew, or does the task again."""
    game, folder, lines = Mirrored(4, 4), tmp_path / "folder", list[str]()
    solved(game, tmp_path / "alone")
    store = begun(game, folder, threads)
    first, second, *_ = sorted(store.glob("tier-?-?.keys"))
    content = first.read_bytes()
    if what == "cut":
        first.write_bytes(content[:-1])
    elif what == "flipped":  # in the directory; a flipped block is noticed when it is read
        first.write_bytes(content[:-20] + bytes([content[-20] ^ 1]) + content[-19:])
    elif what == "other":
        shutil.copy(second, first)
    elif what == "missing":
        first.unlink()
    else:
        receipt = first.with_suffix(".explored")
        text = receipt.read_bytes()
        if what == "receipt":
            receipt.write_bytes(text[:-2])
        else:
            text = b'{"tier":1}'
            receipt.write_bytes(b"%08x %s\n" % (zlib.crc32(text), text))
    solved(game, folder, executor=threads, progress=lambda told: lines.extend(told.notes))
    assert contents(folder) == contents(tmp_path / "alone")
    if what not in ("receipt", "nonsense"):  # the task is done again
        assert any("begins anew, since files were damaged" in line for line in lines)


def test_a_damaged_block(threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, folder = Levelled(1, 0), tmp_path / "folder"
    large.setattr(part_explorer, "PART_KEYS", 1 << 20)
    store = begun(game, folder, threads)
    for file in store.glob("tier-1?-?.keys"):
        content = file.read_bytes()
        file.write_bytes(bytes([content[0] ^ 1]) + content[1:])
    with pytest.raises(DamagedError, match=r"has been cut off or changed; remove .* again"):
        solved(game, folder, executor=threads)


def test_a_resolved_part_that_was_changed_is_resolved_again(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its receipt is there, and the solve was killed before its tier was noted."""
    game, folder = Levelled(1, 0), tmp_path / "folder"
    solved(game, tmp_path / "alone")
    store, changed = begun(game, folder, threads), 0
    finished = {int(file.name.split("-")[1]) for file in folder.glob("tier-*.parquet")}
    assert list(store.glob("tier-*.resolved"))
    for file in folder.glob(f"tier-{min(finished)}-*.parquet"):
        file.write_bytes(b"PAR1")
        changed += 1
    assert changed
    solved(game, folder, executor=threads)
    assert contents(folder) == contents(tmp_path / "alone")


def test_a_solve_that_goes_on_needs_no_room_for_what_is_stored(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The disk has less room now, since the keys are on it."""
    game, folder = Levelled(1, 0), tmp_path / "folder"
    solved(game, tmp_path / "alone")
    begun(game, folder, threads)

    def small(limits: StateLimits, _: int) -> StateLimits:
        return replace(limits, room=100, held_by="the free space on the disk")

    large.setattr(compiled_solve, "tier_limits", small)
    solved(game, folder, executor=threads)
    assert contents(folder) == contents(tmp_path / "alone")
    with pytest.raises(StateLimitError, match="more than the free space on the disk holds"):
        solved(game, tmp_path / "other", executor=threads)


def test_longer_parts_of_another_version_are_resolved_again(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game, folder = Levelled(1, 0), tmp_path / "folder"
    solved(game, tmp_path / "alone")
    with large.context() as patch:
        patch.setattr(writer, "PARTS", 1)
        store = begun(game, folder, threads)
    assert list(store.glob("tier-*.resolved"))
    solved(game, folder, executor=threads)
    parts, alone = contents(folder), contents(tmp_path / "alone")
    manifest = json.loads(parts.pop("manifest.json"))
    assert len(parts) < len(alone)  # a tier that was finished stays as it is
    assert verify(folder, game).ok
    assert manifest["complete"]
