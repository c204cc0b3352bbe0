"""Functions that take a game or a solution alike."""

from __future__ import annotations

from os import PathLike

from perfectplay.core.errors import QueryError
from perfectplay.core.value import MoveT, StateT
from perfectplay.game.game import Game
from perfectplay.tablebase.solution import Solution


def game_in(
    given: Game[StateT, MoveT] | Solution[StateT, MoveT], caller: str
) -> Game[StateT, MoveT]:
    """The game itself, or that of a solution. Raises QueryError, which names the ``caller``.

    >>> from perfectplay.games.nim import Nim
    >>> game_in(Nim((1, 2)), "statistics").start()
    (1, 2)
    >>> game_in(Nim, "statistics")
    Traceback (most recent call last):
    perfectplay.core.errors.QueryError: statistics expects a game or a solution, got the class Nim;
    write Nim()
    """
    if isinstance(given, Solution):
        return given.game
    if isinstance(given, Game):
        return given
    raise wrong_kind(given, caller)


def wrong_kind(given: object, caller: str, expected: str = "a game or a solution") -> QueryError:
    """The error for something else than is expected, by default neither a game nor a solution."""
    got, hint = f"{given!r}", ""
    if isinstance(given, type):
        got, hint = f"the class {given.__name__}", f"; write {given.__name__}()"
    elif isinstance(given, str | PathLike):
        hint = f"; Solution.open({str(given)!r}) opens the folder of a solution"
    return QueryError(f"{caller} expects {expected}, got {got}{hint}")
