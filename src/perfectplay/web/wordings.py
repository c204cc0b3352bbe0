"""Words of the first view of a page, which is made without its modules."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perfectplay.core.value import Value
from perfectplay.drawing.board.marks import signed_score
from perfectplay.game.game import Game, overrides
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.operators.sums import Sum
from perfectplay.game.showing import number_of, plies_words
from perfectplay.game.sides import Sides
from perfectplay.game.titles import docstring_of
from perfectplay.tablebase.record import Record
from perfectplay.web.search_answers import PlainRecordOut


def about(game: Game) -> str:
    """The first paragraph of the docstring of a game; of an operator, that of its function.

    >>> from perfectplay import pie
    >>> from perfectplay.games.chomp import Chomp
    >>> about(pie(Chomp())).split(". ")[1]
    'Here: Bite into a bar of chocolate; the poisoned square loses.'
    """
    kind = type(game)
    if not isinstance(game, Operator | Sum):
        return _paragraph(docstring_of(game))
    text = inspect.getdoc(kind) or ""
    makes = getattr(
        inspect.getmodule(kind), text.split("`")[1]
    )  # the docstring of the class says: see `pie`
    inner = about(game.game) if isinstance(game, Operator) else ""
    return _paragraph(inspect.getdoc(makes) or "") + (f" Here: {inner}" if inner else "")


def _paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split()).replace("``", "")


def unit_of(game: Game) -> tuple[int, int]:
    """The number that people read for a score of 1, as a fraction: sums of scores use it.

    (1, 1) if the game writes scores as they are, or not as multiples of a unit.

    >>> from perfectplay import game_from_tree
    >>> unit_of(game_from_tree({"a": 2.5, "b": 1}))
    (1, 2)
    """
    if game.scoring and overrides(innermost(game), "score_text"):
        with suppress(Exception):  # its text need not be a number
            unit, *others = (
                Fraction(game.score_text(score).replace(",", "")) for score in (1, -7, 0, 1000)
            )
            if unit > 0 and others == [-7 * unit, 0, 1000 * unit]:
                return unit.as_integer_ratio()
    return 1, 1


def seat_names(sides: Sides) -> tuple[str, str]:
    """The name of each seat at the beginning of a sentence.

    >>> seat_names(Sides(0)), seat_names(Sides(1))
    (('First player', 'Second player'), ('Seat 0', 'Seat 1'))
    """
    one, other = sides.heads
    return one.capitalize(), other.capitalize()


def to_move(record: Record | PlainRecordOut, sides: Sides, *, solitary: bool) -> str:
    """A sentence about the player to move."""
    if record.terminal:
        return "The play is over"
    return "Your move" if solitary else f"{seat_names(sides)[record.seat or 0]} to move"


def worth_line(record: Record, sides: Sides, *, solitary: bool) -> str:
    """The value of a position in a sentence; "" if the play is over.

    >>> lost = Record((), "", Value.LOSS, 4, 0, False, ())
    >>> worth_line(lost, Sides(0), solitary=False)
    'Second player wins in 4 plies'
    """
    names, seat = seat_names(sides), record.seat or 0
    if record.terminal:
        return ""
    end = "" if record.remoteness is None else f" in {plies_words(record.remoteness)}"
    if record.score is not None:
        mover = "You" if solitary else names[seat]
        return f"{mover}: {signed_score(record)} from here, over{end}"
    if solitary:
        if record.value is not Value.WIN:
            return "Can no longer be solved"
        return f"Can be solved in {number_of(record.remoteness or 0, 'move')}"
    if record.value is Value.DRAW:
        return f"A draw{end}" if end else "An endless draw"
    return f"{names[seat if record.value is Value.WIN else 1 - seat]} wins{end}"


def described_facts(
    start: Record, summary: Mapping[str, Any], sides: Sides, *, solitary: bool
) -> list[str]:
    """The value of a game and its size, in short sentences.

    >>> start = Record((), "", Value.DRAW, 9, 0, False, ())
    >>> described_facts(start, {"states": 5478, "moves": 16167}, Sides(0), solitary=False)
    ['With perfect play: a draw in 9 plies', '5,478 positions', '16,167 moves']
    """
    if start.score is not None:
        verdict = f"With perfect play: {signed_score(start)} for the player who begins"
        if solitary:
            verdict = f"At best: {signed_score(start)} points"
    else:
        line = worth_line(replace(start, terminal=False), sides, solitary=solitary)
        verdict = line if solitary else f"With perfect play: {line[0].lower()}{line[1:]}"
    facts = [verdict]
    for name, word in (("states", "position"), ("moves", "move")):
        if summary.get(name) is not None:
            facts.append(number_of(summary[name], word))
    return facts
