"""``perfectplay show`` and ``line``: one position, and the perfect play from it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

from perfectplay.analysis.perfect_line import perfect_line
from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod
from perfectplay.cli.output import say, say_json, say_table, say_title
from perfectplay.cli.points_line import points_end, score_words, show_points
from perfectplay.cli.position import asked_of
from perfectplay.cli.wording import (
    ahead_words,
    plies,
    points_words,
    signed,
    state_words,
    title,
    value_words,
    winner_words,
)
from perfectplay.cli.writing import check_place, opened
from perfectplay.core.value import Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import parameters as parameters_of
from perfectplay.game.naming import game_name
from perfectplay.game.sides import sides_of
from perfectplay.tablebase.record import MoveRecord, Record, jsonable
from perfectplay.tablebase.solution import Solution

Svg: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Draw the position as SVG into this file too; - for the picture alone."
    ),
]
Drawn: TypeAlias = Annotated[
    bool, typer.Option("--board", help="Draw the board, with the values of moves on free cells.")
]

ROWS = 200
"""Moves of a position that are written for people: a state that is set up may have thousands."""


def show(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    move: options.Moves = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
    svg: Svg = None,
    board: Drawn = False,
    json: options.Json = False,
) -> None:
    """Show a position: its value and all its moves, best first."""
    asked = asked_of(game, arguments, move, rules)
    if svg is not None:
        check_place(svg, "--svg")
    asked.check()
    solution = asked.solution(EngineOptions(method, threads, max_states, no_symmetries))
    position, seat = asked.solved(solution)
    record = solution.probe(position.state, seat)
    if svg is not None:
        write_picture(solution, record, svg)
        if svg == "-":
            return
    if json:
        say_json(record.as_dict())
    else:
        _show(solution, record, drawn=board)


def write_picture(solution: Solution, record: Record, output: str) -> None:
    """Writes the position as SVG into a file, or to standard output for "-"."""
    words = _headline(solution.rules, record, solution.game.players == 1)
    picture = record.svg(words)
    with opened(output) as file:
        file.write(picture)


def _show(solution: Solution, record: Record, *, drawn: bool) -> None:
    puzzle = solution.game.players == 1
    picture = _drawn(solution.rules, record) if drawn else record.text
    say_title(title(solution.game))
    say()
    say(picture)
    say()
    say(_headline(solution.rules, record, puzzle))
    if not record.moves:
        return
    say()
    shown = record.moves[:ROWS]
    if record.score is None:
        say_table(("move", "value", ""), [value_row(move, puzzle) for move in shown])
    else:
        scored = [scored_row(solution.rules, move) for move in shown]
        say_table(("move", "score", "end", ""), scored, right=("score",))
    if len(record.moves) > ROWS:
        say(f"and {len(record.moves) - ROWS:,} more moves, none of them better; --json has all")


def _drawn(rules: CheckedGame, record: Record) -> str:
    from perfectplay.drawing.board.text import text
    from perfectplay.game.board_of import board_of

    return text(board_of(rules, record.state, record.seat), record)


def _headline(rules: CheckedGame, record: Record, puzzle: bool) -> str:
    sides = sides_of(rules)
    mover = sides.mover(record.seat)
    if record.score is not None:
        words = points_words(rules, record.score, record.remoteness or 0, mover=mover)
        if puzzle or record.seat is None:
            return words
        later = record.state != rules.start()
        return f"{words}; {ahead_words(rules, record.score, record.seat, from_here=later)}"
    words = state_words(record.value, record.remoteness, puzzle=puzzle, mover=mover)
    if puzzle or record.seat is None or record.value is Value.DRAW:
        return words
    return f"{words}; {winner_words(sides, record.value, record.seat)}"


def value_row(move: MoveRecord, puzzle: bool) -> tuple[str, str, str]:
    """Values are counted from the position that is shown, hence one ply more than after it."""
    total = None if move.remoteness is None else move.remoteness + 1
    words = value_words(move.value, total, puzzle=puzzle)
    mark = "perfect" if move.perfect else "best" if move.best else ""
    return (move.text, words.removeprefix("a ").removeprefix("an "), mark)


def scored_row(rules: CheckedGame, move: MoveRecord) -> tuple[str, str, str, str]:
    """What the mover gets by the move and all that follows it, and when the play ends."""
    assert move.score is not None
    mark = "perfect" if move.perfect else "best" if move.best else ""
    return (move.text, signed(rules, move.score), f"in {plies((move.remoteness or 0) + 1)}", mark)


def line(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    move: options.Moves = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Show a perfect play from a position to its end.

    Of several perfect moves it takes the first in the order of the rules.
    """
    asked = asked_of(game, arguments, move, rules)
    asked.check()
    solution = asked.solution(EngineOptions(method, threads, max_states, no_symmetries))
    position, seat = asked.solved(solution)
    steps, loops = perfect_line(solution, position, seat is not None)
    if json:
        say_json(
            {
                "game": game_name(asked.game),
                "parameters": {k: jsonable(v) for k, v in parameters_of(asked.game).items()},
                "line": steps,
                "loops": loops,
            }
        )
    else:
        _show_line(solution, steps, loops)


