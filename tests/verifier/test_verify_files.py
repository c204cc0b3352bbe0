"""The verifier and the files of a solution: damage of every sort, manifests and parts by hand."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games_to_verify import OneTier, TwoPiles
from perfectplay import Value
from perfectplay.cli.main import run
from perfectplay.core.errors import (
    MissingRulesError,
    NoSolutionError,
    RulesDifferError,
    StoreError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.verifier.verifying import verify
from stored_by_hand import rows_of, write, write_manifest
from verify_modes import MODES, kinds

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
