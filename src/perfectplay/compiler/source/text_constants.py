"""The words and texts that a translated module names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.compiler.source.syntax_trees import call, load
from perfectplay.game.shape.state_sets import element_words
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import word_order


class TextConstants:
    """The names of words, texts and tables of them.

    ``words``: in a game whose states hold words, the name of each word; else None, and words do not
    compile. ``texts``: the name of the tuple of all words that are parts of a text. ``boards``: the
    names of texts that are compiled as texts; ``searched``: of those in which parts are looked for.
    ``letter_tables``: the names of tables over all characters, by the function of one.
    ``met_a_text``: the rules name a text in a game without words; ``met_a_spelling``: they spell
    one. ``spells``: they write numbers; ``wide``: of several digits. ``text_room``: the name of the
    room for texts, in a game whose texts change their length; ``text_tables``: the names of tuples
    of texts there. ``word_tables``: the names of arrays of codes; ``word_parts``: those of a
    character of each word, by its index, or of a slice, by its edges; ``word_methods``: those of
    what a method of texts gives for each word. ``names_moves``: some texts are words beside boards.
    ``takes_words_apart``: states hold words of several characters; ``reads_words``: numbers are
    read from words.
    """

    def __init__(
        self, shape: StateShape | None, *, words: bool, texts: bool, named: frozenset[str]
    ) -> None:
        self.met_a_text = self.met_a_spelling = False
        self.spells = self.wide = self.reads_words = False
        self.known_words: tuple[Any, ...] = ()
        if shape is not None:
            inner = sorted(element_words(shape.elements) - set(shape.words), key=word_order)
            self.known_words = (*shape.words, *inner)
        self.known_words += tuple(sorted(named.difference(self.known_words)))
        self.takes_words_apart = any(type(x) is str and len(x) > 1 for x in self.known_words)
        words = bool(words or texts or (shape is not None and shape.has_words) or self.known_words)
        self.words: dict[Any, str] | None = {"": "_pp_w0", None: "_pp_w1"} if words else None
        self.has_texts = texts or (shape is not None and shape.has_texts)
        self.names_moves = bool(named)
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

    def are_mixed(self, words: Iterable[Any]) -> bool:
        """Whether some texts are compiled as boards, and others of several characters as words."""
        several = [word for word in words if type(word) is str and len(word) > 1]
        return len(set(map(self.is_word, several))) > 1 and self.has_texts

    def is_board(self, word: object) -> bool:
        """Whether a text is compiled as a board."""
        return self.has_texts and type(word) is str and len(word) > 1 and not self.is_word(word)

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
