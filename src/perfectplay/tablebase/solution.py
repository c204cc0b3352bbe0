"""A strong solution: every reachable state's value, remoteness and best moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from perfectplay.core.attached import attached
from perfectplay.core.errors import ParseError, PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides, parameters
from perfectplay.game.naming import game_name
from perfectplay.game.packing import Keys
from perfectplay.tablebase.batch_queries import BatchQueries
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.provenance import PlayLine, Provenance
from perfectplay.tablebase.record import jsonable, score_fields
from perfectplay.tablebase.table import Table, plies_text, worth_text
from perfectplay.tablebase.tried import ConjectureCounts

__all__ = ["Histogram", "PlayLine", "Provenance", "Solution", "game_name"]


@dataclass
class Solution(BatchQueries):
    """The result of `solve`. Values are those for the player to move.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks())
    >>> len(solution), solution.value((10, 10)), solution.remoteness((10, 10))
    (121, <Value.LOSS: 1>, 10)
    >>> solution.best_moves((1, 0))
    [(1, 0)]
    """

    game: Game
    table: Table
    keys: Keys
    symmetric: bool
    histogram: Histogram
    moves: int
    covered: tuple[Histogram, int] | None
    made: Provenance
    rules: CheckedGame = field(init=False)

    def __post_init__(self) -> None:
        self.rules = CheckedGame(self.game)

    # --- the folder -------------------------------------------------------------------------------

    @staticmethod
    def open(folder: str | PathLike[str], game: Game | None = None) -> Solution:
        """The solution that is stored in a folder, a `StoredSolution`; states are read on demand.

        The rules come from the game that the manifest names: one of the library, of a module, or
        of a file in the working folder or beside the solution's, which is run; or they are those
        of ``game``. If none is found, `by_key` and the counts still answer, and all else raises
        MissingRulesError.

        Raises RulesDifferError for rules that are not those of the solution, NoSolutionError,
        UnfinishedError, FormatVersionError, DamagedError for folders that are not whole, and
        MissingExtraError without pyarrow, which is part of ``perfectplay[store]``.
        """
        stored: Solution = attached("open_solution")(Path(folder), game)
        return stored

    def save(self, folder: str | PathLike[str]) -> None:
        """Store the solution in a folder, which must be new or empty: see docs/store.md.

        Raises StoreError, and then leaves no files behind.

        >>> from tempfile import TemporaryDirectory
        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> with TemporaryDirectory() as folder:
        ...     solve(ThreeRocks()).save(folder)
        ...     stored = Solution.open(folder)
        ...     stored, stored.best_moves((1, 0))
        (<Stored solution of three_rocks: 121 states, loss, 10 plies>, [(1, 0)])
        """
        from perfectplay.tablebase.store.saving import save

        save(self, Path(folder))

    @property
    def engine(self) -> str:
        """``"compiled"``, ``"interpreted"``, ``"reference"`` or ``"stored"``."""
        return self.made.engine

    @property
    def why(self) -> str | None:
        """Why the rules were not compiled, in one sentence; None if nothing prevented it."""
        return self.made.why

    @property
    def seconds(self) -> float:
        """The duration of the solve."""
        return self.made.seconds

    # --- states and ideas ------------------------------------------------------------------------

    def find(self, text: str) -> State:
        """The state that a text stands for. Raises ParseError, UnknownStateError.

        If the game cannot parse texts, the text is compared with those of all states.
        """
        try:
            state = self.game.parse(text)
        except ParseError:
            if overrides(self.game, "parse") or self.rules.kind is not StateKind.OBJECT:
                raise
            for state in self.states():
                if self.rules.text(state, None) == text:
                    return state
            raise
        except PerfectPlayError:
            raise
        except Exception as problem:
            raise ParseError(f'"{text}" cannot be read as a state: {problem}') from problem
        self._known(state)
        return state

    def conjecture(
        self,
        predicate: str | Callable[..., Any],
        *,
        where: str | Callable[..., Any] | None = None,
        over: int = 1,
        most: int = 5,
    ) -> ConjectureCounts:
        """Test an idea on every state, or with ``over=2`` on every pair of states.

        See `perfectplay.conjecture` for the arguments and exceptions.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> solve(ThreeRocks()).conjecture("(value(s) == LOSS) == (sum(s) % 4 == 0)")
        <holds on 121 states>
        """
        found: ConjectureCounts = attached("conjecture")(
            self, predicate, where=where, over=over, most=most
        )
        return found

    # --- the whole --------------------------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay solve --json``."""
        longest = None if self.rules.scoring else self.longest_win  # points hurry nobody
        value, remoteness, score = self._known(self.start)
        summary: dict[str, Any] = {
            "game": game_name(self.game),
            "parameters": {k: jsonable(v) for k, v in parameters(self.game).items()},
            **self.counts.as_dict(),
        }
        if self.representatives is not None:
            summary["representatives"] = self.representatives.as_dict()
        summary["start"] = {
            "state": jsonable(self.start),
            "value": str(value),
            **score_fields(score, None if score is None else self.rules.score_text(score)),
            "remoteness": remoteness,
        }
        summary["longest_win"] = (
            None if longest is None else {"state": jsonable(longest[0]), "remoteness": longest[1]}
        )
        return {**summary, "engine": self.engine, "seconds": round(self.seconds, 3)}

    def _repr_html_(self) -> str:
        """The start, its moves by value, for notebooks."""
        view = attached("notebook_view")
        return str(view(self.probe(self.start, 0), repr(self).strip("<>")))

    def __repr__(self) -> str:
        value, remoteness, score = self._known(self.start)
        worth = f"{worth_text(value, score)}, {plies_text(remoteness)}"
        return f"<Solution of {game_name(self.game)}: {len(self):,} states, {worth}>"
