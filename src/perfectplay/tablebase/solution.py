"""A strong solution: every reachable state's value, remoteness and best moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.core.attached import attached
from perfectplay.core.errors import (
    MethodError,
    ParseError,
    PerfectPlayError,
    StoreError,
    UnknownStateError,
)
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides, parameters
from perfectplay.game.naming import game_name
from perfectplay.game.packing import Keys
from perfectplay.tablebase.batch_queries import BatchQueries
from perfectplay.tablebase.counts import Histogram
from perfectplay.tablebase.move_values import move_records
from perfectplay.tablebase.provenance import PlayLine, Provenance
from perfectplay.tablebase.record import MoveRecord, Record, jsonable, rank, score_fields
from perfectplay.tablebase.table import StateEntry, Table, plies_text, worth_text
from perfectplay.tablebase.totals import Totals

if TYPE_CHECKING:
    from perfectplay.tablebase.store.stored_solution import StoredSolution
    from perfectplay.tablebase.tried import ConjectureCounts


__all__ = ["Histogram", "PlayLine", "Provenance", "Solution", "game_name"]


@dataclass
class Solution(BatchQueries, Totals):
    """What `solve` gives. States are answered by their value for the player to move.

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
    def open(folder: str | PathLike[str], game: Game | None = None) -> StoredSolution:
        """The solution that is stored in a folder; little is read before it is asked for.

        The rules come from the game that the manifest names: one of the library, of a module, or
        of a file in the working folder or beside the solution's, which is run; or they are those
        of ``game``. Where none is found, `by_key` and the counts still answer, and all else
        raises MissingRulesError.

        Raises RulesDifferError for rules that are not those of the solution, NoSolutionError,
        UnfinishedError, FormatVersionError, DamagedError for folders that are not whole, and
        MissingExtraError without pyarrow, which is part of ``perfectplay[store]``.
        """
        from perfectplay.tablebase.store.stored_solution import open_solution

        return open_solution(Path(folder), game)

    def save(self, folder: str | PathLike[str]) -> None:
        """Stores the solution in a folder, which must be new or empty: see docs/store.md.

        Raises StoreError, and then leaves nothing behind.

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
        """Why the compiled path was not taken, in one sentence; None where it was not needed."""
        return self.made.why

    @property
    def seconds(self) -> float:
        """How long the solve took."""
        return self.made.seconds

    # --- one state ----------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The state in which a play begins."""
        return self.rules.start()

    def _entry(self, state: State) -> StateEntry | None:
        key = self._key(state)
        return None if key < 0 else self.table.get(key)

    def _key(self, state: State) -> int:
        """The key of a state's representative, or -1."""
        if not self.symmetric:
            return self.keys.key(state)
        kind = self.rules.kind
        if kind is StateKind.INTEGER and self.keys.key(state) < 0:
            return -1
        if kind is StateKind.TUPLE and not isinstance(state, tuple):
            return -1
        try:
            images = self.rules.symmetries(state)
            if kind is StateKind.OBJECT:
                return max(self.keys.key(image) for image in images)
            # keys need not hold more than the representatives
            return self.keys.key(min(images))
        except StoreError:
            raise
        except (PerfectPlayError, TypeError):
            return -1  # what is no state of the game has no class either

    def __contains__(self, state: State) -> bool:
        return self._entry(state) is not None

    def value(self, state: State) -> Value:
        """The value of a state for the player to move. Raises UnknownStateError."""
        return self._known(state).value

    def remoteness(self, state: State) -> int | None:
        """Plies to the end; None for an endless draw. Raises UnknownStateError."""
        return self._known(state).remoteness

    def score(self, state: State) -> int:
        """In a game of points: what is still to be won from a state, for the player to move.

        Raises UnknownStateError, and MethodError for any other game.
        """
        score = self._known(state).score
        if score is None:
            raise MethodError(
                f"{game_name(self.game)} is no game of points: its states have values, not scores"
            )
        return score

    def _known(self, state: State) -> StateEntry:
        entry = self._entry(state)
        if entry is None:
            raise UnknownStateError(
                f"no play from the start reaches the state {self.rules.state_text(state)}; "
                "check whose turn it is and that all its parts are right"
            )
        return entry

    def best_moves(self, state: State) -> list[Move]:
        """All moves that keep the value, in the rules' order. Raises UnknownStateError."""
        return [m.move for m in self._move_records(state) if m.best]

    def perfect_moves(self, state: State) -> list[Move]:
        """Those best moves that realise the remoteness. Raises UnknownStateError."""
        return [m.move for m in self._move_records(state) if m.perfect]

    def probe(self, state: State, seat: int | None = None) -> Record:
        """All there is to say of a state, moves best first. Raises UnknownStateError."""
        value, remoteness, score = self._known(state)
        moves = self._move_records(state)
        moves.sort(key=rank)
        seat = self._seat(state, seat)
        text = self.rules.text(state, seat)
        said = None if score is None else self.rules.score_text(score)
        return Record(
            state, text, value, remoteness, seat, not moves, tuple(moves), score, said, self.rules
        )

    def get(self, state: State, seat: int | None = None) -> Record | None:
        """`probe`, or None where no play reaches the state."""
        return self.probe(state, seat) if state in self else None

    def _seat(self, state: State, seat: int | None) -> int | None:
        known = self.game.player(state) if overrides(self.game, "player") else None
        return seat if known is None else known

    def _move_records(self, state: State) -> list[MoveRecord]:
        """A state's moves in the rules' order."""
        return move_records(self.rules, state, self._known(state), self._known)

    def line(self, state: State = None) -> PlayLine:
        """A perfect play from a state (the start): the first perfect move each time.

        An endless draw stops at the first repeated state. Raises UnknownStateError.
        """
        states = [self.start if state is None else state]
        self._known(states[0])
        moves: list[Move] = []
        met = set(states)
        while True:
            choices = [m for m in self._move_records(states[-1]) if m.perfect]
            if not choices:
                return PlayLine(tuple(states), tuple(moves), False)
            moves.append(choices[0].move)
            states.append(choices[0].state)
            if states[-1] in met:
                return PlayLine(tuple(states), tuple(moves), True)
            met.add(states[-1])

    def find(self, text: str) -> State:
        """The state that a text stands for. Raises ParseError, UnknownStateError.

        Where the game cannot parse, the text is compared with the texts of the states.
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

    # --- ideas ----------------------------------------------------------------------------------

    def conjecture(
        self,
        predicate: str | Callable[..., Any],
        *,
        where: str | Callable[..., Any] | None = None,
        over: int = 1,
        most: int = 5,
    ) -> ConjectureCounts:
        """Tries an idea on every state, or with ``over=2`` on every pair of states.

        See `perfectplay.conjecture`, which says what the arguments are and what is raised.

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
        """The one JSON object of ``perfectplay solve --json``."""
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
        worth = worth_text(value, score)
        said = f"{game_name(self.game)}: {len(self):,} states, {worth}, {plies_text(remoteness)}"
        return f"<Solution of {said}>"
