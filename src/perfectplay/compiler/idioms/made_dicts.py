"""Dicts that are made for one question alone, such as ``Counter(state)[0]``."""

from __future__ import annotations

import ast

from perfectplay.compiler.idioms.dict_locals import MADE, DictRules, kind_of, refuse_use
from perfectplay.compiler.idioms.given_dicts import RESULT, gives_marked
from perfectplay.compiler.idioms.scratch_dicts import without_dicts
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import ArgumentForms, GivenDict
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Replaced,
    Statements,
    call,
    function_of,
    load,
    located,
    store,
)


def of_made_dict(node: ast.expr, rules: DictRules) -> ast.FunctionDef | None:
    """A function that gives what is asked of a dict that is made for this alone, such as
    ``Counter(state)[0]`` or ``max(Counter(state).values())``; None for other expressions.

    Raises NotCompilable for a new dict that is used in another way.
    """
    made: ast.expr | None = None
    match node:
        case ast.Call(ast.Attribute(value)) | ast.Subscript(value, ctx=ast.Load()):
            made = value
        case ast.Call(ast.Name(), [value], []):
            made = value
        case ast.Compare(_, [ast.In() | ast.NotIn()], [value]):
            made = value
    if isinstance(node, ast.Name) or gives_marked(node):
        return None
    match node:
        case ast.Call(ast.Name(name), [value], []) if name == own(MADE):
            kind = kind_of(value, rules, {})
            return _function_of(value, None, rules, ((RESULT, GivenDict(str(kind))),))
    kind = kind_of(node, rules, {})
    if kind is not None and rules.known(node) is MISSING:  # in a place where none compiles
        refuse_use(rules, node, queue=kind == "deque")
    kind = None if made is None or gives_marked(made) else kind_of(made, rules, {})
    if made is None or kind in (None, "deque") or rules.known(made) is not MISSING:
        return None
    return _function_of(made, node, rules, ())


def _function_of(
    made: ast.expr, asked: ast.expr | None, rules: DictRules, forms: ArgumentForms
) -> ast.FunctionDef:
    """A function that makes a dict, and returns what is asked of it, or (None) the dict itself."""
    name = rules.fresh_local("dict")
    answer: ast.expr = load(name) if asked is None else Replaced(made, load(name)).visit(asked)
    match asked:
        case ast.Call(ast.Attribute(_, "items" | "keys" | "values")):
            answer = call("list", answer)
    body: Statements = [ast.Assign([store(name)], made), ast.Return(answer)]
    function = located(function_of(rules.fresh_local("made"), body), asked or made)
    without_dicts(function, rules, forms)
    return function
