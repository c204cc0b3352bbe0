"""Pages to train with, opened from a disk in a real Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games_of_puzzles import Corridor
from odd_puzzles import ManyMoves, OddBoard, OddTexts
from perfectplay import puzzles, solve
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.web.training_page import training_page

GAMES = {
    "tic_tac_toe": (TicTacToe(), 8), "one": (TicTacToe(), 1), "morris": (ThreeMensMorris(), 30),
    "texts": (Corridor(), 4), "odd_texts": (OddTexts(), 4), "odd_board": (OddBoard(), 4),
    "many_moves": (ManyMoves(), 1),
}  # fmt: skip


def write_pages(place: Path) -> None:
    """A page of each of the games above."""
    for name, (game, count) in GAMES.items():
        text = training_page(puzzles(solve(game), count))
        (place / f"{name}.html").write_bytes(text.encode(errors="replace"))


class Trained:
    """A page, and what it complains of; each has a browser's storage of its own."""

    def __init__(self, browser: Any, pages: Path, **options: Any) -> None:
        self.pages = pages
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, name: str) -> Any:
        self.page.goto((self.pages / f"{name}.html").as_uri())
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def data(self) -> Any:
        return json.loads(self.page.locator("#data").text_content())["puzzles"]

    def shown(self) -> Any:
        number = int(self.page.locator("#task").inner_text().split(".")[0])
        return self.data()[number - 1]

    def move(self, right: bool) -> str:
        """The key of the puzzle that is shown, or the wrong move that tempts."""
        shown = self.shown()
        at = shown["key"] if right else shown["tempting"]
        return str(shown["moves"][at][0])

    def click(self, right: bool) -> None:
        self.page.locator(f'#board .pp-move[data-move="{self.move(right)}"]').click()

    def close(self) -> None:
        """Nothing may have gone wrong, and nothing gone elsewhere."""
        self.context.close()
        assert self.complaints == []
        strays = [u for u in self.requests if not u.startswith(("file:", "data:", "blob:"))]
        assert strays == []

    def say(self, right: bool) -> None:
        self.page.fill("#typed-text", self.move(right))
        self.page.keyboard.press("Enter")


def boxes(page: Any) -> list[int]:
    """How many puzzles each box has, as the page says."""
    return [int(text) for text in page.locator("#boxes .count").all_inner_texts()]
