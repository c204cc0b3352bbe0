"""Moves and states of odd texts: clicked, kept in the address, opened again and set up, with a
server and in a static site."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.many_words import ManyWords
from tests.browser.odd_moves import TEXTS, OddMoves

from perfectplay import solve

expect = pytest.importorskip("playwright.sync_api").expect


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    from perfectplay.web.site import site

    folder = tmp_path_factory.mktemp("odd") / "site"
    site(solve(OddMoves()), folder)
    return folder


@pytest.fixture(params=["server", "site"])
def address(request, made) -> str:
    if request.param == "site":
        return (made / "index.html").as_uri()
    return request.getfixturevalue("server") + "/games/odd_moves"


@pytest.mark.parametrize("number", range(4))
def test_a_move_is_made_and_its_link_opened(browser, address, number) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{address}#p=human,human")
    page.wait_for_selector("html[data-ready]")
    moves = page.locator("#moves .move")
    place = [moves.nth(i).get_attribute("data-move") for i in range(4)].index(TEXTS[number])
    moves.nth(place).click()
    page.locator("#plies .ply").nth(1).wait_for()
    page.reload()
    page.locator("#plies .ply").nth(1).wait_for()
    expect(page.locator("#fault")).to_be_hidden()
    expect(page.locator("#board pre")).to_have_text(f"0 {4 - number}\nsteps")
    page.locator("#setup summary").click()
    page.locator("#setup-form button[type=submit]").click()
    page.locator("#plies .ply").nth(1).wait_for(state="detached")
    expect(page.locator("#setup-error")).to_be_hidden()
    expect(page.locator("#board pre")).to_have_text(f"0 {4 - number}\nsteps")
    page.close()


def test_moves_below_a_small_board_do_not_make_its_picture_tall(browser, tmp_path) -> None:
    """They stand in the list of moves; few of them stay below the board."""
    from perfectplay.web.site import site

    site(solve(ManyWords()), tmp_path / "site")
    page = browser.new_page(reduced_motion="reduce")
    page.goto((tmp_path / "site" / "index.html").as_uri() + "#p=human,human")
    page.wait_for_selector("html[data-ready]")
    for left in (18, 12, 6):
        expect(page.locator("#moves .move")).to_have_count(left)
        size = page.locator("#board svg.pp").get_attribute("viewBox").split()
        assert float(size[3]) < float(size[2]) * 0.7
        page.locator("#moves .move").first.click()
    expect(page.locator("#moves .move")).to_have_count(0)
    page.close()
