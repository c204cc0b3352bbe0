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


def test_the_usual_board_by_its_first_moves() -> None:
    # J. D. Allen and V. Allis, 1988: the first player wins by the centre column alone
    found = search(ConnectFour(7, 6), distance=False, table=TABLE)
    values = {move.text: str(move.value) for move in found.moves}
    lost, drawn = dict.fromkeys("1267", "loss"), dict.fromkeys("35", "draw")
    assert values == {"4": "win", **lost, **drawn}


def test_how_soon_the_usual_board_is_won() -> None:
    # J. Tromp: in 41 plies
    found = search(ConnectFour(7, 6), moves=False, table=TABLE)
    assert (str(found.value), found.remoteness) == ("win", 41)
