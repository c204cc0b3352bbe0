"""Tasks of the search: the published test sets of Connect 4 on 7×6, and empty boards.

A set stands in tests/data, with what its scores mean.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.two_boards import TwoBoards
from perfectplay.games.connect_four import ConnectFour

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"


def positions(name: str, some: int) -> Iterator[tuple[list[int], int]]:
    """The columns, from 0, and the score of each of the first ``some`` positions of a set."""
    file = DATA / f"connect_four_7x6_{name}-easy.txt"
    for line in file.read_text(encoding="utf-8").splitlines()[:some]:
        columns, score = line.split()
        yield [int(column) - 1 for column in columns], int(score)


def searching(name: str, some: int, two_boards: bool = False, hints: bool = True) -> dict[str, Any]:
    """A set in one batch, on one core. ``two_boards``: states are two boards of 49 bits."""
    from perfectplay import search_many

    game: Any = TwoBoards() if two_boards else ConnectFour(7, 6)
    states, scores = [], []
    for columns, score in positions(name, some):
        state = game.start()
        for column in columns:
            state = game.play(state, column)
        states.append(state)
        scores.append((len(columns), score))
    search_many(game, states[:1], hints=hints)  # compiles
    found = search_many(game, states, hints=hints)
    wrong = 0
    for (stones, score), value, plies in zip(scores, found.values, found.remoteness, strict=True):
        won, lost = 22 - (stones // 2 + (plies + 1) // 2), (stones + 1) // 2 + plies // 2 - 22
        wrong += score != {1: lost, 2: 0, 3: won}[int(value)]
    return {
        "seconds": found.seconds,
        "positions": len(states),
        "nodes": float(found.nodes.mean()),
        "wrong": int(wrong),
    }


def bitbully(name: str, some: int) -> dict[str, Any]:
    """A set by BitBully, position by position; to clear its table is not counted."""
    from bitbully import BitBully, Board

    solver, wrong, seconds, done = BitBully(opening_book=None), 0, 0.0, 0
    for columns, score in positions(name, some):
        board = Board(columns)
        solver.reset_transposition_table()
        began = time.perf_counter()
        found = solver.mtdf(board)
        seconds += time.perf_counter() - began
        wrong += found != score
        done += 1
    return {
        "seconds": seconds,
        "positions": done,
        "nodes": solver.get_node_counter() / done,
        "wrong": wrong,
    }


def searching_empty(width: int, height: int) -> dict[str, Any]:
    """The empty board, value and distance, without its moves, on all cores."""
    from perfectplay import search

    found = search(ConnectFour(width, height), method="compiled", moves=False, table=1 << 30)
    return {
        "seconds": found.seconds,
        "nodes": found.nodes,
        "value": str(found.value),
        "remoteness": found.remoteness,
    }
