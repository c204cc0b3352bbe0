"""Readings of a state as cells: the rows of a text, of nested tuples, or a flat sequence.

A state is read as a whole, or one of its parts: an item of a tuple, a field of a dataclass or a
NamedTuple. Values of cells are whole numbers, short texts or None, or tuples of these.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from perfectplay.core.value import State
from perfectplay.game.guess.cell_values import is_atom, is_cell, plain_value
from perfectplay.game.showing import faults_of
from perfectplay.game.texts.lasting_repr import in_letters

Values: TypeAlias = tuple[Any, ...]
Getter: TypeAlias = Callable[[State, "int | None"], Any]
Splitter: TypeAlias = Callable[[Any], "list[Sequence[Any]] | None"]
IsCell: TypeAlias = Callable[[object], bool]

_RUNS = ("12345678901234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz")
"""Labels of rows and columns."""

_BEHIND = " ,;:|"
"""What may stand between the last row of a text and the turn."""


class UnreadableError(Exception):
    """A state has no cells where the reading looks for them."""


@dataclasses.dataclass(frozen=True)
class CellReading:
    """A way to read states. ``read(state, seat)`` gives the values of all cells in reading order,
    or raises UnreadableError; ``rows`` and ``columns``: the shape, 0 if the reading has none;
    ``is_text``: whether the cells are letters of a text."""

    read: Callable[[State, int | None], Values]
    rows: int = 0
    columns: int = 0
    is_text: bool = False


def readings(states: Sequence[State]) -> Iterator[CellReading]:
    """The readings of a game's states, the more certain ones first. The first state is the start.

    >>> [(r.rows, r.columns, r.read(("XO", ".X"), 0)) for r in readings([("..", "..")])][0]
    (2, 2, ('X', 'O', '.', 'X'))
    >>> [r.read(("XO..X", 1), 0) for r in readings([(".....", 0)])]
    [('X', 'O', '.', '.', 'X')]
    """
    getters = list(_getters(states[0]))
    for fits in (is_atom, is_cell):  # cells that are tuples of letters are less certain
        for get in getters:
            yield from row_readings(get, states[0], fits=fits)
        for get in getters:
            try:
                values = [get(state, None) for state in states]
            except UnreadableError:
                continue
            if (reader := _flat_reader(values, fits)) is not None:
                yield _flat_reading(get, reader, len(reader(values[0])), isinstance(values[0], str))


# --- parts of a state -----------------------------------------------------------------------------


def _getters(start: State) -> Iterator[Getter]:
    """The functions that give the state itself and its parts that may hold cells."""
    yield lambda state, _: state
    if isinstance(start, tuple):
        for i, part in enumerate(start):
            if _is_sequence(part):
                yield partial(_item, i)
    elif not isinstance(start, str | bytes):
        for name, part in _attributes(start):
            if _is_sequence(part):
                yield partial(_attribute, name)


def _attributes(start: Any) -> list[tuple[str, Any]]:
    if dataclasses.is_dataclass(start) and not isinstance(start, type):
        return [(field.name, getattr(start, field.name)) for field in dataclasses.fields(start)]
    return list(getattr(start, "__dict__", {}).items())


def _is_sequence(part: object) -> bool:
    return isinstance(part, str | bytes | tuple) and len(part) > 1


def _item(i: int, state: Any, _: int | None) -> Any:
    if not isinstance(state, tuple) or len(state) <= i:
        raise UnreadableError
    return state[i]


def _attribute(name: str, state: Any, _: int | None) -> Any:
    try:
        return getattr(state, name)
    except AttributeError:
        raise UnreadableError from None


# --- rows -----------------------------------------------------------------------------------------


def row_readings(
    get: Getter, start: State, seat: int | None = None, fits: IsCell = is_atom
) -> Iterator[CellReading]:
    """The readings of states in equal rows: nested tuples, lines of a text. ``fits``: what a cell
    may be; with `is_cell`, only the readings in which some cells are tuples."""
    splits: list[Splitter] = [partial(_tuple_rows, fits)]
    splits += map(_lines, "\n/|" if fits is is_atom else "")
    for split in splits:
        rows = split(get(start, seat))
        if rows is not None and (fits is is_atom or _any_tuple(rows)):
            kept, columns = _cells_of_rows(rows)
            if len(kept) > 1 and len(columns) > 1:
                yield _row_reading(get, split, rows, kept, columns)


def _row_reading(
    get: Getter, split: Splitter, rows: list[Sequence[Any]], kept: range, columns: range
) -> CellReading:
    size = (len(rows), len(rows[0]))

    def read(state: State, seat: int | None) -> Values:
        found = split(get(state, seat))
        if found is None or (len(found), len(found[0])) != size:
            raise UnreadableError
        return tuple(plain_value(found[y][x]) for y in kept for x in columns)

    return CellReading(read, len(kept), len(columns), isinstance(rows[0], str))


def _tuple_rows(fits: IsCell, value: Any) -> list[Sequence[Any]] | None:
    """The first items of a tuple, if they are equally long rows of cells."""
    if not isinstance(value, tuple):
        return None
    rows = [item if isinstance(item, str | bytes | tuple) else "" for item in value]
    return _first_equal(rows, fits)


def _lines(mark: str) -> Splitter:
    """Splits a text at a mark. The turn may stand behind the last row: ``x.o/.../o.x x``."""

    def split(value: Any) -> list[Sequence[Any]] | None:
        if not isinstance(value, str):
            return None
        *rows, last = value.strip("\n").split(mark)
        size = len(rows[0]) if rows else 0
        behind = len(last) > size > 1 and last[size] in _BEHIND and not {*_BEHIND} & {*last[:size]}
        return _first_equal([*rows, last[:size] if behind else last])

    return split


def _first_equal(
    rows: Sequence[Sequence[Any]], fits: IsCell = is_atom
) -> list[Sequence[Any]] | None:
    """The first rows up to one of another length; None if they are not two of two cells."""
    if not rows or len(rows[0]) < 2:
        return None
    count = next((i for i, row in enumerate(rows) if len(row) != len(rows[0])), len(rows))
    found = list(rows[:count])
    cells = all(isinstance(row, str | bytes) or all(map(fits, row)) for row in found)
    return found if count > 1 and cells else None


def _cells_of_rows(rows: list[Sequence[Any]]) -> tuple[range, range]:
    """The rows and columns that are cells: not labels of a text, nor the blanks between cells."""
    kept, columns = range(len(rows)), range(len(rows[0]))
    if not all(isinstance(row, str) for row in rows):
        return kept, columns
    texts = [str(row) for row in rows]
    if _is_run(texts[-1]):
        kept = kept[:-1]
    elif _is_run(texts[0]):
        kept = kept[1:]
    inside = [texts[y] for y in kept]
    while len(inside) > 1 and len(columns) > 2 and _is_label([row[columns[0]] for row in inside]):
        columns = columns[1:]
    while len(columns) > 2 and all(row[columns[0]] == " " for row in inside):
        columns = columns[1:]
    if len(columns) > 2 and all(row[x] in " |" for row in inside for x in columns[1::2]):
        columns = columns[::2]
    return kept, columns


def _is_run(line: str) -> bool:
    """True for a line of column labels, such as ``1 2 3`` or ``a b c``."""
    letters = "".join(line.split()).lower()
    return len(letters) > 1 and any(letters in run for run in _RUNS)


def _is_label(column: list[str]) -> bool:
    """True for a column of row labels, such as 3, 2, 1."""
    label = "".join(column)
    return len(label) > 1 and any(label in run or label in run[::-1] for run in _RUNS)


# --- flat sequences -------------------------------------------------------------------------------


def _flat_reader(values: list[Any], fits: IsCell) -> Callable[[Any], Values] | None:
    """The function that reads equally long sequences; None if they are none."""
    first = values[0]
    if not isinstance(first, str | bytes | tuple) or len(first) < 2:
        return None
    if any(type(v) is not type(first) or len(v) != len(first) for v in values):
        return None
    if isinstance(first, tuple):
        found = all(fits(cell) for v in values for cell in v)
        return _plain_tuple if found and (fits is is_atom or _any_tuple(values)) else None
    if fits is not is_atom:
        return None
    if isinstance(first, bytes):
        return bytes_reader([bytes(value) for value in values])
    return None if any("\n" in value for value in values) else tuple


def _any_tuple(rows: Sequence[Any]) -> bool:
    return any(not is_atom(cell) for row in rows for cell in row)


def _plain_tuple(value: Any) -> Values:
    return tuple(map(plain_value, value))


def _flat_reading(
    get: Getter, reader: Callable[[Any], Values], length: int, is_text: bool
) -> CellReading:
    def read(state: State, seat: int | None) -> Values:
        value = get(state, seat)
        try:
            cells = reader(value)
        except faults_of():  # another kind of state than those of the sample
            raise UnreadableError from None
        if len(cells) != length:
            raise UnreadableError
        return cells

    return CellReading(read, is_text=is_text)


# --- bytes ----------------------------------------------------------------------------------------

_FORMATS = {8: "qd", 4: "if", 2: "h"}
"""Codes of `struct` for numbers of that many bytes."""

LARGEST = 127
"""A wide number that is larger than this is none: its bytes are cells themselves."""


def bytes_reader(samples: Sequence[bytes]) -> Callable[[bytes], tuple[Any, ...]]:
    """The function that gives the cells of states that are bytes; letters if all are printable.

    >>> import numpy
    >>> bytes_reader([numpy.array([0, 1, -1]).tobytes()])(numpy.array([1, -1, 0]).tobytes())
    (1, -1, 0)
    >>> bytes_reader([b"..."])(b"X.O"), bytes_reader([bytes(3)])(b"\\x00\\x02\\x01")
    (('X', '.', 'O'), (0, 2, 1))
    """
    if all(map(in_letters, samples)):
        return lambda value: tuple(value.decode("ascii"))
    for size, codes in _FORMATS.items():
        for code in codes:
            if len(samples[0]) % size == 0 and all(_fits(sample, size, code) for sample in samples):
                return partial(_numbers, size, code)
    return partial(_numbers, 1, "b")


def _numbers(size: int, code: str, value: bytes) -> tuple[int, ...]:
    return tuple(map(int, struct.unpack(f"={len(value) // size}{code}", value)))


def _fits(sample: bytes, size: int, code: str) -> bool:
    """True if the bytes are small whole numbers of this size."""
    numbers = struct.unpack(f"={len(sample) // size}{code}", sample)
    return all(abs(number) <= LARGEST and number == int(number) for number in numbers)
