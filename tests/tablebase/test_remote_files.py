"""Addresses of folders: URLs of this machine's files, and of object stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from games_to_store import said
from perfectplay import Solution, solve
from perfectplay.games.nim import Nim
from perfectplay.tablebase.store.remote_files import folder_at, is_remote


@pytest.mark.parametrize("name", ["six", "a b", "ünï"])
def test_a_url_of_a_file_is_the_folder_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """It was taken for a folder below the working one, and written there."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    folder = tmp_path / name
    address = folder.as_uri()
    assert not is_remote(address)
    solve(Nim((1, 2)), folder=address)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    for one in (address, Path(address), address.replace("file:///", "FILE://localhost/")):
        assert folder_at(one) == folder
        assert len(Solution.open(one)) == 6
    solve(Nim((1, 2))).save(tmp_path.as_uri() + "/saved")
    assert (tmp_path / "saved" / "manifest.json").exists()
    assert said(capsys, "show", address) == said(capsys, "show", folder)
