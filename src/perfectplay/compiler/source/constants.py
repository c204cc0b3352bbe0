"""Constants of the rules as text of a module: numbers, tuples, tables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
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
from perfectplay.compiler.source.refusals import refusal_of_constant
from perfectplay.compiler.source.set_constants import SetConstants
from perfectplay.compiler.source.syntax_trees import call, call_named, load, own, tuple_of, zeros
from perfectplay.core.lazy_numpy import np
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.number_enums import is_number_enum, number_of_member
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.state_sets import element_words
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import is_word, plain_word
from perfectplay.game.showing import short_place

if TYPE_CHECKING:
    from perfectplay.compiler.source.things import Things


MISSING = object()
"""Stands for no constant: the value depends on the state, or is not known."""

_WORD = 1 << 63

NO_NONE = "use a number such as -1 in the place of None"

_MADE_IN_PLACE = ("text_of", "bytes_of", "empty_text", "state_text", "each_unless")
"""Helpers that make tuples which Numba cannot name in a module."""


class NotCompilable(Exception):  # noqa: N818 it is no error: the interpreter goes on
    """Why rules cannot be compiled: a reason, the place, and the idiom that would compile."""

    def __init__(self, reason: str, place: str = "", idiom: str = "") -> None:
        super().__init__(reason, place, idiom)
        self.reason = reason
        self.place = place
        self.idiom = idiom

    def __str__(self) -> str:
        at = f" ({short_place(self.place)})" if self.place else ""
        return f"{self.reason}{at}" + (f"; {self.idiom}" if self.idiom else "")


def holds_words(value: object) -> bool:
    """Whether a value is a word or bytes, or holds one: the order of a set of words differs between
    runs."""
    if isinstance(value, tuple | frozenset):
        return any(map(holds_words, value))
    return is_word(value) or isinstance(value, bytes)


class TableOfNonesError(Exception):
    """A constant table holds None beside numbers: rules are translated anew, with values that may
    be None."""


class MovesVaryError(Exception):
    """Moves are tuples of unlike lengths: rules are translated anew, with tuples that change their
    length wherever none can be seen."""


class Constants:
    """The constants that a translated module names: its assignments and its tables.

    ``shape``: of states, None for integers. ``words``: in a game whose states hold words, the name
    of each word; else None, and words do not compile. ``texts``: the name of the tuple of all words
    that are parts of a text. ``boards``: the names of texts that are compiled as texts;
    ``searched``: of those in which parts are looked for. ``letter_tables``: the names of tables
    over all characters, by the function of one. ``sets``: they may be compared with states'.
    ``things``: see ``things.py``; ``met_a_thing``: the rules name one.
    ``met_a_text``: the rules name a text in a game without words; ``met_a_spelling``: they spell
    one. ``texts``: they may. ``spells``: they write numbers.
    ``wide``: of several digits. ``text_room``: the name of the room for texts, in a game whose
    texts change their length; ``text_tables``: the names of tuples of texts there. ``word_tables``:
    the names of arrays of codes; ``word_parts``: those of a character of each word, by its index,
    or of a slice, by its edges; ``word_methods``: those of what a method of texts gives for each
    word. ``named``: texts that are words beside boards; ``names_moves``: there are some.
    ``takes_words_apart``: states hold words of
    several characters; ``reads_words``: numbers are read from words. ``has_nones``: a part
    of a state, or of a constant table, is None or a number, or None or a tuple. ``record_name``:
    the module's name of a class of records; ``records``: those in the states.
    """

    def __init__(
        self, shape: StateShape | None, things: Things, *,
        words: bool = False, texts: bool = False, named: frozenset[str] = frozenset(),
        nones: bool = False,
    ) -> None:  # fmt: skip
        self.lines: list[str] = []
        self.things = things
        self.met_a_text = self.met_a_spelling = self.met_a_thing = False
        self.spells = self.wide = self.reads_words = False
        self.known_words: tuple[Any, ...] = ()
        if shape is not None:
            inner = sorted(element_words(shape.elements) - set(shape.words))
            self.known_words = (*shape.words, *inner)
        self.known_words += tuple(sorted(named.difference(self.known_words)))
        self.takes_words_apart = any(type(x) is str and len(x) > 1 for x in self.known_words)
        words = bool(words or texts or (shape is not None and shape.has_words) or self.known_words)
        self.words: dict[Any, str] | None = {"": "_pp_w0", None: "_pp_w1"} if words else None
        self.has_texts = texts or (shape is not None and shape.has_texts)
        self.names_moves = bool(named)
        self.has_nones = nones or (shape is not None and shape.may_be_none)
        self.has_bytes = shape is not None and any(shape.byte_fields)
        self.texts: dict[str, str] = {}
        self.boards: dict[str, str] = {}
        self.searched: dict[str, str] = {}
        self.text_room = ""
        self.text_tables: dict[tuple[str, ...], str] = {}
        self.word_tables: dict[tuple[Any, ...], str] = {}
        self.word_parts: dict[tuple[int | None, ...], str] = {}
        self.word_methods: dict[tuple[Any, ...], str] = {}
        self.marks: dict[str | None, str] = {}
        self.letter_tables: list[tuple[str, Callable[[str], str | bool]]] = []
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

    def is_word(self, text: object) -> bool:
        """Whether the first states hold a text of several characters as a word."""
        return not (type(text) is str and len(text) == 1) and text in self.known_words

    def members_have(self, name: str) -> bool:
        """Whether members of an Enum in the states have something under a name."""
        return any(hasattr(word, name) for word in self.known_words if type(word) is not str)

    def word_part(self, edges: tuple[int | None, ...]) -> ast.expr:
        """The name of the table of a part of each word: its index, or start, stop and step."""
        return load(self.word_parts.setdefault(edges, f"_pp_p{len(self.word_parts)}"))

    @property
    def asks_words(self) -> bool:
        """Whether what may be a word is asked for its parts, and by methods of texts."""
        return self.takes_words_apart and (self.names_moves or not self.has_texts)

    def word_method(self, method: str, given: tuple[Any, ...]) -> str:
        """The name of the table of what a method of texts gives for each word."""
        return self.word_methods.setdefault((method, *given), f"_pp_d{len(self.word_methods)}")

    def word_marks(self, mark: str | None) -> str:
        """The name of the table that says of each word whether it holds a text, None: a space."""
        return self.marks.setdefault(mark, f"_pp_m{len(self.marks)}")

    def board(self, text: str) -> ast.expr:
        """A text that is compiled as one; the tuple of its characters has a name."""
        return call("text_of", load(self.boards.setdefault(text, f"_pp_b{len(self.boards)}")))

    def text_table(self, value: Any) -> str:
        """The name of the table of a constant tuple of texts, or of a set of them, in a game whose
        texts change their length; "" for anything else."""
        holds = isinstance(value, tuple | list | set | frozenset) and bool(self.text_room)
        if not holds or not all(type(text) is str and not self.is_word(text) for text in value):
            return ""
        texts = tuple(value) if isinstance(value, tuple | list) else tuple(sorted(value))
        if all(len(text) == 1 for text in texts):
            return ""
        return self.text_tables.setdefault(texts, f"_pp_s{len(self.text_tables)}")

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

    def are_mixed(self, words: Iterable[Any]) -> bool:
        """Whether some texts are compiled as boards, and others of several characters as words."""
        several = [word for word in words if type(word) is str and len(word) > 1]
        return len(set(map(self.is_word, several))) > 1 and self.has_texts

    def is_board(self, word: object) -> bool:
        """Whether a text is compiled as a board."""
        return self.has_texts and type(word) is str and len(word) > 1 and not self.is_word(word)

    def byte_table(self, table: bytes) -> ast.expr:
        """The name of a table with what each byte becomes."""
        return load(self._named_table(np.frombuffer(table, np.uint8).astype(np.int64)))

    def letter_table(self, change: Callable[[str], str | bool]) -> str:
        """The name of the table with what a function gives for each character."""
        self.letter_tables.append((f"_pp_l{len(self.letter_tables)}", change))
        return self.letter_tables[-1][0]

    def words_within(self, text: str) -> str:
        """The name of the tuple of all words of the game that are parts of a text."""
        return self.texts.setdefault(text, f"_pp_i{len(self.texts)}")

    def searched_text(self, text: str) -> ast.expr:
        """A text in which parts are looked for; states need not hold its characters."""
        return call("text_of", load(self.searched.setdefault(text, f"_pp_h{len(self.searched)}")))

    def is_empty_tuple(self, name: str) -> bool:
        """True if a name of the module stands for ``()``."""
        return self._names.get("()") == name

    def text_named(self, name: str) -> str:
        """The text of a constant that has a name in the module; "" for other names."""
        return next((text for text, known in self._names.items() if known == name), "")

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


def _integer(value: int, what: str) -> ast.expr:
    if not -_WORD <= value < _WORD:
        named = f"{value}" if what == str(value) else f"{what} is {value}, which"
        raise NotCompilable(
            f"{named} leaves 63 bits", idiom="keep numbers below 2^63, in two parts if need be"
        )
    if value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)
