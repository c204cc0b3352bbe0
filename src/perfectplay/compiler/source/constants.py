"""Constants of the rules as text of a module: numbers, tuples, tables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum, Flag
from typing import TYPE_CHECKING, Any

from perfectplay.compiler.source.nested_constants import (
    LARGEST_TUPLE,
    NestedConstant,
    holds_rows,
    is_int,
    layered,
    rows_with_mark,
    with_mark,
)
from perfectplay.compiler.source.not_compilable import NotCompilable, TableOfNonesError
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.refusals import refusal_of_constant
from perfectplay.compiler.source.set_constants import SetConstants
from perfectplay.compiler.source.syntax_trees import call, call_named, load, tuple_of, zeros
from perfectplay.compiler.source.text_constants import TextConstants
from perfectplay.core.lazy_numpy import np
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.number_enums import is_number_enum, number_of_member
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import is_word, plain_word

if TYPE_CHECKING:
    from perfectplay.compiler.source.things import Things


MISSING = object()
"""Stands for no constant: the value depends on the state, or is not known."""

_WORD = 1 << 63

NO_NONE = "use a number such as -1 in the place of None"

_MADE_IN_PLACE = ("text_of", "bytes_of", "empty_text", "state_text", "each_unless")
"""Helpers that make tuples which Numba cannot name in a module."""


def holds_words(value: object) -> bool:
    """Whether a value is a word or bytes, or holds one: the order of a set of words differs between
    runs."""
    if isinstance(value, tuple | frozenset):
        return any(map(holds_words, value))
    return is_word(value) or isinstance(value, bytes)


class Constants(TextConstants):
    """The constants that a translated module names: its assignments and its tables.

    ``shape``: of states, None for integers. ``sets``: they may be compared with states'.
    ``things``: see ``things.py``; ``met_a_thing``: the rules name one. ``has_nones``: a part of a
    state, or of a constant table, is None or a number, or None or a tuple. ``record_name``: the
    module's name of a class of records; ``records``: those in the states.
    """

    def __init__(
        self, shape: StateShape | None, things: Things, *,
        words: bool = False, texts: bool = False, named: frozenset[str] = frozenset(),
        nones: bool = False,
    ) -> None:  # fmt: skip
        self.lines: list[str] = []
        super().__init__(shape, words=words, texts=texts, named=named)
        self.things = things
        self.met_a_thing = False
        self.has_nones = nones or (shape is not None and shape.may_be_none)
        self.has_bytes = shape is not None and any(shape.byte_fields)
        self.tables: dict[str, np.ndarray[Any, Any]] = {}
        self.sets = SetConstants(shape)
        self.records = frozenset(classes_in(shape))
        self.record_name: Callable[[type], str] | None = None
        self._names: dict[str, str] = {}

    def node(self, value: object, what: str) -> ast.expr:
        """The node of a constant; ``what``: its name in a refusal."""
        if isinstance(value, np.bool_):
            value = bool(value)
        value = plain_word(value)
        thing = self.thing(value)
        if thing is not None and self.words is not None:
            value = thing
        self.met_a_thing |= thing is not None
        several = type(value) is str and len(value) > 1
        if self.text_room and value == "" and type(value) is str:
            return call("empty_text", load(self.text_room))
        if self.has_texts and several and not self.is_word(value):
            board = self.board(str(value))
            return call("state_text", board, load(self.text_room)) if self.text_room else board
        if self.words is not None and is_word(value) and not (value is None and self.has_nones):
            return load(self.words.setdefault(value, f"_pp_w{len(self.words)}"))
        if self.has_bytes and type(value) is bytes and value:
            return self._bytes(value)
        if value is None or isinstance(value, bool | float):
            return ast.Constant(value)
        if isinstance(value, Flag) and is_number_enum(type(value)):
            value = number_of_member(value)
        if self._is_record(value):
            assert self.record_name is not None
            fields = (getattr(value, name) for name in field_names(type(value)))
            return call_named(self.record_name(type(value)), *(self.node(x, what) for x in fields))
        if is_int(value):
            return _integer(int(value), what)  # type: ignore[call-overload]
        if isinstance(value, frozenset) and (name := self.sets.name(value)) is not None:
            return load(name)
        if isinstance(value, frozenset) and not holds_words(value):
            value = tuple(value)  # in its own order, which is the same in every run for numbers
        if isinstance(value, np.ndarray):
            return self._table(value, what)
        if isinstance(value, tuple):
            return self._tuple(value, what)
        if isinstance(value, range):
            edges = (value.start, value.stop, value.step)
            edges = (value.stop,) if edges[::2] == (0, 1) else edges  # type: ignore[assignment]
            return call("range", *(_integer(x, what) for x in edges))
        self.met_a_text |= is_word(value) or thing is not None
        raise NotCompilable(*refusal_of_constant(value, what))

    def _is_record(self, value: object) -> bool:
        """Whether a constant is a record as the rules make them: a frozen dataclass, or a
        NamedTuple of a class in the states."""
        cls = type(value)
        alike = is_dataclass(cls) and bool(field_names(cls))
        return self.record_name is not None and (alike or cls in self.records)

    def thing(self, value: object) -> Enum | None:
        """The word that stands for a function, class or object in a table of the rules."""
        return self.things.member(value)

    def _bytes(self, value: bytes) -> ast.expr:
        """Bytes; the tuple of their numbers has a name."""
        return call("bytes_of", self._tuple_of_numbers(tuple(value)))

    def _tuple_of_numbers(self, numbers: tuple[int, ...]) -> ast.expr:
        """The name of a tuple of numbers, however many."""
        return self._named(repr(numbers))

    def _named(self, text: str) -> ast.expr:
        """The name of a constant with this text."""
        if text not in self._names:
            self._names[text] = f"_pp_c{len(self._names)}"
            self.lines.append(f"{self._names[text]} = {text}")
        return load(self._names[text])

    def number_table(self, numbers: tuple[Any, ...]) -> ast.expr:
        """The name of an array of numbers, or of tuples of as many numbers, however many."""
        return self.number_array(np.array(numbers, np.int64))

    def number_array(self, numbers: np.ndarray[Any, Any]) -> ast.expr:
        """The name of an array of numbers."""
        return load(self._named_table(numbers))

    def word_table(self, words: tuple[Any, ...], what: str) -> ast.expr:
        """Words, or texts of one length, as an array of codes; else as a tuple."""
        boards = [word for word in words if self.is_board(word)]
        size = len(boards[0]) if boards else 1
        if self.text_room or len(words) < 8 or not 0 < size < 4:
            return self.node(words, what)
        if boards and not (len(boards) == len(words) and all(len(x) == size for x in boards)):
            return self.node(words, what)
        for word in "".join(boards) if boards else words:
            self.node(word, repr(word))
        name = load(self.word_tables.setdefault(words, f"_pp_v{len(self.word_tables)}"))
        return tuple_of(name, zeros(size)) if boards else name

    def byte_table(self, table: bytes) -> ast.expr:
        """The name of a table with what each byte becomes."""
        return load(self._named_table(np.frombuffer(table, np.uint8).astype(np.int64)))

    def is_empty_tuple(self, name: str) -> bool:
        """True if a name of the module stands for ``()``."""
        return self._names.get("()") == name

    def numbers_in(self, name: str) -> tuple[int, int] | None:
        """The least and the greatest number in the tuple or table that has this name; None for
        other names, and if it holds something else."""
        if (table := self.tables.get(name)) is not None:
            return (int(table.min()), int(table.max())) if table.size else None
        text = next((text for text, known in self._names.items() if known == name), "")
        try:
            numbers = list(_flat(ast.literal_eval(text)))
        except (SyntaxError, ValueError):
            return None
        return (min(numbers), max(numbers)) if numbers and all(map(is_int, numbers)) else None

    def layered(self, value: NestedConstant) -> tuple[str, str]:
        """The names of the tables of rows: their items, their starts ("" for one length)."""
        starts = "" if value.starts is None else self._named_table(value.starts)
        return self._named_table(value.items), starts

    def numbers_or_none(self, value: Any) -> tuple[tuple[Any, ...], int] | None:
        """A tuple of numbers and None, or of rows of these, with a number in the place of None, and
        this number; None for anything else. Raises TableOfNonesError in rules without such parts of
        states, if they were not translated for tables of them."""
        found = with_mark(value) or rows_with_mark(value)
        if found is not None and not self.has_nones:
            raise TableOfNonesError
        return found

    def _tuple(self, value: tuple[Any, ...], what: str) -> ast.expr:
        if (marked := self.numbers_or_none(value)) is not None:
            numbers, mark = marked
            if len(numbers) > LARGEST_TUPLE:
                raise NotCompilable(f"{what} holds None beside many numbers", idiom=NO_NONE)
            if not holds_rows(numbers):
                return call("each_unless", self.whole(numbers, what), _integer(mark, what))
            helper = "each_unless" if holds_rows(value) else "row_unless"
            if len(set(map(len, numbers))) == 1:
                rows = (self.whole(row, what) for row in numbers)
                return tuple_of(*(call(helper, row, _integer(mark, what)) for row in rows))
        if len(value) > LARGEST_TUPLE and all(is_int(x) for x in value):
            if any(not -_WORD <= int(x) < _WORD for x in value):
                raise NotCompilable(f"{what} has numbers that leave 63 bits")
            return self._table(np.array(value, np.int64), what)
        if layered(value) is not None:
            raise NotCompilable(
                f"{what}, a table of rows, is used as a whole",
                idiom="name it where a row is taken or where it is looped over",
            )
        return self.whole(value, what)

    def whole(self, value: tuple[Any, ...], what: str) -> ast.expr:
        """A tuple as it is, also if it is a table of rows: what is compared with it is one, too."""
        literal = self._literal(value, what)
        named = {x.id for x in ast.walk(literal) if isinstance(x, ast.Name)}
        if not named.isdisjoint(map(own, _MADE_IN_PLACE)):
            return literal  # Numba makes all tuples of a module plain ones: no texts
        return self._named(ast.unparse(literal))

    def _literal(self, value: object, what: str) -> ast.expr:
        if isinstance(value, tuple) and not self._is_record(value):
            return tuple_of(*(self._literal(x, f"a part of {_of(what)}") for x in value))
        return self.node(value, what)

    def _table(self, value: np.ndarray[Any, Any], what: str) -> ast.expr:
        if value.dtype.kind not in "biu":
            raise NotCompilable(
                f"{what} is an array of {value.dtype}, not of integers", idiom="use integers"
            )
        if value.size and (int(value.max()) >= _WORD or int(value.min()) < -_WORD):
            raise NotCompilable(f"{what} has numbers that leave 63 bits")
        # one signed type everywhere: a mixture with unsigned numbers would become floats
        return load(self._named_table(value.astype(np.int64)))

    def _named_table(self, table: np.ndarray[Any, Any]) -> str:
        table = np.ascontiguousarray(table)
        text = f"{table.shape} {table.tobytes().hex()}"
        if text not in self._names:
            self._names[text] = f"_pp_t{len(self._names)}"
            self.tables[self._names[text]] = table
        return self._names[text]


def _of(what: str) -> str:
    """What something is a part of.

    >>> _of("a part of WAYS"), _of("WAYS")
    ('WAYS', 'WAYS')
    """
    return what.removeprefix("a part of ")


def _flat(value: Any) -> Iterator[Any]:
    """What is in a tuple, and in the tuples in it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _integer(value: int, what: str) -> ast.expr:
    if not -_WORD <= value < _WORD:
        named = f"{value}" if what == str(value) else f"{what} is {value}, which"
        raise NotCompilable(
            f"{named} leaves 63 bits", idiom="keep numbers below 2^63, in two parts if need be"
        )
    if value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)
