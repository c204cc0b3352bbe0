"""Solves by tasks over parts: the same folder as without workers."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import pytest

from games_to_store import (
    Mirrored,
    contents,
    solved,
)
from perfectplay import Game, solve
from perfectplay.core.errors import (
    MethodError,
)
from perfectplay.core.progress import Progress
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store import writer
from perfectplay.verifier.verifying import verify
from solves_by_parts import MORE, by_parts
from tiered_games import Levelled

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("game", MORE, ids=repr)
def test_the_same_bytes(
    game: Game, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved(game, tmp_path / "alone")
    solved(game, tmp_path / "parts", executor=threads)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    assert verify(tmp_path / "parts", game).ok


def test_which_games_are_solved_by_parts(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those whose moves all leave their tiers or levels; of others it is said why not."""
    found = {}
    for number, game in enumerate(MORE):
        found[repr(game)] = by_parts(tmp_path / str(number), game, executor=threads)
    alone = {name for name, parts in found.items() if not parts}
    assert alone == {f"Levelled(seed={seed}, back={seed - 1})" for seed in (2, 3, 4)}


@pytest.mark.parametrize("game", [Mirrored(4, 4), DotsAndBoxes(1, 3)], ids=repr)
def test_processes_that_share_nothing(
    game: Game, processes: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved(game, tmp_path / "alone")
    assert by_parts(tmp_path / "parts", game, executor=processes)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")


def test_long_tiers_have_many_files(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    large.setattr(writer, "PART_STATES", 30)
    game = Levelled(1, 0)
    solved(game, tmp_path / "alone")
    solved(game, tmp_path / "parts", executor=threads)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    assert len(list((tmp_path / "parts").glob("tier-*-0.parquet"))) > 5


def test_what_an_executor_needs(threads: Executor, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"an executor needs a folder .* pass folder="):
        solve(Mirrored(2, 2), executor=threads)
    with pytest.raises(MethodError, match='leave out the method "reference"'):
        solve_into(Mirrored(2, 2), tmp_path / "folder", method="reference", executor=threads)


def test_a_folder_that_was_begun_alone_goes_on_alone(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game, folder = Mirrored(4, 4), tmp_path / "folder"
    solved(game, tmp_path / "alone")

    def stop(told: Progress) -> None:
        if told.stage == "resolving":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(game, folder, progress=stop)
    assert not by_parts(folder, game, executor=threads)
    assert contents(folder) == contents(tmp_path / "alone")
