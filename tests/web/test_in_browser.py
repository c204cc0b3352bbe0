"""What the worker of the page calls, in this Python: with and without what a browser lacks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perfectplay.web import in_browser
from perfectplay.web.in_browser import BrowserSession
from places import ROOT

EXAMPLES = sorted((ROOT / "docs" / "try" / "examples").glob("*.py"))


def session() -> BrowserSession:
    return BrowserSession(lambda progress: None)


def answer(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(session().solve(text))
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_example_has_no_fault_and_no_note_but_one_of_size(path: Path) -> None:
    found = answer(path.read_text(encoding="utf-8"))
    assert "problem" not in found
    assert found["notes"] == []
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 80
    assert path.stem in (ROOT / "docs" / "try" / "index.html").read_text(encoding="utf-8")


def test_the_title_is_a_name_and_the_advice_is_for_a_page() -> None:
    rules = next(path for path in EXAMPLES if path.stem == "rocks").read_text(encoding="utf-8")
    assert answer(rules.replace("class Rocks", "class TwoPiles"))["title"] == "Two piles"
    found = answer(f"import no_such_package.part\n{rules}")
    assert "or install perfectplay and no_such_package: a browser" in found["problem"]
    assert answer("")["problem"].endswith("; each of the examples is one")


def test_advice_for_commands_is_turned_for_the_page() -> None:
    rules = next(path for path in EXAMPLES if path.stem == "rocks").read_text(encoding="utf-8")
    two = rules + rules.replace("class Rocks", "class More")
    assert answer(two)["problem"].endswith("this page solves one game: leave the others out")


def test_what_rules_print_is_told_up_to_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    rules = next(path for path in EXAMPLES if path.stem == "rocks").read_text(encoding="utf-8")
    told: list[dict[str, Any]] = []
    rocks = BrowserSession(lambda text: told.append(json.loads(text)))
    rocks.solve(f"print('hello')\n{rules}")
    assert "".join(each.get("printed", "") for each in told) == "hello\n"
    told.clear()
    rocks.solve(f"for i in range(20_000): print('hello')\n{rules}")
    printed = "".join(each.get("printed", "") for each in told)
    assert printed.startswith("hello\nhello\n")
    assert printed.endswith("… and more")
    assert len(printed) < in_browser.MOST_PRINTED + 20
    assert capsys.readouterr().out == ""


def test_the_usual_slip_is_asked_about() -> None:
    rules = next(path for path in EXAMPLES if path.stem == "rocks").read_text(encoding="utf-8")
    found = answer(rules.replace("Value.LOSS", "Value.WIN"))
    assert [note for note in found["notes"] if "speaks for the player to move" in note]


def test_positions_are_those_of_a_play() -> None:
    rocks = session()
    rocks.solve(next(p for p in EXAMPLES if p.stem == "rocks").read_text(encoding="utf-8"))
    start = json.loads(rocks.show("[]"))
    assert (start["text"], start["mover"], start["steps"]) == ("5,7", "First player", [])
    assert {move["number"] for move in start["moves"]} == set(range(9))
    move = next(move for move in start["moves"] if move["text"] == "1,2")
    after = json.loads(rocks.show(json.dumps([move["number"]])))
    assert (after["text"], after["mover"], after["steps"]) == ("4,5", "Second player", ["1,2"])
    assert after["picture"].startswith("<svg")


@pytest.mark.parametrize(
    "moves", ["[99]", "[-1]", "[true]", '["0"]', "[[0]]", "[1.0]", "{}", "5", "null", "[", ""]
)
def test_moves_that_are_none(moves: str) -> None:
    rocks = session()
    rocks.solve(next(p for p in EXAMPLES if p.stem == "rocks").read_text(encoding="utf-8"))
    found = json.loads(rocks.show(moves))
    assert found.keys() == {"problem"} or (moves == "{}" and found["steps"] == [])


def test_nothing_is_shown_before_a_game_is_solved_and_after_one_fails() -> None:
    rocks = session()
    assert json.loads(rocks.show("[]")) == {"problem": "no game is solved yet"}
    rocks.solve(EXAMPLES[0].read_text(encoding="utf-8"))
    rocks.solve("left = ")
    assert json.loads(rocks.show("[]")) == {"problem": "no game is solved yet"}


def test_a_game_that_is_too_large_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_browser, "MOST_STATES", 1_000)
    noughts = next(p for p in EXAMPLES if p.stem == "noughts").read_text(encoding="utf-8")
    assert "too many for a browser; install perfectplay" in answer(noughts)["problem"]


def test_two_moves_with_one_text_have_numbers_of_their_own() -> None:
    rules = EXAMPLES[-1].read_text(encoding="utf-8") + (
        "\n    def move_text(self, move):\n        return 'take'\n"
    )
    rocks = session()
    assert "problem" not in json.loads(rocks.solve(rules))
    shown = json.loads(rocks.show("[]"))
    assert sorted(move["number"] for move in shown["moves"]) == list(range(9))


def test_it_needs_neither_libraries_nor_threads_nor_processes() -> None:
    """All of what CPython for WebAssembly lacks is taken away."""
    program = f"""
import sys, threading, time
for name in ("numpy", "numba", "_multiprocessing", "pydantic", "jinja2", "typer", "rich",
             "fastapi", "fcntl", "resource"):
    sys.modules[name] = None
def refuse(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
def unknown(name):
    raise ValueError("unknown clock")
time.get_clock_info = unknown
del time.thread_time, time.pthread_getcpuclockid
from perfectplay.web.in_browser import BrowserSession
heard = []
session = BrowserSession(heard.append)
answer = session.solve(open({str(EXAMPLES[-1])!r}, encoding="utf-8").read())
print(answer)
print(session.show("[0]")[:60])
print(any("interpreted, because NumPy is not installed" in text for text in heard))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()
    assert json.loads(first)["summary"]["states"] == 48
    assert second.startswith('{"text"')
    assert third == "True"
