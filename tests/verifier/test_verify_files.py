"""The verifier and the files of a solution: damage of every sort, manifests and parts by hand."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from games_to_verify import OneTier, TwoPiles
from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import (
    MissingRulesError,
    NoSolutionError,
    RulesDifferError,
    StoreError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.saving import save
from perfectplay.verifier.verifying import verify
from random_games import OnStrings, TurnedStrings
from stored_by_hand import part_entry, rows_of, write, write_manifest, write_part
from verify_modes import MODES, SWEEP, kinds

# --- files ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A solution of two parts."""
    stored = replace(rows_of(OneTier(2, 3)), part_states=8)
    folder = write(tmp_path_factory.mktemp("small") / "f", stored)
    assert verify(folder).ok
    return folder


def flipped(content: bytes, i: int) -> bytes:
    return content[:i] + bytes([content[i] ^ (1 << i % 8)]) + content[i + 1 :]


@pytest.mark.parametrize("file", ["tier-0-0.parquet", "tier-0-1.parquet", "manifest.json"])
def test_every_flipped_byte_is_found(file: str, small: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small, tmp_path / "f")
    content = (folder / file).read_bytes()
    game = OneTier(2, 3)
    for i in range(len(content)):
        (folder / file).write_bytes(flipped(content, i))
        try:
            assert not verify(folder, game, threads=1).ok, i
        except (StoreError, RulesDifferError):
            assert file == "manifest.json"
    (folder / file).write_bytes(content)
    assert verify(folder, game).ok


