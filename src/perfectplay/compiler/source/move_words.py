"""Constant texts that are moves in a game whose states hold boards that are texts.

``for move in ("up", "left")``: where the rules only choose among texts that they name, and no
board could hold such a text, moves are words, which may be of unlike lengths and are taken apart by
tables.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.compiler.source.text_rows import functions_of
from perfectplay.game.game import Game

_DEEPEST = 3


@dataclass(frozen=True)
class MoveWords:
    """The texts that are words; ``unlike``: whether some that stand together differ in length."""

    words: frozenset[str] = frozenset()
    unlike: bool = False


def move_words(game: Game, moves: Collection[str], letters: Collection[str]) -> MoveWords:
    """The texts that the rules name as moves, and their parts; none if moves may be other texts.
    ``moves``: texts that are moves in plays at random; ``letters``: the characters of boards."""
    long = {text for text in moves if len(text) > 1}
    trees = functions_of(game).values()
    tables = [
        x for x in (*_tables(game), *_written(trees)) if len(x) > 1 and not x.isdisjoint(long)
    ]
    literals = {text for tree in trees for text in _literals(tree)}
    known = frozenset(literals.union(*tables))
    if not tables or not long <= known:
        return MoveWords()
    found = long.union(*tables, {text for text in literals if not _may_stand(text, letters)})
    if any(_may_stand(text, letters) for text in found):
        return MoveWords()
    parts = {part for text in found for part in (*re.findall("[A-Za-z0-9]+", text), *text.split())}
    more = {part for part in parts if len(part) > 1 and not _may_stand(part, letters)}
    unlike = any(len({len(text) for text in table}) > 1 for table in tables)
    return MoveWords(frozenset(found | more), unlike)


def table_words(game: Game, letters: Collection[str]) -> frozenset[str]:
    """The texts of several characters that no board of these characters could hold, among those
    that rules name and those in tables: words beside boards, such as names of pieces."""
    trees = functions_of(game).values()
    texts = {text for tree in trees for text in _literals(tree)}
    texts = texts.union(*_tables(game), *_written(trees))
    return frozenset(text for text in texts if not _may_stand(text, letters))


def _may_stand(text: str, letters: Collection[str]) -> bool:
    """Whether a text may stand in a board of these characters."""
    return all(letter in letters for letter in text)


def _tables(game: Game) -> Iterator[frozenset[str]]:
    """The texts of several characters in each table of the game's classes and of their modules."""
    for cls in type(game).__mro__:
        if cls is Game:
            break
        homes = (vars(cls), vars(sys.modules.get(cls.__module__, cls)))
        for value in (x for home in homes for x in home.values()):
            if isinstance(value, tuple | list | dict | set | frozenset):
                yield frozenset(_texts_in(value, _DEEPEST))


def _texts_in(value: Any, depth: int) -> Iterator[str]:
    if type(value) is str and len(value) > 1:
        yield value
    elif isinstance(value, dict) and depth:
        yield from _texts_in(tuple(value), depth)
        yield from _texts_in(tuple(value.values()), depth - 1)
    elif isinstance(value, tuple | list | set | frozenset) and depth:
        for item in value:
            yield from _texts_in(item, depth - 1)


def _written(trees: Iterable[ast.FunctionDef]) -> Iterator[frozenset[str]]:
    """The texts of several characters in each list that the rules write out."""
    for node in (x for tree in trees for x in ast.walk(tree)):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield frozenset(_plain(node.elts))
        elif isinstance(node, ast.Dict):
            yield frozenset(_plain(x for x in node.keys if x is not None))


def _plain(nodes: Iterable[ast.expr]) -> list[str]:
    values = [x.value for x in nodes if isinstance(x, ast.Constant)]
    return [x for x in values if type(x) is str and len(x) > 1]


def _literals(tree: ast.FunctionDef) -> list[str]:
    """The texts of several characters that a function names by themselves."""
    inside = [
        x for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.Expr)
        for x in ast.iter_child_nodes(node)
    ]  # fmt: skip
    return _plain(x for x in ast.walk(tree) if isinstance(x, ast.Constant) and x not in inside)
