"""How the page looks, for whom, and how soon: widths, colours, keys, readers, bytes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

PAGES = ["/", "/games/tic_tac_toe#m=1,2,5&p=human,human", "/games/three_rocks/statistics", "/docs"]
TEXT_ONLY = "/games/odd_texts#p=human,human"
LONG = "/games/subtraction;stones=9;takes=" + ",".join(map(str, range(1, 40)))


def test_by_keyboard_alone(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    press = page.keyboard.press

    def focused(attribute: str) -> str | None:
        return page.evaluate("name => document.activeElement.getAttribute(name)", attribute)

    press("Tab")
    assert focused("class") == "skip"
    press("Enter")
    assert focused("id") == "main"
    for _ in range(20):
        press("Tab")
        if focused("data-move") == "1":
            break
    assert focused("role") == "button"
    assert focused("aria-label") == "1: draw in 9 plies, keeps the draw"
    press("ArrowRight")
    press("ArrowDown")
    assert focused("data-move") == "5"
    press("ArrowUp")
    press("ArrowUp")  # at the edge it stays
    assert focused("data-move") == "2"
    press("ArrowDown")
    press("Enter")
    page.wait_for_selector('#plies [data-key="ply 1"][aria-current]')
    said = page.locator("#announce").inner_text()
    assert said == "First player: 5. A draw in 8 plies. Second player to move."
    # the focus is still on the board, and Space makes the next move
    assert focused("role") == "button"
    press("Space")
    page.wait_for_selector('#plies [data-key="ply 2"][aria-current]')
    press("u")
    page.wait_for_selector('#plies [data-key="ply 1"][aria-current]')
    press("r")
    page.wait_for_selector('#plies [data-key="ply 2"][aria-current]')
    press("Home")
    page.wait_for_selector('#plies [data-key="ply 0"][aria-current]')
    press("n")
    expect(page.locator("#plies li")).to_have_count(1)
    press("?")
    assert page.locator("#help").is_visible()
    press("u")  # keys of the page rest while the help is open
    press("Escape")
    page.wait_for_selector("#help", state="hidden")
    # what somebody writes is no command
    page.click("#setup summary")
    page.focus("#setup-text")
    page.keyboard.type("hunh")
    assert page.locator("body.hidden-values").count() == 0


@pytest.mark.parametrize("width", [320, 360])
def test_a_phone_needs_no_sideways_scrolling(visits, width) -> None:
    visit = visits(viewport={"width": width, "height": 700}, has_touch=True)
    others = ["/games/kalah;scoring=yes", "/games/pong_hau_ki", LONG, f"{LONG}/statistics"]
    for path in [*PAGES, TEXT_ONLY, *others]:
        page = visit.open(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, path
    page = visit.open("/games/tic_tac_toe#p=human,human")
    page.locator('#board .pp-move[data-move="5"]').tap()
    page.wait_for_selector('#plies [data-key="ply 1"][aria-current]')


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("path", ["/games/tic_tac_toe", "/games/connect_four;width=7;height=6"])
def test_the_moves_of_a_small_board_are_seen_whole(visits, width, path) -> None:
    """Those above an answer to "Why?" too: none is hidden below it."""
    visit = visits(viewport={"width": width, "height": 800})
    page = visit.open(f"{path}#p=human,human&v=1")
    hidden = "list => list.scrollHeight - list.clientHeight"
    assert page.locator("#moves").evaluate(hidden) == 0
    page.locator("#moves .ask").first.click()
    page.wait_for_selector("#moves .because")
    assert page.locator("#moves").evaluate(hidden) == 0


@pytest.mark.parametrize("width", [375, 1280])
def test_a_state_on_one_line_is_broken_into_several(visits, width) -> None:
    """And is seen whole, without scrolling; a text of several lines stays as it is."""
    visit = visits(viewport={"width": width, "height": 800})
    shown = visit.open("/games/long_texts#p=human,human").locator("#board pre")
    assert shown.inner_text().startswith("Depot(coal_of_the_first=3, ")
    assert shown.evaluate("pre => pre.scrollWidth <= pre.clientWidth")
    odd = visit.open(TEXT_ONLY).locator("#board pre")
    assert odd.evaluate("pre => getComputedStyle(pre).whiteSpace") == "pre"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visits, scheme) -> None:
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    visit = visits(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    for path in [*PAGES, TEXT_ONLY]:
        page = visit.open(path)
        if "odd" in path:
            page.click("#setup summary")
            page.locator("#moves .ask").first.click()
            page.wait_for_selector("#moves .step")
        found = axe.run(page)
        assert found.violations_count == 0, f"{path}\n{found.generate_report()}"


def test_axe_would_find_something(visit) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = visit.open("/games/tic_tac_toe")
    page.evaluate("document.getElementById('undo').replaceChildren()")
    page.evaluate("document.getElementById('undo').removeAttribute('title')")
    page.evaluate("document.getElementById('undo').disabled = false")
    assert Axe().run(page).violations_count == 1


def test_the_other_colours_last(visits) -> None:
    visit = visits(color_scheme="light")
    page = visit.open("/games/tic_tac_toe")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#theme")
    dark = page.evaluate(ground)
    assert dark != light
    page = visit.open("/")
    assert page.evaluate(ground) == dark
    assert page.locator("#theme").get_attribute("aria-label") == "Switch to light colours"


FIGURES = re.search(
    r"first view of a game is about (\d+) KB in (\d+) files, "
    r"that of a game that is searched (\d+) KB"
    r" in (\d+)",
    (Path(__file__).parents[2] / "docs" / "explorer.md").read_text(encoding="utf-8"),
)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/", None),
        ("/games/tic_tac_toe", (1, 2)),
        ("/games/connect_four;width=7;height=6#v=0&p=human,human", (3, 4)),
    ],
)
def test_the_first_view_is_small_and_as_the_documentation_says(visit, path, said) -> None:
    size, files = visit.first_view(path)
    assert size < 200_000
    assert files >= 3  # the page, its style and its modules
    if said is not None:
        assert FIGURES is not None
        kilobytes, number = map(int, FIGURES.group(*said))
        assert abs(files - number) <= 1
        assert abs(size / 1000 - kilobytes) < 5


def test_the_first_view_needs_no_script(visits) -> None:
    """What the server draws is the position: the page is of use before its modules are there."""
    visit = visits(java_script_enabled=False)
    visit.page.goto(visit.server + "/games/tic_tac_toe")
    assert visit.page.locator("#board .pp-move").count() == 9
    assert visit.page.locator("#moves .chip").all_inner_texts() == ["D9"] * 9
    assert visit.page.inner_text("#turn") == "First player to move"
    assert visit.page.inner_text("#worth") == "A draw in 9 plies"


def test_numbers_and_the_map(visit) -> None:
    page = visit.open("/games/three_rocks/statistics")
    assert "Positions\n121" in page.inner_text(".tiles")
    page.locator("details summary").first.click()
    rows = page.locator("table").first.locator("tbody tr")
    cells = [rows.nth(i).inner_text().split() for i in range(rows.count())]
    assert [row[0] for row in cells] == [str(n) for n in range(11)]
    assert sum(int(row[1]) for row in cells) == 91  # won: 121 less the 30 that are lost
    assert sum(int(row[-1]) for row in cells) == 30
    cell = page.get_by_role("link", name="3,1: loss in 2 plies")
    cell.click()
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#worth").inner_text() == "Second player wins in 2 plies"
    assert page.url.endswith("#s=3%2C1&p=human,perfect")


def test_pages_that_there_are_not(visit) -> None:
    page = visit.open("/")
    page.goto(visit.server + "/games/chess")
    assert "No game 'chess' is served here." in page.inner_text("main")
    visit.noted(404)
    page.get_by_role("link", name="All games").click()
    page.wait_for_selector(".cards")
