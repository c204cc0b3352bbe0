"""A play in the console: boards are written, moves are asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout

from perfectplay.cli.output.answer import answers, say
from perfectplay.cli.output.wording import so_far_words
from perfectplay.drawing.board.text import text_and_board
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition


def ask(question: str) -> str | None:
    """A line typed by a person or read from a pipe; None at the end of input. A line from a pipe is
    written too, so that the output reads as a play."""
    answers().flush()
    if sys.stdin is None:  # closed before the program began
        return None
    try:
        with redirect_stdout(answers()):  # the question, and the keys of a terminal
            line = input(question)
    except EOFError:
        say()
        return None
    if not sys.stdin.isatty():
        say(line)
    return line


def say_begin(rules: CheckedGame, position: PlayPosition) -> None:
    """Write the position where a play begins."""
    say(text_and_board(rules, position.state, position.seat))
    if rules.scoring and position.state != rules.start():
        say("points are counted from here")
    say()


def say_board(rules: CheckedGame, position: PlayPosition, points: Sequence[int] | None) -> None:
    """Write a position of a play, with the points so far."""
    say()
    say(text_and_board(rules, position.state, position.seat))
    if points is not None:
        say(so_far_words(rules, points))
    say()
