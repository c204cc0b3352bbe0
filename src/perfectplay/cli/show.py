"""``perfectplay show`` and ``line``: one position, and the perfect play from it."""

from __future__ import annotations

from typing import Any

from perfectplay.assembly.moves import Position, next_position
from perfectplay.cli import options
from perfectplay.cli.options import Engine, Method
from perfectplay.cli.output import say, say_json, say_table, say_title
from perfectplay.cli.position import asked_of
from perfectplay.cli.wording import SEATS, plies, state_words, title, value_words, winner_words
from perfectplay.contract.game import parameters as parameters_of
from perfectplay.games.index import game_name
from perfectplay.results.record import MoveRecord, Record, jsonable
from perfectplay.results.solution import Solution
from perfectplay.words.value import Value


def show(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    move: options.Moves = None,
    method: options.MethodOption = Method.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Show a position: its value and all its moves, best first."""
    asked = asked_of(game, arguments, move, rules)
    asked.check()
    solution = asked.solution(Engine(method, threads, max_states, no_symmetries))
    position, seat = asked.solved(solution)
    record = solution.probe(position.state, seat)
    if json:
        say_json(record.as_dict())
    else:
        _show(solution, record)


def _show(solution: Solution, record: Record) -> None:
    puzzle = solution.game.players == 1
    say_title(title(solution.game))
    say()
    say(record.text)
    say()
    say(_headline(record, puzzle))
    if record.moves:
        say()
        rows = [_row(move, puzzle) for move in record.moves]
        say_table(("move", "value", ""), rows)


def _headline(record: Record, puzzle: bool) -> str:
    words = state_words(record.value, record.remoteness, puzzle=puzzle)
    if puzzle or record.seat is None or record.value is Value.DRAW:
        return words
    return f"{words}; {winner_words(record.value, record.seat)}"


def _row(move: MoveRecord, puzzle: bool) -> tuple[str, str, str]:
    """Values are counted from the position that is shown, hence one ply more than after it."""
    total = None if move.remoteness is None else move.remoteness + 1
    words = value_words(move.value, total, puzzle=puzzle)
    mark = "perfect" if move.perfect else "best" if move.best else ""
    return (move.text, words.removeprefix("a ").removeprefix("an "), mark)


def line(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    move: options.Moves = None,
    method: options.MethodOption = Method.AUTO,
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
    solution = asked.solution(Engine(method, threads, max_states, no_symmetries))
    position, seat = asked.solved(solution)
    steps, loops = _steps(solution, position, seat is not None)
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


def _steps(
    solution: Solution, position: Position, seat_known: bool
) -> tuple[list[dict[str, Any]], bool]:
    """Each position of the line with the move that is made in it; the last one has none."""
    found = solution.line(position.state)
    rules = solution.rules
    steps = []
    for ply, state in enumerate(found.states):
        move = found.moves[ply] if ply < len(found.moves) else None
        seat = position.seat if seat_known else None
        steps.append(
            {
                "ply": ply,
                "state": jsonable(state),
                "text": rules.text(state, seat),
                "seat": seat,
                "value": str(solution.value(state)),
                "remoteness": solution.remoteness(state),
                "move": None if ply == len(found.moves) else jsonable(move),
                "move_text": None if ply == len(found.moves) else rules.move_text(move),
            }
        )
        if ply < len(found.moves):
            position = next_position(rules, position, move)
    return steps, found.loops


def _show_line(solution: Solution, steps: list[dict[str, Any]], loops: bool) -> None:
    puzzle = solution.game.players == 1
    say_title(title(solution.game))
    say()
    show_steps(steps, puzzle)
    say()
    say(_line_end(steps, loops, puzzle))


def show_steps(steps: list[dict[str, Any]], puzzle: bool, *, values: bool = False) -> None:
    """The positions of a play with the moves that are made in them, as JSON has them.

    ``values``: with the value of each.
    """
    if any("\n" in step["text"] for step in steps):
        _show_boards(steps, puzzle, values)
        return
    head = ("ply", "player", "state", "move", *(("value",) if values else ()))
    rows = [
        (*_line_row(step), *((_value_words(step, puzzle),) if values else ())) for step in steps
    ]
    say_table(head, rows, right=("ply",))


def _line_row(step: dict[str, Any]) -> tuple[str, str, str, str]:
    seat = "" if step["seat"] is None else SEATS[step["seat"]]
    return (str(step["ply"]), seat, step["text"], step["move_text"] or "")


def _value_words(step: dict[str, Any], puzzle: bool) -> str:
    words = value_words(Value[step["value"].upper()], step["remoteness"], puzzle=puzzle)
    return words.removeprefix("a ").removeprefix("an ")


def _show_boards(steps: list[dict[str, Any]], puzzle: bool, values: bool) -> None:
    for step in steps:
        say(step["text"])
        if values:
            say(_value_words(step, puzzle))
        if step["move_text"] is not None:
            who = "" if puzzle or step["seat"] is None else f"{SEATS[step['seat']]} player: "
            say(f"\n{step['ply'] + 1}. {who}{step['move_text']}\n")


def _line_end(steps: list[dict[str, Any]], loops: bool, puzzle: bool) -> str:
    count = plies(len(steps) - 1)
    last = steps[-1]
    if loops:
        return f"after {count} the play has come back to an earlier state: an endless draw"
    value = Value[last["value"].upper()]
    if puzzle:
        return f"{'solved' if value is Value.WIN else 'not solved'} after {count}"
    if value is Value.DRAW:
        return f"a draw after {count}"
    if last["seat"] is None:
        return f"{'won' if value is Value.WIN else 'lost'} after {count} for the player to move"
    return f"{winner_words(value, last['seat'])} after {count}"
