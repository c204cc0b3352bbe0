"""Moves that are texts put together: ``yield f"{verb} {n}"``, ``yield "N" + square``.

Nobody but the rules looks at a compiled move. So compiled code need not write such a text: the move
is the tuple of the values that are written into it, and the rules that take a move are translated
with its constant parts put in; see `texts_apart`.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, TypeAlias

from perfectplay.compiler.source.move_forms import Apart, Number
from perfectplay.compiler.source.syntax_trees import tuple_of

if TYPE_CHECKING:
    from perfectplay.compiler.folding.form_reader import Reader
    from perfectplay.compiler.folding.given_forms import Sources

_PLAIN = (-1, ord("s"))
"""Conversions of f-strings that change nothing in a text or a number."""

Parts: TypeAlias = "list[str | ast.expr]"


def written_parts(node: ast.expr, rules: Reader) -> Parts | None:
    """The constant texts and the values that an expression puts together; None if it is not plainly
    a text that is put together."""
    known = rules.known(node)
    if type(known) is str:
        return [known]
    match node:
        case ast.JoinedStr(values):
            each = [_written(value, rules) for value in values]
            return None if None in each else [part for parts in each for part in parts or ()]
        case ast.Call(function, [value], []) if rules.known(function) is str:
            return [value]
        case ast.BinOp(left, ast.Add(), right):
            sides = [written_parts(side, rules) for side in (left, right)]
            if any(sides):
                one, other = (x or [y] for x, y in zip(sides, (left, right), strict=True))
                return [*one, *other]
    return None


def _written(node: ast.expr, rules: Reader) -> Parts | None:
    """The same of a part of an f-string."""
    match node:
        case ast.FormattedValue(value, conversion, None) if conversion in _PLAIN:
            known = rules.known(value)
            if type(known) in (int, str):
                return [str(known)]
            return written_parts(value, rules) or [value]
        case ast.FormattedValue():
            return None
    return written_parts(node, rules)


def written_form(node: ast.expr, sources: Sources, samples: set[str]) -> Apart | None:
    """The form of a move that is a text put together of values; None for others. ``samples``: moves
    of plays at random."""
    parts = written_parts(node, sources.rules)
    if parts is None or not any(isinstance(part, ast.expr) for part in parts):
        return None
    if not all(part.isascii() for part in parts if isinstance(part, str)):
        return None
    joined = _joined(parts)
    values = [part for part in parts if isinstance(part, ast.expr)]
    numbers = tuple(sources.form_of(value) == Number(sure=True) for value in values)
    samples = samples - _of_other_moves(joined, sources, samples)
    return Apart(tuple(joined), _lengths(joined, numbers, samples), numbers)


def _joined(parts: Parts) -> list[str | None]:
    """The constant texts, and None for each value between them."""
    joined: list[str | None] = []
    for part in parts:
        if isinstance(part, ast.expr):
            joined.append(None)
        elif part and joined and joined[-1] is not None:
            joined[-1] += part
        elif part:
            joined.append(part)
    return joined


def _of_other_moves(parts: list[str | None], sources: Sources, samples: set[str]) -> set[str]:
    """The samples that another move of the function tells more of: ``f"Kx{s}"`` beside
    ``f"K{s}"``."""
    own, found = len(_constant(parts)), set[str]()
    for node in ast.walk(sources.tree):
        if isinstance(node, ast.Yield) and node.value is not None:
            other = _joined(written_parts(node.value, sources.rules) or [])
            if len(_constant(other)) > own:
                found |= set(filter(_pattern(other).fullmatch, samples))
    return found


def _constant(parts: list[str | None]) -> str:
    return "".join(part or "" for part in parts)


def _pattern(parts: list[str | None]) -> re.Pattern[str]:
    """What fits the texts that are put together in this way."""
    return re.compile("".join("(.+)" if part is None else re.escape(part) for part in parts))


def written_values(node: ast.expr, rules: Reader) -> ast.expr:
    """The tuple of the values in such a move."""
    parts = written_parts(node, rules) or []
    return tuple_of(*(part for part in parts if isinstance(part, ast.expr)))


def _lengths(
    parts: list[str | None], numbers: tuple[bool, ...], samples: set[str]
) -> tuple[int | None, ...]:
    """How many characters each value probably has: a digit for a number, and as many for all
    others."""
    pattern = _pattern(parts)
    lengths = {len(text) for text in samples if pattern.fullmatch(text)}
    others = numbers.count(False)
    if len(lengths) != 1:
        return (None,) * len(numbers)
    rest = lengths.pop() - len(_constant(parts)) - numbers.count(True)
    if rest < others or (rest % others if others else rest):
        return (None,) * len(numbers)
    return tuple(1 if number else rest // others for number in numbers)
