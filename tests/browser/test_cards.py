"""The first page: figures that appear, results that are hidden, and the search."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def card(page, name: str):
    return page.locator(f'.cards > li[data-figures="/api/games/{name}/figures"]')


def test_figures_appear_and_results_are_one_click_away(visits) -> None:
    visit = visits(viewport={"width": 1280, "height": 2400})
    page = visit.open("/")
    page.wait_for_selector("html[data-ready]")
    rocks = card(page, "three_rocks")
    expect(rocks).to_have_attribute("data-filled", "yes")
    assert rocks.locator(".category").inner_text() == "Heaps"
    assert rocks.locator(".size").inner_text() == "121 positions"
    assert "of moves are mistakes" in rocks.locator(".difficulty").inner_text()
    result = rocks.locator(".result")
    expect(result).to_have_text("Second player wins in 10 plies")  # it is there, and nobody sees it
    assert not result.is_visible()
    page.click("#results")
    assert result.is_visible()
    assert page.locator("#results").get_attribute("aria-pressed") == "true"
    page = visit.open("/")
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#results").get_attribute("aria-pressed") == "true"  # it is remembered
    page.click("#results")
    assert not card(page, "three_rocks").locator(".result").is_visible()


def test_a_search_filters_cards(visits) -> None:
    page = visits(viewport={"width": 375, "height": 800}).open("/")
    page.wait_for_selector("html[data-ready]")
    every = page.locator(".cards > li").count()
    page.fill("#search", "HEAPS rocks")
    expect(page.locator(".cards > li:visible")).to_have_count(1)
    assert card(page, "three_rocks").is_visible()
    assert page.inner_text("#found") == f"1 of {every} games"
    page.fill("#search", "no such game")
    expect(page.locator(".cards > li:visible")).to_have_count(0)
    assert page.locator("#none").is_visible()
    page.fill("#search", "")
    expect(page.locator(".cards > li:visible")).to_have_count(every)
    assert not page.locator("#none").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_search_does_not_tell_hidden_results(visits) -> None:
    page = visits(viewport={"width": 1280, "height": 2400}).open("/")
    page.wait_for_selector("html[data-ready]")
    expect(card(page, "three_rocks")).to_have_attribute("data-filled", "yes")
    page.fill("#search", "wins in 10")
    expect(page.locator(".cards > li:visible")).to_have_count(0)


def test_rules_stand_on_the_page(visits) -> None:
    page = visits(viewport={"width": 1280, "height": 900}).open("/games/tic_tac_toe")
    assert page.locator(".rules").is_visible()
    assert "take turns to mark an empty cell" in page.inner_text(".rules")
    assert page.inner_text("h1") == "Tic-tac-toe"
    for width in (375, 640):  # a phone; a board in a page of the documentation
        page = visits(viewport={"width": width, "height": 800}).open("/games/tic_tac_toe")
        rules, board = page.locator(".rules").bounding_box(), page.locator("#board").bounding_box()
        assert rules["y"] > board["y"]  # the board comes first
        assert page.evaluate("document.documentElement.scrollWidth") <= width
