"""``perfectplay show``: one position with the values of its moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.options import option
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import Answer, say, say_heading
from perfectplay.cli.output.play_table import show_moves
from perfectplay.cli.output.wording import record_words
from perfectplay.cli.output.writing import check_new, check_place, opened
from perfectplay.core.errors import PlotError
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution

ROWS = 200
"""Moves of a position that are written for people: there may be thousands."""


def show(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    svg: Annotated[
        str | None,
        option(
            "Draw the position as SVG into this file too; - for the picture alone.", metavar="FILE"
        ),
    ] = None,
    board: Annotated[
        bool, option("Draw the board, with the values of moves on free cells.")
    ] = False,
    force: options.Replace = False,
) -> Answer:
    """Show a position: its value and all its moves, best first."""
    arguments = source.parse()
    if svg is not None:
        check_place(svg, "--svg")
        _check_svg(svg)
        if svg != "-":
            check_new(Path(svg), force)
    solution, position, seat = arguments.solved(engine)
    record = solution.probe(position.state, seat)
    if svg is not None:
        picture = record.svg(record_words(solution.rules, record))
        with opened(svg) as file:
            file.write(picture)
        if svg == "-":
            raise typer.Exit
    return Answer(record.as_dict, lambda: _show(solution, record, drawn=board))


def _check_svg(file: str) -> None:
    """Raise PlotError for the name of a file of another kind."""
    if Path(file).suffix.lower() not in ("", ".svg"):
        raise PlotError(f"--svg writes SVG, and {file} has another ending; expected .svg")


def _show(solution: Solution, record: Record, *, drawn: bool) -> None:
    from perfectplay.drawing.board.text import text, text_and_board

    picture = text_and_board(solution.rules, record.state, record.seat)
    if drawn:  # may raise
        from perfectplay.game.boards.board_of import board_of

        picture = text(board_of(solution.rules, record.state, record.seat), record)
    say_heading(solution.game)
    say(picture)
    say()
    say(record_words(solution.rules, record))
    if record.moves:
        say()
        show_moves(solution.rules, record.moves[:ROWS], scored=record.score is not None)
    if len(record.moves) > ROWS:
        say(f"and {len(record.moves) - ROWS:,} more moves, none of them better; --json has all")
