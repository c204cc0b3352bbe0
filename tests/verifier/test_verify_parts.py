"""The verifier and the parts of a solution: written by hand, and as they are saved."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from games_to_verify import OneTier
from perfectplay import Game, solve
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.saving import save
from perfectplay.verifier.verifying import verify
from random_games import OnStrings, TurnedStrings
from stored_by_hand import part_entry, rows_of, write, write_manifest, write_part
from verify_modes import MODES, SWEEP, kinds

# the columns of a part: keys, values and remotenesses of three rows, and what to write instead
COLUMNS: dict[str, Any] = {
    "another name": {"names": ["key", "value", "remoteness"]},
    "another order": {"order": [1, 0, 2]},
    "one more": {"more": True},
    "narrow keys": {"types": {0: pa.int32()}},
    "unsigned keys": {"types": {0: pa.uint64()}},
    "keys as texts": {"types": {0: pa.string()}},
    "wide remotenesses": {"types": {2: pa.int64()}},
    "binary values": {"types": {1: pa.binary()}},
    "times": {"types": {0: pa.timestamp("us")}},
    "no key": {"cells": {0: None}},
    "no value": {"values": {0: None}},
    "another value": {"values": {1: "tie"}},
    "upper case": {"values": {0: "WIN"}},
    "no end of a win": {"plies": {0: None}},
    "below 0": {"plies": {1: -1}},
    "too large": {"plies": {1: 2**31 - 1}},
    "keys that fall": {"cells": {0: 5, 1: 4}},
    "a key twice": {"cells": {1: 0}},
    "a negative key": {"cells": {0: -3}},
    "a row less": {"rows": -1},
}


@pytest.mark.parametrize("fault", COLUMNS)
@MODES
def test_parts_by_hand(fault: str, mode: dict[str, Any], tmp_path: Path) -> None:
    """Checksums are right: the columns are wrong."""
    stored = rows_of(OneTier(2, 2))
    folder = write(tmp_path / "f", stored)
    what = COLUMNS[fault]
    table = pq.read_table(folder / "tier-0-0.parquet")
    columns = [column.to_pylist() for column in table.columns]
    for index, name in enumerate(("cells", "values", "plies")):
        for row, cell in what.get(name, {}).items():
            columns[index][row] = cell
    if "rows" in what:
        columns = [column[: what["rows"]] for column in columns]
    types = {0: pa.int64(), 1: pa.string(), 2: pa.int32(), **what.get("types", {})}
    arrays = [pa.array(c).cast(types[i]) for i, c in enumerate(columns)]
    names = what.get("names", ["state", "value", "remoteness"])
    order = what.get("order", [0, 1, 2])
    made = pa.table([arrays[i] for i in order], names=[names[i] for i in order])
    if "more" in what:
        made = made.append_column("more", arrays[2])
    pq.write_table(made, folder / "tier-0-0.parquet", store_schema=False)
    whole = json.loads((folder / "manifest.json").read_text())
    part = whole["tiers"][0]["parts"][0]
    entry = part_entry(folder, part["file"], part["states"], part["first"], part["last"])
    whole["tiers"][0]["parts"][0] = entry
    write_manifest(folder, whole)
    assert kinds(verify(folder, **mode)) & {"file", "keys", "value"}


def test_parts_that_are_nonsense_are_read_as_far_as_they_can_be(tmp_path: Path) -> None:
    """Checksums are right, bytes of the Parquet file are not: no more than a problem."""
    folder = write(tmp_path / "f", rows_of(OneTier(2, 2)))
    content = (folder / "tier-0-0.parquet").read_bytes()
    whole = json.loads((folder / "manifest.json").read_text())
    part = whole["tiers"][0]["parts"][0]
    chance, wrong = random.Random(4), 0
    for i in range(len(content)):
        changed = bytearray(content)
        changed[i] ^= chance.randrange(1, 256)
        (folder / part["file"]).write_bytes(changed)
        entry = part_entry(folder, part["file"], part["states"], part["first"], part["last"])
        whole["tiers"][0]["parts"][0] = entry
        write_manifest(folder, whole)
        wrong += not verify(folder, OneTier(2, 2), threads=1).ok
    assert wrong > len(content) // 3


# --- what is written ------------------------------------------------------------------------------


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("address", "parameters"),
    [("three_rocks", {}), ("tic_tac_toe", {}), ("chopsticks", {}), ("mu_torere", {}),
     ("eight_puzzle", {}), ("kalah", {}), ("nim", {}), ("connect_four", {"width": "4"}),
     ("dodgem", {}), ("notakto", {})],
)  # fmt: skip
@MODES
def test_what_is_saved_is_right(
    address: str, parameters: dict[str, str], mode: dict[str, Any], tmp_path: Path
) -> None:
    """The solver, the writer and the verifier agree about games of every sort."""
    if address == "eight_puzzle" and mode is SWEEP:
        pytest.skip("181,440 states take the interpreter a minute; smaller puzzles are verified so")
    solution = solve(load_game(address, parameters))
    save(solution, tmp_path / "f")
    result = verify(tmp_path / "f", **mode)
    assert result.problems == ()
    assert result.states == (solution.representatives or solution.counts).states


def test_texts_and_functions_that_are_saved_are_right(tmp_path: Path) -> None:
    older = Game.from_functions(
        "7", ["1", "2"],
        lambda move, state: str(int(state) - int(move)) if int(state) >= int(move) else False,
        lambda state: -1 if state == "0" else "undecided",
    )  # fmt: skip
    for n, game in enumerate((older, OnStrings(45), TurnedStrings(45))):
        save(solve(game), tmp_path / f"{n}")
        assert verify(tmp_path / f"{n}", game).problems == ()


def test_parts_are_read_as_they_are_written(tmp_path: Path) -> None:
    """The maker of these tests writes what the format says: DuckDB and pyarrow agree."""
    rows = [(3, 3, 1), (9, 2, None), (2**62, 1, 0)]
    write_part(tmp_path, "p.parquet", rows)
    table = pq.read_table(tmp_path / "p.parquet")
    assert table.to_pydict() == {
        "state": [3, 9, 2**62], "value": ["win", "draw", "loss"], "remoteness": [1, None, 0],
    }  # fmt: skip
    assert np.asarray(table.column("state")).dtype == np.int64
