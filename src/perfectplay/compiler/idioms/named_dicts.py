"""Rules that make a dict of items, brought into one form for ``record_dicts.py``."""

from __future__ import annotations

import ast
import copy

from perfectplay.compiler.idioms.dict_locals import DictRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    flat,
    load,
    located,
    store,
)


def with_named_dicts(tree: ast.FunctionDef, rules: DictRules) -> ast.FunctionDef:
    """A copy of a function in which each ``dict(state)`` sets a local of its own, and what is
    called only to make such a dict, or its items, is put in."""
    changed = copy.deepcopy(tree)
    changed.body = flat(_PutIn(rules).visit(x) for x in changed.body)
    changed.body = _named_anew(changed, rules)
    changed.body = _one_by_one(changed.body, rules)
    return changed


class _PutIn(ast.NodeTransformer):
    """Puts in what is called: functions that only make such a dict of its items, or the items."""

    def __init__(self, rules: DictRules) -> None:
        self.rules = rules

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if node.keywords and self.rules.known(node.func) is dict:  # dict(d, turn="X")
            keys: list[ast.expr | None] = [None for _ in node.args]
            keys += [ast.Constant(x.arg) if x.arg else None for x in node.keywords]
            values = [*node.args, *(x.value for x in node.keywords)]
            return located(ast.Dict(keys, values), node)
        function = self.rules.rule_called(node)
        if function is None or len(node.args) != 1 or node.keywords:
            return node
        try:
            tree = tree_of(function[0])
        except NotCompilable:
            return node
        body = [x for x in tree.body if not _is_text(x)]
        names = [x.arg for x in tree.args.args][-1:]
        match body:
            case [ast.Return(ast.Call(ast.Name("dict"), [ast.Name(name)], []) as made)] if (
                name in names
            ):
                pass
            case [ast.Return(ast.Call(ast.Name("tuple"), [ast.Call() as inner], []) as made)]:
                if isinstance(inner.func, ast.Name) and inner.func.id == "sorted" and inner.args:
                    inner = inner.args[0]  # type: ignore[assignment]
                if not _is_view(inner, names):
                    return node
            case _:
                return node
        for part in ast.walk(made):
            if isinstance(part, ast.Name) and part.id in names:
                return located(_instead(made, part.id, node.args[0]), node)
        return node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_view(node: ast.expr, names: list[str]) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), "items"), [], []):
            return name in names
    return False


def _instead(made: ast.expr, name: str, argument: ast.expr) -> ast.expr:
    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(argument) if node.id == name else node

    changed: ast.expr = Put().visit(copy.deepcopy(made))
    return changed


def _named_anew(tree: ast.FunctionDef, rules: DictRules) -> Statements:
    """The statements, where ``state = dict(state)`` sets another local than the argument."""
    body = list(tree.body)
    times = bindings(tree)
    arguments = {x.arg for x in tree.args.args}
    for i, node in enumerate(body):
        match node:
            case ast.Assign([ast.Name(name) as target], ast.Call(function, [ast.Name()], [])) if (
                name in arguments and times[name] == 2 and rules.known(function) is dict
            ):
                fresh = rules.fresh_local(name)
                target.id = fresh
                body[i + 1 :] = [_renamed(x, name, fresh) for x in body[i + 1 :]]
    return body


def _renamed(node: ast.stmt, name: str, fresh: str) -> ast.stmt:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == name:
            part.id = fresh
    return node


def _one_by_one(body: Statements, rules: DictRules) -> Statements:
    """The statements, where each ``dict(state)`` in an expression is a local of its own."""
    return flat(_Apart(rules).visit(x) for x in body)


class _Apart(ast.NodeTransformer):
    def __init__(self, rules: DictRules) -> None:
        self.rules = rules
        self.before: Statements = []

    def visit(self, node: ast.AST) -> ast.AST | Statements:
        if isinstance(node, ast.stmt):
            return self._statement(node)
        seen: ast.AST = super().visit(node)
        return seen

    def _statement(self, node: ast.stmt) -> ast.AST | Statements:
        around, self.before = self.before, []
        match node:
            case ast.Assign([ast.Name()], ast.Call(function, [ast.Name()], [])) if (
                self.rules.known(function) is dict
            ):
                pass
            case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr():
                self.generic_visit(node)
            case ast.If():
                node.test = self.visit(node.test)  # type: ignore[assignment]
                node.body = flat(_Apart(self.rules).visit(x) for x in node.body)
                node.orelse = flat(_Apart(self.rules).visit(x) for x in node.orelse)
            case ast.For():
                node.iter = self.visit(node.iter)  # type: ignore[assignment]
                node.body = flat(_Apart(self.rules).visit(x) for x in node.body)
                node.orelse = flat(_Apart(self.rules).visit(x) for x in node.orelse)
            case ast.While():
                node.body = flat(_Apart(self.rules).visit(x) for x in node.body)
        before, self.before = self.before, around
        return [*before, node]

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node  # its arguments are not locals of the function

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)  # type: ignore[assignment]
        return node  # the rest may not be run

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values[0] = self.visit(node.values[0])  # type: ignore[call-overload]
        return node

    def _comprehension(self, node: ast.expr) -> ast.expr:
        """Only what is looped over first is asked before its own locals are set."""
        first = node.generators[0]  # type: ignore[attr-defined]
        first.iter = self.visit(first.iter)
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = _comprehension

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(function, [ast.Name()], []) if self.rules.known(function) is dict:
                name = self.rules.fresh_local("dict")
                self.before.append(located(ast.Assign([store(name)], node), node))
                return located(load(name), node)
        return node
