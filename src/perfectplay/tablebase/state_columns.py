"""The columns of tables of states: names and types of the fields of states, batches of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import islice
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.texts.default_texts import default_text
from perfectplay.tablebase.state_fields import fields_of
from perfectplay.tablebase.state_rows import StateRow, json_cell, state_rows, without_surrogates
from perfectplay.tablebase.store.part_columns import arrow

if TYPE_CHECKING:
    from perfectplay.tablebase.batch_queries import BatchQueries

BATCH = 50_000
"""Rows that are made at a time."""

TAKEN = ("state", "text", "value", "score", "remoteness", "best_moves")
"""Names of the other columns."""

_WORD = 1 << 63


@dataclass(frozen=True)
class FieldColumn:
    """A field of all states as a column: its name, its kind, and where it is in a state.

    ``kind``: "integer", "truth", "number", "text", "integers" (a list) or "other", which becomes a
    text; ``place``: an index, the name of an attribute, or None for the state itself.
    """

    name: str
    kind: str
    place: int | str | None

    def of(self, state: State) -> Any:
        """The cell of a state."""
        part = _part(state, self.place)
        if part is None:
            return None
        if self.kind == "integers":
            return [int(item) for item in part]
        if self.kind in ("text", "other"):
            return without_surrogates(part if isinstance(part, str) else default_text(part))
        return int(part) if self.kind == "integer" else part


def _part(state: State, place: int | str | None) -> Any:
    if place is None:
        return state
    return state[place] if isinstance(place, int) else getattr(state, place)


def field_columns(solution: BatchQueries, *, symmetric: bool) -> list[FieldColumn]:
    """The columns of the fields of states, by the names of `fields_of`: a number becomes
    ``field_0``, an integer is ``number``. None for other states.

    >>> from perfectplay import solve
    >>> from perfectplay.games.nim import Nim
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> for game in (ThreeRocks(), Nim((1, 2))):
    ...     [column.name for column in field_columns(solve(game), symmetric=False)]
    ['left', 'right']
    ['field_0', 'field_1']
    """
    names, places = _names(solution.rules), _places(solution.start)
    keys = solution.keys
    if isinstance(keys, IntegerKeys) or (isinstance(keys, TupleKeys) and keys.shape.is_flat):
        pairs = zip(names, places, strict=True)
        return [FieldColumn(name, "integer", place) for name, place in pairs]
    kinds: list[set[str]] = [set() for _ in places]
    for state in solution.states(symmetric=symmetric):
        if _places(state) != places:  # states of several lengths have no columns in common
            return []
        for seen, place in zip(kinds, places, strict=True):
            seen.add(_kind(_part(state, place)))
    columns = zip(names, map(_common, kinds), places, strict=True)
    return [FieldColumn(name, kind, place) for name, kind, place in columns]


def _names(rules: CheckedGame) -> list[str]:
    """A name for each column: one that is free."""
    if isinstance(rules.start(), int):
        return ["number"]
    names: list[str] = []
    for field in fields_of(rules):
        name = f"field_{field.index}" if field.name == str(field.index) else field.name
        name = f"field_{name}" if name in TAKEN else name
        names.append(f"{name}_" if name in names else name)
    return names


def _places(state: State) -> Sequence[int | str | None]:
    """The place of each field of a state."""
    if isinstance(state, int):
        return (None,)
    if isinstance(state, tuple | str | bytes):
        return range(len(state))
    return [field.name for field in fields(state)] if is_dataclass(state) else []


def _kind(part: Any) -> str:
    if part is None:
        return "none"
    if isinstance(part, bool):
        return "truth"
    if isinstance(part, Integral):
        return "integer" if -_WORD <= int(part) < _WORD else "other"
    if isinstance(part, Real):
        return "number"
    if isinstance(part, str):
        return "text"
    flat = isinstance(part, tuple) and all(_kind(item) == "integer" for item in part)
    return "integers" if flat else "other"


def _common(seen: Iterable[str]) -> str:
    """The kind of a column whose cells have these kinds."""
    kinds = set(seen) - {"none"}
    if kinds == {"integer", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "other"


# --- tables ---------------------------------------------------------------------------------------


def table_schema(columns: Sequence[FieldColumn], *, scoring: bool) -> Any:
    """The pyarrow schema: state (JSON) and text, the fields, value, score, remoteness, moves."""
    lib = arrow("")
    types = {
        "integer": lib.int64(), "truth": lib.bool_(), "number": lib.float64(),
        "integers": lib.list_(lib.int64()),
    }  # fmt: skip
    found = [("state", lib.string()), ("text", lib.string())]
    found += [(column.name, types.get(column.kind, lib.string())) for column in columns]
    found.append(("value", lib.string()))
    if scoring:
        found.append(("score", lib.int64()))
    found += [("remoteness", lib.int32()), ("best_moves", lib.list_(lib.string()))]
    return lib.schema(found)


def table_batches(solution: BatchQueries, *, symmetric: bool = False) -> Iterator[Any]:
    """pyarrow tables of `BATCH` states each, with the same schema; at least one.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> next(table_batches(solve(ThreeRocks(1, 0)))).to_pylist()[1]
    {'state': '[1, 0]', 'text': '1,0', 'left': 1, 'right': 0, 'value': 'win',
     'remoteness': 1, 'best_moves': ['1,0']}
    """
    columns = field_columns(solution, symmetric=symmetric)
    schema = table_schema(columns, scoring=solution.rules.scoring)
    rows = state_rows(solution, symmetric=symmetric)
    while some := list(islice(rows, BATCH)):
        yield _table(some, columns, schema)


def _table(rows: Sequence[StateRow], columns: Sequence[FieldColumn], schema: Any) -> Any:
    lib = arrow("")
    cells: dict[str, list[Any]] = {
        "state": [json_cell(row.state) for row in rows],
        "text": [without_surrogates(row.text) for row in rows],
        "value": [str(row.value) for row in rows],
        "score": [row.score for row in rows],
        "remoteness": [row.remoteness for row in rows],
        "best_moves": [[without_surrogates(move) for move in row.best_moves] for row in rows],
    }
    for column in columns:
        cells[column.name] = [column.of(row.state) for row in rows]
    arrays = [
        lib.array(cells[name], kind) for name, kind in zip(schema.names, schema.types, strict=True)
    ]
    return lib.Table.from_arrays(arrays, schema=schema)


def integer_columns(keys: Keys, array: IntArray) -> IntArray | None:
    """[F, N] int64: integers of the states with N keys, by field; None if states are neither
    integers nor flat tuples of them.

    >>> keys = TupleKeys((0, 0), (3, 3))
    >>> integer_columns(keys, keys.array([(1, 2), (0, 1)])).tolist()
    [[1, 0], [2, 1]]
    """
    if isinstance(keys, IntegerKeys):
        return array.reshape(1, -1)
    flat = isinstance(keys, TupleKeys) and keys.shape.is_flat
    return keys.fields(array).T if flat else None  # type: ignore[attr-defined]
