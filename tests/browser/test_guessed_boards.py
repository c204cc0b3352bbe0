"""Boards that no method draws: guessed, and played by clicks."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

KINDS = {
    "StringLines": (9, "4"),
    "BytesDrop": (12, "2"),
    "NestedPawns": (9, "2,0,1,0"),
    "RecordClobber": (6, "0,1"),
    "ImpartialPins": (7, "(3,)"),
    "LoopingKings": (9, "a3-b2"),
}
"""The number of cells of each game, and a move of the start."""


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("width", [1280, 375])
def test_a_board_that_nobody_declared_is_played_by_clicks(visits, name, width) -> None:
    cells, _ = KINDS[name]
    page = visits(viewport={"width": width, "height": 800}).open(f"/games/{name}#p=human,human")
    board = page.locator("#board svg")
    expect(board.locator(".pp-cell")).to_have_count(cells)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    before = board.locator(":scope > g[transform]").count()
    moves = board.locator(".pp-move")
    legal = page.locator("#moves .move").count()
    assert moves.count() == legal
    shared = board.locator(".pp-pick").evaluate_all("nodes => nodes.map((x) => x.dataset.cell)")
    own = board.locator(".pp-move:has(.pp-room, .pp-reach)").count()
    spots = moves.evaluate_all("""nodes => nodes
        .filter((node) => !node.querySelector(".pp-room, .pp-reach"))
        .map((node) => node.dataset.at)
    """)
    assert own + len(spots) == legal
    assert set(spots) <= set(shared)  # a click there lists the moves of the cell
    moves.first.click()
    expect(page.locator('#plies [data-key="ply 1"][aria-current]')).to_have_count(1)
    after = board.locator(":scope > g[transform]").count()
    assert abs(after - before) <= 2
    board.locator(".pp-move").last.click()
    expect(page.locator('#plies [data-key="ply 2"][aria-current]')).to_have_count(1)


def test_what_is_no_board_stays_a_text(visit) -> None:
    page = visit.open("/games/odd_moves#p=human,human")
    assert page.locator("#board pre").inner_text() == "1 5\nsteps"
    assert page.locator("#board svg").count() == 0
