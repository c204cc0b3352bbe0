"""Check what a game's ``board`` returns and convert it to a `Board`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import isfinite
from typing import Any

from perfectplay.core.value import Move
from perfectplay.game.board import LETTERS, SHAPES, Board, CellChoice, Cells, Grid, Piece
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import same_move
from perfectplay.game.showing import answer_text, shown_move

MOST = 4_096
"""Maximum number of cells, and of anything else that a game's ``board`` lists."""

FARTHEST = 1_000.0
"""Maximum distance of a cell from the origin, in cells."""


class BadBoardError(Exception):
    """A board is wrong; the message says why in a few words."""


def choices_of(
    rules: CheckedGame, legal: list[Move], places: dict[int, Any]
) -> tuple[CellChoice, ...]:
    """The legal moves with their places; ``places`` maps the index of a move to its place."""
    choices = []
    for i, move in enumerate(legal):
        place = places.get(i)
        source, target = place if isinstance(place, tuple) else (None, place)
        choices.append(CellChoice(move, rules.move_text(move), target, source))
    return tuple(choices)


def checked_board(
    rules: CheckedGame, answer: object, legal: list[Move], text: str, *, strict: bool
) -> Board | None:
    """The board that a game's answer describes; None for the default board.

    ``strict``: raise for the place of a move that is not legal, instead of leaving it out (an
    operator may forbid moves of its game). Raises BadBoardError.
    """
    if answer is None:
        return None
    if isinstance(answer, str):
        return Board(answer, choices_of(rules, legal, {}))
    if isinstance(answer, Grid):
        size = _whole(answer.rows, "rows", 1) * _whole(answer.columns, "columns", 1)
        if size > MOST:
            raise BadBoardError(f"a grid of {size:,} cells, and at most {MOST:,} can be drawn")
        columns = answer.columns
        places = [(float(i % columns), float(i // columns)) for i in range(size)]
        labels, joined = _sides(answer), _pairs(())
    elif isinstance(answer, Cells):
        columns, joined = 0, _pairs(answer.joined)
        places = [_point(pair, "place") for pair in _few(answer.places, "places")]
        if not places:
            raise BadBoardError("no places for cells")
        labels = [_label(label) for label in _few(answer.labels, "labels")]
    else:
        raise BadBoardError(answer_text(answer))
    count = len(places)
    for one, other in joined:
        _cell(one, count, "joined")
        _cell(other, count, "joined")
    found = _placed(rules, answer.moves, legal, count, strict=strict)
    return Board(
        text, choices_of(rules, legal, found), tuple(places), _pieces(answer.pieces, count),
        _framed(answer.frames, count), joined, tuple(labels), _text(answer.note, "note"), columns,
    )  # fmt: skip


def _whole(number: object, what: str, least: int, most: int = MOST) -> int:
    if type(number) is int and least <= number <= most:
        return number
    raise BadBoardError(
        f"{answer_text(number)} for {what}, not a whole number from {least} to {most:,}"
    )


def _few(things: Any, what: str) -> list[Any]:
    """The items as a list. Raises BadBoardError if there are too many, perhaps without end."""
    if isinstance(things, str) or not isinstance(things, Iterable):
        raise BadBoardError(f"{answer_text(things)} for {what}, not a list")
    found = list(islice(things, MOST + 1))
    if len(found) > MOST:
        raise BadBoardError(f"more than {MOST:,} {what}")
    return found


def _text(text: object, what: str) -> str:
    if isinstance(text, str):
        return text
    raise BadBoardError(f"{answer_text(text)} for a {what}, not a text")


def _sides(grid: Grid) -> list[tuple[float, float, str]]:
    """The labels of ranks and files beside a grid."""
    ranks, files = (
        list(given) if isinstance(given, str) else _few(given, what)
        for given, what in ((grid.ranks, "ranks"), (grid.files, "files"))
    )
    for found, size, what in ((ranks, grid.rows, "ranks"), (files, grid.columns, "files")):
        if found and len(found) != size:
            raise BadBoardError(f"{len(found)} {what}, not {size}")
    beside = [(-0.75, float(y), _text(rank, "rank")) for y, rank in enumerate(ranks)]
    below = [(float(x), grid.rows - 0.25, _text(file, "file")) for x, file in enumerate(files)]
    return beside + below


def _point(pair: Any, what: str) -> tuple[float, float]:
    try:
        x, y = (float(number) for number in pair)
    except (TypeError, ValueError):
        raise BadBoardError(
            f"{answer_text(pair)} for a {what}, not a pair (x, y) of numbers"
        ) from None
    if isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= FARTHEST:
        return x, y
    raise BadBoardError(
        f"{answer_text(pair)} for a {what}, farther than {FARTHEST:,.0f} cells away"
    )


def _label(label: Any) -> tuple[float, float, str]:
    if not isinstance(label, tuple) or len(label) != 3:
        raise BadBoardError(f"{answer_text(label)} for a label, not (x, y, text)")
    return (*_point(label[:2], "label"), _text(label[2], "label"))


def _pairs(pairs: Any) -> tuple[tuple[Any, Any], ...]:
    found = _few(pairs, "joined")
    for pair in found:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise BadBoardError(f"{answer_text(pair)} in joined, not a pair of cells")
    return tuple(found)


def _cell(cell: object, count: int, what: str) -> int:
    if type(cell) is int and 0 <= cell < count:
        return cell
    raise BadBoardError(f"{answer_text(cell)} as a cell of {what}, and cells are 0 to {count - 1}")


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
            raise BadBoardError(
                f"{len(given)} pieces for {count} cells; None stands for an empty one"
            )
    found: list[Piece | None] = [None] * count
    for cell, piece in given:
        found[cell] = _piece(piece)
    return tuple(found)


def _piece(given: Any) -> Piece | None:
    if given is None or given == "":
        return None
    piece = Piece(given) if isinstance(given, str) else given
    if not isinstance(piece, Piece):
        raise BadBoardError(f"{answer_text(given)} for a piece, not a Piece or a text")
    shape = piece.shape
    if not isinstance(shape, str) or not shape or (shape not in SHAPES and len(shape) > LETTERS):
        known = ", ".join(SHAPES)
        raise BadBoardError(
            f"a piece of shape {shape!r}, neither one of {known} nor 1 to 4 letters"
        )
    if piece.seat is not None:
        _whole(piece.seat, "the seat of a piece", 0, 1)
    if piece.count is not None:
        _whole(piece.count, "the count of a piece", 0, 10**9)
    return piece


def _placed(
    rules: CheckedGame, moves: Any, legal: list[Move], count: int, *, strict: bool
) -> dict[int, Any]:
    """Map the index of each legal move that has a place to that place."""
    pairs = _few(moves.items() if isinstance(moves, Mapping) else moves, "moves")
    if not legal:
        return {}
    number: Callable[[Move], int | None] = _numbering(legal)
    found: dict[int, Any] = {}
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise BadBoardError(f"{answer_text(pair)} in moves, not a pair (move, place)")
        move, place = pair
        at = number(move)
        if at is None:
            if not strict:
                continue
            raise BadBoardError(
                f"a place for the move {shown_move(rules.game, move)}, which is not legal"
            )
        if at in found:
            raise BadBoardError(f"two places for the move {shown_move(rules.game, move)}")
        what = f"the move {shown_move(rules.game, move)}"
        arrow = isinstance(place, tuple) and len(place) == 2
        found[at] = tuple(_cell(c, count, what) for c in place) if arrow else _cell(
            place, count, what
        )  # fmt: skip
    return found


def _numbering(legal: list[Move]) -> Callable[[Move], int | None]:
    """A function from a move to its index among the legal moves."""
    try:
        known = {(type(move), move): i for i, move in enumerate(legal)}
        return lambda move: known.get((type(move), move))
    except TypeError:  # unhashable moves
        return lambda move: next((i for i, m in enumerate(legal) if same_move(m, move)), None)
