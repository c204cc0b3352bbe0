"""One served game: its solution, asked by one thread at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from perfectplay.contract.game import Game
from perfectplay.results.solution import Solution
from perfectplay.words.errors import EndlessGameError, PerfectPlayError
from perfectplay.words.progress import Progress

SMALL_STATES = 20_000
"""A game of so many states is solved when it is first asked for."""

SMALL_SECONDS = 0.5
"""What takes longer than that is not small."""

Answer = TypeVar("Answer")


class NotSolvedError(PerfectPlayError, LookupError):
    """A question about a game that is not solved yet."""


class Served:
    """A game by its id; ``folder`` is where its solution is stored, None where it is not.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> served = Served("tic_tac_toe", "tic_tac_toe", TicTacToe(), None)
    >>> served.ask(len), served.status
    (5478, 'solved')
    """

    def __init__(
        self,
        id: str,  # noqa: A002
        name: str,
        game: Game,
        folder: Path | None,
    ) -> None:
        self.id = id
        self.name = name
        self.game = game
        self.folder = folder
        self._lock = Lock()
        self._solution: Solution | None = None
        self._large = False
        self._failure: PerfectPlayError | None = None

    @property
    def status(self) -> str:
        """``solved``, ``unsolved``, or ``failed``; what is not yet asked for is unsolved."""
        if self._failure is not None:
            return "failed"
        return "unsolved" if self._solution is None else "solved"

    @property
    def failure(self) -> str | None:
        """Why it could not be solved; None where it was not tried, or is solved."""
        return None if self._failure is None else str(self._failure)

    def ask(self, question: Callable[[Solution], Answer]) -> Answer:
        """What a question says of the solution; nobody else asks it meanwhile.

        Opens the folder, or solves a small game, where nobody has asked before. Raises
        NotSolvedError for a larger game, what a solve raises, and what the question does.
        """
        with self._lock:
            return question(self._solved())

    def summary(self) -> dict[str, Any] | None:
        """The summary of the solution; None where there is none, and it is not made at once."""
        try:
            return self.ask(Solution.summary)
        except NotSolvedError:
            return None
        except PerfectPlayError:
            if self._failure is None:
                raise
            return None

    def opens(self, folder: Path) -> None:
        """The solution is in this folder from now on."""
        with self._lock:
            self.folder, self._solution, self._failure = folder, None, None

    def _solved(self) -> Solution:
        if self._failure is not None:
            raise self._failure
        if self._solution is None:
            try:
                self._solution = self._made()
            except PerfectPlayError as error:
                if not isinstance(error, NotSolvedError):
                    self._failure = error
                raise
        return self._solution

    def _made(self) -> Solution:
        if self.folder is not None:
            return Solution.open(self.folder, self.game)
        solution = None if self._large else small_solution(self.game)
        if solution is None:
            self._large = True
            raise NotSolvedError(
                f"{self.id} is not solved yet: POST /api/games/{self.id}/solve begins a solve"
            )
        return solution


class _TooLongError(Exception):
    """The time for a small game is over."""


def small_solution(game: Game) -> Solution | None:
    """The solution of a game that the interpreter solves at once; None of a larger one."""
    from perfectplay.assembly.solve import solve

    began = time.perf_counter()

    def watch(progress: Progress) -> None:  # noqa: ARG001
        if time.perf_counter() - began > SMALL_SECONDS:
            raise _TooLongError

    try:
        return solve(game, method="interpreted", threads=1, max_states=SMALL_STATES, progress=watch)
    except (EndlessGameError, _TooLongError):
        return None
