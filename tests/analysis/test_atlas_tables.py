"""Tables and pictures of a sweep: all rows, shares, JSON, and sizes that are refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from perfectplay import sweep
from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.atlas_plot import atlas_plot
from perfectplay.analysis.atlas.atlas_tables import WRITERS, check_file, write_csv, write_parquet
from perfectplay.analysis.atlas.sweep_ranges import combinations
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.core.errors import PlotError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.tic_tac_toe import TicTacToe

# --- tables ---------------------------------------------------------------------------------------


def test_tables_have_all_rows(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    found = sweep(TicTacToe, {"width": "2..3", "height": "1,3"}, max_states=500)
    write_csv(found, tmp_path / "atlas.csv")
    write_parquet(found, tmp_path / "atlas.parquet")
    with open(tmp_path / "atlas.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    records = found.records()
    assert pq.read_table(tmp_path / "atlas.parquet").to_pylist() == records
    assert rows == [
        {name: "" if value is None else str(value) for name, value in record.items()}
        for record in records
    ]
    assert [row["decisive"] is None for row in records] == [
        row["result"] != "solved" for row in records
    ]


@pytest.fixture(scope="module")
def boards() -> Atlas:
    ranges = {"width": "1..3", "height": "2..3", "misere": "no,yes", "length": "2..3"}
    return sweep(TicTacToe, ranges, max_states=500)


def test_a_picture_has_every_start(boards: Atlas) -> None:
    pytest.importorskip("matplotlib")
    figure = atlas_plot(boards)
    texts = {
        (axes.get_title(), text.get_position()): text.get_text().replace("\n", " ")
        for axes in figure.axes for text in axes.texts if text.get_text()
    }  # fmt: skip
    assert len(texts) == len(boards)
    for row in boards:
        width, height, misere, length = row.parameters.values()
        title = f"misere={'yes' if misere else 'no'} length={length}"
        wanted = f"{row.value[0].upper()}{row.remoteness}" if row.value else row.result
        assert texts[title, (width - 0.5, height - 1.5)] == wanted


@pytest.mark.parametrize(
    ("game", "ranges"),
    [
        (Kayles, {"n": "3"}), (Kayles, {"n": "0..5"}), (Chopsticks, {"fingers": "2..3"}),
        (Kalah, {"holes": "2", "scoring": "no,yes"}),
    ],
    ids=["one", "a row", "endless", "points"],
)  # fmt: skip
def test_small_pictures(game: Any, ranges: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = sweep(game, ranges)
    figure = atlas_plot(found)
    assert len(figure.axes) == 1
    assert len(figure.axes[0].texts) == len(found)
    for ending, first in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        WRITERS[ending](found, tmp_path / f"atlas{ending}")
        assert (tmp_path / f"atlas{ending}").read_bytes().startswith(first)


def test_pictures_that_are_too_large_are_refused_before_the_work() -> None:
    pytest.importorskip("matplotlib")
    given = combinations(Kayles, {"n": "0..50"})
    with pytest.raises(PlotError, match="1 panel of 51 cells are more than can be seen"):
        check_file(".svg", given)
    check_file(".csv", given)
    many = {"width": "1..3", "height": "1..3", "length": "1..13", "misere": "no,yes"}
    with pytest.raises(PlotError, match="26 panels of 3 by 3 cells"):
        check_file(".png", combinations(TicTacToe, many))
    check_file(".png", combinations(TicTacToe, {}))


def test_shares_add_up() -> None:
    rows = list(sweep(TicTacToe, {"width": "1..3", "height": "3"}))
    assert len(rows) == 3
    for row in rows:
        assert row.shares is not None
        assert row.decisive is not None
        assert sum(row.shares) == pytest.approx(1)
        assert row.decisive == pytest.approx(1 - row.shares[1])


def test_rows_as_json_are_read_again() -> None:
    for row in sweep(Kalah, {"holes": "2", "scoring": "no,yes"}):
        assert SweptRow.of_dict(json.loads(json.dumps(row.as_dict()))) == row


def test_rows_of_a_puzzle() -> None:
    (row,) = sweep(EightPuzzle, {"tiles": ["1,2,3,4,0,5,6,7,8"]}, max_states=1_000)
    assert row.result == "too large"
    assert row.words() == "tiles=1,2,3,4,0,5,6,7,8"
