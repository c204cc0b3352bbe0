"""Read states as people type them."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.core.errors import ParseError
from perfectplay.core.value import MoveT, StateT
from perfectplay.game.game import Game, StateKind, kind_of, overrides
from perfectplay.game.row_texts import read_rows, seen_states, shape_of
from perfectplay.game.showing import faults_of, one_line, rule_name
from perfectplay.game.texts.literal_states import not_a_state
from perfectplay.game.texts.spellings import spellings


def read_state(
    game: Game[StateT, MoveT], text: str, known: Callable[[StateT], bool] | None = None
) -> StateT:
    """The state that a text describes, with or without quotes, brackets and spaces.

    The first of its `spellings` that ``game.parse`` reads as a ``known`` state (default: as one of
    the shape of the start); else the state whose cells the text gives (`read_rows`); else the first
    that ``game.parse`` reads. Raises what ``game.parse`` raises for the text as it is, ParseError
    for a state of a shape that no state of the game seems to have.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [read_state(ThreeRocks(), text) for text in ("3,2", "(3, 2)", "[3 2]", "'3;2'")]
    [(3, 2), (3, 2), (3, 2), (3, 2)]
    """
    by_cells = not overrides(game, "parse") and kind_of(game.start()) is StateKind.OBJECT
    if known is None:
        shape = shape_of(game.start()) if by_cells else None
        known = lambda state: shape is None or shape_of(state) == shape  # noqa: E731
    read: list[StateT] = []
    problem: BaseException | None = None
    for way in spellings(text) if text.strip() else [text]:
        try:
            state = game.parse(way)
            if known(state):
                return state
            read.append(state)
        except faults_of(game) as error:
            problem = problem or error
    if by_cells and text.strip():
        seen = seen_states(game)
        rows: StateT | None = read_rows(text, game.start(), seen)
        if rows is not None and known(rows):
            return rows
        read = [state for state in (*read, rows) if state is not None and seen.fits(state)]
        problem = problem or not_a_state(text, game.start())
    if read or problem is None:
        return read[0]
    if isinstance(problem, Exception):
        raise problem
    how = f"{rule_name(game, 'parse')} raised {type(problem).__name__}: {one_line(problem)}"
    raise ParseError(how) from problem
