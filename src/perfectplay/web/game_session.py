"""One served game and its solution, which one thread uses at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from perfectplay.core import errors
from perfectplay.core.progress import Progress
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.read_state import read_state
from perfectplay.game.showing import faults_of
from perfectplay.tablebase.solution import Solution
from perfectplay.web.page_sentences import without_flags
from perfectplay.web.searching import Searches
from perfectplay.web.solving import RequestedSolves, SolveStatus
from perfectplay.web.solving.status import GameStatus
from perfectplay.web.timed_calls import BadRulesError, of_rules

SMALL_STATES = 20_000
"""The most states of a small game, which is solved at its first question."""

SMALL_SECONDS = 1.0
"""The most seconds of the solve of a small game."""

MOST_TEXTS = 200_000
"""The most states whose texts are kept, if no other way leads from a text to a state."""

Answer = TypeVar("Answer")


class NotSolvedError(errors.PerfectPlayError, LookupError):
    """A question about a game that is not solved yet."""


class SolveRefusedError(errors.PerfectPlayError, ValueError):
    """A solve that is not begun; the message says why."""


@dataclass(eq=False)
class GameSession:
    """A game by its id.

    ``folder``: that of its stored solution, or None; ``solves``: solves larger games, None if they
    are not solved; ``searches``: searches their positions, None if nobody does; ``address``: where
    their processes find the game, see `OfferedGame`.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> session = GameSession("tic_tac_toe", "tic_tac_toe", TicTacToe())
    >>> session.status, session.ask(len), session.status
    ('unsolved', 5478, 'solved')
    """

    id: str
    name: str
    game: Game
    folder: Path | None = None
    solves: RequestedSolves | None = None
    address: str | None = None
    searches: Searches | None = None

    def __post_init__(self) -> None:
        self._lock = Lock()
        self._solution: Solution | None = None
        self._small: bool | None = None  # not tried yet
        self._failure: errors.PerfectPlayError | None = None
        self.spoiled = False
        """Whether a solution made on request was found to be damaged or missing: `begin` solves the
        game again."""
        self._given = self.folder is not None
        self._looked = self.solves is None
        self._texts: dict[str, State] | None = None

    # --- status -----------------------------------------------------------------------------------

    @property
    def status(self) -> GameStatus:
        """``solved``, ``unsolved``, ``failed``, or the state of its solve on request: ``waiting``,
        ``solving``, ``refused``. A small game before its first question is unsolved."""
        if self._failure is not None:
            return "failed"
        if self._solution is not None or self._place() is not None:
            return "solved"
        solve = self.solve
        return "unsolved" if solve is None else solve.state

    @property
    def solve(self) -> SolveStatus | None:
        """Its solve on request, or None."""
        return None if self.solves is None else self.solves.status(self.id)

    @property
    def failure(self) -> str | None:
        """Why it is not solved: an error, or the reason for refusing the solve; else None."""
        if self._failure is not None:
            return without_flags(str(self._failure))
        solve = self.solve
        return None if solve is None or self.status == "solved" else solve.sentence or None

    def begin(self) -> SolveStatus | None:
        """Begin a solve, or continue one; None if there is a solution. A small game is solved now.
        Raises SolveRefusedError if larger ones are not solved here."""
        if self.spoiled and self.solves is not None:
            begun = self.solves.start(self.id, self.game, self.address, anew=True)
            if begun.state in ("waiting", "solving"):
                self._failure, self.spoiled, self.folder = None, False, None
            return begun
        try:
            self.ask(len)
        except NotSolvedError:
            if self.solves is None:
                raise SolveRefusedError("no games are solved on request here") from None
            self._looked = False  # another server may have solved it meanwhile
            return self.solves.start(self.id, self.game, self.address)
        return None

    # --- questions --------------------------------------------------------------------------------

    def ask(self, question: Callable[[Solution], Answer]) -> Answer:
        """The result of a question about the solution, which no other thread uses meanwhile.

        The first question opens the folder, or solves a small game. Raises NotSolvedError for a
        larger game, what a solve raises, and what the question raises; BadRulesError for errors of
        the rules.
        """
        with self._lock, self._rules_blamed():
            try:
                return question(self._solved())
            except (errors.DamagedError, errors.NoSolutionError) as error:
                if not self._given:
                    self.spoiled, self._failure = True, error
                    self._solution, self._texts = None, None
                raise
            except Exception:
                raise
            except BaseException:  # stopped anywhere: its data may be half read
                self._solution, self._texts = None, None
                raise

    def ask_rules(self, question: Callable[[CheckedGame], Answer]) -> Answer:
        """The result of a question about the rules alone, solved or not. Raises what the question
        raises; BadRulesError for errors of the rules."""
        with self._lock, self._rules_blamed():
            return question(CheckedGame(self.game))

    @contextmanager
    def _rules_blamed(self) -> Iterator[None]:
        try:
            yield
        except errors.PerfectPlayError:
            raise
        except faults_of(self.game) as error:
            if not of_rules(error, self.game):
                raise
            shown = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise BadRulesError(f"the rules of {self.id} raise {shown}") from error

    def summary(self) -> dict[str, Any] | None:
        """The summary of the solution; None if there is none and the game is not small."""
        try:
            return self.ask(Solution.summary)
        except NotSolvedError:
            return None
        except errors.PerfectPlayError:
            if self._failure is None:
                raise
            return None

    def find(self, solution: Solution, text: str) -> State:
        """The state of a text; only for use within a question.

        If the rules write states but do not parse them, the text is looked up among those of all
        states, unless there are too many. Raises ParseError, UnknownStateError.
        """
        unread = solution.rules.kind is StateKind.OBJECT and not isinstance(solution.start, str)
        if not overrides(self.game, "parse") and (unread or overrides(self.game, "text")):
            texts = self._by_text(solution)
            if text in texts:
                return texts[text]
            if unread:
                return self._find_literal(solution, text)
        try:
            return solution.find(text)
        except errors.PerfectPlayError:
            raise
        except faults_of(self.game) as error:  # of rules that parsed something else
            raise errors.ParseError(
                f"{shortened(text)!r} cannot be read as a state: {error}"
            ) from error

    def _find_literal(self, solution: Solution, text: str) -> State:
        """The state that a text describes as Python prints it; no walk through all states."""
        try:
            state = read_state(self.game, text, solution.__contains__)
        except errors.ParseError as problem:
            way_out = "reach it by moves, or give the rules a method parse(text)"
            raise errors.ParseError(f"{problem}; {way_out}") from problem
        if state not in solution:
            raise errors.UnknownStateError(f"no state of {self.id} is {shortened(text)!r}")
        return state

    def _by_text(self, solution: Solution) -> dict[str, State]:
        """All states by their texts; empty for a large game."""
        if self._texts is None:
            rules, texts = solution.rules, dict[str, State]()
            for state in solution.states() if len(solution) <= MOST_TEXTS else ():
                texts.setdefault(rules.text(state, None), state)
            self._texts = texts
        return self._texts

    # --- the solution -----------------------------------------------------------------------------

    def _solved(self) -> Solution:
        if self._failure is not None and not self.spoiled:
            raise self._failure
        if self._solution is None:
            self._solution = self._made()
        return self._solution

    def _made(self) -> Solution:
        if (place := self._place()) is not None:
            return Solution.open(place, self.game)
        if self._small is not False:
            try:
                solution = small_solution(self.game)
            except errors.PerfectPlayError as error:
                self._failure = error
                raise
            self._small = solution is not None
            if solution is not None:
                return solution
        solve = self.solve
        if solve is not None and solve.state in ("waiting", "solving"):
            sentence = f"{self.id} is being solved: GET /api/games/{self.id} tells the progress"
        else:
            sentence = (
                f"{self.id} is not solved yet: POST /api/games/{self.id}/solve begins a solve"
            )
        raise NotSolvedError(sentence)

    def _place(self) -> Path | None:
        """The folder of its solution, which a solve on request may have made; or None."""
        if self.folder is None and self.solves is not None:
            if not self._looked:
                self._looked = True
                self.folder = self.solves.kept(self.id, self.game)
            elif (solve := self.solve) is not None and solve.state == "solved":
                self.folder = solve.folder
        return self.folder


class _NotSmallError(Exception):
    """The time for solving a small game is over."""


def small_solution(game: Game) -> Solution | None:
    """The solution of a game if it is small; else None."""
    from perfectplay.solver.solve import solve

    began = time.perf_counter()

    def watch(progress: Progress) -> None:  # noqa: ARG001
        if time.perf_counter() - began > SMALL_SECONDS:
            raise _NotSmallError

    try:
        return solve(game, method="interpreted", threads=1, max_states=SMALL_STATES, progress=watch)
    except (errors.StateLimitError, _NotSmallError):
        return None
