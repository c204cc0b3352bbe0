"""Sites of small games in a folder, and a page of one in a browser."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from perfectplay import solve
from perfectplay.registry.address import load_game
from perfectplay.tablebase.solution import Solution
from site_games import FOX

GAMES = {
    "tic_tac_toe": {}, "fox": {}, "dots_and_boxes": {"width": "1"}, "three_rocks": {"left": "3"},
    "kalah": {"holes": "1", "scoring": "yes"},
}  # fmt: skip


def solved_games(folder: Path) -> dict[str, Solution]:
    """The solutions of GAMES; a file of rules is written to the folder."""
    file = folder / "fox.py"
    file.write_text(FOX, encoding="utf-8")
    return {
        name: solve(load_game(str(file) if name == "fox" else name, given))
        for name, given in GAMES.items()
    }


def write_sites(solved: dict[str, Solution], folder: Path) -> Path:
    """Sites in folders that are called as their games are, at a place with odd letters."""
    from perfectplay.web.site import site

    place = folder / "a b#c?d%20é"
    place.mkdir()
    for name, solution in solved.items():
        site(solution, place / name)
    return place


class Visit:
    """A page of a site; all that it complains of is collected."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, file: Path, after: str = "") -> Any:
        self.page.goto("about:blank")
        self.page.goto(file.as_uri() + (after or "#v=1"))
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def end(self) -> None:
        """Closes the page; it must not have complained, nor asked anybody for anything."""
        self.context.close()
        assert self.complaints == []
        own = ("file:", "data:", "about:")
        assert [url for url in self.requests if not url.startswith(own)] == []


def at_random(solution: Solution, chance: random.Random) -> list[str]:
    state, moves = solution.start, list[str]()
    for _ in range(chance.randrange(14)):
        options = solution.rules.position(state).options
        if not options:
            break
        move, state = chance.choice(options)
        moves.append(solution.rules.move_text(move))
    return moves
