"""The board of a state: the checked result of the game's ``board``, or a default."""

from __future__ import annotations

from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.board import LETTERS, Board, Grid, Piece, Place
from perfectplay.game.boards.board_made import MOST, BadBoardError, checked_board, choices_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken, raised
from perfectplay.game.game import Game, overrides
from perfectplay.game.guess.board_guess import BoardGuess
from perfectplay.game.guess.cell_reading import Values
from perfectplay.game.guess.cell_values import cell_text
from perfectplay.game.guess.declared_shape import declared
from perfectplay.game.guess.guessing import guessed
from perfectplay.game.guess.listed_board import listed_board
from perfectplay.game.operators.operator import defining
from perfectplay.game.showing import answer_text, faults_of, in_state, rule_name, takes_seat

Options: TypeAlias = list[tuple[Move, State]]

_INNER: WeakKeyDictionary[CheckedGame, CheckedGame] = WeakKeyDictionary()


def board_of(rules: CheckedGame, state: State, seat: int | None = None) -> Board:
    """The board of a state. ``seat``: the seat to move, or None if the caller does not know it.

    In a state in which the play is over, moves that ``board`` places are ignored. A game without
    ``board`` and ``board_shape`` gets a guessed board, if its states are one, else its text.
    Raises RulesError, which names the state, if ``board`` raises or returns what cannot be drawn.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> board = board_of(CheckedGame(TicTacToe()), 0)
    >>> board.columns, len(board.places), board.choices[4]
    (3, 9, CellChoice(move=4, text='5', target=4, source=None))
    """
    options = rules.position(state).options
    text = rules.shown_text(state, seat)
    game, inner = defining(rules.game, state, "board")
    if overrides(game, "board"):
        found = _given(rules, game, inner, seat, options, text)
    else:
        found = _default(rules, game, inner, seat, options, text)
    return found or Board(text, choices_of(rules, [move for move, _ in options], {}))


def _given(
    rules: CheckedGame, game: Game, state: State, seat: int | None, options: Options, text: str
) -> Board | None:
    """The board of the game's own method. Whatever it raises, late or not, becomes a RulesError."""
    legal = [move for move, _ in options]
    try:
        answer = game.board(state, seat) if takes_seat(type(game).board) else game.board(state)
        listed = listed_board(_inner_rules(rules, game), answer)
        cells = None if listed is None else listed.cells(state, seat)
        if listed is not None and cells is not None and len(cells) <= MOST:
            pieces = listed.pieces(cells, seat)
            named = [None] * len(options)
            return _drawn(rules, listed, cells, pieces, named, seat, options, text)
        return checked_board(rules, answer, legal, text, strict=game is rules.game)
    except BadBoardError as wrong:
        problem = f"{rule_name(game, 'board')} gave {wrong}{in_state(game, state)}"
        raise broken("illegal-board", problem, state) from None
    except PerfectPlayError:
        raise
    except faults_of(game) as error:
        raise raised(game, "board", error, state) from error


# --- board_shape, and guessed boards --------------------------------------------------------------


def _default(
    rules: CheckedGame, game: Game, state: State, seat: int | None, options: Options, text: str
) -> Board | None:
    """The board of ``board_shape``, else a guessed one; None without either."""
    try:
        shape, letters = game.board_shape, game.board_letters
    except faults_of(game) as error:  # a property of the user's
        raise raised(game, "board_shape", error) from error
    inner = _inner_rules(rules, game)
    if shape is None:
        board = None if wrote(game, "board_shape") else guessed(inner)
        cells = None if board is None else board.cells(state, seat)
        if board is None or cells is None:
            return None
        pieces = board.pieces(cells, seat)
        return _drawn(rules, board, cells, pieces, [None] * len(options), seat, options, text)
    if shape is False:
        return None
    rows, columns = _checked_shape(game, shape, letters)
    count = rows * columns
    board = declared(inner, rows, columns)
    cells = None if board is None else board.cells(state, seat)
    if board is None or cells is None:
        what = f"{shape}, for {count} cells, and the state has fewer numbers or letters"
        raise _illegal(game, "board_shape", what + in_state(game, state), state)
    if board.counts and not wrote(game, "board_letters"):
        letters = ""
    pieces = [_lettered(value, letters, board) for value in cells]
    named = [_default_place(move, count) for move, _ in options]
    return _drawn(rules, board, cells, pieces, named, seat, options, text)


