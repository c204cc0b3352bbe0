"""The page on which rules are typed, in Firefox."""

from __future__ import annotations

from tests.browser.marionette import Firefox
from tests.browser.test_try_page import BROKEN
from tests.browser.try_served import FOLDER

READY = "!document.querySelector('#run').disabled"


def test_rules_are_refused_solved_played_and_kept(firefox: Firefox, try_address: str) -> None:
    firefox.go(f"{try_address}index.html")
    firefox.wait(READY)
    typed = "rules.value = arguments[0]; rules.dispatchEvent(new Event('input'))"
    firefox.script(typed, BROKEN)
    firefox.click("#run")
    firefox.wait("problem.innerText.includes('did you mean')")
    rules = (FOLDER / "examples" / "noughts.py").read_text(encoding="utf-8")
    firefox.wait(READY)
    firefox.script(typed, rules)
    firefox.click("#run")
    firefox.wait("document.querySelectorAll('#board .pp-move').length === 9")
    firefox.click("#board .pp-move")
    firefox.wait("turn.textContent === 'Second player to move: draw in 8 plies'")
    firefox.script(typed, BROKEN)
    firefox.command("WebDriver:Refresh")
    firefox.wait("rules.value.includes('class Slip')")
    firefox.script("example.value = 'rocks'; example.dispatchEvent(new Event('change'))")
    firefox.wait("rules.value.includes('class Rocks')")
    firefox.script("rules.focus(); document.execCommand('undo')")  # as Ctrl+Z
    firefox.wait("rules.value.includes('class Slip')")
    assert firefox.errors(try_address) == []
