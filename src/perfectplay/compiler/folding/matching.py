"""``match`` as a chain of ifs."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from perfectplay.compiler.folding.move_patterns import OF_CLASS
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    Substitution,
    all_located,
    call,
    items_apart,
    load,
    store,
)

Bindings = dict[str, ast.expr]
Places = Callable[[ast.AST], str]
"""The user's file and line of a node."""


def if_chain(node: ast.Match, subject: str, place: Places) -> Statements:
    """The statements that do the same as a ``match``; ``subject``: a new name for its subject."""
    chain: Statements = []
    for case in reversed(node.cases):
        bindings: Bindings = {}
        conditions = _conditions(case.pattern, load(subject), bindings, place)
        if case.guard is not None:
            conditions.append(Substitution(bindings).visit(case.guard))
        body: Statements = [ast.Assign([store(name)], value) for name, value in bindings.items()]
        body += case.body
        chain = [ast.If(_all(conditions), body, chain)] if conditions else body
    chain = [ast.Assign([store(subject)], node.subject), *copy.deepcopy(chain)]
    return all_located(chain, node)


def _conditions(
    pattern: ast.pattern, subject: ast.expr, bindings: Bindings, place: Places
) -> list[ast.expr]:
    """The conditions of a pattern; the names that it binds are added to ``bindings``."""
    match pattern:
        case ast.MatchValue(value):
            return [ast.Compare(subject, [ast.Eq()], [value])]
        case ast.MatchSingleton(value):
            return [ast.Compare(subject, [ast.Is()], [ast.Constant(value)])]
        case ast.MatchAs(inner, name):
            conditions = [] if inner is None else _conditions(inner, subject, bindings, place)
            if name is not None:
                bindings[name] = subject
            return conditions
        case ast.MatchOr(patterns):
            return [_either(patterns, subject, place)]
        case ast.MatchSequence(patterns):
            name = getattr(pattern, OF_CLASS, None)
            fits = [call("is_row", subject)] if name is None else []
            if name:  # it has as many items as its class has fields
                fits = [call("is_of", subject, load(name))]
            return fits + _sequence(patterns, subject, bindings, place, counted=name is None)
    raise NotCompilable(
        "a pattern of a class or a mapping does not compile",
        place(pattern),
        "match on numbers and tuples, or use if",
    )


def _either(patterns: list[ast.pattern], subject: ast.expr, place: Places) -> ast.expr:
    each: list[ast.expr] = []
    for pattern in patterns:
        bound: Bindings = {}
        conditions = _conditions(pattern, subject, bound, place)
        if bound:
            raise NotCompilable(
                "names bound in one of several patterns do not compile",
                place(pattern),
                "write a case each",
            )
        each.append(_all(conditions) if conditions else ast.Constant(True))
    return ast.BoolOp(ast.Or(), each)


def _all(conditions: list[ast.expr]) -> ast.expr:
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)


def _sequence(
    patterns: list[ast.pattern], subject: ast.expr, bindings: Bindings, place: Places,
    *, counted: bool,
) -> list[ast.expr]:  # fmt: skip
    """The conditions of a pattern of items; ``counted``: whether their number is asked, too."""
    stars = [i for i, x in enumerate(patterns) if isinstance(x, ast.MatchStar)]
    length = call("len", subject)
    enough: ast.cmpop = ast.GtE() if stars else ast.Eq()
    fixed = ast.Constant(len(patterns) - len(stars))
    conditions: list[ast.expr] = [ast.Compare(length, [enough], [fixed])] if counted else []
    parts = items_apart(subject, len(patterns), stars[0] if stars else None)
    for pattern, part in zip(patterns, parts, strict=True):
        if not isinstance(pattern, ast.MatchStar):
            conditions += _conditions(pattern, part, bindings, place)
        elif pattern.name is not None:
            bindings[pattern.name] = part
    return conditions
