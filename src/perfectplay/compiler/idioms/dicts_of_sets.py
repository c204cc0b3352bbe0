"""``pieces = dict(state)`` of a frozenset of pairs, where nothing depends on the order of the dict.

Such a dict has the order of the set, which Python does not promise. So compiled code sorts the
pairs, if all that is done with the dict gives the same in each order.
"""

from __future__ import annotations

import ast
import copy

from perfectplay.compiler.folding.form_reader import KnownForms, part_given, parts_given
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    bindings,
    call,
    flat,
    load,
)
from perfectplay.game.shape.shape_tree import Part, ShapeTree
from perfectplay.game.shape.state_sets import BitSet

_OF_ANY_ORDER = (sorted, set, frozenset, len, any, all, sum, min, max)
_ASKING = ("get", "pop")
_VIEWS = ("keys", "values", "items")


def sort_dicts_of_sets(tree: ast.FunctionDef, rules: KnownForms) -> None:
    """Sort the pairs of such dicts that a function makes, in place; two of one key raise."""
    if rules.known(ast.Name("sorted", ast.Load())) is sorted:
        tree.body = flat(_Sorted(tree, rules).visit(statement) for statement in tree.body)


class _Sorted(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, rules: KnownForms) -> None:
        self.tree, self.rules = tree, rules
        self.parts, self.times = parts_given(rules, tree), bindings(tree)
        self.parents = {
            id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
        }

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(function, [pairs], []) as made) if (
                self.times[name] == 1
                and self.rules.known(function) is dict
                and _is_set(part_given(pairs, self.parts, self.rules))
                and self._is_used_in_any_order(name)
            ):
                made.args = [ast.Call(ast.Name("sorted", ast.Load()), [pairs], [])]
                sizes: list[ast.expr] = [call("len", load(name)), call("len", copy.deepcopy(pairs))]
                check = ast.Assert(ast.Compare(sizes[0], [ast.Eq()], sizes[1:]))
                return all_located([node, check], node)
        return node

    def _is_used_in_any_order(self, name: str) -> bool:
        uses = [x for x in ast.walk(self.tree) if isinstance(x, ast.Name) and x.id == name]
        read = [x for x in uses if isinstance(x.ctx, ast.Load)]
        return all(_in_any_order(x, self.parents, self.rules) for x in read)


def _is_set(part: Part | ShapeTree | None) -> bool:
    """Whether a part of a state, or the state, is a frozenset."""
    return part is BitSet or (isinstance(part, ShapeTree) and part.cls is frozenset)


def _in_any_order(use: ast.expr, parents: dict[int, ast.AST], rules: KnownForms) -> bool:
    """Whether one use of a dict gives the same in each order of its keys."""
    parent = parents[id(use)]
    match parent:
        case ast.Subscript(whole):
            return whole is use
        case ast.Compare(_, [ast.In() | ast.NotIn()], [right]):
            return right is use
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            return test is use
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.Attribute(_, method):
            called = parents[id(parent)]
            if not isinstance(called, ast.Call) or called.func is not parent:
                return False
            if method in _ASKING:
                return True
            return method in _VIEWS and _taken_in_any_order(called, parents, rules)
    return _taken_in_any_order(use, parents, rules)


def _taken_in_any_order(items: ast.expr, parents: dict[int, ast.AST], rules: KnownForms) -> bool:
    """Whether items are taken by what gives the same in each order of them."""
    parent = parents[id(items)]
    match parent:
        case ast.Compare(_, [ast.In() | ast.NotIn()], [right]):
            return right is items
        case ast.comprehension(_, source):
            around = parents[id(parent)]
            if isinstance(around, ast.GeneratorExp) and source is items:
                return _taken_in_any_order(around, parents, rules)
            return isinstance(around, ast.SetComp) and source is items
        case ast.Call(function, [_], keywords):
            known = rules.known(function)
            return not keywords and any(known is one for one in _OF_ANY_ORDER)
    return False
