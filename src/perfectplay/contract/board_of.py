"""The board of a state: what the game's ``board`` gives, checked, or a default."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any

from perfectplay.contract.board import LETTERS, SHAPES, Board, Cells, Choice, Grid, Piece
from perfectplay.contract.game import Game, overrides
from perfectplay.contract.moves import same_move
from perfectplay.contract.operators.operator import Operator
from perfectplay.contract.promises import broken
from perfectplay.contract.rules import Rules
from perfectplay.contract.showing import answer_text, in_state, rule_name, shown_move
from perfectplay.words.value import Move, State

MOST = 4_096
"""A board has at most so many cells, and a game's ``board`` gives at most so many of anything."""

FARTHEST = 1_000.0
"""A cell is at most so many cells away from the middle."""


class _BadError(Exception):
    """What is wrong with a board, in a few words."""


def board_of(rules: Rules, state: State, seat: int | None = None) -> Board:
    """The board of a state; ``seat`` is the side to move as far as the caller knows.

    Raises RulesError, in one sentence that names the state, where ``board`` raises or gives
    anything that cannot be drawn. A state whose play is over has no moves, whatever it says.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> board = board_of(Rules(TicTacToe()), 0)
    >>> board.columns, len(board.places), board.choices[4]
    (3, 9, Choice(move=4, text='5', target=4, source=None))
    """
    legal = [move for move, _ in rules.position(state).options]
    text = rules.text(state, seat)
    game: Any = rules.game
    inner = state
    while isinstance(game, Operator) and not overrides(game, "board"):
        game, inner = game.game, game.inner(inner)
    if overrides(game, "board"):
        asked = Rules(game)
        with asked._guarded("board", inner):
            answer: object = _asked(game, inner, seat)
            try:
                made = _made(rules, answer, legal, text, strict=game is rules.game)
            except _BadError as wrong:
                said = f"{rule_name(game, 'board')} gave {wrong}{in_state(game, inner)}"
                raise broken("illegal-board", said, inner) from None
        if made is not None:
            return made
    return _declared(rules, game, inner, legal, text) or Board(text, _choices(rules, legal, {}))


def _asked(game: Game, state: State, seat: int | None) -> object:
    """``game.board``, whether or not it takes the seat."""
    return game.board(state, seat) if _takes_seat(type(game)) else game.board(state)


@lru_cache(maxsize=256)
def _takes_seat(cls: type[Game]) -> bool:
    try:
        inspect.signature(cls.board).bind(None, None, None)
    except TypeError:
        return False
    return True


def _choices(rules: Rules, legal: list[Move], places: dict[int, Any]) -> tuple[Choice, ...]:
    """The legal moves with their places, which are given by the move's number."""
    choices = []
    for i, move in enumerate(legal):
        place = places.get(i)
        source, target = place if isinstance(place, tuple) else (None, place)
        choices.append(Choice(move, rules.move_text(move), target, source))
    return tuple(choices)


# --- what a game gives ----------------------------------------------------------------------------


