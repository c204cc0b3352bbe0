"""Positions of games without a solution, by texts: for the server and for the search processes."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.errors import ParameterError, ParseError, PerfectPlayError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position, follow
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.read_state import read_state
from perfectplay.game.showing import faults_of


def unsolved_state(rules: CheckedGame, text: str) -> State:
    """The state of a text; whether a play reaches it is not known. Raises ParseError.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> unsolved_state(CheckedGame(ThreeRocks()), "[3 2]")
    (3, 2)
    """
    try:
        return start_at(rules.game, read_state(rules.game, text)).start()
    except ParameterError as error:
        raise ParseError(f"{shortened(text)!r} is no state of this game: {error}") from error
    except PerfectPlayError:
        raise
    except faults_of(rules.game) as error:  # of rules that parsed something else
        raise ParseError(f"{shortened(text)!r} cannot be read as a state: {error}") from error


def read_start(rules: CheckedGame, text: str | None, seat: int | None) -> tuple[PlayPosition, bool]:
    """The first position of a play, and whether its seat is known; None is the game's start.
    ``seat`` moves there if the game cannot tell. Raises ParseError."""
    if text is None:
        return first_position(rules), True
    state = unsolved_state(rules, text)
    mover = rules.player(state)
    if mover is None and seat is not None:
        return PlayPosition(state, seat), True
    return first_position(rules, state), mover is not None


def state_after(
    rules: CheckedGame, text: str | None, seat: int | None, moves: Sequence[str]
) -> State:
    """The state to which moves lead. Raises ParseError, IllegalMoveError."""
    start, _ = read_start(rules, text, seat)
    return follow(rules, start, moves).state
