"""Guess the board of a game that declares none, from a sample of its plays.

A guess must never draw what is no board: heaps, counters, scores, hands, sets of flags. So the
cells of the sample must change as pieces on a board do: pieces are put on empty cells, moved,
taken, or turned over, and no cell changes with every move. A number that becomes another number
is a count, and there is no board. A flat sequence also needs a shape for which more speaks
(`grid_shapes`). Where this fails, positions are shown as texts, as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.game import overrides
from perfectplay.game.guess.board_guess import (
    BoardGuess,
    Fields,
    changed_as_pieces,
    kinds_of,
    with_pieces,
)
from perfectplay.game.guess.cell_changes import CellChange, named_place
from perfectplay.game.guess.cell_reading import CellReading, UnreadableError, readings, row_readings
from perfectplay.game.guess.grid_shapes import (
    GridShape,
    flat_shapes,
    is_row_board,
    is_square_board,
    row_shape,
)
from perfectplay.game.guess.play_sample import SampleStep, sample_steps
from perfectplay.game.guess.rectangles import columns_of, rectangles
from perfectplay.game.guess.walkers import with_walkers
from perfectplay.game.operators.sums import Sum

MOST_CELLS = 1_024
"""Maximum number of fields of a state in which a board is looked for."""

MOST_KINDS = 16
"""Maximum number of kinds of pieces."""

LEAST_CELLS = 6
"""Least number of cells of a board in rows that are not told by the game."""

Changes: TypeAlias = list[CellChange]


@dataclass(frozen=True)
class _Guessing:
    """A guess, or None; ``unshaped``: the cells of a board whose rows and columns nothing tells."""

    board: BoardGuess | None = None
    unshaped: int = 0


_GUESSES: WeakKeyDictionary[CheckedGame, _Guessing] = WeakKeyDictionary()


def unshaped_cells(rules: CheckedGame) -> int:
    """The number of cells that change as those of a board do, but whose rows and columns nothing
    tells; 0 if there are none, or there is a guess."""
    return _guessing(rules).unshaped


def guessed(rules: CheckedGame) -> BoardGuess | None:
    """The guessed board of a game; None if its states show none. Runs no rules a second time.

    >>> from perfectplay.games.wythoff import Wythoff
    >>> guessed(CheckedGame(Wythoff())) is None
    True
    """
    return _guessing(rules).board


def _guessing(rules: CheckedGame) -> _Guessing:
    if rules not in _GUESSES:
        game = rules.game
        refused = isinstance(game, ExplicitGame | Sum)  # their states are names or several states
        _GUESSES[rules] = _Guessing() if refused else _guess(rules, sample_steps(rules))
    return _GUESSES[rules]


def _guess(rules: CheckedGame, steps: list[SampleStep]) -> _Guessing:
    if len(steps) < 2:
        return _Guessing()
    unshaped = 0
    for reading in _readings(rules, steps):
        try:
            if len(reading.read(steps[0].state, steps[0].seat)) > MOST_CELLS:
                continue
            fields = [
                (reading.read(step.state, step.seat), reading.read(step.child, step.child_seat))
                for step in steps
            ]
        except UnreadableError:
            continue
        for shape in _shapes(rules, reading, fields, steps):
            cut = slice(shape.first, shape.first + shape.count)
            pairs = [(one[cut], other[cut]) for one, other in fields]
            board = _with_pieces(BoardGuess(reading, shape, frozenset()), pairs, steps, rules)
            if board is None:
                continue
            if _fits(board, pairs, steps):
                return _Guessing(board)
            if shape.rows > 1 and not shape.told and _names_cells(board, pairs, steps):
                unshaped = unshaped or shape.count
    return _Guessing(unshaped=unshaped)


def _readings(rules: CheckedGame, steps: Sequence[SampleStep]) -> Iterator[CellReading]:
    start = steps[0]
    for reading in readings([start.state, *(step.child for step in steps)]):
        if (walked := with_walkers(reading, steps)) is not None:
            yield walked
        yield reading
    if overrides(rules.game, "text"):
        yield from row_readings(rules.text, start.state, start.seat)


def _shapes(
    rules: CheckedGame, reading: CellReading, fields: Fields, steps: list[SampleStep]
) -> Iterator[GridShape]:
    """The shapes to try for a reading."""
    if reading.rows:
        if reading.rows * reading.columns >= LEAST_CELLS:
            yield GridShape(reading.rows, reading.columns, told=True)
        return
    length = len(fields[0][0])
    turns = _turns(fields)
    for shape in flat_shapes(rules.game, length, steps):
        others = shape.others(length)
        if not others or any(i in turns for i in others):
            yield shape
    for shape in rectangles(length):
        if all(i in turns for i in shape.others(length)):
            yield shape
    if (row := row_shape(length, turns)) is not None:
        yield row


def _turns(fields: Fields) -> list[int]:
    """The fields that change with nearly every move."""
    length = len(fields[0][0])
    changed = Counter(i for one, other in fields for i in range(length) if one[i] != other[i])
    return [i for i in range(length) if changed[i] >= 0.9 * len(fields)]


# --- judging --------------------------------------------------------------------------------------


def _with_pieces(
    board: BoardGuess, pairs: Fields, steps: list[SampleStep], rules: CheckedGame
) -> BoardGuess | None:
    """The board with the pieces of the sample; None if the cells do not change as pieces do."""
    if _turns(pairs):
        return None
    board = with_pieces(board, pairs, steps, rules.game.players)
    kinds = kinds_of(pairs, board.empty)
    stacks = any(isinstance(kind, tuple) for kind in kinds)
    if not board.empty or not kinds or (len(kinds) > MOST_KINDS and not stacks):
        return None
    if not changed_as_pieces(board, pairs):
        return None
    places = [board.place(s.move, *pair) for s, pair in zip(steps, pairs, strict=True)]
    return board if sum(place is not None for place in places) * 2 >= len(places) else None


def _names_cells(board: BoardGuess, pairs: Fields, steps: list[SampleStep]) -> bool:
    """True if moves are the numbers of cells, or pairs of these."""
    columns, count = board.shape.columns, board.shape.count
    return all(
        named_place(step.move, columns, count, change.cells) is not None
        for step, change in zip(steps, _changes(board, pairs), strict=True)
    )


def _changes(board: BoardGuess, pairs: Fields) -> Changes:
    return [CellChange.of(one, board.exchanged(other), board.empty) for one, other in pairs]


def _fits(board: BoardGuess, pairs: Fields, steps: list[SampleStep]) -> bool:
    """True if enough speaks for the shape."""
    shape, kinds = board.shape, kinds_of(pairs, board.empty)
    changes = _changes(board, pairs)
    touched = len({i for change in changes for i in change.cells})
    if board.reading.rows:
        if shape.columns == 2 and shape.rows > 2 and not board.reading.is_text and _pairs(changes):
            return False  # each row is a piece with its colour, or the like
        return not board.reading.is_text or _few_constants(pairs, board.empty)
    if shape.told:
        return True
    if 2 * touched < shape.count and not shape.side:
        return False
    if shape.side and all(isinstance(change.put, int) for change in changes):
        return True
    if shape.rows not in (1, shape.columns):
        return shape.columns == columns_of(shape.count, changes, steps)
    if shape.rows > 1:
        return is_square_board(changes, steps, shape.rows, len(kinds))
    placed = sum(change.place() is not None for change in changes)
    clear = board.reading.is_text or len(kinds) == 2 or _named(changes, steps)
    return clear and 10 * placed >= 9 * len(changes) and is_row_board(changes, steps)


def _named(changes: Changes, steps: list[SampleStep]) -> bool:
    """True if every move is the numbers of the cells that it changes, of five cells or more."""
    moves = [(step.move,) if type(step.move) is int else step.move for step in steps]
    return len(changes[0].before) > 4 and all(
        isinstance(move, tuple) and change.cells == move
        for change, move in zip(changes, moves, strict=True)
    )


def _pairs(changes: Changes) -> bool:
    """True if the two cells of a row always change together."""
    return all(cell ^ 1 in change.cells for change in changes for cell in change.cells)


def _few_constants(pairs: Fields, empty: frozenset[Any]) -> bool:
    """True if few letters of a text always stay: it is a picture and not a sentence."""
    cells = zip(*(other for _, other in pairs), strict=True)
    constant = [values[0] for values in cells if values[0] not in empty and len(set(values)) == 1]
    return 3 * sum(str(value).isalnum() for value in constant) <= len(pairs[0][0])
