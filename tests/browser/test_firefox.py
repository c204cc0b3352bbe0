"""The page in Firefox: it loads, a game is played by clicks, and nothing is complained of."""

from __future__ import annotations

from pathlib import Path

from tests.browser.marionette import Firefox

PLIES = "document.querySelectorAll('#plies li').length"
READY = "document.querySelector('html[data-ready]')"


def test_a_play_by_clicks_is_a_draw(firefox: Firefox, server: str) -> None:
    firefox.go(f"{server}/games/tic_tac_toe")
    firefox.wait(READY)
    firefox.click("#hide")  # values are hidden on a first visit
    for count in (1, 3, 5, 7, 9):
        firefox.wait("document.querySelector('#board .pp-best')")
        firefox.click("#board .pp-best")
        firefox.wait(f"{PLIES} === {min(count + 1, 9) + 1}")  # the perfect player has answered
    firefox.wait("document.querySelector('#turn').textContent.includes('Over: a draw')")
    assert firefox.script("return document.querySelectorAll('#board .pp-move').length") == 0
    firefox.click("#again")
    firefox.wait(f"{PLIES} === 1")
    assert firefox.errors(server) == []


def test_a_play_is_judged(firefox: Firefox, server: str) -> None:
    firefox.go(f"{server}/games/tic_tac_toe#m=1,2,5,3,9&p=human,human&v=1")
    firefox.wait(READY)
    firefox.wait(f"{PLIES} === 6")  # it may be the page of the test before, with another play
    firefox.click("#judge-ask")
    firefox.wait("document.querySelectorAll('#judged .judgement').length === 5")
    marks = "[...document.querySelectorAll('#judged .mark')].map(one => one.textContent).join()"
    assert firefox.script(f"return {marks}") == ",?,,?!,"
    firefox.click(".paste summary")
    firefox.script("document.querySelector('#paste-text').value = '5 1 5'")
    firefox.click("#paste-form button")
    firefox.wait("document.querySelectorAll('#judged .judgement').length === 2")
    error = firefox.script("return document.querySelector('#paste-error').textContent")
    assert error.startswith("line 1: move '5' is not legal")
    assert firefox.errors(server) == []


def test_the_first_page_and_statistics(firefox: Firefox, server: str) -> None:
    firefox.go(server)
    assert firefox.script("return document.querySelector('a[href*=\"tic_tac_toe\"]') !== null")
    firefox.go(f"{server}/games/tic_tac_toe/statistics")
    assert "5,478" in firefox.script("return document.body.textContent")
    assert firefox.errors(server) == []


def test_an_error_would_be_seen(firefox: Firefox, server: str) -> None:
    """The two tests above look for errors in the right place."""
    firefox.go(server)
    firefox.script(
        "const script = document.createElement('script');"
        "script.src = arguments[0] + '/nowhere.js'; document.head.append(script)",
        server,
    )
    found = firefox.until(lambda: firefox.errors(server))
    assert any("/nowhere.js" in error for error in found), found


KEY = """
const puzzles = JSON.parse(document.getElementById("data").textContent).puzzles;
const puzzle = puzzles[parseInt(document.getElementById("task").textContent) - 1];
return puzzle.moves[arguments[0] ? puzzle.key : puzzle.tempting][0];
"""
BOXES = "[...document.querySelectorAll('#boxes .count')].map((node) => node.textContent).join()"


def test_training_by_clicks_and_keys(firefox: Firefox, training_pages: Path) -> None:
    """From a disk: a wrong move, the right one, a hint, what is typed; and it is kept."""
    url = (training_pages / "tic_tac_toe.html").as_uri()
    firefox.go(url)
    firefox.wait(READY)

    def click_move(right: bool) -> None:
        firefox.click(f'#board .pp-move[data-move="{firefox.script(KEY, right)}"]')

    def says(words: str) -> None:
        firefox.wait(f"document.querySelector('#answer').textContent.includes({words!r})")

    click_move(right=False)
    says("Wrong.")
    click_move(right=True)
    says("Right.")
    assert firefox.script(f"return {BOXES}") == "1,0,0,0,0"
    firefox.click("#next")
    firefox.wait("document.querySelector('#task').textContent.startsWith('2.')")
    firefox.click("#hint")
    firefox.wait("document.querySelectorAll('#hints li').length === 1")
    firefox.click("#next")
    firefox.wait("document.querySelector('#task').textContent.startsWith('3.')")
    text = firefox.script(KEY, True)
    firefox.script("document.querySelector('#typed-text').value = arguments[0]", text)
    firefox.click("#typed-button")
    says("Right.")
    assert firefox.script(f"return {BOXES}") == "1,1,0,0,0"
    firefox.go("about:blank")
    firefox.go(url)
    firefox.wait(READY)
    assert firefox.script(f"return {BOXES}") == "1,1,0,0,0"
    assert firefox.errors(url) == []


def test_texts_of_training_are_never_markup(firefox: Firefox, training_pages: Path) -> None:
    url = (training_pages / "odd_board.html").as_uri()
    firefox.go(url)
    firefox.wait(READY)
    assert firefox.script("return document.querySelectorAll('#board .pp-move').length") > 1
    firefox.click("#board .pp-move")
    firefox.wait("document.querySelector('#answer').textContent !== ''")
    assert firefox.script("return window.hacked ?? null") is None
    assert (
        firefox.script("return document.querySelectorAll('main :is(img, script, s)').length") == 0
    )
    assert firefox.errors(url) == []
