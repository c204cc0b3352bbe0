"""What the first view of a page says, before its modules do."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from perfectplay.game.game import Game, overrides
from perfectplay.game.operators.operator import Operator, innermost
from perfectplay.game.operators.sums import Sum
from perfectplay.game.sides import Sides


def about(game: Game) -> str:
    """The first paragraph of what the rules say of themselves; of an operator, what that does.

    >>> from perfectplay import pie
    >>> from perfectplay.games.chomp import Chomp
    >>> about(pie(Chomp())).split(". ")[1]
    'Here: Chomp on a bar of rows × columns.'
    """
    kind = type(game)
    text = inspect.getdoc(kind) or ""
    if text.startswith(f"{kind.__name__}("):  # what a dataclass writes where nobody has
        return ""
    if not isinstance(game, Operator | Sum):
        return _paragraph(text)
    makes = getattr(inspect.getmodule(kind), text.split("`")[1])  # the class says: see `pie`
    inner = about(game.game) if isinstance(game, Operator) else ""
    return _paragraph(inspect.getdoc(makes) or "") + (f" Here: {inner}" if inner else "")


def _paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split()).replace("``", "")


def plies(count: int) -> str:
    """A number of plies.

    >>> plies(1), plies(1200)
    ('1 ply', '1,200 plies')
    """
    return f"{count:,} {'ply' if count == 1 else 'plies'}"


def points(of: Mapping[str, Any]) -> str:
    """A score with its sign, as people read it.

    >>> points({"score": 3}), points({"score": -5, "score_text": "-2.5"})
    ('+3', '-2.5')
    """
    text = of.get("score_text") or f"{of['score']:,}"
    return f"+{text}" if of["score"] > 0 else text


def unit_of(game: Game) -> tuple[int, int]:
    """What a score of 1 is to people, as a fraction: sums of scores are written by it.

    (1, 1) where the game writes numbers as they are, or in no such way.

    >>> from perfectplay import game_from_tree
    >>> unit_of(game_from_tree({"a": 2.5, "b": 1}))
    (1, 2)
    """
    if game.scoring and overrides(innermost(game), "score_text"):
        with suppress(Exception):  # whatever that gives, it need not be a number
            unit, *others = (
                Fraction(game.score_text(score).replace(",", "")) for score in (1, -7, 0, 1000)
            )
            if unit > 0 and others == [-7 * unit, 0, 1000 * unit]:
                return unit.as_integer_ratio()
    return 1, 1


def move_label(move: Mapping[str, Any]) -> str:
    """What stands on a move: its value for the mover and the plies to the end, or its points.

    >>> move_label({"value": "win", "remoteness": 4})
    'W5'
    >>> move_label({"value": "draw", "remoteness": None})
    'D∞'
    """
    if "score" in move:
        return points(move)
    count = move["remoteness"]
    return str(move["value"])[0].upper() + ("∞" if count is None else f"{count + 1:,}")


def seat_names(sides: Sides) -> tuple[str, str]:
    """The name of each seat at the beginning of a sentence.

    >>> seat_names(Sides(0)), seat_names(Sides(1))
    (('First player', 'Second player'), ('Seat 0', 'Seat 1'))
    """
    one, other = sides.heads
    return one.capitalize(), other.capitalize()


def to_move(record: Mapping[str, Any], sides: Sides, *, solitary: bool) -> str:
    """Whose turn it is."""
    if record["terminal"]:
        return "The play is over"
    return "Your move" if solitary else f"{seat_names(sides)[record['seat'] or 0]} to move"


def worth_line(record: Mapping[str, Any], sides: Sides, *, solitary: bool) -> str:
    """What a position is worth, in a sentence.

    >>> lost = {"value": "loss", "remoteness": 4, "seat": 0, "terminal": False}
    >>> worth_line(lost, Sides(0), solitary=False)
    'Second player wins in 4 plies'
    """
    names = seat_names(sides)
    value, count, seat = record["value"], record["remoteness"], record["seat"] or 0
    if record["terminal"]:
        return ""
    end = "" if count is None else f" in {plies(count)}"
    if "score" in record:
        mover = "You" if solitary else names[seat]
        return f"{mover}: {points(record)} from here, over{end}"
    if solitary:
        return f"Can be solved{end}" if value == "win" else "Can no longer be solved"
    if value == "draw":
        return f"A draw{end or ' without end'}"
    return f"{names[seat if value == 'win' else 1 - seat]} wins{end}"


def described_facts(summary: Mapping[str, Any], sides: Sides, *, solitary: bool) -> list[str]:
    """The verdict of a game, and how large it is.

    >>> described_facts(
    ...     {"start": {"value": "draw", "remoteness": 9}, "states": 5478, "moves": 16167},
    ...     Sides(0), solitary=False)
    ['With perfect play: a draw in 9 plies', '5,478 positions', '16,167 moves']
    """
    start = {"seat": sides.first, "terminal": False, **summary["start"]}
    if "score" in start:
        verdict = f"With perfect play: {points(start)} for who begins"
        if solitary:
            verdict = f"At best: {points(start)} points"
    else:
        told = worth_line(start, sides, solitary=solitary)
        verdict = told if solitary else f"With perfect play: {told[0].lower()}{told[1:]}"
    facts = [verdict]
    for name, word in (("states", "positions"), ("moves", "moves")):
        if summary.get(name) is not None:
            facts.append(f"{summary[name]:,} {word}")
    return facts
