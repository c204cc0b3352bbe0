"""Published values of boards that are too large to solve: minutes each, by make landmarks."""

from __future__ import annotations

import pytest

from perfectplay import search
from perfectplay.games.connect_four import ConnectFour

pytestmark = pytest.mark.landmark

TABLE = 1 << 30


@pytest.mark.parametrize(("width", "height"), [(6, 5), (5, 6)])
def test_drawn_boards(width: int, height: int) -> None:
    # J. Tromp's table of Connect 4 by board size
    found = search(ConnectFour(width, height), moves=False, table=TABLE)
    assert (str(found.value), found.remoteness) == ("draw", width * height)


@pytest.mark.parametrize(
    ("column", "for_the_second"), [(1, "win"), (2, "win"), (3, "draw"), (4, "loss")]
)
def test_first_moves_of_the_usual_board(column: int, for_the_second: str) -> None:
    # J. D. Allen and V. Allis, 1988: the first player wins by the centre column alone; the columns
    # beside it draw, the others lose; those on the right are mirror images
    game = ConnectFour(7, 6)
    child = game.play(game.start(), column - 1)
    found = search(game, child, distance=False, moves=False, table=TABLE)
    assert str(found.value) == for_the_second


def test_how_soon_the_usual_board_is_won() -> None:
    # J. Tromp: in 41 plies
    found = search(ConnectFour(7, 6), moves=False, table=TABLE)
    assert (str(found.value), found.remoteness) == ("win", 41)
