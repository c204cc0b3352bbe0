"""Queries about many states at once, and about all; a part of `Solution`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from perfectplay.core.attached import attached
from perfectplay.core.errors import DamagedError, QueryError
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import MoveT, StateT, Value
from perfectplay.game.game import StateKind
from perfectplay.tablebase.all_states import classes_are_whole, covered_blocks
from perfectplay.tablebase.counts import Counts, Histogram, counts_of, rows_by_remoteness
from perfectplay.tablebase.many_moves import best_moves_of
from perfectplay.tablebase.state_queries import StateQueries
from perfectplay.tablebase.table import StateEntries

if TYPE_CHECKING:
    from numpy.typing import NDArray

OF_ONE = {"values": "value", "remotenesses": "remoteness"}
"""For each method of many states, the field of a record that has the same of one."""


class BatchQueries(StateQueries[StateT, MoveT]):
    """Values and moves of many states; the counts of all.

    ``histogram`` and ``moves`` count the stored states; ``covered`` counts all states that these
    represent, or is None if there are no others.
    """

    histogram: Histogram
    moves: int
    covered: tuple[Histogram, int] | None

    def values(self, states: Any) -> NDArray[np.uint8]:
        """[N] the values of many states, 0 for a state that no play reaches.

        ``states``: [N] integers, [N, F] fields of tuples (also as a data frame), or a sequence of
        states. Raises QueryError for an array of another shape or of other types, for texts of
        states that are none, and for a single state, which `value` is for.
        """
        return self.table.look_up(self._keys(self._many(states, "values"))).values

    def remotenesses(self, states: Any) -> NDArray[np.int32]:
        """[N] the remotenesses of many states, -1 for an endless draw or an unknown state.

        ``states`` and exceptions: as for `values`.
        """
        return self.table.look_up(self._keys(self._many(states, "remotenesses"))).remoteness

    def _many(self, states: Any, method: str) -> Any:
        """The states themselves. Raises QueryError for texts, for a single state, and for an array
        that cannot be one of states."""
        if hasattr(states, "columns") and hasattr(states, "to_numpy"):
            states = states.to_numpy()  # a data frame, whose rows are the states
        if isinstance(states, np.ndarray):
            return self._array(states, method)
        one = isinstance(states, str | bytes | int | np.integer)
        if not one and isinstance(states, tuple | frozenset) and len(states):
            flat = self.rules.kind is StateKind.TUPLE and isinstance(next(iter(states)), int)
            one = flat or (self.rules.kind is StateKind.OBJECT and self._entry(states) is not None)
        if one or not isinstance(states, Iterable):
            raise QueryError(
                f"{method}() is for many states, such as a list or an array of them, got "
                f"{states!r}; for one state say solution[state].{OF_ONE[method]}, where state may "
                "be a text"
            )
        return self._with_tuples(self._no_texts(list(states), method), method)

    def _with_tuples(self, states: list[Any], method: str) -> list[Any]:
        """States that are flat tuples, lists of their fields among them. Raises QueryError for the
        fields of a single one."""
        if not states or self.rules.kind is not StateKind.TUPLE:
            return states
        if all(isinstance(part, int | np.integer) for part in states):
            raise QueryError(
                f"{method}() is for many states, such as [(1, 2), (2, 1)]; {states[0]!r} is a part "
                f"of one. For one state say solution[state].{OF_ONE[method]}"
            )
        return [tuple(state) if isinstance(state, list) else state for state in states]

    def _no_texts(self, states: list[Any], method: str) -> list[Any]:
        """The states themselves. Raises QueryError for the texts of states that are none."""
        if states and isinstance(states[0], str) and not isinstance(self.rules.start(), str):
            raise QueryError(
                f"{method}() is for states, and {states[0]!r} is the text of one; "
                "solution.find(TEXT) gives the state"
            )
        return states

    def _array(self, states: NDArray[Any], method: str) -> Any:
        """An array of states: [N] integers, [N, F] fields, or [N] objects. Raises QueryError."""
        shape, dtype = list(states.shape), states.dtype
        if shape[:1] == [0]:
            return []
        objects = dtype.kind == "O" and states.ndim == 1
        if self.rules.kind is StateKind.INTEGER:
            wanted, fits = "[N] integers", states.ndim == 1 and dtype.kind in "iu"
        elif self.rules.kind is StateKind.TUPLE and self.rules.shape is not None:
            fields = "F" if self._may_vary else str(self.rules.shape.size)
            wanted, fits = f"[N, {fields}] integers", states.ndim == 2 and dtype.kind in "iub"
            fits = fits and (self._may_vary or shape[1] == self.rules.shape.size)
        else:
            wanted, fits = "[N] states", states.ndim > 0
        if fits or objects:
            return self._no_texts(states.tolist(), method) if objects else states
        raise QueryError(f"{method}() expects {wanted}, got an array of {dtype} of shape {shape}")

    def states(self, *, symmetric: bool = False) -> Iterator[StateT]:
        """All stored states: with symmetries the representatives, one of each class.

        ``symmetric``: all states that `len` counts instead, each class in full.
        """
        for states, _ in self.state_blocks(symmetric=symmetric):
            yield from states

    def state_blocks(
        self, *, symmetric: bool = False
    ) -> Iterator[tuple[list[StateT], StateEntries]]:
        """The states of `states` with their entries, some thousands at a time."""
        if symmetric and self.symmetric:
            yield from covered_blocks(self)
            return
        for keys, entries in self.table.blocks():
            yield self.keys.states_of(keys), entries

    def look_up(self, states: list[StateT]) -> StateEntries:
        """The entries of many states, by one look-up; 0 is the value of an unknown state."""
        return self._entries(states)

    def representative(self, state: StateT) -> StateT:
        """The state that stands for a state and all that are symmetric to it; without symmetries
        the state itself. Raises UnknownStateError."""
        self._known(state)
        return self.keys.state(self._key(state)) if self.symmetric else state

    @cached_property
    def whole_classes(self) -> bool:
        """True if every state of each class is reached, so that the classes are all states."""
        return classes_are_whole(self)

    @cached_property  # reads all of a stored solution
    def longest_win(self) -> tuple[StateT, int] | None:
        """The won state (of the smallest key) with the largest remoteness; None without wins."""
        plies = [r for v, r in self.histogram if v == Value.WIN]
        if not plies:
            return None
        key = self.table.smallest_with(Value.WIN, max(plies))
        if key is None:  # counts of a folder that was changed by hand
            raise DamagedError(
                f"there is no state that is won in {max(plies)} plies, and the counts have one; "
                "solve the game again"
            )
        return self.keys.state(key), max(plies)

    def scores(self) -> dict[StateT, int]:
        """Won states (1) and lost ones (-1) by remoteness, losses before wins; no draws.

        With symmetries, of the representatives.
        """
        keys, (values, plies, _) = self.table.joined()
        decided = np.flatnonzero(values != Value.DRAW)
        order = decided[np.lexsort((values[decided], plies[decided]))]
        scores = (values[order].astype(np.int64) - 2).tolist()
        return dict(zip(self.keys.states_of(keys[order]), scores, strict=True))

    def best_moves_of_all(self) -> dict[StateT, list[MoveT]]:
        """`best_moves` of each stored state that has moves, by state."""
        return self._moves_of_all(distance=True)

    def keeping_moves_of_all(self) -> dict[StateT, list[MoveT]]:
        """`keeping_moves` of each stored state that has moves, by state."""
        return self._moves_of_all(distance=False)

    def _moves_of_all(self, *, distance: bool) -> dict[StateT, list[MoveT]]:
        found: dict[StateT, list[MoveT]] = {}
        for states, entries in self.state_blocks():
            found.update(self.moves_of(states, entries, distance=distance))
        return found

    def moves_of(
        self, states: list[StateT], entries: StateEntries, *, distance: bool = True
    ) -> dict[StateT, list[MoveT]]:
        """`best_moves`, or without ``distance`` `keeping_moves`, of those of some states that have
        moves; ``entries``: of the states."""
        found = best_moves_of(self.rules, self._entries, states, entries, distance=distance)
        return dict(found)

    def policy(
        self, states: Iterable[StateT] | None = None, *, moves: Sequence[MoveT] | None = None
    ) -> Any:
        """The moves of some states (None: all) as arrays, with a column for each move of the game:
        see `perfectplay.analysis.evaluate.policy.policy`."""
        return attached("policy")(self, states, moves=moves)

    # --- counts ----------------------------------------

    def __len__(self) -> int:
        """The number of all states that a play reaches. With symmetries each state of a class is
        counted; the number of classes is ``representatives.states``."""
        return self.counts.states

    def __iter__(self) -> Iterator[StateT]:
        """All states that `len` counts."""
        return self.states(symmetric=True)

    __reversed__ = None
    """States have an order only within the table."""

    @property
    def counts(self) -> Counts:
        """Counts over all states that the solution covers."""
        return counts_of(*(self.covered or (self.histogram, self.moves)))

    @property
    def representatives(self) -> Counts | None:
        """The same counts over one state of each class; None without symmetries."""
        return counts_of(self.histogram, self.moves) if self.symmetric else None

    @property
    def by_remoteness(self) -> dict[int | None, dict[str, int]]:
        """Covered states by remoteness, rising (None, endless, last): wins, draws, losses."""
        return rows_by_remoteness(self.histogram if self.covered is None else self.covered[0])
