"""Plays and positions that an address opens, and values that it hides."""

from __future__ import annotations

import re

import pytest
from tests.browser.waiting import board_move, plies, turn

expect = pytest.importorskip("playwright.sync_api").expect


def test_a_link_opens_the_same_play(visit) -> None:
    page = visit.open("/games/tic_tac_toe#m=1,2,5,9&at=2&p=human,slips:0.35&v=0")
    assert page.locator("#plies li").count() == 5
    assert page.locator("#plies [aria-current]").get_attribute("data-key") == "ply 2"
    assert page.locator("#kind1").input_value() == "slips"
    assert page.locator("#share1").inner_text() == "35 %"
    assert page.locator("#hide").get_attribute("aria-pressed") == "true"
    page.click("#redo")
    page.wait_for_url(lambda url: "at=2" not in url)
    link = page.url
    other = visit.open(link.removeprefix(visit.server))
    assert other.locator("#plies li").count() == 5
    # a play that cannot be had is said, and does no harm
    bad = visit.open("/games/tic_tac_toe#m=1,1")
    bad.wait_for_selector("#fault:not([hidden])")
    assert "cannot be shown" in bad.inner_text("#fault")
    turn(bad, "First player to move")
    visit.noted(422)


def test_links_copied_and_addresses_changed_by_hand(visit) -> None:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.open("/games/tic_tac_toe#p=human,human")
    board_move(page, "5").click()
    plies(page, 1)
    page.bring_to_front()  # only the page in front may write to the clipboard
    page.click("#link")
    expect(page.locator("#link .word")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("#m=5&p=human,human")
    visit.open("#m=5,1,9&p=human,human")
    plies(page, 3)


def test_values_are_hidden_on_a_first_visit_and_one_click_away(visits) -> None:
    """The choice holds for all pages; a link that was given to somebody shows what it shows."""
    visit = visits(viewport={"width": 1280, "height": 900})
    page = visit.open("/games/three_rocks", first=True)
    assert page.locator("#hide .word").inner_text() == "Show values"
    assert not page.get_by_text("With perfect play").is_visible()
    assert page.locator("#moves .chip:visible").count() == 0
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#moves .chip:visible").count() == 0
    page.click("#hide")
    page.locator("#moves .chip").first.wait_for()
    assert page.get_by_text("With perfect play").is_visible()
    page = visit.open("/games/tic_tac_toe", first=True)
    assert page.locator("#moves .chip:visible").count() == 9
    page = visit.open("/")
    assert page.locator("#results").get_attribute("aria-pressed") == "true"
    page.click("#results")
    page = visit.open("/games/tic_tac_toe", first=True)
    assert page.locator("#moves .chip:visible").count() == 0
    page = visit.open("/games/tic_tac_toe#m=1&p=human,human")
    assert page.locator("#moves .chip:visible").count() == 8


def test_a_link_that_hides_values_never_shows_them(visit) -> None:
    """Not even while the page is made ready, which takes a slow machine its time."""
    page = visit.page
    page.route("**/static/main.js", lambda route: None)  # it never comes
    page.goto(visit.server + "/games/tic_tac_toe#m=5&v=0", wait_until="commit")
    page.wait_for_selector("#moves", state="attached")
    assert not page.locator("#board .pp-move").first.is_visible()
    assert not page.locator("#moves .chip").first.is_visible()
    assert not page.get_by_text("With perfect play").is_visible()
    page.unroute_all()
    visit.open("/games/tic_tac_toe#m=5&v=0")
    page.wait_for_selector("#board .pp-move")


def test_hidden_values_are_nowhere(visit) -> None:
    page = visit.open("/games/kalah;scoring=yes#p=human,human&m=2")
    shown = page.locator("main").inner_text()
    assert re.search(r"[+-]\d", shown)
    page.keyboard.press("h")
    page.wait_for_selector("body.hidden-values")
    told = page.evaluate(
        """() => {
          const main = document.querySelector('main').cloneNode(true);
          main.querySelectorAll('.chart[hidden], [hidden], .values-only').forEach(
            (node) => node.remove());
          const words = [main.textContent];
          for (const node of main.querySelectorAll('*'))
            for (const { name, value } of node.attributes)
              if (/^(class|title|aria-.*|data-(?!key|ply).*)$/.test(name)) words.push(value);
          return words.join('|');
        }"""
    )
    assert not re.search(
        r"perfect\b(?! player)|\bbest\b|pp-win|pp-loss|pp-draw|[+-]\d|in \d+ pl(?:y|ies)",
        told,
        re.IGNORECASE,
    ), told
    assert not page.get_by_text("With perfect play").is_visible()
    # in the rules' order, which says nothing of their worth
    assert page.locator("#moves .name").all_inner_texts() == sorted(
        page.locator("#moves .name").all_inner_texts()
    )
    page.locator("#board .pp-move").first.click()
    plies(page, 2)
    page.keyboard.press("h")
    page.wait_for_selector("#moves .chip")


def test_a_position_set_up_by_its_text(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    page.click("#setup summary")
    page.fill("#setup-text", "what?")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_selector("#setup-error:not([hidden])")
    assert "what?" in page.inner_text("#setup-error")
    assert page.locator("#setup-text").get_attribute("aria-invalid") == "true"
    assert page.evaluate("document.activeElement.id") == "setup-text"
    visit.noted(422)
    page.fill("#setup-text", "XX. / OO. / ...")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_url("**#s=*")
    turn(page, "First player to move")
    assert page.locator("#setup-error").is_hidden()
    assert page.locator("#moves .chip").first.inner_text() == "W1"
    # a program does not move in a position that somebody has just set up to look at
    page.select_option("#kind1", "perfect")
    page.fill("#setup-text", "XX. / O.. / ...")
    page.get_by_role("button", name="Set up").click()
    turn(page, "Second player to move")
    page.wait_for_selector("#go-on:not([hidden])")
    assert page.locator("#plies li").count() == 1
    page.click("#go-on")
    plies(page, 1)
    page.click("#from-start")
    expect(page.locator("#moves li")).to_have_count(9)
