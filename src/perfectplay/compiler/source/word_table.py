"""The words of a game's rules and states as a table, and the lines of a module that name them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from string import digits
from typing import Any

from perfectplay.compiler.source.constants import Constants
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import (
    EMPTY,
    FOREIGN,
    MOST_WORDS,
    NO_WORD,
    SCRATCH,
    are_distinct,
    is_letter,
)

LETTERS = "_pp_letters"
"""The name of the number of words that are characters."""

LETTERS_OF = ("letters",)
"""What stands among the methods that words are asked by for the list of their characters."""

NO_PART = -(1 << 40)
"""In a table of parts of words: this word has none."""

MOST_DIGITS = 19
"""Words of so many digits are no numbers in compiled code."""

WORD_NUMBERS, SCRATCH_NUMBERS = "_pp_word_numbers", "_pp_scratch_numbers"
"""The names of the tables of the numbers that words are, and words that no state holds."""

LENGTHS = "_pp_lengths"
"""The name of the table of how many characters each word has, -1 for what is no text; it begins
with the number of words of states."""

RANKS = "_pp_ranks"
"""The name of the table of the place of each word among all texts, -2 for what is no text; it
begins with the number of words of states."""

DIGITS, NUMBERS, ORDINALS = "_pp_digits", "_pp_numbers", "_pp_ordinals"
"""The names of the tables of the words of the ten digits; of the number that each character is, -1
if it is none; and of the place of each in Unicode."""


def shape_with(shape: StateShape, words: Iterable[Any], in_sets: Iterable[Any] = ()) -> StateShape:
    """The shape with these words, but for members of Enums of which the start holds none: no state
    may hold them, since nobody could read them back. ``in_sets``: words that elements of sets hold.
    Raises NotCompilable for too many words."""
    kinds = {type(word) for word in (*shape.words, *in_sets)}
    full = shape.with_words(x for x in words if not isinstance(x, Enum) or type(x) in kinds)
    if len(full.words) > MOST_WORDS:
        raise NotCompilable(f"its rules and states name more than {MOST_WORDS} words")
    if not are_distinct(full.words):
        raise NotCompilable("its rules name members of two Enums of one name")
    return full


def with_changed(words: Iterable[Any], constants: Constants) -> set[Any]:
    """The words, with all that the rules change their characters to. Raises NotCompilable if one
    becomes several characters, or there are too many."""
    found = set(words)
    if constants.spells and not found.isdisjoint(digits):
        found.update(digits)
    waiting = list(filter(is_letter, found))
    while waiting:
        letter = waiting.pop()
        others = [change(letter) for _, change in constants.letter_tables]
        if not constants.takes_words_apart:
            others += [x for x in _changes(letter, constants) if isinstance(x, str)]
        for other in others:
            if isinstance(other, str) and not is_letter(other):
                raise NotCompilable(f"its rules change the character {letter!r} to {other!r}")
            if isinstance(other, str) and other not in found:
                if len(found) > MOST_WORDS:
                    raise NotCompilable(f"its rules and states name more than {MOST_WORDS} words")
                found.add(other)
                waiting.append(other)
    return found


def _changes(letter: str, constants: Constants) -> list[Any]:
    return [_result(letter, asked) for asked in constants.word_methods if asked != LETTERS_OF]


def word_lines(constants: Constants, shape: StateShape) -> list[str]:
    """The lines that define the words of the rules, its texts, tuples of the words that a text
    holds, and tables over all characters."""
    codes = {word: code for code, word in enumerate(shape.words)} | {"": EMPTY, None: NO_WORD}
    names = constants.words or {}
    scratch = [word for word in names if word not in codes]
    scratch += texts_made(constants, [*shape.words, *scratch], set(codes))
    if len(scratch) > FOREIGN - SCRATCH:
        raise NotCompilable("its rules name too many words that no state holds")
    codes |= {word: SCRATCH + i for i, word in enumerate(scratch)}
    whole = [*shape.words, *scratch]
    lines = [f"{LETTERS} = {shape.letters}"]
    lines += [f"{name} = WordConstant({codes[word]})" for word, name in names.items()]
    for text, name in constants.texts.items():
        parts = [codes[word] for word in codes if type(word) is str and word in text]
        lines.append(f"{name} = ({_constants(parts)})")
    for text, name in constants.searched.items():
        foreign = [codes.get(letter, FOREIGN + ord(letter)) for letter in text]
        lines.append(f"{name} = ({_constants(foreign)})")
    for text, name in constants.boards.items():
        lines.append(f"{name} = ({_constants([codes[letter] for letter in text])})")
    for texts, name in constants.text_tables.items():
        width = longest_in(texts)
        rows = [[codes[letter] for letter in text] for text in texts]
        padded = [row + [int(EMPTY)] * (width - len(row)) for row in rows]
        lines.append(f"{name} = np.array({padded}, np.int64)")
        lines.append(f"{name}n = np.array({list(map(len, texts))}, np.int64)")
    for words, name in constants.word_tables.items():
        coded = [int(codes[w]) if w in codes else [int(codes[x]) for x in w] for w in words]
        lines.append(f"{name} = np.array({coded}, np.int64)")
    for edges, name in constants.word_parts.items():
        coded = [_code_of_part(part, codes) for part in parts_of_words(edges, whole)]
        lines.append(f"{name} = {(len(shape.words), *coded)}")
    for asked, name in constants.word_methods.items():
        results = [_result(word, asked) for word in whole]
        lines += _lines_of_method(name, results, codes, len(shape.words))
    for mark, name in constants.marks.items():
        lines.append(f"{name} = {tuple(_is_parted(x, mark) for x in shape.words) or (True,)}")
    if constants.reads_words:
        lines.append(f"{WORD_NUMBERS} = {tuple(map(_number_in, shape.words)) or (-1,)}")
        lines.append(f"{SCRATCH_NUMBERS} = {tuple(map(_number_in, scratch)) or (-1,)}")
    lengths = tuple(len(word) if type(word) is str else -1 for word in whole)
    lines.append(f"{LENGTHS} = {(len(shape.words), *lengths)}")
    ordered = {word: i for i, word in enumerate(sorted(x for x in whole if type(x) is str))}
    ranks = (ordered[word] if type(word) is str else -2 for word in whole)
    lines.append(f"{RANKS} = {(len(shape.words), *ranks)}")
    if constants.has_texts:
        lines += _spelling_lines(shape.words[: shape.letters], codes)
    for name, change in constants.letter_tables:
        values = [change(letter) for letter in shape.words[: shape.letters]]
        if all(isinstance(value, str) for value in values):
            lines.append(f"{name} = ({_constants([codes[value] for value in values])})")
        else:
            lines.append(f"{name} = {tuple(values)}")
    return lines


def texts_made(constants: Constants, words: Iterable[Any], known: set[Any]) -> list[str]:
    """The texts that parts and methods of words give, those of these texts, and so on, but for
    those that are ``known``; characters only if methods are asked, since FOREIGN has all."""
    waiting = [word for word in words if type(word) is str]
    known = known.union(waiting)
    found: list[str] = []
    shortest = 1 if constants.word_methods and not constants.spells else 2
    while waiting and len(found) <= FOREIGN - SCRATCH:
        word = waiting.pop()
        made = [part for edges in constants.word_parts for part in parts_of_words(edges, [word])]
        for asked in constants.word_methods:
            result = _result(word, asked)
            made += result if isinstance(result, list | tuple) else [result]
        for text in made:
            if type(text) is str and len(text) >= shortest and text not in known:
                known.add(text)
                found.append(text)
                waiting.append(text)
    return found


def _result(word: Any, asked: tuple[Any, ...]) -> Any:
    """What a method of texts gives for a word; None if it has no such method, or it raises."""
    method, *given = asked
    if method == "translate":
        given = [dict(given)]
    if asked == LETTERS_OF:
        return list(word) if type(word) is str else None
    try:
        return getattr(word, method)(*given) if type(word) is str else None
    except (TypeError, ValueError):
        return None


def _lines_of_method(name: str, results: list[Any], codes: dict[Any, int], n: int) -> list[str]:
    """The lines that define the tables of what a method gives for each word, ``n`` of them those of
    states: a truth value, the code of a text, or where the codes of several begin, after their
    number."""
    coded: list[int] = [n]
    flat: list[int] = [0]
    for result in results:
        if isinstance(result, list | tuple):
            coded.append(len(flat))
            flat += [len(result), *(_code_of_part(text, codes) for text in result)]
        else:
            coded.append(int(result) if type(result) is bool else _code_of_part(result, codes))
    return [f"{name} = np.array({coded}, np.int64)", f"{name}n = np.array({flat}, np.int64)"]


def parts_of_words(edges: tuple[int | None, ...], words: Iterable[Any]) -> list[str | None]:
    """A character of each word, by its index, or a slice, by its edges; None if there is none.

    >>> parts_of_words((1,), ("7H", "A", None)), parts_of_words((None, -1, None), ("10H", "7H"))
    (['H', None, None], ['10', '7'])
    """
    texts = [word if type(word) is str else None for word in words]
    if len(edges) > 1:
        return [text and text[slice(*edges)] for text in texts]
    (index,) = edges
    assert index is not None
    there = [text is not None and -len(text) <= index < len(text) for text in texts]
    return [str(text)[index] if found else None for text, found in zip(texts, there, strict=True)]


def _is_parted(word: Any, mark: str | None) -> bool:
    """Whether ``split(mark)`` would take a word apart, perhaps with what stands beside it; so for
    what is no text."""
    if type(word) is not str or word.split(mark) != [word]:
        return True
    return mark is not None and any(
        word.startswith(mark[i:]) or word.endswith(mark[:i]) for i in range(1, len(mark))
    )


def _number_in(word: Any) -> int:
    """The number that a word of digits alone is, -1 for other words."""
    plain = type(word) is str and word.isascii() and word.isdigit()
    return int(word) if plain and len(word) < MOST_DIGITS else -1


def _code_of_part(part: str | None, codes: dict[Any, int]) -> int:
    if part is None:
        return NO_PART
    return int(codes[part]) if part in codes else FOREIGN + ord(part)


def longest_in(texts: Iterable[str]) -> int:
    """The length of the longest of some texts, at least 1."""
    return max(map(len, texts), default=0) or 1


def _spelling_lines(letters: tuple[str, ...], codes: dict[Any, int]) -> list[str]:
    """The lines that define the tables by which rules spell texts and read numbers."""
    tens = [codes.get(digit, FOREIGN + ord(digit)) for digit in digits]
    numbers = tuple(map(_number, letters)) or (-1,)
    return [
        f"{DIGITS} = ({_constants(tens)})",
        f"{NUMBERS} = {numbers}",
        f"{ORDINALS} = {tuple(map(ord, letters)) or (-1,)}",
    ]


def _number(letter: str) -> int:
    """The number that ``int`` reads from a character; -1 if it reads none."""
    try:
        return int(letter)
    except ValueError:
        return -1


def _constants(codes: Iterable[int]) -> str:
    return "".join(f"WordConstant({code}), " for code in codes)
