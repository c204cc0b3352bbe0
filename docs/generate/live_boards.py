"""The boards of the game pages: a site of files for each game, as `perfectplay site` writes it.

A game whose usual board has too many states for a page is shown on a smaller one. A board is made
again only if the program or its game has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from generate.program_digest import program_digest
from perfectplay import Game, Solution, solve, start_at
from perfectplay.drawing.board.svg import svg
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.registry.address import load_game
from perfectplay.tablebase.table import plies_text, worth_text
from perfectplay.web.site import site

SMALLER: dict[str, dict[str, str]] = {
    "wild": {"height": "2"},
    "connect_four": {"width": "4", "height": "3", "length": "3"},
    "last_mouse_lost": {"rows": "3,5,5,3", "multiset": "yes"},
    "wythoff": {"left": "10", "right": "10"},
    "kalah": {"holes": "2", "seeds": "3"},
    "domineering": {"width": "3"},
    "breakthrough": {"width": "2"},
    "dots_and_boxes": {"height": "1"},
}
"""Parameters of the board on the page, where the usual board has too many states."""

LATE: dict[str, int] = {"othello": 5}
"""Plies that are played before the board begins, where even the smallest whole game is too large:
always the first move in the order of the rules."""

WITHOUT: dict[str, str] = {
    "eight_puzzle": "All states of this puzzle can be reached from each other, so no part of it is "
    "small enough for a page."
}
"""Games without a board, and why."""

MOST = 10_000
"""Most states of a board."""


@dataclass(frozen=True)
class Board:
    """A board that has been written."""

    address: str
    """The game, as the command line takes it: ``kalah holes=2 seeds=3``."""

    states: int
    bytes: int
    answer: str
    """The value of the start: ``a draw in 9 plies``."""

    smaller: bool
    """Whether this is not the game with its usual parameters."""

    picture: str
    """The start and its moves, as SVG."""


def board_game(name: str) -> tuple[str, Game]:
    """The address of the board of a game, and the game with these parameters.

    >>> board_game("kalah")[0]
    'kalah holes=2 seeds=3'
    """
    given = SMALLER.get(name, {})
    game = load_game(name, given)
    address = " ".join([name, *(f"{key}={value}" for key, value in given.items())])
    if name not in LATE:
        return address, game
    state = game.start()
    for _ in range(LATE[name]):
        state = game.play(state, next(iter(game.moves(state))))
    late = start_at(game, state)
    return f"{name}, after {LATE[name]} plies", late


def make_boards(names: list[str], folder: Path) -> dict[str, Board]:
    """Write the boards of games below a folder, each under its name, and return what they are.

    Boards are made in two processes. Raises what solving and writing raise.
    """
    wanted = [name for name in names if name not in WITHOUT]
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in wanted and (path / "site.json").exists():
            shutil.rmtree(path)
    digest = program_digest()
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        futures = [pool.submit(_board, name, folder, digest) for name in wanted]
        return {name: future.result() for name, future in zip(wanted, futures, strict=True)}


def _board(name: str, folder: Path, digest: str) -> Board:
    """Write one board, or read what is known of the one that is there."""
    note = folder.parent / "notes" / f"{name}.json"
    key = hashlib.sha256(f"{digest} {board_game(name)[0]}".encode()).hexdigest()
    if (folder / name / "index.html").exists() and note.exists():
        known = json.loads(note.read_text(encoding="utf-8"))
        if known.pop("key", None) == key:
            return Board(**known)
    board = _made(name, folder)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps({"key": key, **vars(board)}), encoding="utf-8")
    return board


def _made(name: str, folder: Path) -> Board:
    address, game = board_game(name)
    solution = solve(game, max_states=MOST)
    written = site(solution, folder / name, most=MOST)
    return Board(
        address,
        written.states,
        written.bytes,
        _answer(solution),
        name in SMALLER or name in LATE,
        solution.probe(solution.start, 0).svg().strip(),
    )


def _answer(solution: Solution) -> str:
    """What the start is worth to the player to move: "a win in 9 plies", "an endless draw"."""
    record = solution.probe(solution.start, 0)
    worth = worth_text(record.value, record.score)
    if record.remoteness is None:
        return f"an endless {worth}"
    return f"a {worth} in {plies_text(record.remoteness)}"


def plain_picture(name: str) -> str:
    """The start of a game without values, as SVG."""
    game = load_game(name)
    return svg(board_of(CheckedGame(game), game.start(), 0)).strip()
