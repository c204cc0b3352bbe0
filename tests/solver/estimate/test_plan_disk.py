"""The disk that a plan foretells is the disk that the folder takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import Game, solve
from perfectplay.games.chomp import Chomp
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.othello import Othello
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.plan import plan_of

GAMES = [
    Chomp(), Chopsticks(), ConnectFour(4, 4), DotsAndBoxes(), Hexapawn(4, 4), Kalah(3, 3),
    Othello(), ThreeRocks(), TicTacToe(),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_disk_of_a_small_solution(game: Game, tmp_path: Path) -> None:
    disk = plan_of(forecast(game), threads=2).disk
    assert disk.high is not None
    solve(game, folder=tmp_path / "solved")
    taken = sum(file.stat().st_size for file in (tmp_path / "solved").rglob("*") if file.is_file())
    assert disk.low <= taken <= disk.high
    assert disk.likely / 2 < taken < disk.likely * 2
