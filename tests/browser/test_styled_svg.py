"""Pictures without a style sheet look as with it: the browser says what it paints."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")

from games_of_puzzles import Lights
from perfectplay import Game, solve
from perfectplay.drawing.board.printed_pages import styled_svg
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe

GAMES: list[Game] = [
    TicTacToe(), ThreeMensMorris(), Kalah(3, 2, scoring=True), Spoons(), DotsAndBoxes(1, 2),
    Lights(),
]  # fmt: skip

PAINTED = """text => {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.body.replaceChildren(document.importNode(root, true));
  return [...document.querySelectorAll("svg :is(rect, circle, path, text)")].map((node) => {
    const s = getComputedStyle(node);
    if (s.paintOrder.startsWith("stroke")) return [s.fill];
    const stroked = s.stroke === "none" ? [] : [s.strokeWidth, s.strokeLinecap];
    const text = node.tagName === "text" ? [s.fontSize, s.fontWeight, node.textContent] : [];
    return [s.fill, s.stroke, ...stroked, ...text];
  });
}"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_what_is_painted(browser: Any, game: Game) -> None:
    solution = solve(game)
    page = browser.new_page(color_scheme="light")
    for state in list(solution.states())[::97][:12]:
        picture = solution.probe(state).svg()
        styled = styled_svg(picture, "Serif")
        assert " class=" not in styled
        assert "<style" not in styled
        wanted, found = page.evaluate(PAINTED, picture), page.evaluate(PAINTED, styled)
        assert len(wanted) == len(found) > 1
        for one, other in zip(wanted, found, strict=True):
            assert other[: len(one)] == one or (len(one) == 1 and other[0] == one[0])
    page.close()


def test_texts_can_be_changed() -> None:
    picture = solve(TicTacToe()).probe(0).svg()
    assert "to move" in picture
    assert ">X TO MOVE<" in styled_svg(picture, "Serif", str.upper)
