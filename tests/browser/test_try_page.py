"""The page on which rules are typed, in Chromium: Python in the browser checks and solves them.

`docs/try/build.py` makes the page; npm fetches Pyodide for it once, into ``build/``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.try_served import FOLDER

from perfectplay import solve
from perfectplay.registry.address import load_game
from places import ROOT

BROKEN = """
from perfectplay import Game, Value

class Slip(Game):
    def start(self):
        return 3

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSE if state == 0 else None
"""

ENDLESS = BROKEN.replace("return [1, 2]", "while True: pass")

POINTS = """
from perfectplay import Game

class Coins(Game):
    scoring = True

    def start(self):
        return (3, 1, 2, 5)

    def moves(self, state):
        return [0, len(state) - 1] if len(state) > 1 else [0]

    def play(self, state, move):
        return state[1:] if move == 0 else state[:-1]

    def gain(self, state, move):
        return state[move]

    def outcome(self, state):
        return None if state else 0
"""


@pytest.fixture(scope="module")
def page(browser: Any, try_address: str) -> Iterator[Any]:
    """The page with Python loaded: one for all tests, since that takes seconds."""
    found = opened(browser, try_address)
    found.locator("#run:enabled").wait_for()
    yield found
    strays = [url for url in found.asked if not url.startswith((try_address, "data:"))]
    assert strays == []  # everything comes from this server: no network is needed
    assert found.complaints == []
    found.context.close()


def opened(browser: Any, address: str, before: str = "", **options: Any) -> Any:
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(60_000)
    if before:
        context.add_init_script(before)
    page = context.new_page()
    page.asked, page.complaints = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(f"{address}index.html")
    return page


def solved(page: Any, rules: str) -> None:
    """Type rules, and wait for the solution."""
    page.locator("#run:enabled").wait_for()
    page.fill("#rules", rules)
    page.click("#run")
    page.locator("#solved:visible, #problem:visible").wait_for()
    assert page.inner_text("#problem") == ""
    page.locator("#moves tr").first.wait_for()


def refused(page: Any, rules: str) -> str:
    """Type rules, and wait for the sentence that says what is wrong."""
    page.locator("#run:enabled").wait_for()
    page.fill("#rules", rules)
    page.click("#run")
    page.locator("#problem:visible").wait_for()
    page.locator("#run:enabled").wait_for()
    assert page.is_hidden("#solved")
    return str(page.inner_text("#problem"))


@pytest.mark.parametrize("name", ["rocks", "noughts", "frogs"])
def test_an_example_is_solved_as_an_installed_perfectplay_solves_it(page: Any, name: str) -> None:
    with page.expect_response(lambda found: found.url.endswith(f"{name}.py")):
        page.select_option("#example", "rocks" if name != "rocks" else "noughts")
        page.select_option("#example", name)
    rules = (FOLDER / "examples" / f"{name}.py").read_text(encoding="utf-8")
    page.wait_for_function("text => document.getElementById('rules').value === text", arg=rules)
    solved(page, rules)
    solution = solve(load_game(str(FOLDER / "examples" / f"{name}.py")))
    assert f"{len(solution):,} states" in page.inner_text("#facts")
    assert "interpreted, because NumPy is not installed" in page.inner_text("#facts")
    best = [solution.rules.move_text(m) for m in solution.best_moves(solution.start)]
    rows = page.locator("#moves tr")
    assert rows.count() == len(solution.probe(solution.start).moves)
    marked = page.locator("#moves tr:has(.best) button").all_inner_texts()
    assert sorted(marked) == sorted(best)
    assert rows.first.locator(".chip").inner_text() == str(solution.value(solution.start))


def test_a_move_is_made_on_the_board_and_taken_back(page: Any) -> None:
    solved(page, (FOLDER / "examples" / "noughts.py").read_text(encoding="utf-8"))
    assert page.locator("#board .pp-move").count() == 9
    page.locator('#board .pp-move[data-move="0"]').click()
    page.locator("#line:has-text('Moves: 0')").wait_for()
    assert page.locator("#board .pp-move").count() == 8
    assert page.inner_text("#turn") == "Second player to move: draw in 8 plies"
    page.locator("#moves button:text-is('1')").click()
    page.locator("#line:has-text('Moves: 0  1')").wait_for()
    assert page.inner_text("#turn") == "First player to move: win in 5 plies"
    page.click("#back")
    page.locator("#turn:has-text('Second player')").wait_for()
    page.click("#again")
    page.locator("#turn:has-text('draw in 9 plies')").wait_for()
    assert page.is_disabled("#back")


def test_a_game_of_points(page: Any) -> None:
    solved(page, POINTS)
    assert "points to come" in page.inner_text("#turn")
    assert page.locator("#moves .chip").count() == 2


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("left = ", "game.py is not Python: invalid syntax (line 1: left =)"),
        ("", "game.py defines no game"),
        ("x = 1", "game.py defines no game"),
        ("1 / 0", "ZeroDivisionError"),
        ("import sys\nsys.exit(2)", "SystemExit"),
        ("import numpy", "ModuleNotFoundError"),
        (BROKEN, "did you mean"),
        (BROKEN.replace("LOSE", "LOSS"), "gave -1 for the move 2"),
        ("from perfectplay import Game\nclass Empty(Game):\n    pass", "start"),
        ("def f():\n    return f()\nf()", "RecursionError"),
    ],
)
def test_faults_of_rules_are_sentences(page: Any, rules: str, words: str) -> None:
    said = refused(page, rules)
    assert words.lower() in said.lower()
    assert "Traceback" not in said
    assert "/tmp" not in said


def test_a_game_without_end_says_why(page: Any) -> None:
    rules = BROKEN.replace("Value.LOSE if state == 0 else None", "None").replace("- move", "+ move")
    assert "grows without end" in refused(page, rules)


def test_rules_that_never_return_can_be_stopped(page: Any) -> None:
    page.locator("#run:enabled").wait_for()
    page.fill("#rules", ENDLESS)
    page.click("#run")
    page.locator("#status:has-text('Stop ends it')").wait_for()
    assert page.is_disabled("#run")
    page.click("#stop")
    assert "Stopped" in page.inner_text("#problem")
    page.locator("#run:enabled").wait_for()  # Python is loaded anew
    solved(page, (FOLDER / "examples" / "rocks.py").read_text(encoding="utf-8"))
    assert page.is_hidden("#problem")


def test_the_keyboard_types_solves_and_leaves_the_editor(page: Any) -> None:
    page.locator("#run:enabled").wait_for()
    page.fill("#rules", "")
    page.focus("#rules")
    page.keyboard.press("Tab")
    assert page.input_value("#rules") == "    "
    page.keyboard.press("Control+Enter")
    page.locator("#problem:visible").wait_for()
    page.focus("#rules")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "rules"


def test_a_browser_without_webassembly_says_so(browser: Any, try_address: str) -> None:
    page = opened(browser, try_address, "delete globalThis.WebAssembly;")
    page.locator("#problem:visible").wait_for()
    assert page.inner_text("#problem").startswith("This browser has no WebAssembly")
    assert page.is_disabled("#run")
    assert not [url for url in page.asked if "pyodide" in url]
    assert page.complaints == []
    page.context.close()


def test_a_folder_without_python_says_so(browser: Any, try_address: str) -> None:
    page = opened(browser, "about:blank#")
    page.route("**/pyodide/*", lambda route: route.abort())
    page.goto(f"{try_address}index.html")
    page.locator("#problem:visible").wait_for()
    assert page.inner_text("#problem").startswith("Python cannot be loaded")
    page.context.close()


def test_typed_rules_outlive_a_reload_and_an_example(browser: Any, try_address: str) -> None:
    page = opened(browser, try_address)
    page.wait_for_function("document.getElementById('rules').value.includes('Rocks')")
    page.fill("#rules", POINTS)
    page.reload()
    page.wait_for_function("text => document.getElementById('rules').value === text", arg=POINTS)
    assert page.input_value("#example") == "own"
    page.select_option("#example", "noughts")
    page.wait_for_function("document.getElementById('rules').value.includes('Noughts')")
    page.focus("#rules")
    page.keyboard.press("Control+z")
    assert page.input_value("#rules") == POINTS
    page.select_option("#example", "frogs")
    page.wait_for_function("document.getElementById('rules').value.includes('Frogs')")
    page.select_option("#example", "own")
    page.wait_for_function("text => document.getElementById('rules').value === text", arg=POINTS)
    assert page.complaints == []
    page.context.close()


def test_lines_have_the_numbers_that_faults_name(page: Any) -> None:
    page.fill("#rules", "x\n" * 99 + "y")
    assert page.locator("#numbers span").count() == 100
    page.evaluate("document.getElementById('rules').scrollTop = 1e6")
    page.wait_for_function("numbers.scrollTop === rules.scrollTop && numbers.scrollTop > 500")
    heights = (
        "[numbers.lastElementChild.offsetHeight, parseFloat(getComputedStyle(rules).lineHeight)]"
    )
    row, line = page.evaluate(heights)
    assert row == line
    assert page.evaluate("numbers.offsetTop === rules.offsetTop")


def test_what_rules_print_is_on_the_page(page: Any) -> None:
    rules = BROKEN.replace("LOSE", "LOSS").replace("[1, 2]", "[1]")
    solved(page, rules)
    assert page.is_hidden("#prints")
    solved(page, rules.replace("return [1]", "print('now', state); return [1]"))
    assert page.inner_text("#printed").startswith("now 3\n")
    refused(page, rules.replace("return [1]", "print('a' * 99_999); return None"))
    assert page.inner_text("#printed").endswith("… and more")
    page.fill("#rules", ENDLESS.replace("while True", "print('here')\n        while True"))
    page.click("#run")
    page.locator("#printed:has-text('here')").wait_for()
    page.click("#stop")
    page.locator("#run:enabled").wait_for()


def test_a_solution_appears_with_its_own_position(page: Any) -> None:
    solved(page, (FOLDER / "examples" / "rocks.py").read_text(encoding="utf-8"))
    page.locator("#run:enabled").wait_for()
    page.fill("#rules", (FOLDER / "examples" / "noughts.py").read_text(encoding="utf-8"))
    watch = """() => new Promise(found => {
        const solved = document.getElementById("solved");
        const shown = () => !solved.hidden;
        new MutationObserver((_, me) => {
            if (!shown()) return;
            me.disconnect();
            found(document.querySelectorAll("#moves tr").length);
        }).observe(solved, { attributes: true });
        document.getElementById("run").click();
        if (shown()) found(-1);
    })"""
    assert page.evaluate(watch) == 9


def test_a_narrow_page_goes_to_the_answer(page: Any) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    top = "document.querySelector('section[aria-label=Solution]').getBoundingClientRect().top"
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(top) > 600
    refused(page, BROKEN)
    assert page.evaluate(top) < 400
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_is_wider_than_the_page(page: Any, width: int, colours: str) -> None:
    solved(page, (FOLDER / "examples" / "noughts.py").read_text(encoding="utf-8"))
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 200) == (colours == "dark")


def test_nobody_can_say_it_was_not_looked_for() -> None:
    """Continuous integration requires the browser, and so Pyodide: nothing is skipped there."""
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "PERFECTPLAY_BROWSER=required" in text
    assert "npm" in text


def test_a_page_from_a_disk_says_so(browser: Any, tmp_path: Path) -> None:
    """As after a double click on the file: browsers load neither modules nor Python from there."""
    for name in ("index.html", "cannot.js", "try.js", "try.css"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    page = browser.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    page.locator("#problem:visible").wait_for()
    assert page.inner_text("#problem").startswith("A browser loads Python from a web server only")
    assert page.inner_text("#status") == ""
    assert page.is_disabled("#run")