def _drawn(
    rules: CheckedGame, board: BoardGuess, cells: Values, pieces: list[Piece | None],
    named: list[Any], seat: int | None, options: Options, text: str,
) -> Board:  # fmt: skip
    """A grid with its moves. ``named``: the place that the author of a declared shape gives each
    move, which counts if these cells change, or if the change of the cells gives no other."""
    places: dict[int, Place] = {}
    for i, (move, child) in enumerate(options):
        after = _child_cells(rules, board, child, seat)
        place = named[i]
        if place is None or (after is not None and not _change(place, cells, after)):
            found = board.place(move, cells, after)
            place = place if found is None else found
        if place is not None:
            places[i] = place
    legal = [move for move, _ in options]
    grid = Grid(board.shape.rows, board.shape.columns, pieces)
    made = checked_board(rules, grid, legal, text, strict=False)
    assert made is not None
    return Board(
        text, choices_of(rules, legal, places), made.places, made.pieces, made.framed,
        columns=made.columns,
    )  # fmt: skip


def _change(place: Place, before: Values, after: Values) -> bool:
    """True if all cells of a place change."""
    cells = place if isinstance(place, tuple) else (place,)
    return all(before[cell] != after[cell] for cell in cells)


def wrote(game: Game, name: str) -> bool:
    """True if the author has written an attribute, even with its default: ``board_shape = None``
    means that the text is the picture."""
    return any(name in vars(kind) for kind in type(game).__mro__ if kind is not Game)


def _illegal(game: Game, name: str, what: str, where: State = None) -> RulesError:
    return broken("illegal-board-shape", f"{rule_name(game, name)} is {what}", where)


def _checked_shape(game: Game, shape: Any, letters: Any) -> tuple[int, int]:
    """The declared rows and columns. Raises RulesError."""
    pair = isinstance(shape, tuple) and len(shape) == 2
    if not pair or not all(type(side) is int and 1 <= side <= MOST for side in shape):
        raise _illegal(game, "board_shape", answer_text(shape))
    if not isinstance(letters, str):
        raise _illegal(game, "board_letters", answer_text(letters))
    if shape[0] * shape[1] > MOST:
        raise _illegal(game, "board_shape", f"{shape}, and at most {MOST:,} cells can be drawn")
    rows, columns = shape
    return rows, columns


def _lettered(value: Any, letters: str, board: BoardGuess) -> Piece | None:
    """The piece of a cell. Of numbers: 0 for an empty cell, 1 for seat 0, 2 for seat 1; numbers
    without a letter appear as digits. Of letters: the first of ``letters`` is an empty cell."""
    if isinstance(value, int):
        if not letters or not 0 <= value < len(letters):
            return Piece(str(value)[:LETTERS])
        if value == 0:
            return None
        return Piece(letters[value], value - 1 if value < 3 else None)
    if value in board.empty or (letters and value == letters[0]):
        return None
    owner = letters.upper().find(str(value).upper())
    seat = owner - 1 if owner in (1, 2) else board.seats.get(value)
    return Piece(board.letters.get(value, cell_text(value)), seat)


def _default_place(move: Move, count: int) -> Any:
    """The move itself if it is a cell number or a pair of them, otherwise None."""
    if type(move) is int:
        return move if 0 <= move < count else None
    if isinstance(move, tuple) and len(move) == 2:
        inside = all(type(cell) is int and 0 <= cell < count for cell in move)
        return tuple(move) if inside and move[0] != move[1] else None
    return None


# --- within operators -----------------------------------------------------------------------------


def _inner_rules(rules: CheckedGame, game: Game) -> CheckedGame:
    """The rules of the game that an operator changes; the rules themselves without one."""
    if game is rules.game:
        return rules
    if rules not in _INNER:
        _INNER[rules] = CheckedGame(game)
    return _INNER[rules]


def _child_cells(
    rules: CheckedGame, board: BoardGuess, child: State, seat: int | None
) -> Values | None:
    """The cells after a move. ``seat``: the seat that makes it, or None."""
    game, child = defining(rules.game, child, "board")
    known = rules.player(child) if game is rules.game else None
    if known is None and seat is not None:
        known = seat if game.players == 1 else 1 - seat
    return board.cells(child, known)
