"""Moves and states of odd texts: clicked, kept in the address, opened again and set up, with a
server and in a static site."""

from __future__ import annotations

from pathlib import Path

import pytest
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
