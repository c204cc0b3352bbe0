"""The page to train with in a real Chromium, from a disk: clicks, keys, hints, looks, texts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.trained import boxes

expect = pytest.importorskip("playwright.sync_api").expect


def tally(page: Any, solved: int, again: int, unseen: int) -> None:
    words = f"Solved: {solved} of 8. To repeat today: {again}. Not seen yet: {unseen}."
    expect(page.locator("#tally")).to_have_text(words)


def test_right_and_wrong_by_clicks(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    tally(page, 0, 0, 8)
    visit.click(right=True)
    expect(page.locator("#answer")).to_contain_text("Right.")
    expect(page.locator("#answer .played li").first).to_have_text(visit.move(right=True))
    expect(page.locator("#answer")).to_contain_text("Box 2: again tomorrow.")
    expect(page.locator("#board .pp-lit")).to_have_count(1)
    tally(page, 1, 0, 7)
    assert boxes(page) == [0, 1, 0, 0, 0]
    page.click("#next")
    expect(page.locator("#task")).to_contain_text("2. ")
    expect(page.locator("#answer")).to_have_text("")
    shown = visit.shown()
    visit.click(right=False)
    expect(page.locator("#answer")).to_contain_text("Wrong.")
    name, worth, after = shown["moves"][shown["tempting"]]
    expect(page.locator("#answer")).to_contain_text(f"{name}: {worth}.")
    assert page.locator("#answer .played li").all_inner_texts() == [name, *after]
    for at, (name, worth, after) in enumerate(shown["moves"]):
        if at != shown["key"]:  # every wrong move has its line
            page.locator(f'#board [data-move="{name}"]').click()
            expect(page.locator("#answer")).to_contain_text(f"{name}: {worth}.")
            assert page.locator("#answer .played li").all_inner_texts() == [name, *after]
    visit.click(right=True)  # now it is right, but the first answer counts
    expect(page.locator("#answer")).to_contain_text("Box 1: again today.")
    tally(page, 1, 1, 6)
    assert boxes(page) == [1, 1, 0, 0, 0]
    page.click("#next")
    page.click("#solution")
    expect(page.locator("#answer")).to_contain_text("The solution:")
    assert boxes(page) == [2, 1, 0, 0, 0]


def test_puzzles_that_are_passed_over_come_last(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    order = []
    for _ in range(17):
        order.append(int(page.locator("#task").inner_text().split(".")[0]))
        page.click("#next")
    assert order == [*range(1, 9), *range(1, 9), 1]
    tally(page, 0, 0, 8)


def test_hints_come_in_steps_and_keep_the_box(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    shown = visit.shown()
    for count in range(1, 4):
        page.click("#hint")
        assert page.locator("#hints li").all_inner_texts() == shown["hints"][:count]
    expect(page.locator("#hint")).to_be_disabled()
    left = {shown["moves"][at][0] for at in shown["left"]}
    drawn = page.locator("#board .pp-move").evaluate_all("all => all.map(m => m.dataset.move)")
    assert set(drawn) == left
    visit.click(right=True)
    expect(page.locator("#answer")).to_contain_text("Box 1: again today.")
    assert boxes(page) == [1, 0, 0, 0, 0]


def test_typed_moves_and_lists(train) -> None:
    """Where no board is drawn, moves are buttons; where not all are drawn, too."""
    visit = train()
    page = visit.open("texts")
    expect(page.locator("#moves button")).to_have_count(len(visit.shown()["moves"]))
    page.locator("#moves button", has_text=visit.move(right=True)).click()
    expect(page.locator("#answer")).to_contain_text("Right.")
    page = visit.open("many_moves")
    expect(page.locator("#moves button")).to_have_count(150)
    for _ in range(3):
        page.click("#hint")
    expect(page.locator("#moves button:disabled")).to_have_count(75)
    page.fill("#typed-text", "nonsense <b>")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("There is no move nonsense <b> in this position.")
    visit.say(right=True)
    expect(page.locator("#answer")).to_contain_text("Right.")
    page = visit.open("tic_tac_toe")
    expect(page.locator("#moves")).to_be_hidden()


@pytest.mark.parametrize("name", ["odd_texts", "odd_board"])
def test_texts_of_a_game_are_never_markup(train, name) -> None:
    visit = train()
    page = visit.open(name)
    expect(page.locator("h1")).to_contain_text("<i>Odd</i> </title><img src=x")
    for place, shown in enumerate(visit.data()):
        for right in (False, True):
            at = shown["key"] if right else shown["tempting"]
            if name == "odd_texts":
                page.locator("#moves button").nth(at).click()
            else:
                moves = page.locator("#board .pp-move")
                moves.nth(at).click()
            expect(page.locator("#answer")).to_contain_text("Right." if right else "Wrong.")
        expect(page.locator("#task")).to_contain_text(f"{place + 1}. ")
        page.click("#next")
    assert page.evaluate("window.hacked") is None
    assert page.locator("main :is(img, script, u, s, i, b)").count() == 0


def test_by_keyboard_alone(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    press = page.keyboard.press

    def focused(attribute: str) -> str | None:
        return page.evaluate("name => document.activeElement.getAttribute(name)", attribute)

    press("h")
    expect(page.locator("#hints li")).to_have_count(1)
    for _ in range(12):
        press("Tab")
        if focused("role") == "button":
            break
    key = visit.move(right=True)
    for _ in range(8):
        if focused("data-move") == key:
            break
        press(next(move for move in ("ArrowRight", "ArrowDown", "ArrowLeft") if moves(page, move)))
    if focused("data-move") == key:
        press("Enter")
    else:
        press("s")
    assert focused("id") == "next"  # the next thing to do
    press("Enter")
    assert focused("role") == "button"  # a move of the next puzzle
    expect(page.locator("#task")).to_contain_text("2. ")
    press("s")
    expect(page.locator("#answer")).to_contain_text("The solution:")
    press("n")
    expect(page.locator("#task")).to_contain_text("3. ")
    page.focus("#typed-text")
    page.keyboard.type("hsn")  # what somebody writes is no command
    expect(page.locator("#task")).to_contain_text("3. ")
    expect(page.locator("#hints li")).to_have_count(0)


def moves(page: Any, key: str) -> bool:
    """Whether there is a move in the direction of an arrow key."""
    return bool(page.evaluate(
        """key => { const at = (node) => { const box = node.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2]; };
        const [x, y] = at(document.activeElement.querySelector(".pp-tag"));
        return [...document.querySelectorAll("#board .pp-move .pp-tag")].map(at).some(([a, b]) =>
          ({ ArrowRight: a > x + 5, ArrowDown: b > y + 5, ArrowLeft: a < x - 5 })[key]); }""",
        key,
    ))  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 375, 1280])
def test_looks_and_readers(train, scheme, width) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visit = train(color_scheme=scheme, viewport={"width": width, "height": 800})
    for name in ("tic_tac_toe", "morris", "texts", "odd_texts", "many_moves"):
        page = visit.open(name)
        page.click("summary:has-text('All puzzles')")
        page.click("#hint")
        page.click("#solution")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, name
        if width != 320:
            found = Axe().run(page)
            assert found.violations_count == 0, f"{name}\n{found.generate_report()}"
