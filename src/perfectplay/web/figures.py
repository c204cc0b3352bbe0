"""Figures of a game for its card on the first page: size, result, difficulty."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.moves import first_position
from perfectplay.game.naming import parameters
from perfectplay.game.operators.operator import innermost
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.showing import number_of
from perfectplay.game.sides import Sides
from perfectplay.game.titles import category_of
from perfectplay.registry.parameters import defaults_of
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession
from perfectplay.web.rest_answers import note
from perfectplay.web.wordings import worth_line

PLAYS = 40
"""Random plays in which mistakes are counted."""

POSITIONS = 200
"""Maximum number of positions in which they are counted."""

PLIES = 60
"""Maximum number of moves of such a play."""

EASY, HARD = 0.3, 0.6
"""Shares of mistakes: below the first a game is called easy, from the second on hard."""


@dataclass(frozen=True)
class FiguresOut:
    """What the first page says about a game: its size, its result, how difficult it is."""

    category: str
    states: Annotated[int | None, note("Positions that a play can reach; null: not known.")]
    published: Annotated[bool, note("The number is published, and the game is not solved here.")]
    size: Annotated[str, note("The same in words.")]
    result: Annotated[str | None, note("The result of perfect play in words; null: not solved.")]
    mistakes: Annotated[
        float | None,
        note(
            "The mean share of the moves that are mistakes, in positions of random plays in which "
            "something can be lost; null: not known, or there are none."
        ),
    ]
    difficulty: Annotated[str | None, note("The same in words.")]


def figures_of(session: GameSession) -> FiguresOut:
    """The figures of a game. A small game is solved now; of another one without a solution the
    published size and result are told, if there are any.

    Raises what the rules raise, and BadRulesError.
    """
    try:
        states, result, share = session.ask(_solved)
    except PerfectPlayError:  # not solved, or it cannot be: its page says why
        states, result, share = None, None, None
    solitary = session.game.players == 1
    known = published_values(session.game) if states is None else None
    if known is not None:
        states, result = known.states, _published_result(known, solitary=solitary)
        share = known.mistakes
    return FiguresOut(
        category_of(session.game), states, known is not None and states is not None,
        "" if states is None else number_of(states, "position"), result, share,
        None if share is None else difficulty_words(share, solitary=solitary),
    )  # fmt: skip


def _solved(solution: Solution) -> tuple[int | None, str, float | None]:
    start = first_position(solution.rules)
    record = solution.probe(start.state, start.seat)
    states = solution.summary().get("states")
    solitary = solution.game.players == 1
    result = worth_line(record, Sides(start.seat), solitary=solitary) or "Over at the start"
    return states, result, mistakes(solution)


def published_values(game: Game) -> PublishedValues | None:
    """The published figures of a game with these parameters, or None.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> published_values(ConnectFour(width=4)).states
    161029
    """
    given, known = parameters(game), getattr(game, "KNOWN", ())
    if innermost(game) is not game or not isinstance(known, tuple):
        return None
    defaults = {key: value for key, value in defaults_of(type(game)).items() if key in given}
    for figures in known:
        if isinstance(figures, PublishedValues) and {**defaults, **figures.parameters} == given:
            return figures
    return None


def _published_result(known: PublishedValues, *, solitary: bool) -> str | None:
    if known.value is None:
        return None
    if known.value is Value.DRAW and known.remoteness is None:
        return "A draw"
    start = Record((), "", known.value, known.remoteness, 0, False, ())
    return worth_line(start, Sides(0), solitary=solitary)


# --- difficulty -----------------------------------------------------------------------------------


def mistakes(solution: Solution) -> float | None:
    """The mean share of the moves that are mistakes, rounded to 1 %; None if none can be made.

    Positions are those of random plays, the same in every run. A mistake gives away a win, a draw
    or points; in a puzzle, it is any move that is not on a shortest solution. Positions count if
    they are not lost and have two moves or more.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> mistakes(solve(ThreeRocks(1, 1))), mistakes(solve(ThreeRocks()))
    (0.67, 0.66)
    """
    shares = [
        1 - sum(_is_right(record, move) for move in record.moves) / len(record.moves)
        for record in _counted(solution)
    ]
    return round(sum(shares) / len(shares), 2) if shares else None


def _is_right(record: Record, move: MoveRecord) -> bool:
    puzzle = record.rules is not None and record.rules.game.players == 1
    return move.best if puzzle else move.keeps


def _counted(solution: Solution) -> Iterator[Record]:
    """The positions in which mistakes are counted."""
    chosen, rules, count = random.Random(PLAYS), solution.rules, 0
    for _ in range(PLAYS):
        position = first_position(rules)
        for _ in range(PLIES):
            record = solution.probe(position.state, position.seat)
            if not record.moves or count >= POSITIONS:
                break
            lost = record.value is Value.LOSS and record.score is None
            if len(record.moves) > 1 and not lost:
                count += 1
                yield record
            move = chosen.choice(record.moves)
            position = position.after(rules, move.move, move.state)


def difficulty_words(share: float, *, solitary: bool = False) -> str:
    """A share of mistakes in words.

    >>> difficulty_words(0.2), difficulty_words(0.75, solitary=True)
    ('easy: 20% of moves are mistakes', 'hard: 75% of moves lose time')
    """
    level = "easy" if share < EASY else "hard" if share >= HARD else "medium"
    return f"{level}: {share:.0%} of moves {'lose time' if solitary else 'are mistakes'}"
