"""Stored solutions that the tests of this folder share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.registry.address import load_game


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored solution that no test may change."""
    folder = tmp_path_factory.mktemp("store") / "rocks"
    solve(load_game("three_rocks")).save(folder)
    return folder


@pytest.fixture
def own(small: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(small, tmp_path / "own"))
