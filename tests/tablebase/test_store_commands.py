"""A stored solution on the command line."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import solve
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest import part_name, write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from stored_pieces import manifest_for

# --- the command line -----------------------------------------------------------------------------


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    from perfectplay.cli.main import run as cli

    status = cli(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_commands_take_a_folder(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    solve(load_game("three_rocks")).save("rocks")
    for command in (["show"], ["line"], ["play", "--first", "perfect"]):
        told = run(capsys, command[0], "rocks", *command[1:])
        assert told == run(capsys, command[0], "three_rocks", *command[1:])
        assert told[0] == 0
    assert run(capsys, "show", "rocks", "1,0") == run(capsys, "show", "three_rocks", "1,0")
    for form in ("json", "jsonl", "csv"):
        told = run(capsys, "export", "rocks", "--format", form)
        assert told == run(capsys, "export", "three_rocks", "--format", form)
    told = run(capsys, "show", "rocks", "--game", "three_rocks")
    assert told == run(capsys, "show", "three_rocks")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "rocks", "left=4"], "has its parameters already; leave out left=4"),
        (["export", "rocks", "left=4"], "has its parameters already; leave out left=4"),
        (["show", "rocks", "--game", "nim"], "has no parameter 'left'"),
        (["show", "three_rocks", "--game", "nim"], "is not the folder of one; leave it out"),
        (["show", "rocks", "11,11"], "no play from the start reaches"),
        (["show", "changed"], "its sum does not fit"),
        (["show", "cut"], "has 100 bytes, not"),
        (["show", "gone"], "say where they are with --game ADDRESS"),
        (["export", "gone"], "say where they are with --game ADDRESS"),
        (["line", "open"], "is not finished"),
    ],
)
def test_commands_say_what_is_wrong(
    arguments: list[str], said: str, small: Path, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    for name in ("rocks", "changed", "cut", "gone", "open"):
        shutil.copytree(small, tmp_path / name)
    (tmp_path / "changed/manifest.json").write_text(
        (small / "manifest.json").read_text().replace("true", "false", 1)
    )
    (tmp_path / "cut" / part_name(0, 0)).write_bytes(b"x" * 100)
    known = read_manifest(small)
    gone = replace(known, game=replace(known.game, address="no_such.py:Game"))
    write_manifest(tmp_path / "gone", gone)
    write_manifest(tmp_path / "open", manifest_for([]))
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("perfectplay: ")
    assert err.count("\n") == 1
    assert said in err