def _made(
    rules: Rules, answer: object, legal: list[Move], text: str, *, strict: bool
) -> Board | None:
    """The board that a game's answer declares; None: the default. Raises _BadError.

    ``strict``: a move that is not legal is wrong; else, around a game, it is left out.
    """
    if answer is None:
        return None
    if isinstance(answer, str):
        return Board(answer, _choices(rules, legal, {}))
    if isinstance(answer, Grid):
        size = _whole(answer.rows, "rows", 1) * _whole(answer.columns, "columns", 1)
        if size > MOST:
            raise _BadError(f"a grid of {size:,} cells, and at most {MOST:,} can be drawn")
        columns = answer.columns
        places = [(float(i % columns), float(i // columns)) for i in range(size)]
        labels, joined = _sides(answer), _pairs(())
    elif isinstance(answer, Cells):
        columns, joined = 0, _pairs(answer.joined)
        places = [_point(pair, "place") for pair in _few(answer.places, "places")]
        if not places:
            raise _BadError("no places for cells")
        labels = [_label(label) for label in _few(answer.labels, "labels")]
    else:
        raise _BadError(answer_text(answer))
    count = len(places)
    for one, other in joined:
        _cell(one, count, "joined")
        _cell(other, count, "joined")
    found = _placed(rules, answer.moves, legal, count, strict=strict)
    return Board(
        text, _choices(rules, legal, found), tuple(places), _pieces(answer.pieces, count),
        _framed(answer.frames, count), joined, tuple(labels), _text(answer.note, "note"), columns,
    )  # fmt: skip


def _whole(number: object, what: str, least: int, most: int = MOST) -> int:
    if type(number) is int and least <= number <= most:
        return number
    raise _BadError(
        f"{answer_text(number)} for {what}, not a whole number from {least} to {most:,}"
    )


def _few(things: Any, what: str) -> list[Any]:
    """A list of what may be a generator without end."""
    if isinstance(things, str) or not isinstance(things, Iterable):
        raise _BadError(f"{answer_text(things)} for {what}, not a list")
    found = list(islice(things, MOST + 1))
    if len(found) > MOST:
        raise _BadError(f"more than {MOST:,} {what}")
    return found


def _text(text: object, what: str) -> str:
    if isinstance(text, str):
        return text
    raise _BadError(f"{answer_text(text)} for a {what}, not a text")


def _sides(grid: Grid) -> list[tuple[float, float, str]]:
    """The labels beside a grid."""
    ranks, files = (
        list(given) if isinstance(given, str) else _few(given, what)
        for given, what in ((grid.ranks, "ranks"), (grid.files, "files"))
    )
    for found, size, what in ((ranks, grid.rows, "ranks"), (files, grid.columns, "files")):
        if found and len(found) != size:
            raise _BadError(f"{len(found)} {what}, not {size}")
    beside = [(-0.75, float(y), _text(rank, "rank")) for y, rank in enumerate(ranks)]
    below = [(float(x), grid.rows - 0.25, _text(file, "file")) for x, file in enumerate(files)]
    return beside + below


def _point(pair: Any, what: str) -> tuple[float, float]:
    try:
        x, y = (float(number) for number in pair)
    except (TypeError, ValueError):
        raise _BadError(f"{answer_text(pair)} for a {what}, not a pair (x, y) of numbers") from None
    if isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= FARTHEST:
        return x, y
    raise _BadError(f"{answer_text(pair)} for a {what}, farther than {FARTHEST:,.0f} cells away")


def _label(label: Any) -> tuple[float, float, str]:
    if not isinstance(label, tuple) or len(label) != 3:
        raise _BadError(f"{answer_text(label)} for a label, not (x, y, text)")
    return (*_point(label[:2], "label"), _text(label[2], "label"))


def _pairs(pairs: Any) -> tuple[tuple[Any, Any], ...]:
    found = _few(pairs, "joined")
    for pair in found:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise _BadError(f"{answer_text(pair)} in joined, not a pair of cells")
    return tuple(found)


def _cell(cell: object, count: int, what: str) -> int:
    if type(cell) is int and 0 <= cell < count:
        return cell
    raise _BadError(f"{answer_text(cell)} as a cell of {what}, and cells are 0 to {count - 1}")


def _framed(frames: Any, count: int) -> frozenset[int]:
    if isinstance(frames, bool):
        return frozenset(range(count) if frames else ())
    return frozenset(_cell(cell, count, "frames") for cell in _few(frames, "frames"))


def _pieces(pieces: Any, count: int) -> tuple[Piece | None, ...]:
    """The piece of each cell."""
    if isinstance(pieces, Mapping):
        given = [(_cell(cell, count, "pieces"), pieces[cell]) for cell in _few(pieces, "pieces")]
    else:
        given = list(enumerate(_few(pieces, "pieces")))
        if len(given) not in (0, count):
            raise _BadError(f"{len(given)} pieces for {count} cells; None stands for an empty one")
    found: list[Piece | None] = [None] * count
    for cell, piece in given:
        found[cell] = _piece(piece)
    return tuple(found)


def _piece(given: Any) -> Piece | None:
    if given is None or given == "":
        return None
    piece = Piece(given) if isinstance(given, str) else given
    if not isinstance(piece, Piece):
        raise _BadError(f"{answer_text(given)} for a piece, not a Piece or a text")
    shape = piece.shape
    if not isinstance(shape, str) or not shape or (shape not in SHAPES and len(shape) > LETTERS):
        known = ", ".join(SHAPES)
        raise _BadError(f"a piece of shape {shape!r}, neither one of {known} nor 1 to 4 letters")
    if piece.seat is not None:
        _whole(piece.seat, "the seat of a piece", 0, 1)
    if piece.count is not None:
        _whole(piece.count, "the count of a piece", 0, 10**9)
    return piece


def _placed(
    rules: Rules, moves: Any, legal: list[Move], count: int, *, strict: bool
) -> dict[int, Any]:
    """The places of moves by the number of the move."""
    pairs = _few(moves.items() if isinstance(moves, Mapping) else moves, "moves")
    if not legal:
        return {}
    number: Callable[[Move], int | None] = _numbering(legal)
    found: dict[int, Any] = {}
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise _BadError(f"{answer_text(pair)} in moves, not a pair (move, place)")
        move, place = pair
        at = number(move)
        if at is None:
            if not strict:
                continue
            raise _BadError(
                f"a place for the move {shown_move(rules.game, move)}, which is not legal"
            )
        if at in found:
            raise _BadError(f"two places for the move {shown_move(rules.game, move)}")
        what = f"the move {shown_move(rules.game, move)}"
        arrow = isinstance(place, tuple) and len(place) == 2
        found[at] = tuple(_cell(c, count, what) for c in place) if arrow else _cell(
            place, count, what
        )  # fmt: skip
    return found


def _numbering(legal: list[Move]) -> Callable[[Move], int | None]:
    """A function from a move to its number among the legal ones."""
    try:
        known = {(type(move), move): i for i, move in enumerate(legal)}
        return lambda move: known.get((type(move), move))
    except TypeError:  # unhashable moves
        return lambda move: next((i for i, m in enumerate(legal) if same_move(m, move)), None)


# --- what a game declares -------------------------------------------------------------------------


def _declared(rules: Rules, game: Game, state: State, legal: list[Move], text: str) -> Board | None:
    """The board of a flat tuple with a declared shape; None where there is none."""
    asked = Rules(game)
    shape = asked._attribute("board_shape")
    if shape is None:
        return None
    letters = asked._attribute("board_letters")
    pair = isinstance(shape, tuple) and len(shape) == 2
    if not pair or not all(type(side) is int and 1 <= side <= MOST for side in shape):
        said = f"{rule_name(game, 'board_shape')} is {answer_text(shape)}"
        raise broken("illegal-board-shape", said)
    if not isinstance(letters, str):
        said = f"{rule_name(game, 'board_letters')} is {answer_text(letters)}"
        raise broken("illegal-board-shape", said)
    rows, columns = shape
    count = rows * columns
    fields = state[:count] if isinstance(state, tuple) else ()
    if len(fields) < count or not all(isinstance(field, int) for field in fields):
        said = f"{rule_name(game, 'board_shape')} is {shape}, for {count} cells, and the state has "
        raise broken("illegal-board-shape", f"{said}fewer numbers{in_state(game, state)}", state)
    pieces = [_lettered(int(field), letters) for field in fields]
    moves = [(i, _default_place(move, count)) for i, move in enumerate(legal)]
    places = {i: place for i, place in moves if place is not None}
    grid = _made(rules, Grid(rows, columns, pieces), legal, text, strict=False)
    assert grid is not None
    return Board(
        text, _choices(rules, legal, places), grid.places, grid.pieces, grid.framed,
        columns=columns,
    )  # fmt: skip


def _lettered(field: int, letters: str) -> Piece | None:
    """The piece for a number: the first letter stands for an empty cell, then those of seat 0 and
    of seat 1; numbers beyond the letters are written."""
    if not letters or not 0 <= field < len(letters):
        return Piece(str(field)[:LETTERS])
    if field == 0:
        return None
    return Piece(letters[field], field - 1 if field < 3 else None)


def _default_place(move: Move, count: int) -> Any:
    """A move that is the number of a cell, or a pair of such, is taken for its place."""
    if type(move) is int:
        return move if 0 <= move < count else None
    if isinstance(move, tuple) and len(move) == 2:
        inside = all(type(cell) is int and 0 <= cell < count for cell in move)
        return tuple(move) if inside and move[0] != move[1] else None
    return None
