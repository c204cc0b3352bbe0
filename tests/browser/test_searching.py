"""Games that are too large to solve, played in a browser: their positions are searched."""

from __future__ import annotations

import re

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

C4 = "/games/connect_four;width=7;height=6"
LATE = ",".join("4661237137541742")
"""A position that is won in three plies by 2."""
OVER = re.compile("is proved|more time proves more")


def over(page, ply: int | None = None) -> None:
    """Waits until the search of the position is over; of that after so many plies."""
    if ply is not None:
        current = page.locator("#plies [aria-current]")
        expect(current).to_have_attribute("data-key", f"ply {ply}")
    expect(page.locator("#search-state")).to_have_text(OVER)


def plies(page, count: int) -> None:
    expect(page.locator("#plies li")).to_have_count(count + 1)


def test_the_usual_connect_four_opens_and_is_played(visit) -> None:
    """The first moves are not proved, and the perfect player says so; it answers all the same."""
    page = visit.open(f"{C4}#t=1")
    assert page.locator("#board .pp-move").count() == 7
    over(page)
    assert page.locator("#moves .chip").all_inner_texts() == ["?"] * 7
    assert "not lost within" in page.inner_text("#worth")
    assert "Searched for 1 s" in page.inner_text("#search-state")
    page.click('#board .pp-move[data-move="4"]')
    plies(page, 2)
    said = page.inner_text("#said")
    assert re.fullmatch(
        r"Perfect player: \d, the best move known after 1 s, not proved to be the best\.", said
    )
    # undo, redo and links are those of any game
    page.click("#undo")
    expect(page.locator("#plies .undone")).to_have_count(2)
    assert "&t=1" in page.url


def test_a_position_is_valued_within_the_stated_time(visit) -> None:
    page = visit.open(f"{C4}#m={LATE}&p=human,human")
    over(page)
    chips = page.locator("#moves .chip").all_inner_texts()
    assert chips == ["W3", "W7", "W7", "W9", "W11", "W13", "W15"]
    assert page.inner_text("#worth") == "First player wins in 3 plies"
    best = page.locator("#board .pp-best")
    assert best.count() == 1
    assert best.get_attribute("data-move") == "2"
    assert best.get_attribute("aria-label") == "2: a win in 3 plies, fastest"
    # the moves before it have values too, once their positions were shown
    page.click("#undo")
    over(page, 15)
    page.click("#redo")
    over(page, 16)
    assert page.locator("#plies .chip").count() >= 1


def test_the_perfect_player_says_that_its_move_is_proved(visit) -> None:
    page = visit.open(f"{C4}#m={LATE}&p=perfect,human")
    page.click("#go-on")
    plies(page, 17)
    assert page.inner_text("#said") == "Perfect player: 2, proved to be the best move."
    over(page, 17)
    page.locator("#moves .move").first.click()
    plies(page, 19)
    expect(page.locator("#turn")).to_have_text("Over: first player has won")
    assert page.inner_text("#search-state") == ""


def test_more_time_proves_more(visit) -> None:
    """From "not proved yet" to a value, by one click."""
    page = visit.open(f"{C4}#m=4,4,4,4,4,2,2,2,3,6,6&p=human,human&t=1")
    over(page)
    if page.locator("#search-more").is_visible():
        page.click("#search-more")
        expect(page.locator("#search-seconds")).to_have_value("3")
        expect(page.locator("#search-state")).to_have_text(re.compile("Searching|proved|for 3 s"))
        over(page)
    assert page.locator("#moves .chip").count() > 0


def test_hidden_values_are_not_searched_for(visit) -> None:
    asked = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.open(f"{C4}#p=human,human&v=0")
    page.click('#board .pp-move[data-move="4"]')
    plies(page, 1)
    assert not any(url.endswith("/search") for url in asked)
    assert page.inner_text("#search-state") == "The search begins when values are shown."
    page.click("#hide")
    over(page)
    assert any(url.endswith("/search") for url in asked)


def test_a_page_that_is_left_asks_no_more(visit) -> None:
    """And the server ends what nobody asks for: see tests/web/test_rest_search.py."""
    page = visit.open(f"{C4}#p=human,human&t=60")
    expect(page.locator("#search-state")).to_contain_text("Searching")
    page.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    page.wait_for_timeout(600)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1200)
    assert asked == []
    page.evaluate("delete document.hidden")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#search-state")).to_contain_text("Searching")
    # another position does not wait for the minute of this one
    page.evaluate(f"location.hash = '#m={LATE}&p=human,human&t=60'")
    over(page)
    assert page.locator("#moves .chip").first.inner_text() == "W3"


def test_a_game_that_no_search_can_treat_is_played_without_values(visit) -> None:
    page = visit.open("/games/dials")
    state = page.locator("#search-state")
    expect(state).to_contain_text("Not searched: a play can come back to an earlier position")
    assert page.locator("#moves .chip").all_inner_texts() == ["?"] * 8
    page.locator("#moves .move").first.click()
    plies(page, 2)
    assert "chosen at random: nothing is known about the moves" in page.inner_text("#said")


def test_a_move_is_explained_by_the_reply(visit) -> None:
    """Once both positions are proved; and what is not proved is said not to be."""
    page = visit.open(f"{C4}#m={','.join('466123713754174264322')}&p=human,human")
    over(page)
    page.click('[data-key="why 5"]')
    answer = page.locator('li:has([data-key="why 5"]) .because')
    expect(answer).to_have_text(
        re.compile(r"^5 loses because of the reply \d, which wins in 1 ply\.$")
    )
    page = visit.open(f"{C4}#p=human,human&t=1")
    over(page)
    page.click('[data-key="why 1"]')
    answer = page.locator('li:has([data-key="why 1"]) .because')
    expect(answer).to_have_text("It is not proved what 1 brings; the best known reply is 4.")


def test_no_flag_of_the_command_line_is_on_a_page(visit) -> None:
    """A refused solve leaves the game playable, and its sentence needs no terminal."""
    page = visit.open(C4)
    page.click("#solve")
    page.wait_for_selector("#solve-fault:not([hidden])")
    sentence = page.inner_text("#solve-fault")
    assert sentence.startswith("Too large for this server: ")
    assert "--" not in page.inner_text("body")
    assert page.locator("#board .pp-move[role=button]").count() == 7
    if visit.refusals:  # at once; else later, as an answer with a status of success
        visit.noted(409)
    page.reload()  # the refusal is not forgotten
    page.wait_for_selector("#solve-fault:not([hidden])")
    assert page.inner_text("#solve-fault") == sentence


def test_a_phone_and_axe(visits) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for width, scheme in ((360, "light"), (1280, "dark")):
        visit = visits(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page = visit.open(f"{C4}#m={LATE}&p=human,human")
        over(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
