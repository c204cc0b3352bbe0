"""The points along a line of a game of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfectplay.cli.output import say, say_table
from perfectplay.cli.wording import ahead_words, plies, signed, tally_words
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.sides import sides_of

Steps = Sequence[dict[str, Any]]
"""The positions of a line as JSON has them, with the ``points`` so far and the ``gain`` of the move
that is made there; the points of the last one are those of the whole."""


def show_points(rules: CheckedGame, steps: Steps, *, values: bool = False) -> None:
    """A table of the line with what each seat has won so far; ``values``: and the scores."""
    head = ("ply", "player", "state", "points", "move", "gain", *(("score",) if values else ()))
    names = sides_of(rules).words
    rows = [
        (*_row(rules, step, names), *((score_words(rules, step),) if values else ()))
        for step in steps
    ]
    say_table(head, rows, right=("ply", "gain"))


def say_points_begin(rules: CheckedGame, state: State) -> None:
    """Says of a play that begins later in a game of points that nobody has any yet."""
    if rules.scoring and state != rules.start():
        say("points are counted from here")


def score_words(rules: CheckedGame, step: dict[str, Any]) -> str:
    """What is still to be won, for the player to move: ``+4 in 5 plies``."""
    end = f" in {plies(step['remoteness'])}" if step["remoteness"] else ""
    return f"{signed(rules, step['score'])}{end}"


def _row(rules: CheckedGame, step: dict[str, Any], names: tuple[str, str]) -> tuple[str, ...]:
    seat = "" if step["seat"] is None else names[step["seat"]]
    gain = "" if step["gain"] is None else signed(rules, step["gain"])
    points = tally_words(rules, step["points"])
    return (str(step["ply"]), seat, step["text"], points, step["move_text"] or "", gain)


def points_end(rules: CheckedGame, steps: Steps) -> str:
    """What each seat has in the end, and who has more."""
    points, first = steps[-1]["points"], steps[0]
    said = f"{tally_words(rules, points)} after {plies(len(steps) - 1)}"
    if rules.game.players == 1:
        return said
    if first["seat"] is None:
        return f"{said}, the player to move named first"
    return f"{said}: {ahead_words(rules, points[0] - points[1], 0)}"
