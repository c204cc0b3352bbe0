"""The page in Firefox: it loads, a game is played by clicks, and nothing is complained of."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import missing
from tests.browser.marionette import Firefox

PLIES = "document.querySelectorAll('#plies li').length"
READY = "document.querySelector('html[data-ready]')"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory) -> Iterator[Firefox]:
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        missing("there is no Firefox here", "firefox-esr")
    profile: Path = tmp_path_factory.mktemp("profile")
    with Firefox(found, profile) as browser:
        yield browser


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