def damage(folder: Path, how: str) -> None:
    part = folder / "tier-0-1.parquet"
    if how == "truncated":
        part.write_bytes(part.read_bytes()[:-1])
    elif how == "longer":
        part.write_bytes(part.read_bytes() + b"\0")
    elif how == "empty":
        part.write_bytes(b"")
    elif how == "missing":
        part.unlink()
    elif how == "a folder":
        part.unlink()
        part.mkdir()
    elif how == "a link":
        part.rename(folder.parent / "elsewhere")
        part.symlink_to(folder.parent / "elsewhere")
    elif how == "one more":
        (folder / "tier-9-0.parquet").write_bytes(part.read_bytes())
    elif how == "a stranger":
        (folder / "notes.txt").write_text("mine")
    elif how == "exchanged":
        other = folder / "tier-0-0.parquet"
        one, two = part.read_bytes(), other.read_bytes()
        part.write_bytes(two)
        other.write_bytes(one)
    elif how == "manifest cut":
        whole = (folder / "manifest.json").read_bytes()
        (folder / "manifest.json").write_bytes(whole[: len(whole) // 2])
    elif how == "manifest laid out anew":
        whole = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(whole))
    elif how == "manifest edited":
        whole = (folder / "manifest.json").read_text()
        (folder / "manifest.json").write_text(whole.replace('"moves": ', '"moves": 1'))


DAMAGES = ("truncated", "longer", "empty", "missing", "a folder", "a link", "one more",
           "a stranger", "exchanged", "manifest cut", "manifest laid out anew",
           "manifest edited")  # fmt: skip


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_folders(how: str, small: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small, tmp_path / "f")
    damage(folder, how)
    result = verify(folder)
    assert kinds(result) == ({"manifest"} if "manifest" in how else {"file"})
    assert run(["verify", str(folder)]) == 1


EDITS: dict[str, Any] = {
    "moves": lambda m: m.update(moves=m["moves"] + 1),
    "start value": lambda m: m["start"].update(value="draw"),
    "start remoteness": lambda m: m["start"].update(remoteness=m["start"]["remoteness"] + 2),
    "start key": lambda m: m["start"].update(key=m["start"]["key"] - 1),
    "histogram": lambda m: m["histogram"][0].__setitem__(2, m["histogram"][0][2] + 1),
    "histogram moved": lambda m: (
        m["histogram"][0].__setitem__(2, m["histogram"][0][2] + 1),
        m["histogram"][1].__setitem__(2, m["histogram"][1][2] - 1),
    ),
    "first": lambda m: m["tiers"][0]["parts"][0].update(first=0),
    "last": lambda m: m["tiers"][0]["parts"][1].update(last=10**6),
    "states": lambda m: m["tiers"][0]["parts"][1].update(states=1),
    "tier": lambda m: m["tiers"][0].update(tier=1),
    "symmetries": lambda m: m.update(symmetries="no"),
    "covered": lambda m: m.update(covered={"moves": 1, "histogram": []}),
    "kind": lambda m: m.update(keys={"kind": "integer"}),
    "low": lambda m: m["keys"].update(low=[0, 0]),
    "size": lambda m: m["keys"].update(size=[9, 9]),
    "complete": lambda m: m.update(complete=False),
    "no tiers": lambda m: m.update(tiers=[]),
    "another word": lambda m: m.update(more=1),
    "not a list": lambda m: m.update(tiers=3),
}


@pytest.mark.parametrize("edit", EDITS)
@MODES
def test_manifests_by_hand(edit: str, mode: dict[str, Any], small: Path, tmp_path: Path) -> None:
    """The sum is right: what is said is wrong."""
    folder = shutil.copytree(small, tmp_path / "f")
    whole = json.loads((folder / "manifest.json").read_text())
    write_manifest(folder, whole, EDITS[edit])
    assert not verify(folder, **mode).ok


@MODES
def test_counts_of_classes(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(ConnectFour(3, 3, 3), symmetries=True)
    assert stored.covered is not None
    every = rows_of(ConnectFour(3, 3, 3))
    assert stored.covered["moves"] == every.moves
    wrong = replace(stored, covered={**stored.covered, "moves": every.moves + 1})
    result = verify(write(tmp_path / "f", wrong), **mode)
    assert "covered moves" in result.problems[0].message


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


def test_a_solve_that_has_not_ended(small: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small, tmp_path / "f")
    whole = json.loads((folder / "manifest.json").read_text())
    nothing = dict.fromkeys(("start", "moves", "histogram", "covered"))
    write_manifest(folder, whole, lambda m: m.update(complete=False, **nothing))
    result = verify(folder)
    assert "is not finished" in result.problems[0].message
    assert kinds(result) == {"manifest"}


# --- what is no solution, and whose rules are not there -------------------------------------------


def test_what_is_no_solution(small: Path, tmp_path: Path) -> None:
    with pytest.raises(NoSolutionError):
        verify(tmp_path / "nowhere")
    with pytest.raises(NoSolutionError):
        verify(tmp_path)
    (tmp_path / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(NoSolutionError):
        verify(tmp_path)
    for argument in (tmp_path, tmp_path / "nowhere"):
        assert run(["verify", str(argument)]) == 2


def test_another_version_of_the_format_is_something_wrong_inside(
    small: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(small, tmp_path / "f")
    whole = json.loads((folder / "manifest.json").read_text())
    write_manifest(folder, whole, lambda m: m.update(version=2))
    (problem,) = verify(folder).problems
    assert problem.kind == "manifest"
    assert "version 2 of the format" in problem.message
    assert run(["verify", str(folder)]) == 1


@pytest.mark.parametrize("how", ["missing", "a folder"])
def test_parts_without_a_manifest_are_a_solution_that_lacks_one(
    how: str, small: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(small, tmp_path / "f")
    (folder / "manifest.json").unlink()
    if how == "a folder":
        (folder / "manifest.json").mkdir()
    assert kinds(verify(folder)) == {"manifest"}
    assert run(["verify", str(folder)]) == 1


def test_rules_that_differ_or_are_not_there(small: Path, tmp_path: Path) -> None:
    with pytest.raises(RulesDifferError, match=r"left"):
        verify(small, OneTier(3, 3))
    with pytest.raises(RulesDifferError, match=r"tier"):
        verify(small, "three_rocks")
    with pytest.raises(MissingRulesError):
        verify(small, "no_such_game")
    with pytest.raises(MissingRulesError):
        verify(small, "chomp")
    assert verify(small, "games_to_verify:OneTier").ok
    stored = rows_of(ThreeRocks(2, 3), address="gone.py:ThreeRocks")
    folder = write(tmp_path / "f", stored)
    with pytest.raises(MissingRulesError, match=r"gone\.py"):
        verify(folder)
    assert verify(folder, ThreeRocks(2, 3)).ok
    assert run(["verify", str(folder)]) == 2
    assert run(["verify", str(folder), "--game", "three_rocks"]) == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"threads": 0}, ValueError), ({"threads": "2"}, TypeError), ({"sample": -1}, ValueError),
     ({"sample": 1.5}, TypeError)],
)  # fmt: skip
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], small: Path) -> None:
    with pytest.raises(error):
        verify(small, **arguments)


# --- the command ----------------------------------------------------------------------------------


def test_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = rows_of(TwoPiles())
    folder = write(tmp_path / "f", stored)
    assert run(["verify", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert f"{folder}: right" in out
    assert "49 checked, with" in out
    assert err == ""
    key, value, plies = stored.every()[20]
    write(folder, stored.changed(key, 4 - value, plies))
    assert run(["verify", str(folder), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"]
    assert answer["found"] == len(answer["problems"]) >= 1
    first = next(problem for problem in answer["problems"] if problem["key"] == key)
    assert first["right"] == {"value": str(Value(value)), "remoteness": plies}
    assert run(["verify", str(folder)]) == 1
    assert f"{first['state']} is stored as" in capsys.readouterr().out


def test_parts_are_read_as_they_are_written(tmp_path: Path) -> None:
    """The maker of these tests writes what the format says: DuckDB and pyarrow agree."""
    rows = [(3, 3, 1), (9, 2, None), (2**62, 1, 0)]
    write_part(tmp_path, "p.parquet", rows)
    table = pq.read_table(tmp_path / "p.parquet")
    assert table.to_pydict() == {
        "state": [3, 9, 2**62], "value": ["win", "draw", "loss"], "remoteness": [1, None, 0],
    }  # fmt: skip
    assert np.asarray(table.column("state")).dtype == np.int64
