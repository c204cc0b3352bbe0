"""Boards of a declared ``board_shape``: where the cells are in the states of the game."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakKeyDictionary

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.guess.board_guess import BoardGuess, changed_as_pieces, with_pieces
from perfectplay.game.guess.cell_reading import readings
from perfectplay.game.guess.cell_values import EMPTY
from perfectplay.game.guess.grid_shapes import GridShape
from perfectplay.game.guess.play_sample import SampleStep, sample_steps

_DECLARED: WeakKeyDictionary[CheckedGame, dict[tuple[int, int], BoardGuess | None]] = (
    WeakKeyDictionary()
)


def declared(rules: CheckedGame, rows: int, columns: int) -> BoardGuess | None:
    """The cells of a declared shape: the rows of a text or of nested tuples, else the first fields
    of the states or of a part of them. None if the start has too few.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> declared(CheckedGame(ThreeRocks()), 1, 2).cells((3, 4), None)
    (3, 4)
    """
    known = _DECLARED.setdefault(rules, {})
    if (rows, columns) not in known:
        known[rows, columns] = _declared(rules, GridShape(rows, columns, told=True))
    return known[rows, columns]


def _declared(rules: CheckedGame, shape: GridShape) -> BoardGuess | None:
    start = rules.start()
    steps = sample_steps(rules)  # whose are the letters? Do numbers count something?
    for reading in readings([start, *(step.child for step in steps)]):
        cells = reading.read(start, None)
        fits = len(cells) == shape.count if reading.rows else len(cells) >= shape.count
        if fits:
            return with_owners(BoardGuess(reading, shape, frozenset(EMPTY)), steps, rules)
    return None


def with_owners(board: BoardGuess, steps: list[SampleStep], rules: CheckedGame) -> BoardGuess:
    """The board with its empty cells and the owners of its pieces, as plays show them."""
    pairs = []
    for step in steps:
        one, other = board.cells(step.state, step.seat), board.cells(step.child, step.child_seat)
        if one is None or other is None:
            return board
        pairs.append((one, other))
    if not pairs:
        return board
    made = with_pieces(board, pairs, steps, rules.game.players)
    numbers = all(isinstance(value, int) for pair in pairs for cells in pair for value in cells)
    return replace(made, counts=numbers and not changed_as_pieces(made, pairs))
