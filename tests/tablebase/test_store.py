"""The store: parts and manifests as they are written, and writing that is refused."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.core import extras
from perfectplay.core.errors import MissingExtraError, StoreError
from perfectplay.core.packed import pack
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_game
from perfectplay.tablebase import table
from perfectplay.tablebase.store import atomic_files, writer
from perfectplay.tablebase.store.checksums import check_files
from perfectplay.tablebase.store.manifest import TierEntry, write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.saving import save
from perfectplay.tablebase.store.table_reader import StoredTable, TextStateTable, stored_table
from perfectplay.tablebase.store.writer import PartWriter, TierWriter, write_part
from perfectplay.tablebase.table import StateEntries, Table, TablePart
from places import ROOT
from random_games import AgainStrings, SeatedStrings, TurnedStrings, TurnedTuples
from stored_pieces import Named, Sets, agree, manifest_for, save_tiers
from table_rows import table_rows


@pytest.mark.parametrize("name", [n for n in GAMES if n not in ("connect_four", "eight_puzzle")])
def test_the_library_is_saved_and_opened(name: str, tmp_path: Path) -> None:
    solution = solve(load_game(name))
    if len(solution) > 6000:
        solution = solve(load_game(name, {"rows": "3,4"} if "mouse" in name else {"width": "2"}))
    solution.save(tmp_path / "s")
    agree(solution, Solution.open(tmp_path / "s"))
    assert check_files(tmp_path / "s") == []
    again = tmp_path / "again"
    Solution.open(tmp_path / "s").save(again)  # what is stored can be stored again
    for path in (tmp_path / "s").iterdir():
        assert path.read_bytes() == (again / path.name).read_bytes()


@pytest.mark.parametrize("kind", [AgainStrings, SeatedStrings, TurnedStrings, TurnedTuples])
@pytest.mark.parametrize("seed", range(4))
def test_random_games(kind: Any, seed: int, tmp_path: Path) -> None:
    game = kind(seed)
    solution = solve(game)
    solution.save(tmp_path / "s")
    agree(solution, Solution.open(tmp_path / "s", game))


@dataclass(frozen=True)
class Alike(Sets):
    """The same with a text that says too little."""

    def text(self, state, seat=None):
        return str(len(state) - 1)


@pytest.mark.parametrize("game", [Sets(), Named()])
def test_states_by_their_texts(game: Game, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "ROW_GROUP", 8)
    monkeypatch.setattr(writer, "_SLAB", 16)
    monkeypatch.setattr(writer, "PART_STATES", 24)
    solution = solve(game)
    solution.save(tmp_path / "s")
    stored = Solution.open(tmp_path / "s", game)
    assert len(list((tmp_path / "s").glob("*.parquet"))) > 1
    agree(solution, stored)
    assert frozenset({"other"}) not in stored
    assert [] not in stored
    assert isinstance(stored.table, TextStateTable)
    texts = [stored.table.text_of(key) for key in range(len(stored.table))]
    assert texts == sorted(texts)
    assert [stored.table.key_of(text) for text in texts] == list(range(len(texts)))
    assert stored.table.key_of("") == stored.table.key_of("zzz") == -1
    assert stored.by_key(texts[0]) == stored.table.get(0)[:2]  # type: ignore[attr-defined]
    assert stored.by_key("zzz") is None  # type: ignore[attr-defined]
    assert stored.table.get(-1) is None
    assert stored.table.get(len(texts)) is None


def test_texts_that_do_not_differ(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r'have one text, "5"; give the game a method text'):
        solve(Alike()).save(tmp_path / "s")
    assert list(tmp_path.iterdir()) == []


# --- parts ----------------------------------------------------------------------------------------


def random_tier(rng: np.random.Generator, states: int, spread: int) -> TablePart:
    keys = np.unique(rng.integers(0, spread, states))
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    remoteness = rng.integers(0, 30, len(keys)).astype(np.int32)
    remoteness[(values == 2) & (remoteness < 10)] = -1
    return TablePart(keys, pack(values, remoteness))


def stored_tiers(folder: Path, parts: list[TablePart]) -> StoredTable:
    entries = []
    for number, part in enumerate(parts):
        with TierWriter(folder, number, len(part.keys)) as tier:
            tier.add(part.keys, part.packed)
        entries.append(tier.entry)
    write_manifest(folder, manifest_for(entries))
    return stored_table(folder, read_manifest(folder, unfinished=True))


def test_a_table_on_the_disk_answers_as_one_in_memory(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "ROW_GROUP", 50)
    monkeypatch.setattr(writer, "_SLAB", 150)
    monkeypatch.setattr(writer, "PART_STATES", 400)
    monkeypatch.setattr(table, "SCANNED", 30)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        whole = random_tier(rng, int(rng.integers(1, 2000)), int(rng.choice([3000, 1 << 62])))
        where = rng.integers(0, 4, len(whole.keys))
        parts = [TablePart(whole.keys[where == t], whole.packed[where == t]) for t in range(4)]
        parts = [part for part in parts if len(part.keys)]
        plain, stored = Table(parts), stored_tiers(folder, parts)
        assert len(stored) == len(plain)
        wanted = np.concatenate([whole.keys, rng.integers(0, 1 << 62, 300), whole.keys[:5]])
        rng.shuffle(wanted)
        for tier in (None, 0, 3, 17):
            for one, other in zip(
                plain.look_up(wanted)[:2], stored.look_up(wanted, tier)[:2], strict=True
            ):
                assert one.dtype == other.dtype
                assert one.tolist() == other.tolist()
        for key in wanted[:200].tolist():
            assert stored.get(key) == stored.get(key, int(rng.integers(4))) == plain.get(key)
        assert table_rows(stored) == table_rows(plain)
        blocks = [block[0] for block in stored.blocks(7)]
        assert max(map(len, blocks)) <= 7
        for value in (Value.WIN, Value.DRAW):
            for plies in (0, 5, 29, 77):
                first = smallest(whole, value, plies)
                assert stored.smallest_with(value, plies) == first
                assert plain.smallest_with(value, plies) == first
        assert stored.look_up(np.empty(0, np.int64))[0].tolist() == []


def smallest(part: TablePart, value: Value, plies: int) -> int | None:
    """The smallest key with this value and remoteness."""
    entries = StateEntries.unpacked(part.packed)
    there = (entries.values == value) & (entries.remoteness == plies)
    return min(part.keys[there].tolist(), default=None)


def test_parts_as_tiers(tmp_path: Path) -> None:
    """What a solve by levels holds, level by level."""
    solution = solve(load_game("three_rocks"))
    [whole] = solution.table.parts
    cuts = [slice(0, 50), slice(50, 51), slice(51, None)]
    solution.table = Table([TablePart(whole.keys[cut], whole.packed[cut]) for cut in cuts])
    manifest = save_tiers(solution, tmp_path / "s", [5, -2, 0])
    assert [(tier.tier, tier.states) for tier in manifest.tiers] == [(-2, 1), (0, 70), (5, 50)]
    assert read_manifest(tmp_path / "s") == manifest
    agree(solution, Solution.open(tmp_path / "s"))
    save(solution, tmp_path / "one")
    agree(solution, Solution.open(tmp_path / "one"))


def test_pieces_leave_no_trace(tmp_path: Path) -> None:
    """The bytes are those of the states, however they come in and whatever is written beside."""
    rng = np.random.default_rng(3)
    part = random_tier(rng, 200_000, 1 << 40)
    whole = write_part(tmp_path / "whole.parquet", part.keys, part.packed)
    for number in range(3):
        with PartWriter(tmp_path / "pieces.parquet") as pieces:
            first = 0
            while first < len(part.keys):
                last = first + int(rng.integers(0, 60_000))
                packed = part.packed[first:last]
                wide = packed if number < 2 else writer.widened(packed, np.dtype(np.uint32))
                pieces.add(part.keys[first:last], wide if first % 2 else packed)
                first = last
        assert pieces.entry == replace(whole, file="pieces.parquet")
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "pieces.parquet").read_bytes()
    made: list[Any] = []
    threads = [
        threading.Thread(
            target=lambda n=n: made.append(
                write_part(tmp_path / f"{n}.parquet", part.keys, part.packed)
            )
        )
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {entry.sha256 for entry in made} == {whole.sha256}
    assert (whole.first, whole.last) == (part.keys[0], part.keys[-1])
    assert atomic_files.sha256_of(tmp_path / "whole.parquet") == whole.sha256


def test_remotenesses_that_need_32_bits(tmp_path: Path) -> None:
    keys = np.arange(4)
    plies = np.array([1, -1, 16_383, 1_000_000], np.int32)
    values = np.array([3, 2, 1, 3], np.uint8)
    narrow = pack(values[:2], plies[:2])
    with PartWriter(tmp_path / "tier-0-0.parquet") as part:
        part.add(keys[:2], narrow)
        part.add(keys[2:], pack(values[2:], plies[2:]))
    table = stored_table(tmp_path, manifest_for([TierEntry(0, 4, (part.entry,))]))
    assert table_rows(table) == [(k, Value(v), r if r >= 0 else None) for k, v, r in zip(keys.tolist(), values.tolist(), plies.tolist(), strict=True)]  # fmt: skip  # noqa: E501


@pytest.mark.parametrize(
    ("keys", "packed"),
    [([1, 1], [5, 5]), ([2, 1], [5, 5]), ([1, 2], [5, 4]), ([1, 2], [5])],
)
def test_what_makes_no_part(keys: list[int], packed: list[int], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="part"):
        write_part(tmp_path / "x.parquet", np.array(keys), np.array(packed, np.uint16))
    assert list(tmp_path.iterdir()) == []


def test_threads_may_share_a_table(small: Path) -> None:
    stored = Solution.open(small)
    expected = {key: (value, plies, None) for key, value, plies in table_rows(stored.table)}
    wrong = []

    def ask(seed: int) -> None:
        for key in random.Random(seed).choices(range(200), k=300):
            if stored.table.get(key) != expected.get(key):
                wrong.append(key)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# --- writing that is refused ----------------------------------------------------------------------


def test_folders_that_are_something_else(tmp_path: Path, small: Path) -> None:
    solution = solve(load_game("three_rocks"))
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match=r"holds something else \(notes\.txt\)"):
        solution.save(tmp_path)
    with pytest.raises(StoreError, match="is a file"):
        solution.save(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="holds a solution already"):
        solution.save(small)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(StoreError, match="cannot be written"):
        solution.save(tmp_path / "notes.txt" / "inside")


FULL = """
import resource, signal, sys
from perfectplay import solve
from perfectplay.registry.address import load_game
from perfectplay.core.errors import StoreError
solution = solve(load_game("tic_tac_toe"), symmetries=False)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    solution.save(sys.argv[1])
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("room", [0, 1_000, 6_000])
def test_a_disk_that_is_full(tmp_path: Path, room: int) -> None:
    """Nothing half-done stays."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "s"), str(room)],
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "cannot be written: the disk takes no file that large" in done.stdout
    assert done.stdout.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_room_is_said_in_words() -> None:
    said = str(atomic_files.refused(OSError(28, "No space left on device"), Path("a/b")))
    assert said.startswith("a/b cannot be written: there is no space left on the disk")
    said = str(atomic_files.refused(PermissionError(13, "Permission denied"), Path("a")))
    assert "may not be written there" in said


def test_without_pyarrow(small: Path, monkeypatch: Any) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(extras, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[store\]'"):
        Solution.open(small).value((1, 1))
