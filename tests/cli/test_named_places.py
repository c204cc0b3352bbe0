"""An empty name after an option: a shell whose variable is not set."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.cli.input.named_places import PLACES
from perfectplay.cli.main import run

COMMANDS = [
    ("solve", "tic_tac_toe", "-o"),
    ("site", "tic_tac_toe", "--output"),
    ("show", "tic_tac_toe", "--svg"),
    ("card", "tic_tac_toe", "--write"),
    ("export", "tic_tac_toe", "-o"),
    ("annotate", "tic_tac_toe", "-f"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["", "  "], ids=repr)
def test_the_working_folder_is_not_meant(
    words: tuple[str, ...],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``-o "$FOLDER"`` wrote the solution among the files that were there."""
    monkeypatch.chdir(tmp_path)
    assert words[-1] in PLACES
    assert run([*words, name]) == 2
    assert f"the name after {words[-1]} is empty" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_follows_two_dashes_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["replay", "tic_tac_toe", "--", "-o", ""]) == 2
    assert "is empty" not in capsys.readouterr().err
