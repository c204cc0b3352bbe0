"""Games of points in the store: damage, and manifests and parts by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from perfectplay import Solution, solve
from perfectplay.core.errors import DamagedError, RulesDifferError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.tablebase.store.checksums import check_files
from perfectplay.tablebase.store.manifest_reader import read_manifest
from points_by_hand import PART, TABLES, rows_of, write_rows, write_table
from random_points import PointsOnIntegers

# --- damage ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored game of points that no test may change."""
    folder = tmp_path_factory.mktemp("store") / "points"
    solve(PointsOnIntegers(3), method="reference").save(folder)
    return folder


def everything(folder: Path) -> list[Any]:
    return [
        (keys.tolist(), [None if column is None else column.tolist() for column in entries])
        for keys, entries in Solution.open(folder).table.blocks()
    ]


def test_every_flipped_bit_is_found(own: Path) -> None:
    """By the checksum always; by reading everything, nothing comes out that is wrong."""
    path = own / PART
    whole, expected, unseen, said = path.read_bytes(), everything(own), 0, set[str]()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        assert check_files(own) == [f"{path} is not as it was written: its SHA-256 does not fit"]
        try:
            found = everything(own)
        except DamagedError as error:
            said.add(str(error))
        else:
            assert found == expected, f"byte {place} changed what is read"
            unseen += 1
    assert unseen < len(whole) / 2
    assert all(text.startswith(f"{path} is damaged: ") for text in said)


def test_what_is_written_by_hand_is_read(own: Path) -> None:
    expected = everything(own)
    write_rows(own, rows_of(own))
    assert everything(own) == expected
    assert check_files(own) == []


@pytest.mark.parametrize("fault", TABLES)
def test_parts_by_hand(fault: str, own: Path) -> None:
    """Checksums are right: the columns are wrong."""
    write_table(own, TABLES[fault](pq.read_table(own / PART)))
    with pytest.raises(DamagedError, match=r"tier-0-0.parquet is damaged: it "):
        everything(own)


def at_start(**new: Any) -> Callable[[Any], None]:
    return lambda whole: whole["start"].update(new)


def no_points(whole: Any) -> None:
    del whole["scoring"]
    del whole["start"]["score"]


def endless(whole: Any) -> None:
    whole["histogram"].append(["draw", None, 1])
    whole["histogram"].sort(key=lambda row: (row[0] != "win", row[0] != "draw", row[1] is None))


MANIFESTS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda whole: whole.update(scoring=False), '"scoring" of it is False, expected true'),
    (lambda whole: whole.update(scoring=1), '"scoring" of it is 1, expected true'),
    (lambda whole: whole.pop("scoring"), "'score', which has no meaning"),
    (lambda whole: whole["start"].pop("score"), '"start" has no "score"'),
    (at_start(score=None), "expected a whole number"),
    (at_start(score=1.5), "expected a whole number"),
    (at_start(score=2**31, value="win"), "32 bits do not hold"),
    (at_start(score=-(2**31), value="loss"), "32 bits do not hold"),
    (at_start(score=5, value="loss"), "its start is a loss with the score 5"),
    (at_start(score=0, value="win"), "its start is a win with the score 0"),
    (at_start(remoteness=None), "expected a whole number"),
    (endless, "endless draws, which a game of points does not have"),
]


@pytest.mark.parametrize(("edit", "expected"), MANIFESTS)
def test_manifests_by_hand(edit: Callable[[Any], Any], expected: str, own: Path) -> None:
    write_rows(own, rows_of(own), edit)
    with pytest.raises(DamagedError, match=expected):
        read_manifest(own)


def test_scoring_that_is_not_that_of_the_rules(own: Path) -> None:
    write_rows(own, rows_of(own), no_points)
    with pytest.raises(DamagedError, match="no game of points, and by its rules it is one"):
        Solution.open(own)


def test_points_where_there_are_none(own: Path, tmp_path: Path) -> None:
    solve(ThreeRocks(1, 1)).save(tmp_path / "r")
    rows = [list(row) for row in zip(*(pq.read_table(tmp_path / "r" / PART).columns), strict=True)]
    scored = [[row[0].as_py(), 1, row[2].as_py()] for row in rows]
    lines = (tmp_path / "r/manifest.json").read_text()
    (tmp_path / "r/manifest.json").write_text(
        lines.replace('"symmetries": false,', '"symmetries": false,\n "scoring": true,')
    )
    write_rows(tmp_path / "r", scored)
    with pytest.raises(DamagedError, match="a game of points, and by its rules it is none"):
        Solution.open(tmp_path / "r")
    with pytest.raises(RulesDifferError):
        Solution.open(own, ThreeRocks())
