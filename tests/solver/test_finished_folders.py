"""A solve into a folder that holds a finished solution which is not whole, or is of other rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.cli.main import run
from perfectplay.core.errors import DamagedError, RulesDifferError, StoreError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.resume import solve_into

pytest.importorskip("pyarrow")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    solve_into(ThreeRocks(), tmp_path / "f")
    return tmp_path / "f"


@pytest.mark.parametrize("how", ["missing", "cut", "a folder"])
def test_a_part_that_is_not_whole_is_told_instead_of_a_summary(
    how: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = folder / "tier-0-0.parquet"
    content = part.read_bytes()
    part.unlink()
    if how == "cut":
        part.write_bytes(content[:-1])
    elif how == "a folder":
        part.mkdir()
    with pytest.raises(DamagedError, match="remove the folder and solve the game again"):
        solve_into(ThreeRocks(), folder)
    assert run(["solve", "three_rocks", "-o", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "holds this solution already" not in said.err


def test_the_remedy_is_one_that_a_solve_has(folder: Path) -> None:
    with pytest.raises(RulesDifferError, match="choose another folder") as failure:
        solve_into(ThreeRocks(left=3), folder)
    assert "--game" not in str(failure.value)


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(StoreError, match="is a link that leads nowhere"):
        solve_into(ThreeRocks(), tmp_path / "link")
