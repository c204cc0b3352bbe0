"""The pictures in the docs are those that are drawn now."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.game.moves import first_position, follow
from perfectplay.registry.address import load_class
from places import ROOT

PICTURED = {
    "tic_tac_toe": ("5", "2"),
    "chopsticks": ("left hits left",),
    "three_mens_morris": ("5", "1", "9", "4", "7", "3"),
}
"""The pictures of docs/boards.md, with the moves that lead there."""


@pytest.mark.parametrize("name", PICTURED)
def test_the_pictures_in_the_docs_are_those_that_are_drawn_now(name, request):
    solution = solve(load_class(name)())
    place = follow(solution.rules, first_position(solution.rules), PICTURED[name])
    picture = solution.probe(place.state, place.seat).svg()
    file = ROOT / "docs" / "pictures" / f"board-{name}.svg"
    if request.config.getoption("--rewrite-golden"):
        file.write_text(picture, encoding="utf-8")
    assert picture == file.read_text(encoding="utf-8"), "if this is meant: --rewrite-golden"
