"""The play on the page is judged: marks, the turning point, accuracy, and plays that are pasted."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

LOST = "/games/tic_tac_toe#m=1,2,5,3,9&p=human,human"


def paste(page, text: str) -> None:
    if page.locator(".paste").get_attribute("open") is None:
        page.click(".paste summary")
    page.fill("#paste-text", text)
    page.click("#paste-form button")


def test_a_lost_play_is_judged(visit) -> None:
    page = visit.open(LOST)
    assert page.locator("#judged").is_hidden()
    page.click("#judge-ask")
    rows = page.locator("#judged .judgement")
    expect(rows).to_have_count(5)
    expect(page.locator("#judge-ask")).to_have_attribute("aria-expanded", "true")
    expect(rows.locator(".name")).to_have_text(["1", "2?", "5", "3?!", "9"])
    expect(rows.locator(".chip")).to_have_text(["D9", "L6", "W5", "L2", "W1"])
    expect(rows.nth(1).locator(".grade")).to_have_text("a mistake, the turning point")
    expect(rows.nth(3).locator(".grade")).to_have_text("lost sooner than it need be")
    expect(rows.nth(4)).to_have_attribute("aria-current", "step")
    accuracy = page.locator("#judged .accuracy div")
    assert [one.replace("\u00a0", " ").split("\n") for one in accuracy.all_inner_texts()] == [
        ["First player", "100 %", "2 of 2 good"],
        ["Second player", "0 %", "0 of 1 good"],
    ]
    sentences = page.locator("#judged > p").all_inner_texts()
    assert sentences[0] == "With best play it was a draw."
    assert "5 was the only move that kept it" in sentences[1]
    # a move goes to the position after it, what was better to the one before the mistake
    rows.nth(1).click()
    expect(page.locator("#plies [aria-current]")).to_have_attribute("data-key", "ply 2")
    expect(rows.nth(1)).to_have_attribute("aria-current", "step")
    page.click("#judged .better >> nth=0")
    expect(page.locator("#plies [aria-current]")).to_have_attribute("data-key", "ply 1")
    expect(rows).to_have_count(5)  # it is still this play
    page.click('#board .pp-move[data-move="5"]')
    expect(page.locator("#judged")).to_be_hidden()  # this is another one
    expect(page.locator("#judge-ask")).to_have_attribute("aria-expanded", "false")
    page.click("#judge-ask")
    expect(rows.locator(".name")).to_have_text(["1", "5!"])
    page.click("#judge-ask")
    expect(page.locator("#judged")).to_be_hidden()


def test_nothing_to_judge_and_hidden_values(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    expect(page.locator("#judge-ask")).to_be_disabled()
    page.click('#board .pp-move[data-move="5"]')
    expect(page.locator("#judge-ask")).to_be_enabled()
    page.click("#judge-ask")
    expect(page.locator("#judged .judgement")).to_have_count(1)
    page.click("#hide")
    expect(page.locator("#judged")).to_be_hidden()
    expect(page.locator("#judge-ask")).to_be_hidden()
    page.click("#hide")
    expect(page.locator("#judged")).to_be_visible()


def test_a_play_is_pasted(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    paste(page, '[First "Ann <b>"]\n1. 5 {the middle} 2? 2. 1 9 3. 4')
    expect(page.locator("#judged .judgement")).to_have_count(5)
    expect(page.locator("#plies .name")).to_have_text(["start", "5", "2", "1", "9", "4"])
    expect(page.locator("#judged dt").first).to_have_text("Ann <b>")
    assert "m=5,2,1,9,4" in page.url
    assert page.locator("#paste-error").is_hidden()
    # from a position
    paste(page, '[From "X . .\\nO . .\\n. . ."] 5')
    expect(page.locator("#plies .name")).to_have_text(["start", "5"])
    expect(page.locator("#judged .judgement")).to_have_count(1)


def test_a_pasted_play_with_an_illegal_move(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    paste(page, "1. 5 1\n2. 5 9")
    expect(page.locator("#judged .judgement")).to_have_count(2)
    expect(page.locator("#paste-error")).to_contain_text("line 2: move '5' is not legal")
    expect(page.locator("#paste-error")).to_contain_text("(move number 3)")
    expect(page.locator("#plies .name")).to_have_text(["start", "5", "1"])
    paste(page, "<img src=x onerror=alert(1)>")
    expect(page.locator("#paste-error")).to_contain_text("'<img' is not legal")
    assert page.locator("#judged img, #paste-form img").count() == 0
    expect(page.locator("#plies .name")).to_have_text(["start"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no move in the text"),
        ("1 2\n\n3 4", "the text has 2 plays"),
        ("{", "line 1: a comment in braces has no end"),
        ("1 " * 1_001, "the play has 1,001 moves; at most 1,000 are judged"),
    ],
    ids=["empty", "two", "brace", "long"],
)
def test_texts_that_are_no_play(visit, text: str, sentence: str) -> None:
    page = visit.open("/games/tic_tac_toe#m=5&p=human,human")
    paste(page, text)
    expect(page.locator("#paste-error")).to_contain_text(sentence)
    expect(page.locator("#paste-text")).to_be_focused()
    expect(page.locator("#plies .name")).to_have_text(["start", "5"])  # the play is as it was
    visit.noted(422)


def test_points_and_a_game_that_is_searched(visit) -> None:
    page = visit.open("/games/kalah;scoring=yes#m=1,2,3,1&p=human,human")
    page.click("#judge-ask")
    expect(page.locator("#judged .judgement .chip")).to_have_text(["-8", "+8", "+5", "-6"])
    expect(page.locator("#judged .better").first).to_contain_text("+4 points")
    page = visit.open("/games/connect_four;width=7;height=6#p=human,human")
    assert page.locator("#judge-ask").count() == 0
    expect(page.locator(".course")).to_contain_text("Plays are judged once the game is solved")


@pytest.mark.parametrize("game", ["odd_moves", "odd_texts", "pong_hau_ki"])
def test_moves_of_any_game(visit, game: str) -> None:
    """Their texts are texts on the page."""
    page = visit.open(f"/games/{game}#p=human,human")
    page.locator("#moves .move").first.click()
    expect(page.locator("#plies li")).to_have_count(2)
    page.click("#judge-ask")
    expect(page.locator("#judged .judgement")).to_have_count(1)
    made = page.locator("#plies .name").last.inner_text()
    assert page.locator("#judged .name").inner_text().rstrip("!?") == made.rstrip("!?")


@pytest.mark.parametrize(("width", "scheme"), [(375, "dark"), (1280, "light")])
def test_nothing_is_wider_than_the_page(visits, width: int, scheme: str) -> None:
    visit = visits(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = visit.open(LOST)
    page.click("#judge-ask")
    page.click(".paste summary")
    expect(page.locator("#judged .judgement")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.locator("#judged .judgement").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert max(boxes) <= 0
    chips = page.locator("#judged .chip").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().right))"
    )
    assert len(set(chips)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visits, scheme: str) -> None:
    """Contrast, names and roles of a judged play."""
    axe_of = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
    page = visits(color_scheme=scheme).open(LOST)
    page.click("#judge-ask")
    paste(page, "1. 1 2 2. 5 3 3. 9 4")
    expect(page.locator("#paste-error")).to_contain_text("the play is over")
    expect(page.locator("#judged .judgement")).to_have_count(5)
    found = axe_of().run(page)
    assert found.violations_count == 0, found.generate_report()
