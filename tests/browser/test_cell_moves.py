"""Cells with several moves: the first click shows them, the second chooses, keys do too."""

from __future__ import annotations

import pytest
from tests.browser.waiting import plies

expect = pytest.importorskip("playwright.sync_api").expect

WIDTHS = pytest.mark.parametrize("width", [1280, 375])


def cell(page, number: int):
    """What is clicked on a cell."""
    at = page.locator("#board .pp-cell").nth(number)
    middle = [float(at.get_attribute(side)) + 32 for side in ("x", "y")]
    at = f'[data-cell="{middle[0]:g},{middle[1]:g}"]'
    return page.locator(f"#board .pp-pick{at}, #board .pp-to{at}").last


@WIDTHS
def test_a_click_on_a_cell_shows_its_moves_to_choose_from(visits, width) -> None:
    page = visits(viewport={"width": width, "height": 800}).open("/games/FourWords#p=human,human")
    choices = page.locator("#cell-moves")
    expect(choices).to_be_hidden()
    page.locator("#board .pp-cell").nth(2).click(force=True)
    expect(choices).to_be_visible()
    expect(choices.locator(".move")).to_have_count(4)
    expect(choices.locator(".move").first).to_be_focused()
    box = choices.bounding_box()
    assert box["y"] + box["height"] <= 801  # it is in view
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    choices.locator(".move", has_text="2,c").click()
    plies(page, 1)
    expect(choices).to_be_hidden()
    expect(page.locator("#last")).to_contain_text("2,c")


def test_keys_open_the_moves_of_a_cell_choose_and_close(visit) -> None:
    page = visit.open("/games/FourWords#p=human,human")
    choices = page.locator("#cell-moves")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(choices.locator(".move").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(choices).to_be_hidden()
    expect(cell(page, 3)).to_be_focused()
    page.keyboard.press(" ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    plies(page, 1)
    assert "3," in page.inner_text("#last")
    assert page.evaluate("document.querySelector('#board').contains(document.activeElement)")


def test_the_second_click_on_the_target_chooses(visit) -> None:
    page = visit.open("/games/NestedPawns#p=human,human")
    choices = page.locator("#cell-moves")
    cell(page, 7).click()
    expect(choices.locator(".move")).to_have_count(1)
    expect(page.locator("#board .pp-to")).to_have_count(1)
    cell(page, 7).click()  # again: never mind
    expect(choices).to_be_hidden()
    cell(page, 6).click()
    cell(page, 7).click()  # another piece instead
    cell(page, 4).click()
    plies(page, 1)
    assert "2,1,1,1" in page.inner_text("#last")


def test_of_several_moves_to_the_target_one_is_asked_for(visit) -> None:
    page = visit.open("/games/Promotes#p=human,human")
    choices = page.locator("#cell-moves")
    texts = page.locator("#board svg > g[transform]").all_text_contents()
    assert sorted(texts) == ["bK", "bP", "wK", "wP"]
    cell(page, 3).click()
    cell(page, 0).click()
    expect(choices.locator(".move")).to_have_count(2)
    assert choices.locator(".name").all_inner_texts()[0].startswith("1,0,0,0,")
    choices.locator(".move", has_text="0,N").click()
    plies(page, 1)
    assert "wN" in page.locator("#board svg > g[transform]").all_text_contents()


def test_a_choice_stays_when_values_are_shown_and_ends_with_the_position(visit) -> None:
    page = visit.open("/games/FourWords#p=human,human")
    page.locator("#board .pp-cell").nth(0).click(force=True)
    names = page.locator("#cell-moves .name")
    shown = names.all_inner_texts()
    page.click("#hide")
    expect(names).to_have_count(4)
    assert names.all_inner_texts() != shown
    page.locator("#moves .move").first.click()
    plies(page, 1)
    expect(page.locator("#cell-moves")).to_be_hidden()


def test_stacks_are_joined_texts(visit) -> None:
    page = visit.open("/games/Stacks#p=human,human")
    for move in ("1", "1"):
        page.locator(f'#board .pp-move[data-move="{move}"]').click()
    plies(page, 2)
    assert page.locator("#board svg > g[transform]").all_text_contents() == ["xo"]
