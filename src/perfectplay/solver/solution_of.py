"""The solution of what a caller gives, a game or a solution."""

from __future__ import annotations

from typing import Any

from perfectplay.core.progress import ProgressCallback
from perfectplay.core.value import MoveT, StateT
from perfectplay.game.game import Game
from perfectplay.solver.solve import solve
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution


def solution_of(
    given: Game[StateT, MoveT] | Solution[StateT, MoveT],
    caller: str,
    progress: ProgressCallback | None = None,
    **options: Any,
) -> Solution[StateT, MoveT]:
    """The solution itself, or that of a game, which is solved with these ``options``.

    Raises QueryError, which names the ``caller``, and all that a solve raises.

    >>> from perfectplay.games.nim import Nim
    >>> solution_of(Nim((1, 2)), "explain")
    <Solution of nim: 6 states, win, 3 plies>
    """
    if isinstance(given, Solution):
        return given
    return solve(game_in(given, caller), progress=progress, **options)
