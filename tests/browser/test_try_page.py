"""The page on which rules are typed, in Chromium: Python in the browser checks and solves them.

`docs/try/build.py` makes the page; npm fetches Pyodide for it once, into ``build/``.
"""

from __future__ import annotations

import functools
import importlib.util
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import missing

from perfectplay import solve
from perfectplay.registry.address import load_game
from places import ROOT

FOLDER = ROOT / "docs" / "try"

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


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built as `make try-page` builds it."""
    spec = importlib.util.spec_from_file_location("try_build", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.pyodide()
    except RuntimeError as reason:
        missing(str(reason), "npm")
    folder = tmp_path_factory.mktemp("try")
    module.build(folder)
    return folder


@pytest.fixture(scope="module")
def address(page_folder: Path) -> Iterator[str]:
    """The page on a server of its own on loopback."""
    handler = functools.partial(Quiet, directory=str(page_folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page with Python loaded: one for all tests, since that takes seconds."""
    found = opened(browser, address)
    found.locator("#run:enabled").wait_for()
    yield found
    strays = [url for url in found.asked if not url.startswith((address, "data:"))]
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


def test_a_browser_without_webassembly_says_so(browser: Any, address: str) -> None:
    page = opened(browser, address, "delete globalThis.WebAssembly;")
    page.locator("#problem:visible").wait_for()
    assert page.inner_text("#problem").startswith("This browser has no WebAssembly")
    assert page.is_disabled("#run")
    assert not [url for url in page.asked if "pyodide" in url]
    assert page.complaints == []
    page.context.close()


def test_a_folder_without_python_says_so(browser: Any, address: str) -> None:
    page = opened(browser, "about:blank#")
    page.route("**/pyodide/*", lambda route: route.abort())
    page.goto(f"{address}index.html")
    page.locator("#problem:visible").wait_for()
    assert page.inner_text("#problem").startswith("Python cannot be loaded")
    page.context.close()


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
