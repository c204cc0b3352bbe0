"""Cases of a ``match`` whose subject has a known form: those that never fit are left out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import Fixed, Form, Several, equals, is_instance, part
from perfectplay.game.shape.record_classes import field_names

OF_CLASS = "pp_of_class"
"""The attribute of a pattern that was one of a class; others of a sequence match no dataclass. It
is the name of the class in compiled code if the subject may be of another one."""

Known = Callable[[ast.expr], Any]
_SELF_MATCHING = (bool, int, str, float, tuple)
"""Classes whose pattern with one part binds the whole subject."""


def fitting(case: ast.match_case, form: Form, known: Known) -> ast.match_case | None:
    """The case with a simpler pattern; None if it never fits a subject of this form."""
    pattern = _fit(case.pattern, form, known)
    return None if pattern is None else ast.match_case(pattern, case.guard, case.body)


def _fit(pattern: ast.pattern, form: Form, known: Known) -> ast.pattern | None:
    if form is None:
        return pattern
    match pattern:
        case ast.MatchValue(value):
            constant = known(value)
            never = constant is not MISSING and equals(form, constant) is False
            return None if never else pattern
        case ast.MatchSingleton(value):
            return pattern if isinstance(form, Fixed) and form.value is value else None
        case ast.MatchAs(ast.pattern() as inner, name):
            fitted = _fit(inner, form, known)
            return None if fitted is None else _at(ast.MatchAs(fitted, name), pattern)
        case ast.MatchOr(patterns):
            some = [x for x in (_fit(one, form, known) for one in patterns) if x is not None]
            return _at(ast.MatchOr(some), pattern) if len(some) > 1 else some[0] if some else None
        case ast.MatchSequence(patterns):
            if not (isinstance(form, Several) and issubclass(form.cls, tuple)):
                return None
            return _sequence(patterns, form, known, pattern)
        case ast.MatchClass():
            return _of_class(pattern, form, known)
        case ast.MatchMapping():
            return None
    return pattern


def _sequence(
    patterns: list[ast.pattern], form: Several, known: Known, where: ast.pattern
) -> ast.pattern | None:
    stars = [i for i, x in enumerate(patterns) if isinstance(x, ast.MatchStar)]
    least = len(patterns) - len(stars)
    if len(form.items) < least or (not stars and len(form.items) > least):
        return None
    fitted = []
    for i, one in enumerate(patterns):
        after = bool(stars) and i > stars[0]
        inner = one
        if i not in stars:
            found = _fit(one, part(form, i - len(patterns) if after else i), known)
            if found is None:
                return None
            inner = found
        fitted.append(inner)
    return _at(ast.MatchSequence(fitted), where)


def _of_class(pattern: ast.MatchClass, form: Form, known: Known) -> ast.pattern | None:
    """``Drop(cell=c)`` as a sequence of all fields; ``int()`` as a pattern that always fits."""
    cls = known(pattern.cls)
    if not isinstance(cls, type):
        return pattern
    answer = is_instance(form, cls)
    if answer is not True:
        return None if answer is False else pattern
    if not pattern.patterns and not pattern.kwd_patterns:
        return _at(ast.MatchAs(None, None), pattern)
    if cls in _SELF_MATCHING and len(pattern.patterns) == 1 and not pattern.kwd_patterns:
        return _fit(pattern.patterns[0], form, known)
    parts = _parts_of_fields(pattern, cls)
    if not (isinstance(form, Several) and form.cls is cls and parts):
        return pattern
    found = _sequence(parts, form, known, pattern)
    if found is not None:
        setattr(found, OF_CLASS, "")
    return found


def _parts_of_fields(pattern: ast.MatchClass, cls: type) -> list[ast.pattern] | None:
    """A pattern for each field of a NamedTuple or dataclass; None where there is none."""
    names = field_names(cls)
    if tuple(getattr(cls, "__match_args__", ())) != names or len(pattern.patterns) > len(names):
        return None
    given = dict(zip(names, pattern.patterns, strict=False))
    given |= dict(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True))
    if given.keys() - set(names) or len(given) < len(pattern.patterns) + len(pattern.kwd_patterns):
        return None
    return [given.get(name, _at(ast.MatchAs(None, None), pattern)) for name in names]


class RecordPatterns(ast.NodeTransformer):
    """Patterns of NamedTuples and dataclasses as ones of all their fields. ``name``: gives the name
    that a class has in compiled code, which has to see that the subject is of it."""

    def __init__(self, known: Known, name: Callable[[type], str]) -> None:
        self.known, self.name = known, name

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.pattern:
        self.generic_visit(node)
        cls = self.known(node.cls)
        names = field_names(cls) if isinstance(cls, type) else ()
        parts = _parts_of_fields(node, cls) if names else None
        if not parts:
            return node
        found = _at(ast.MatchSequence(parts), node)
        setattr(found, OF_CLASS, self.name(cls))
        return found


def _at(node: ast.pattern, where: ast.pattern) -> ast.pattern:
    return ast.copy_location(node, where)
