"""Plays and moves of a position as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from perfectplay.cli.output.answer import say, say_table
from perfectplay.cli.output.wording import ahead_words, bare_value_words, tally_words
from perfectplay.core.value import Value
from perfectplay.drawing.board.marks import grade_words
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.score_words import signed
from perfectplay.game.showing import plies_words, visible
from perfectplay.game.sides import sides_of
from perfectplay.tablebase.record import MoveRecord

Steps: TypeAlias = Sequence[dict[str, Any]]
"""The positions of a play as JSON, each with the move made in it. In a game of points: with the
``points`` so far and the ``gain`` of the move; the points of the last position are the final ones.
"""


def show_play(rules: CheckedGame, steps: Steps, *, values: bool = False) -> None:
    """Write the positions of a play with their moves; ``values``: with values or scores."""
    if any("\n" in step["text"] for step in steps):
        _show_boards(rules, steps, values)
        return
    rows = [_cells(rules, step, values) for step in steps]
    say_table(tuple(rows[0]), [tuple(row.values()) for row in rows], right=("ply", "gain"))


def _cells(rules: CheckedGame, step: dict[str, Any], values: bool) -> dict[str, str]:
    """The cells of a position by the names of their columns."""
    seat = "" if step["seat"] is None else sides_of(rules).words[step["seat"]]
    cells = {"ply": str(step["ply"])}
    if rules.game.players == 2:
        cells["player"] = seat
    cells["state"] = visible(step["text"])
    if rules.scoring:
        cells["points"] = tally_words(rules, step["points"])
    cells["move"] = step["move_text"] or ""
    if rules.scoring:
        cells["gain"] = "" if step["gain"] is None else signed(rules, step["gain"])
    if values:
        cells["score" if rules.scoring else "value"] = _worth(rules, step)
    return cells


def _worth(rules: CheckedGame, step: dict[str, Any]) -> str:
    """The value of a position, or its score: ``+4 in 5 plies``."""
    if not rules.scoring:
        puzzle = rules.game.players == 1
        return bare_value_words(Value[step["value"].upper()], step["remoteness"], puzzle=puzzle)
    end = f" in {plies_words(step['remoteness'])}" if step["remoteness"] else ""
    return f"{signed(rules, step['score'])}{end}"


def _show_boards(rules: CheckedGame, steps: Steps, values: bool) -> None:
    puzzle, heads = rules.game.players == 1, sides_of(rules).heads
    for step in steps:
        say(visible(step["text"]))
        if values:
            say(_worth(rules, step))
        if step["move_text"] is not None:
            who = "" if puzzle or step["seat"] is None else f"{heads[step['seat']]}: "
            gain = f", {signed(rules, step['gain'])}" if step.get("gain") else ""
            say(f"\n{step['ply'] + 1}. {who}{step['move_text']}{gain}\n")


def points_end(rules: CheckedGame, steps: Steps) -> str:
    """The final points of each seat, and who has more."""
    points, first = steps[-1]["points"], steps[0]
    tally = f"{tally_words(rules, points)} after {plies_words(len(steps) - 1)}"
    if rules.game.players == 1:
        return tally
    if first["seat"] is None:
        return f"{tally}, the player to move named first"
    return f"{tally}: {ahead_words(rules, points[0] - points[1], 0)}"


def show_moves(rules: CheckedGame, moves: Sequence[MoveRecord], *, scored: bool) -> None:
    """Write the moves of a position with their values or scores. Plies are counted from the
    position, hence one more than after the move."""
    puzzle = rules.game.players == 1
    rows = []
    for move in moves:
        later = None if move.remoteness is None else move.remoteness + 1
        worth: tuple[str, ...]
        if scored:
            assert move.score is not None
            worth = (signed(rules, move.score), f"in {plies_words(later or 1)}")
        else:
            worth = (bare_value_words(move.value, later, puzzle=puzzle),)
        lost = puzzle and not scored and move.value is not Value.WIN  # nothing can be kept
        rows.append((move.text, *worth, "" if lost else grade_words(move)))
    say_table(("move", *(("score", "end") if scored else ("value",)), ""), rows, right=("score",))
