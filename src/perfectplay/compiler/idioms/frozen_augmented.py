"""``free |= {cell}`` of a frozenset, which gives the name a new one; a set would be changed in
place, under all its names. Compiled, both are of one type where states hold no sets."""

from __future__ import annotations

import ast
import copy
from types import CodeType, FunctionType
from typing import Any, Protocol

from perfectplay.compiler.idioms.set_changes import OPERATORS, is_new_set
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    assigned_parts,
    bindings,
    call,
    flat,
    is_plain,
    load,
    located,
    store,
)


class FrozenRules(FunctionRules, Protocol):
    """What is asked of the rewriter of a function."""

    function: FunctionType


def set_frozen_anew(tree: ast.FunctionDef, rules: FrozenRules) -> None:
    """Set the locals of a function that are frozensets anew where they are augmented, in place;
    refuse what may be a frozenset, or a set that has another name."""
    changes = [x for x in ast.walk(tree) if isinstance(x, ast.AugAssign)]
    if any(isinstance(x.op, OPERATORS) for x in changes) and _names_frozensets(rules):
        anew = _Anew(tree, rules)
        tree.body = flat(anew.visit(x) for x in tree.body)


class _Anew(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, rules: FrozenRules) -> None:
        self.tree, self.rules = tree, rules

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | Statements:
        if not isinstance(node.op, OPERATORS):
            return node
        target = node.target
        if not isinstance(target, ast.Name):
            if not is_plain(target):
                if type(getattr(node.value, "value", None)) is int:
                    return node  # counts[x] -= 1: a set less a number raises
                reason = f"{ast.unparse(target)} may be a frozenset"
                self.rules.refuse(node, reason, _IDIOM)
            return _unless_a_set(target, node)
        kinds = _kinds(target.id, self.tree, self.rules, set())
        if kinds == {"frozen"}:
            new = ast.BinOp(load(target.id), node.op, node.value)
            return located(ast.Assign([store(target.id)], new), node)
        return node if kinds == {"set"} else _unless_a_set(load(target.id), node)


_IDIOM = "write a = a | b for a frozenset"


def _unless_a_set(target: ast.expr, node: ast.AugAssign) -> Statements:
    """The statement after a check by the compiler that it is of numbers."""
    whole = copy.deepcopy(target)
    for x in ast.walk(whole):
        if isinstance(x, ast.Name | ast.Subscript | ast.Attribute):
            x.ctx = ast.Load()
    return all_located([ast.Expr(call("unshared", whole)), node], node)


def _kinds(name: str, tree: ast.FunctionDef, rules: FrozenRules, seen: set[str]) -> set[str]:
    """What a local is set to: "frozen", "set" or "" for what cannot be seen."""
    seen.add(name)
    kinds, told = set(), 0
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    for held, part in assigned_parts(target, value):
                        if held == name:
                            told += 1
                            kinds |= _kind_of(part, tree, rules, seen)
            case ast.AugAssign(ast.Name(held)) if held == name:
                told += 1
    return kinds | ({""} if bindings(tree)[name] > told or not kinds else set())


def _kind_of(node: ast.expr, tree: ast.FunctionDef, rules: FrozenRules, seen: set[str]) -> set[str]:
    match node:
        case ast.Name(name):
            return set() if name in seen else _kinds(name, tree, rules, seen)
        case ast.Call(function) if rules.known(function) is frozenset:
            return {"frozen"}
        case ast.BinOp(left, operator) if isinstance(operator, OPERATORS):
            return _kind_of(left, tree, rules, seen)
        case ast.IfExp(_, one, other):
            return _kind_of(one, tree, rules, seen) | _kind_of(other, tree, rules, seen)
    return {"set"} if is_new_set(node, rules.known) else {""}


def _names_frozensets(rules: FrozenRules) -> bool:
    """Whether the rules make frozensets."""
    functions: list[Any] = list(rules.function.__globals__.values())
    here = rules.function.__module__
    classes = [x for x in functions if isinstance(x, type) and x.__module__ == here]
    classes += type(rules.module.game).__mro__
    functions += [x for cls in classes for x in vars(cls).values()]
    codes = [getattr(getattr(x, "__func__", x), "__code__", None) for x in functions]
    return any("frozenset" in names_in(code) for code in codes if isinstance(code, CodeType))


def names_in(code: CodeType) -> set[str]:
    """The names of the module that a function and those in it read."""
    inner = [names_in(x) for x in code.co_consts if isinstance(x, CodeType)]
    return set(code.co_names).union(*inner)
