"""A table whose library is not installed names the extra that brings it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.core.errors import MissingExtraError
from perfectplay.tablebase.store.part_columns import arrow

WITHOUT = """
import sys
for name in ("pyarrow", "polars", "pandas", "networkx"):
    sys.modules[name] = None
from perfectplay import solve
from perfectplay.core.errors import MissingExtraError
from perfectplay.games.three_rocks import ThreeRocks
solution = solve(ThreeRocks(1, 1))
for name in ("to_arrow", "to_polars", "to_pandas", "to_networkx"):
    try:
        getattr(solution, name)()
    except MissingExtraError as error:
        print(error)
"""


def test_a_missing_library_names_its_extra() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    extras = ["store", "polars", "pandas", "graphs"]
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    for line, extra in zip(lines, extras, strict=True):
        assert f"pip install 'perfectplay[{extra}]'" in line
    assert lines[0].startswith("stored solutions and Parquet files need pyarrow")


def test_every_extra_that_is_named_exists() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    for extra in ("store", "polars", "pandas", "graphs"):
        assert f"\n{extra} = [" in project


def test_arrow_is_missed_before_a_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match="stored solutions and Parquet files need pyarrow"):
        arrow("")
