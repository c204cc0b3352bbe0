"""Tasks keep the values of a tier for those below, and remove them when nobody asks any more."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games_to_store import LoopyTiers, Mirrored, contents, solved
from perfectplay import Game
from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray, pack, pack_scores
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.parts.part_resolver import PartResolver
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ResolvedPart
from perfectplay.solver.parts.tier_above import TierAbove
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.resolve_range import ChildValues
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, asked_last
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.parts import StoredPart
from solves_by_parts import by_parts
from tiered_games import Levelled

pytest.importorskip("pyarrow")


def kept_tier(folder: Path, kind: type, keys: IntArray) -> tuple[TierAbove, TierParts, PartStore]:
    """A tier with some values in the parts of a solution, and in files of another division."""
    rng = np.random.default_rng(3)
    remoteness = rng.integers(0, 20_000 if kind is np.uint32 else 90, len(keys)).astype(np.int32)
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    packed: PackedArray = (
        pack_scores(values.astype(np.int64) - 2, remoteness)
        if kind is np.uint64
        else pack(values, remoteness, wide=kind is np.uint32)
    )
    parts, store = TierParts(folder, scored=kind is np.uint64), PartStore(folder)
    tier = ResolvedTier(3, MemoryArray(keys), packed, StateCounts.none(symmetric=False))
    stored = parts.write(tier, ThreadTeam(1), 1 << 30)
    files = ["a.keys", "b.keys", "c.keys"]
    for file, some in zip(files, np.array_split(keys, 3), strict=True):
        store.write_keys(file, some)
    done = [
        ResolvedPart((), 0, {}, values=store.keep_values(f"{n}.values", some))
        for n, some in enumerate(np.array_split(packed, 2))
    ]
    return TierAbove.of(stored, files, done), parts, store


Reading = Callable[[TierAbove, PartStore, TierParts], ChildValues]

READ: dict[str, Reading] = {
    "table": lambda *tier: TierAbove.read(*tier, 0),
    "table with room": lambda *tier: TierAbove.read(*tier, 1 << 30),
    "by range": TierAbove.by_range,
}


@pytest.mark.parametrize("read", READ.values(), ids=READ)
@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.uint64], ids=lambda kind: kind.__name__)
def test_the_same_values_as_in_the_solution(kind: type, read: Reading, tmp_path: Path) -> None:
    keys = np.unique(np.random.default_rng(1).integers(0, 200_000, 150_000))
    tier, parts, store = kept_tier(tmp_path, kind, keys)
    assert len(tier.files) == 5
    wanted = np.random.default_rng(2).choice(keys, 5_000)
    wanted[:3] = keys[0], keys[-1], keys[len(keys) // 2]
    width = np.uint64 if parts.scored else np.uint32
    found, expected = np.empty(len(wanted), width), np.empty(len(wanted), width)
    table = read(tier, store, parts)
    table.entries(wanted, found)
    parts.read(tier.stored).entries(wanted, expected)
    assert found.tolist() == expected.tolist()
    inside = np.setdiff1d(np.arange(keys[0], keys[-1]), keys)
    for absent in (*inside[:: len(inside) // 20].tolist(), int(keys[0]) - 1, int(keys[-1]) + 1):
        with pytest.raises(KeyError) as error:
            table.entries(np.array([keys[5], absent, absent + 1]), found[:3])
        assert error.value.args == (absent,)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-1]),
    "flipped": lambda file: file.write_bytes(b"x" + file.read_bytes()[1:]),
    "empty": lambda file: file.write_bytes(b""),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("file", ["b.keys", "1.values"])
@pytest.mark.parametrize("read", READ.values(), ids=READ)
def test_files_that_are_not_as_they_were_written(
    read: Reading,
    file: str,
    damage: Callable[[Path], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The solution has the same values; what was damaged later is noticed later."""
    keys = np.arange(5, 50_000, 3)
    found, expected = (np.empty(len(keys), np.uint32) for _ in range(2))
    tier, parts, store = kept_tier(tmp_path, np.uint16, keys)
    parts.read(tier.stored).entries(keys, expected)
    asked, real = list[str](), StoredPart._read

    def counted(self: StoredPart, *rest: Any) -> object:
        asked.append(self.entry.file)
        return real(self, *rest)

    monkeypatch.setattr(StoredPart, "_read", counted)
    before = read(tier, store, parts)
    assert not asked
    damage(tmp_path / file)
    for table in (before, read(tier, store, parts)):
        for _ in range(2):
            table.entries(keys, found)
            assert found.tolist() == expected.tolist()
    assert asked


def test_parts_of_which_one_has_no_values(tmp_path: Path) -> None:
    """They were resolved before it was known that lower tiers ask."""
    tier, _, store = kept_tier(tmp_path, np.uint16, np.arange(9))
    none = ResolvedPart((), 0, {})
    some = ResolvedPart((), 0, {}, values=store.keep_values("n", np.ones(3, np.uint16)))
    for done in ([none, some], [none, none], [none]):
        assert TierAbove.of(tier.stored, ["a.keys"], done) == TierAbove(tier.stored)


@pytest.mark.parametrize("game", [Mirrored(4, 4), Levelled(1, 0), LoopyTiers()], ids=repr)
def test_files_are_removed_when_nobody_asks(
    game: Game, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before each tier there are the files of those that it or lower ones ask for, and no others;
    no table is read from the solution."""
    large.setattr(TierParts, "read", None)
    large.setattr(TierParts, "by_range", None)
    met, resolve = list[set[int]](), PartResolver._resolved_tier

    def looked(self: PartResolver, number: int, *rest: Any, **options: Any) -> object:
        last = asked_last(self.explored)
        names = [file.name for file in self.store.folder.glob("*.values")]
        met.append({int(name.split("-")[1]) for name in names})
        assert met[-1] == {tier for tier, asks in last.items() if tier > number >= asks}
        return resolve(self, number, *rest, **options)

    large.setattr(PartResolver, "_resolved_tier", looked)
    assert by_parts(tmp_path, game, executor=threads)
    assert any(met)
    assert not list(tmp_path.rglob("*.values"))


def test_a_solve_whose_kept_values_are_lost(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each time a tier is finished: the solution is the same."""
    game = Mirrored(4, 4)
    solved(game, tmp_path / "alone")
    drop = PartResolver._drop
    lost = list[Path]()

    def losing(self: PartResolver, files: object) -> None:
        drop(self, files)  # type: ignore[arg-type]
        for file in self.store.folder.glob("*.values"):
            lost.append(file)
            file.unlink()

    large.setattr(PartResolver, "_drop", losing)
    solved(game, tmp_path / "parts", executor=threads)
    assert lost
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
