"""Queries about one state: its value, its moves, and the record that shows both."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, Generic

from perfectplay.core.errors import MethodError, PerfectPlayError, StoreError, UnknownStateError
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import Move, MoveT, State, StateT, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.game import Game, StateKind
from perfectplay.game.naming import game_name
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.sides import SeatLike, seat_number
from perfectplay.tablebase.many_representatives import (
    WORTH_COMPILING,
    Representatives,
    compiled_representatives,
)
from perfectplay.tablebase.record import MoveRecord, Record, score_fields
from perfectplay.tablebase.table import StateEntries, StateEntry, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


_NEGATED = {Value.LOSS: Value.WIN, Value.DRAW: Value.DRAW, Value.WIN: Value.LOSS}


def brought(
    rules: CheckedGame, state: State, move: Move, child: State, after: StateEntry
) -> StateEntry:
    """The result of a move for the mover, with the remoteness of the state after it, ``child``.

    ``after``: the entry of that state.
    """
    again = rules.moves_again(state, move, child)
    if after.score is None:
        return after if again else StateEntry(_NEGATED[after.value], after.remoteness)
    score = rules.gain(state, move) + (after.score if again else -after.score)
    return StateEntry(value_of_score(score), after.remoteness, score)


def move_records(
    rules: CheckedGame,
    state: State,
    options: list[tuple[Move, State]],
    entry: StateEntry,
    entry_after: Callable[[State], StateEntry | None],
    *,
    distance: bool = True,
) -> list[MoveRecord]:
    """The records of a state's moves, in the rules' order.

    ``options``: each move with the state after it; ``entry``: that of ``state``;
    ``entry_after``: gives the entry of a state after a move, or None, and then the move is left
    out. ``distance=False``: remotenesses are not known, so that no move is marked best.
    """
    records = []
    for move, child in options:
        after = entry_after(child)
        if after is None:
            continue
        value, remoteness, score = brought(rules, state, move, child, after)
        keeps = value is entry.value and score == entry.score
        plies = None if remoteness is None else remoteness + 1
        best = distance and keeps and plies == entry.remoteness
        text = rules.move_text(move)
        score_text = None if score is None else rules.score_text(score)
        records.append(
            MoveRecord(move, text, value, remoteness, best, keeps, child, score, score_text)
        )
    return records


def rank(move: MoveRecord) -> tuple[int, int, int]:
    """Sort key that puts the best moves first.

    By value; then the nearest win, the farthest loss, drawn ends before endless draws and the
    nearest first. In a game of points by score, then the nearest end. Ties keep the rules' order.
    """
    plies = move.remoteness
    if move.score is not None:
        return (-move.score, 0, plies or 0)
    if move.value is Value.LOSS:
        assert plies is not None
        return (-int(move.value), 0, -plies)
    return (-int(move.value), plies is None, plies or 0)


class StateQueries(Generic[StateT, MoveT]):
    """What a solution knows of one state; a part of `Solution`."""

    game: Game[StateT, MoveT]
    rules: CheckedGame
    table: Table
    keys: Keys
    symmetric: bool

    @property
    def start(self) -> StateT:
        """The state in which a play begins."""
        start: StateT = self.rules.start()
        return start

    def __contains__(self, state: object) -> bool:
        """True for a state that a play reaches, or that is symmetric to one; texts are no states,
        though ``solution[TEXT]`` reads them."""
        return self._entry(state) is not None

    def value(self, state: StateT) -> Value:
        """The value of a state for the player to move. Raises UnknownStateError."""
        return self._known(state).value

    def remoteness(self, state: StateT) -> int | None:
        """Plies to the end; None for an endless draw. Raises UnknownStateError."""
        return self._known(state).remoteness

    def score(self, state: StateT) -> int:
        """In a game of points: the points still to be won from a state, for the player to move.

        Raises UnknownStateError, and MethodError for any other game.
        """
        score = self._known(state).score
        if score is None:
            raise MethodError(
                f"{game_name(self.game)} is no game of points: its states have values, not scores"
            )
        return score

    def worth_fields(self, state: StateT) -> dict[str, Any]:
        """Value, remoteness and, in a game of points, score as JSON. Raises UnknownStateError."""
        value, remoteness, score = self._known(state)
        text = None if score is None else self.rules.score_text(score)
        return {"value": str(value), **score_fields(score, text), "remoteness": remoteness}

    def keeping_moves(self, state: StateT) -> list[MoveT]:
        """All moves that keep the value (or the score), in the rules' order, however long the play
        takes. Raises UnknownStateError."""
        return [m.move for m in self._move_records(state, self._known(state)) if m.keeps]

    def best_moves(self, state: StateT) -> list[MoveT]:
        """All moves that keep the value and the distance: the fastest wins, the longest losses.

        In the rules' order. Who plays them wins a won game. Raises UnknownStateError.
        """
        return [m.move for m in self._move_records(state, self._known(state)) if m.best]

    def probe(self, state: StateT, seat: SeatLike | None = None) -> Record[StateT, MoveT]:
        """The record of a state, with its moves best first.

        ``seat``: the side to move, if the state does not say it: 0 or 1, or "first" or "second" for
        who moves first or second from the start. Raises UnknownStateError, ParameterError.
        """
        return self._record(state, self._known(state), seat)

    def get(self, state: StateT, seat: SeatLike | None = None) -> Record[StateT, MoveT] | None:
        """`probe`, or None if no play reaches the state."""
        entry = self._entry(state)
        return None if entry is None else self._record(state, entry, seat)

    # --- look-ups -----------------------------------------------------------------------------

    def _entry(self, state: State) -> StateEntry | None:
        key = self._key(state)
        return None if key < 0 else self.table.get(key)

    def _entries(self, states: list[State]) -> StateEntries:
        """The entries of many states, by one look-up."""
        return self.table.look_up(self._keys(states))

    def _known(self, state: State) -> StateEntry:
        entry = self._entry(state)
        if entry is None:
            raise self._unknown(state)
        return entry

    def _unknown(self, state: State) -> UnknownStateError:
        start, turn = self.start, "whose turn it is and " if self.rules.game.players == 2 else ""
        hint = f"check {turn}that all its parts are right"
        if not isinstance(state, type(start)) and not isinstance(start, type(state)):
            kinds = (
                f"type {type(start).__name__}, such as {short(start)}, not {type(state).__name__}"
            )
            hint = f"states are of the {kinds}"
            if isinstance(state, str):
                hint += "; solution[TEXT] and solution.find(TEXT) read texts"
        return UnknownStateError(
            f"no play from the start reaches the state {self.rules.state_text(state)}; {hint}"
        )

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
            if kind is StateKind.OBJECT and not isinstance(self.keys, TupleKeys):
                return max(self.keys.key(image) for image in images)
            # only representatives are sure to have keys
            shape = None if self.rules.orders_states else self.rules.shape
            return self.keys.key(min(images) if shape is None else shape.smallest(images))
        except StoreError:
            raise
        except (PerfectPlayError, TypeError):
            return -1  # this is no state of the game

    @property
    def _may_vary(self) -> bool:
        """Whether states are tuples of integers that change their length: a row of an array is one,
        not its fields."""
        keys = self.keys
        if not isinstance(keys, TupleKeys) or not keys.shape.varying:
            return False
        return set(keys.shape.parts) == {int}

    def _keys(self, states: NDArray[np.integer] | list[State]) -> NDArray[np.int64]:
        """[N] the keys of the representatives of many states; -1 if it is no state of the game."""
        if isinstance(states, np.ndarray) and states.ndim == 2 and self._may_vary:
            states = list(map(tuple, states.tolist()))
        if not self.symmetric:
            return self.keys.array(states)
        if isinstance(states, np.ndarray):
            shape = self.rules.shape
            if shape is not None and (states.ndim != 2 or states.shape[1] != shape.size):
                raise TypeError(f"expected an integer array of shape [N, {shape.size}]")
        self._asked += len(states)
        compiled = self._representatives if self._asked >= WORTH_COMPILING else None
        found = None if compiled is None else compiled(states)
        if found is None:
            found = np.full(len(states), -1, np.int64)
        for place in np.flatnonzero(found < 0).tolist():
            found[place] = self._key(self._plain(states[place]))
        return found

    _asked = 0
    """States whose representatives were asked for in batches."""

    @cached_property
    def _representatives(self) -> Representatives | None:
        """The keys of the representatives of many states, by compiled rules."""
        stored, _ = next(iter(self.table.blocks()))
        return compiled_representatives(self.rules, self.keys, stored)

    def _plain(self, state: Any) -> State:
        """A state, of an entry or a row of an array."""
        if not isinstance(state, np.ndarray | np.generic):
            return state
        shape, plain = self.rules.shape, state.tolist()
        return shape.state(plain) if shape and isinstance(plain, list) else plain

    # --- records ------------------------------------------------------------------------------

    def _record(
        self, state: StateT, entry: StateEntry, seat: SeatLike | None
    ) -> Record[StateT, MoveT]:
        value, remoteness, score = entry
        moves = tuple(sorted(self._move_records(state, entry), key=rank))
        player = self.rules.player(state)
        given = None if seat is None else seat_number(seat, self.rules)
        side = given if player is None else player
        text = self.rules.text(state, side)
        score_text = None if score is None else self.rules.score_text(score)
        return Record(
            state, text, value, remoteness, side, not moves, moves, score, score_text, self.rules
        )

    def _move_records(self, state: State, entry: StateEntry) -> list[MoveRecord]:
        """A state's moves in the rules' order; the states after them are looked up in one batch.
        ``state`` must be one that a play reaches, since the rules are called for it."""
        options = self.rules.position(state).options
        after: dict[State, StateEntry | None] = {state: entry}
        children = list(dict.fromkeys(child for _, child in options if child not in after))
        after.update(zip(children, self._entries(children).listed(), strict=True))
        for child, known in after.items():
            if known is None:
                raise self._unknown(child)
        return move_records(self.rules, state, options, entry, after.get)
