"""Rows that are parts of one text: ``state.split("/")``, where the separators stand in one place.

The start shows where, and so do f-strings of the rules. Compiled code checks each text that it
takes apart, and raises for one whose separators stand elsewhere.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import ShapeTree

_SEPARATORS = " /|,;:-_\n>+=*@&~"

LONGEST = 256
"""The most characters that a text may have within a rule."""

_DEEPEST = 3

_NO_RULES = ("perfectplay.game.", "typing")
"""Modules whose functions are no rules: put and its like."""

_BLANK = "\0"
"""Stands for a character that only the rules know, in a sample of a text that they spell."""


def separations(
    start: Any, samples: Iterable[str] = (), longer: Iterable[str] = (), states: Iterable[Any] = ()
) -> dict[str, dict[int, tuple[int, ...]]]:
    """For each text that may separate, the places where it begins in texts of each length.

    ``samples``: texts that rules spell; ``longer``: further separators; ``states``: some after
    the start. Of a length whose texts differ in this, nothing is known.

    >>> separations(("../xo", "x"))
    {'/': {5: (2,)}}
    >>> separations("a->b", longer=["->"])["->"]
    {4: (1,)}
    >>> separations("ab/cd", ["/"])  # what separates is not taken apart itself
    {'/': {5: (2,)}}
    >>> separations("..x..", states=["..xo."])  # where nothing separates
    {}
    >>> separations("x:x", states=["x:o", "::o"])
    {':': {}}
    """
    several = list(longer)
    found: dict[str, dict[int, tuple[int, ...]]] = {}
    unclear: set[tuple[str, int]] = set()
    texts = deque([*texts_in(start), *samples])
    seen: set[str] = set()
    while texts:
        text = texts.popleft()
        if text in seen:
            continue
        seen.add(text)
        if len(text) < 2 or text in several:
            continue
        for separator in [x for x in [*_SEPARATORS, *several] if x in text]:
            places = tuple(_places_of(separator, text))
            known = found.setdefault(separator, {}).setdefault(len(text), places)
            if known != places:
                unclear.add((separator, len(text)))
            texts.extend(text.split(separator))
    for state in states:
        for before, after in zip(texts_in(start), texts_in(state), strict=False):
            unclear.update(_unlike(found, before, after))
    for separator, length in unclear:
        found[separator].pop(length, None)
    return found


def _unlike(
    found: dict[str, dict[int, tuple[int, ...]]], before: str, after: str
) -> Iterator[tuple[str, int]]:
    """The separators that stand in other places in a text than in the one of the start, or are more
    or fewer where it has another length; each with the lengths of which nothing is known then."""
    for separator, known in found.items():
        if len(before) != len(after):
            if before.count(separator) != after.count(separator):
                yield from ((separator, length) for length in known)
        elif tuple(_places_of(separator, before)) != tuple(_places_of(separator, after)):
            yield separator, len(before)


def _places_of(separator: str, text: str) -> Iterator[int]:
    """The places at which ``text.split(separator)`` splits."""
    place = text.find(separator)
    while place >= 0:
        yield place
        place = text.find(separator, place + len(separator))


def boards_in(state: Any, shape: ShapeTree | None) -> Iterator[str]:
    """The texts in a state that are boards in its shape."""
    if shape is None:
        return
    if type(state) is str and shape.cls is str:
        yield state
        return
    names = field_names(type(state))
    items = [getattr(state, name) for name in names] if names else state
    if isinstance(items, list | tuple):
        parts = [*shape.parts[:1] * len(items)] if shape.varying else shape.parts
        for item, part in zip(items, parts, strict=False):
            yield from boards_in(item, part if isinstance(part, ShapeTree) else None)


def texts_in(value: Any) -> list[str]:
    """The texts in a state."""
    if isinstance(value, str):
        return [value]
    if names := field_names(type(value)):
        return [text for name in names for text in texts_in(getattr(value, name))]
    return [text for each in value for text in texts_in(each)] if isinstance(value, tuple) else []


def spelled_samples(game: Game) -> list[str]:
    """A sample of each f-string in the methods of a game: one character for each part that is not
    constant, so that it shows where separators stand in a text of that length."""
    functions = functions_of(game)
    return [
        _sample_of(node, functions, 0)
        for tree in functions.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
    ]


def other_separators(game: Game) -> list[str]:
    """The texts at which the rules of a game split other texts, but for the common ones."""
    found: list[str] = []
    for tree in functions_of(game).values():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Attribute(_, "split"), [ast.Constant(str(text))]):
                    found += [text] if text and text not in _SEPARATORS else []
    return list(dict.fromkeys(found))


def _sample_of(part: ast.expr, functions: dict[str, ast.FunctionDef], depth: int) -> str:
    """A text such as an expression spells; a part that is a call is what the function returns."""
    match part:
        case ast.Constant(value):
            return str(value)
        case ast.JoinedStr(values):
            return "".join(_sample_of(x, functions, depth) for x in values)
        case ast.FormattedValue(value):
            return _sample_of(value, functions, depth)
        case ast.Call(ast.Name(name) | ast.Attribute(ast.Name(), name)) if name in functions:
            given = [x.value for x in ast.walk(functions[name]) if isinstance(x, ast.Return)]
            if given and isinstance(given[0], ast.JoinedStr) and depth < _DEEPEST:
                return _sample_of(given[0], functions, depth + 1)
    return _BLANK


def functions_of(game: Game) -> dict[str, ast.FunctionDef]:
    """The methods of a game, and the functions of their modules that they and these call."""
    waiting: list[Any] = [
        value
        for base in type(game).__mro__ if base not in (Game, object)
        for value in vars(base).values()
    ]  # fmt: skip
    found: dict[str, ast.FunctionDef] = {}
    while waiting:
        value = waiting.pop(0)
        value = getattr(value, "__func__", value)  # of a static method
        if not isinstance(value, FunctionType) or value.__name__ in found:
            continue
        if value.__module__.startswith(_NO_RULES):
            continue
        with suppress(NotCompilable):
            found[value.__name__] = tree = tree_of(value)
            names = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name)}
            waiting += [value.__globals__[name] for name in sorted(names & set(value.__globals__))]
    return found


def number_of_parts(places: dict[int, tuple[int, ...]]) -> int | None:
    """How many parts each text has; None if that depends on its length."""
    counts = {len(each) + 1 for each in places.values()}
    return counts.pop() if len(counts) == 1 else None


def length_of_rows(places: dict[int, tuple[int, ...]], width: int = 1) -> int | None:
    """How many characters the parts of a text have, if all have as many; None if texts of several
    lengths differ in this. ``width``: the length of what separates them.

    >>> length_of_rows({13: (3, 7), 11: (3, 7)}), length_of_rows({5: (2,), 7: (3,)})
    (3, None)
    """
    edges = [(-width, *each, length) for length, each in places.items()]
    lengths = [{b - a - width for a, b in pairwise(each)} for each in edges]
    found = {min(each) for each in lengths if len(each) == 1}
    return found.pop() if len(found) == 1 else None


def no_part_is_empty(places: tuple[int, ...], length: int, width: int = 1) -> bool:
    """Whether separators of so many characters, at these places of a text, stand between others.

    >>> no_part_is_empty((2, 5), 8), no_part_is_empty((2, 3), 8), no_part_is_empty((7,), 8)
    (True, False, False)
    """
    around = (-width, *places, length)
    return all(b - a > width for a, b in pairwise(around))


def as_literal(places: dict[int, tuple[int, ...]]) -> str:
    """The places as one text, which compiled code can read while it is compiled.

    >>> as_literal({11: (3, 7), 5: (2,)}), read_literal("11:3,7;5:2")
    ('11:3,7;5:2', {11: (3, 7), 5: (2,)})
    """
    return ";".join(f"{length}:{','.join(map(str, each))}" for length, each in places.items())


def read_literal(text: str) -> dict[int, tuple[int, ...]]:
    """The places that `as_literal` wrote."""
    parts = [part.split(":") for part in text.split(";") if part]
    return {int(length): tuple(map(int, each.split(","))) for length, each in parts}
