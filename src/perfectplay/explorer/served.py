"""One served game: its solution, asked by one thread at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from perfectplay.contract.game import Game, StateKind, overrides
from perfectplay.explorer.asking import BadRulesError, of_rules
from perfectplay.results.solution import Solution
from perfectplay.words.errors import (
    EndlessGameError,
    ParseError,
    PerfectPlayError,
    UnknownStateError,
)
from perfectplay.words.progress import Progress
from perfectplay.words.value import State

SMALL_STATES = 20_000
"""A game of so many states is solved when it is first asked for."""

SMALL_SECONDS = 0.5
"""What takes longer than that is not small."""

MOST_TEXTS = 200_000
"""Of so many states the texts are kept, where they are the only way from a text to a state."""

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
        self._texts: dict[str, State] | None = None

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
        NotSolvedError for a larger game, what a solve raises, and what the question does;
        BadRulesError for what the rules raise.
        """
        with self._lock:
            try:
                return question(self._solved())
            except PerfectPlayError:
                raise
            except Exception as error:
                if not of_rules(error, self.game):
                    raise
                said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
                raise BadRulesError(f"the rules of {self.id} raise {said}") from error
            except BaseException:  # stopped anywhere: what it has read may be half there
                self._solution = None
                raise

    def find(self, solution: Solution, text: str) -> State:
        """The state that a text stands for, within a question.

        Where states cannot be read, texts are looked up among those of all states; in a large game
        they are not. Raises ParseError, UnknownStateError.
        """
        if not self._by_text_alone(solution):
            return solution.find(text)
        if self._texts is None:
            if len(solution) > MOST_TEXTS:
                raise ParseError(
                    f"the states of {self.id} cannot be read, and are too many to look for a text: "
                    "reach it by moves, or give the rules a method parse(text)"
                )
            rules = solution.rules
            self._texts = {}
            for state in solution.states():
                self._texts.setdefault(rules.text(state, None), state)
        if text not in self._texts:
            raise UnknownStateError(f"no state of {self.id} has the text {text!r}")
        return self._texts[text]

    def _by_text_alone(self, solution: Solution) -> bool:
        return (
            solution.rules.kind is StateKind.OBJECT
            and not isinstance(solution.start, str)
            and not overrides(self.game, "parse")
        )

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
