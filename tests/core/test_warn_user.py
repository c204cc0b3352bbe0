"""Warnings point at the line of the user, however the solve was begun."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, game_from_graph, solve
from perfectplay.core.errors import PerfectPlayWarning


def undecided() -> Game:
    return Game.from_functions(
        3, [2], lambda move, n: n - move if move <= n else False, lambda n: "undecided"
    )


def nodes() -> Any:
    """A graph with a node that no play reaches."""
    found = pytest.importorskip("networkx").DiGraph([("a", "b"), ("c", "b")])
    found.add_node("b", utility=1)
    return found


@pytest.mark.parametrize("begin", [
    lambda folder: solve(undecided()),
    lambda folder: solve(undecided(), folder=folder),
    lambda folder: game_from_graph(nodes(), "a"),
], ids=["in memory", "into a folder", "a graph"])  # fmt: skip
def test_the_line(begin: Callable[[Path], object], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        begin(tmp_path / "folder")
    found = [one for one in told if issubclass(one.category, PerfectPlayWarning)]
    assert [one.filename for one in found] == [__file__] * len(found)
    assert found
