"""``self.near(place)``, where ``near`` only returns a list of a constant table: the list itself,
``NEAR[place]``, which compiles where it is looped over, counted or searched."""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Protocol

from perfectplay.compiler.idioms.dict_locals import Called
from perfectplay.compiler.idioms.rows_with_keys import are_lists, rows_of_table
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import Substitution, load, located, used_names


class HelperRules(FunctionRules, Protocol):
    """What is asked of the rewriter of a function."""

    self_name: str | None

    def rule_called(self, node: ast.Call) -> Called | None:
        """The function that a call is of, and how many arguments the call leaves out; None for
        other calls."""


def write_out_row_helpers(tree: ast.FunctionDef, rules: HelperRules) -> None:
    """Put such lists in the place of calls, in place."""
    _Written(rules).visit(tree)


class _Written(ast.NodeTransformer):
    def __init__(self, rules: HelperRules) -> None:
        self.rules = rules

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        helper = self._called(node)
        if node.keywords or helper is None or not all(map(_is_pure, node.args)):
            return node
        try:
            tree = tree_of(helper[0])
        except NotCompilable:
            return node
        names = [x.arg for x in tree.args.args]
        body = [x for x in tree.body if not _is_text(x)]
        match body:
            case [ast.Return(ast.Subscript(table, key))] if not isinstance(key, ast.Slice):
                taken = names[helper[1] :]
            case _:
                return node
        plain = not (tree.args.defaults or tree.args.vararg or tree.decorator_list)
        if not plain or len(taken) != len(node.args) or used_names(key) != set(taken):
            return node
        own = names[0] if helper[1] else None
        here = self._table_here(table, own, names, helper[0])
        if here is None or not are_lists(rows_of_table(self.rules.known(here))):
            return node
        given = Substitution(dict(zip(taken, node.args, strict=True)))
        row = ast.Subscript(here, given.visit(copy.deepcopy(key)), ast.Load())
        for part in ast.walk(row):
            if isinstance(part, ast.expr):
                ast.copy_location(part, node)
        return located(row, node)

    def _called(self, node: ast.Call) -> Called | None:
        """The method of the game, or the function of the module, that a call is of."""
        match node.func:
            case ast.Attribute(ast.Name(name)) if name == self.rules.self_name:
                return self.rules.rule_called(node)
            case ast.Name():
                return self.rules.rule_called(node)
        return None

    def _table_here(
        self, table: ast.expr, own: str | None, names: list[str], helper: FunctionType
    ) -> ast.expr | None:
        """The table of a helper as this function names it; None if it cannot."""
        match table:
            case ast.Attribute(ast.Name(name), field) if name == own and self.rules.self_name:
                found = ast.Attribute(load(self.rules.self_name), field, ast.Load())
                value = self.rules.known(located(found, table))
                # (a class method would see that of the class)
                same = getattr(type(self.rules.module.game), field, value) is value
                return found if same else None
            case ast.Name(name) if name not in names:
                value = helper.__globals__.get(name, MISSING)
                here = load(name)
                return here if self.rules.known(located(here, table)) is value else None
        return None


def _is_pure(node: ast.expr) -> bool:
    """Whether nothing depends on how often an argument is asked for, and when."""
    kinds = (ast.Name, ast.Constant, ast.Subscript, ast.Attribute, ast.Tuple, ast.Load)
    return all(isinstance(x, kinds) for x in ast.walk(node))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
