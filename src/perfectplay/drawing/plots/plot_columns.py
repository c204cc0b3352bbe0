"""The fields of a state, which are the coordinates of a table, and their values as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.distinct import distinct
from perfectplay.core.errors import PlotError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import game_name
from perfectplay.game.shape.keys import Keys
from perfectplay.game.texts.default_texts import default_text
from perfectplay.solver.whole_graph import whole_graph
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.state_columns import integer_columns
from perfectplay.tablebase.state_fields import StateField, fields_of

LARGEST = 1_000
"""Most values of an axis."""

_BLOCK = 1 << 14

Block = tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]
"""Keys, values and remotenesses (-1 if endless) of some states."""


def find_field(rules: CheckedGame, known: Sequence[StateField], text: str) -> StateField:
    """Field with a name or number. Raises PlotError, which lists the fields."""
    named = [f for f in known if text == f.name] or [f for f in known if text == str(f.index)]
    if named:
        return named[0]
    raise PlotError(f"{game_name(rules.game)} has no field {text!r}; its fields are {_all(known)}")


def _all(known: Sequence[StateField]) -> str:
    if len(known) > 12 or all(field.name == str(field.index) for field in known[1:]):
        return f"0 to {known[-1].index}" if len(known) > 1 else known[0].title
    return ", ".join(field.title for field in known)


_OTHERWISE = (
    "write the rules on tuples of numbers, or ask for --kind bars or graph, which need none"
)


def no_fields(rules: CheckedGame, state: State) -> PlotError:
    """Error for a game whose states have no fields."""
    return PlotError(
        f"states of {game_name(rules.game)} have no coordinates: {rules.state_text(state)} is of "
        f"the type {type(state).__name__}, which has no fields; {_OTHERWISE}"
    )


@dataclass(frozen=True)
class StateBlocks:
    """All states of a solution by key, in blocks."""

    solution: Solution
    keys: Keys
    array: NDArray[np.int64] | None  # all keys, if the solution stores only representatives

    def blocks(self) -> Iterator[Block]:
        """Yield every reachable state once."""
        if self.array is None:
            for keys, entries in self.solution.table.blocks(_BLOCK):
                yield keys, entries.values, entries.remoteness
            return
        for first in range(0, len(self.array), _BLOCK):
            piece = self.array[first : first + _BLOCK]
            states = self.keys.states_of(piece)
            yield piece, self.solution.values(states), self.solution.remotenesses(states)


def states_of(solution: Solution) -> StateBlocks:
    """States of a solution; a game with symmetries is explored again without them."""
    if not solution.symmetric:
        return StateBlocks(solution, solution.keys, None)
    whole = whole_graph(solution.game)
    return StateBlocks(solution, whole.keys, whole.array)


@dataclass
class FieldValues:
    """Values of a field: all up to a limit, and in any case the least and the greatest number."""

    values: set[Any] = field(default_factory=set)
    many: bool = False
    numbers: bool = True

    def add(self, values: Iterable[Any]) -> None:
        """Add values, of which about `LARGEST` are kept."""
        self.values.update(values)
        if self.numbers:
            self.numbers = all(isinstance(value, int | np.integer) for value in self.values)
        if len(self.values) > LARGEST:
            self.many = True
            ends = {min(self.values), max(self.values)} if self.numbers else set()
            self.values = ends | set(list(self.values)[:LARGEST])

    @property
    def varies(self) -> bool:
        """True if there is more than one value."""
        return len(self.values) > 1

    @property
    def sorted(self) -> list[Any]:
        """Numbers by size, other values by their text."""
        return sorted(self.values) if self.numbers else sorted(self.values, key=default_text)

    @property
    def range_text(self) -> str:
        """Values for a sentence: ``0 to 7``, or ``black, white``."""
        if self.numbers:
            low, high = min(self.values), max(self.values)
            return f"{low} to {high}" if low < high else str(low)
        texts = [default_text(value) for value in self.sorted[:6]]
        return ", ".join(texts) + (", …" if len(self.values) > 6 else "")


class FieldColumns:
    """The fields of a game's states as columns. Numbers are kept; any other value (a word, a tuple)
    becomes its index among the values of its field, which `learn` has to see first."""

    def __init__(self, rules: CheckedGame) -> None:
        self.rules = rules
        self.fields = fields_of(rules)
        if not self.fields:
            raise no_fields(rules, rules.start())
        self._codes: dict[int, dict[Any, int]] = {}

    def learn(self, seen: Sequence[FieldValues]) -> None:
        """Number the values of fields that are not numbers."""
        for number, values in enumerate(seen):
            if not values.numbers:
                self._codes[number] = {value: code for code, value in enumerate(values.sorted)}

    def raw(self, keys: Keys, array: NDArray[np.int64]) -> Sequence[Any]:
        """[F] fields of states given by their keys, each a column of N values."""
        columns = integer_columns(keys, array)
        return self.parts(keys.states_of(array)) if columns is None else list(columns)

    def of_keys(self, keys: Keys, array: NDArray[np.int64]) -> NDArray[np.int64]:
        """[F, N] int64: fields of states given by their keys."""
        return self._numbers(self.raw(keys, array))

    def of_states(self, states: Sequence[State]) -> NDArray[np.int64]:
        """[F, N] int64: fields of states; -2^63 for a value that was not learnt."""
        return self._numbers(self.parts(states))

    def _numbers(self, parts: Sequence[Any]) -> NDArray[np.int64]:
        coded = [
            [self._codes[i].get(value, np.iinfo(np.int64).min) for value in part]
            if i in self._codes
            else part
            for i, part in enumerate(parts)
        ]
        return np.array(coded, np.int64)

    def parts(self, states: Sequence[State]) -> list[Any]:
        """[F] fields of states, each a column. Raises PlotError if they have other fields."""
        if not states:
            return [[] for _ in self.fields]
        if isinstance(states[0], int):
            return [states]
        if is_dataclass(states[0]):
            rows = [[getattr(state, f.name, _MISSING) for f in self.fields] for state in states]
        else:
            rows = [list(s) if isinstance(s, tuple | str | bytes) else [] for s in states]
        for state, row in zip(states, rows, strict=True):
            if len(row) != len(self.fields) or _MISSING in row:
                raise PlotError(
                    f"states of {game_name(self.rules.game)} have no coordinates in common: "
                    f"{self.rules.state_text(state)} does not have the {len(self.fields)} fields "
                    f"of the start {self.rules.state_text(self.rules.start())}; {_OTHERWISE}"
                )
        return list(zip(*rows, strict=True))


_MISSING = object()


def picked(parts: Sequence[Any], fixed: Mapping[StateField, str]) -> NDArray[np.bool_]:
    """[N] bool: states that have the fixed values.

    parts: [F] columns as `FieldColumns.raw` gives them.
    """
    chosen = np.ones(len(parts[0]), bool)
    for one, text in fixed.items():
        part = parts[one.index]
        if isinstance(part, np.ndarray):
            chosen &= part == int(text) if _is_number(text) else False
        else:
            chosen &= np.array([default_text(value) == text for value in part], bool)
    return chosen


def _is_number(text: str) -> bool:
    try:
        return -(1 << 63) <= int(text) < 1 << 63
    except ValueError:
        return False


def survey(
    states: StateBlocks, columns: FieldColumns, fixed: Mapping[StateField, str]
) -> list[FieldValues]:
    """Values of each field among the states with the fixed values."""
    seen = [FieldValues() for _ in columns.fields]
    for array, _, _ in states.blocks():
        parts = columns.raw(states.keys, array)
        chosen = picked(parts, fixed)
        for one, part in zip(seen, parts, strict=True):
            if isinstance(part, np.ndarray):
                one.add(distinct(part[chosen]).tolist())
            else:
                one.add(value for value, is_in in zip(part, chosen, strict=True) if is_in)
    return seen