def _show_line(solution: Solution, steps: list[dict[str, Any]], loops: bool) -> None:
    say_title(title(solution.game))
    say()
    rules = solution.rules
    show_play(rules, steps)
    say()
    say(points_end(rules, steps) if rules.scoring else _line_end(rules, steps, loops))


def show_play(rules: CheckedGame, steps: list[dict[str, Any]], *, values: bool = False) -> None:
    """The positions of a play with the moves that are made in them, as JSON has them.

    ``values``: with the value of each, or its score.
    """
    puzzle = rules.game.players == 1
    if any("\n" in step["text"] for step in steps):
        _show_boards(rules, steps, values)
        return
    if rules.scoring:
        show_points(rules, steps, values=values)
        return
    head = ("ply", "player", "state", "move", *(("value",) if values else ()))
    names = sides_of(rules).words
    rows = [
        (*_line_row(step, names), *((_value_words(step, puzzle),) if values else ()))
        for step in steps
    ]
    say_table(head, rows, right=("ply",))


def _line_row(step: dict[str, Any], names: tuple[str, str]) -> tuple[str, str, str, str]:
    seat = "" if step["seat"] is None else names[step["seat"]]
    return (str(step["ply"]), seat, step["text"], step["move_text"] or "")


def _value_words(step: dict[str, Any], puzzle: bool) -> str:
    words = value_words(Value[step["value"].upper()], step["remoteness"], puzzle=puzzle)
    return words.removeprefix("a ").removeprefix("an ")


def _show_boards(rules: CheckedGame, steps: list[dict[str, Any]], values: bool) -> None:
    puzzle, heads = rules.game.players == 1, sides_of(rules).heads
    for step in steps:
        say(step["text"])
        if values:
            say(score_words(rules, step) if rules.scoring else _value_words(step, puzzle))
        if step["move_text"] is not None:
            who = "" if puzzle or step["seat"] is None else f"{heads[step['seat']]}: "
            gain = f", {signed(rules, step['gain'])}" if step.get("gain") else ""
            say(f"\n{step['ply'] + 1}. {who}{step['move_text']}{gain}\n")


def _line_end(rules: CheckedGame, steps: list[dict[str, Any]], loops: bool) -> str:
    count = plies(len(steps) - 1)
    last = steps[-1]
    if loops:
        return f"after {count} the play has come back to an earlier state: an endless draw"
    value = Value[last["value"].upper()]
    if rules.game.players == 1:
        return f"{'solved' if value is Value.WIN else 'not solved'} after {count}"
    if value is Value.DRAW:
        return f"a draw after {count}"
    if last["seat"] is None:
        return f"{'won' if value is Value.WIN else 'lost'} after {count} for the player to move"
    return f"{winner_words(sides_of(rules), value, last['seat'])} after {count}"
