"""A strong solution: every reachable state's value, remoteness and best moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any

from perfectplay.core.attached import attached
from perfectplay.core.errors import ParseError, PerfectPlayError, QueryError, UnknownStateError
from perfectplay.core.value import MoveT, StateT, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.naming import game_name
from perfectplay.game.read_state import read_state
from perfectplay.game.shape.keys import KEYS_END, Keys
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.record import PlayLine, Provenance, Record, game_fields, jsonable
from perfectplay.tablebase.state_tables import StateTables
from perfectplay.tablebase.store.remote_files import folder_at, local_folder
from perfectplay.tablebase.table import StateEntry, Table, plies_text, worth_text

if TYPE_CHECKING:
    from perfectplay.tablebase.conjecture_result import ConjectureCounts

__all__ = ["Histogram", "PlayLine", "Provenance", "Solution", "game_name"]


@dataclass(eq=False)
class Solution(StateTables[StateT, MoveT]):
    """The result of `solve`. Values are those for the player to move.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks())
    >>> len(solution), solution.value((10, 10)), solution.remoteness((10, 10))
    (121, <Value.LOSS: 1>, 10)
    >>> solution.best_moves((1, 0))
    [(1, 0)]
    """

    game: Game[StateT, MoveT]
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
    def open(
        folder: str | PathLike[str], game: Game[StateT, MoveT] | None = None
    ) -> Solution[StateT, MoveT]:
        """The solution that is stored in a folder, a `StoredSolution`; states are read on demand.

        The folder may be in an object store, as ``s3://bucket/six``, with ``perfectplay[cloud]``.

        The rules are those of ``game``, or of the game that the manifest names: one of the library,
        of a module, or of a file in the working folder or beside the solution's, which is run. If
        they are not found, `by_key` and the counts still work, and all else raises
        MissingRulesError.

        Raises RulesDifferError for rules that are not those of the solution, NoSolutionError,
        UnfinishedError, FormatVersionError, DamagedError for folders that are not whole, and
        MissingExtraError without pyarrow, which is part of ``perfectplay[store]``.
        """
        stored: Solution[StateT, MoveT] = attached("open_solution")(folder_at(folder), game)
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

        save(self, local_folder(folder))

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

    def find(self, text: str) -> StateT:
        """The state that a text stands for. Raises ParseError, UnknownStateError.

        With or without spaces, brackets and quotes. If the game defines no ``parse`` and its states
        are no plain numbers or texts, the text is also compared with those of all states.
        """
        by_text = self.rules.kind is StateKind.OBJECT and not overrides(self.game, "parse")
        try:
            state = read_state(self.game, text, self.__contains__)
            if by_text and state not in self:
                raise self._unknown(state)
        except (ParseError, UnknownStateError):
            for state in self.states() if by_text else ():
                if self.rules.text(state, None) == text:
                    return state
            raise
        except PerfectPlayError:
            raise
        except Exception as problem:
            raise ParseError(f'"{text}" cannot be read as a state: {problem}') from problem
        self._known(state)
        return state

    def __getitem__(self, state: StateT | str) -> Record[StateT, MoveT]:
        """The record of a state, as `probe` gives it; a text of the state will do.

        Raises UnknownStateError, which is a KeyError, also for a text that is not one of a state.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> solution = solve(ThreeRocks())
        >>> str(solution["1,0"].value), solution["1,0"] == solution[1, 0] == solution.probe((1, 0))
        ('win', True)
        """
        if not isinstance(state, str):
            return self.probe(state)
        try:
            return self.probe(state if state in self else self.find(state))  # type: ignore[arg-type]
        except ParseError as error:
            raise UnknownStateError(str(error)) from error

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

    def line(
        self, state: StateT | None = None, *, most: int | None = None
    ) -> PlayLine[StateT, MoveT]:
        """A perfect play from a state (the start): the first best move each time.

        An endless draw stops at the first repeated state. ``most``: stop after so many moves.
        Raises UnknownStateError.
        """
        states = [self.start if state is None else state]
        entry = self._known(states[0])
        moves: list[MoveT] = []
        seen = set(states)
        while len(moves) != most and (
            best := [m for m in self._move_records(states[-1], entry) if m.best]
        ):
            moves.append(best[0].move)
            states.append(best[0].state)
            if states[-1] in seen:
                return PlayLine(tuple(states), tuple(moves), True)
            seen.add(states[-1])
            entry = self._known(states[-1])
        return PlayLine(tuple(states), tuple(moves), False)

    def by_key(self, key: int | str) -> tuple[Value, int | None] | None:
        """Value and remoteness (None: endless) of a stored key or text; None if it is not stored.

        Needs no rules. Raises DamagedError; QueryError for what is no whole number and no text.
        """
        entry = self._entry_by_key(key)
        return None if entry is None else (entry.value, entry.remoteness)

    def score_by_key(self, key: int | str) -> int | None:
        """The score of a stored key or text; None if it is not stored or the game has no points.

        Needs no rules. Raises as `by_key`.
        """
        entry = self._entry_by_key(key)
        return None if entry is None else entry.score

    def _entry_by_key(self, key: int | str) -> StateEntry | None:
        if isinstance(key, str):
            return None
        try:
            number = index(key)
        except TypeError:
            raise QueryError(f"a key is a whole number or a text, got {key!r:.60}") from None
        return self.table.get(number) if -KEYS_END <= number < KEYS_END else None

    # --- the whole --------------------------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay solve --json``."""
        longest = None if self.rules.scoring else self.longest_win  # points hurry nobody
        summary: dict[str, Any] = {**game_fields(self.game), **self.counts.as_dict()}
        if self.representatives is not None:
            summary["representatives"] = self.representatives.as_dict()
        summary["start"] = {"state": jsonable(self.start), **self.worth_fields(self.start)}
        summary["longest_win"] = (
            None if longest is None else {"state": jsonable(longest[0]), "remoteness": longest[1]}
        )
        return {**summary, "engine": self.engine, "seconds": round(self.seconds, 3)}

    def _repr_html_(self) -> str:
        """The start, its moves by value, for notebooks; in words if the rules cannot show it."""
        about = repr(self).strip("<>")
        try:
            return str(attached("notebook_view")(self.probe(self.start, 0), about))
        except PerfectPlayError as error:
            return f"<pre>{escape(about)}\n\n{escape(str(error))}</pre>"

    def __repr__(self) -> str:
        value, remoteness, score = self._known(self.start)
        worth = f"{worth_text(value, score)}, {plies_text(remoteness)}"
        return f"<Solution of {game_name(self.game)}: {self.states_text}, {worth}>"

    @property
    def states_text(self) -> str:
        """The number of states in words, with that of the classes if there are symmetries."""
        same = self.representatives
        classes = "" if same is None else f" ({same.states:,} up to symmetry)"
        return f"{len(self):,} states{classes}"
