"""No other use of records whose class says what an index, a loop or a truth value gives.

Compiled, such a record is a NamedTuple, which Numba and helpers would index and loop over as they
do any tuple. What the rules ask of one is written as calls before, see ``own_ways.py``, if the text
of the rules tells the class. So whatever is indexed, looped over or tested afterwards, or given to
a helper, goes through `without_ways`, which refuses such records.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from perfectplay.compiler.source.iterators import is_generator
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import bindings, call, located, store
from perfectplay.compiler.source.syntax_trees import load as loaded

_CARRYING = frozenset(map(own, (
    "owned", "is_of", "attribute_of", "there", "picked", "operated", "operated_alone",
    "operated_in_place", "equal", "same", "min_of", "max_of", "perhaps_like", "lasting", "as_word",
    "widened", "room_for", "set_next", "filled_room", "held", "range", "enumerate", "zip",
    "ValueError", "is_there", "without_ways",
)))  # fmt: skip
"""Helpers that hand records on, compare them whole, or ask for their class."""

_OF_FIRST = frozenset(map(own, ("contains", "count", "index", "put", "item_set", "splice")))
"""Helpers that only look into their first argument."""

_ITERATORS = frozenset(map(own, ("range", "enumerate", "zip", "reversed_", "looped")))


def guard_ways(trees: Sequence[ast.FunctionDef], fresh_name: Callable[[str], str]) -> None:
    """Rewrite the functions of a module, in place."""
    generators = {tree.name for tree in trees if is_generator(tree)}
    for tree in trees:
        _Guarding(tree, generators, fresh_name).visit(tree)


class _Guarding(ast.NodeTransformer):
    def __init__(
        self, tree: ast.FunctionDef, generators: set[str], fresh_name: Callable[[str], str]
    ) -> None:
        self.locals = bindings(tree)
        self.generators, self.fresh_name = generators, fresh_name

    def _plain(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Name(name) if name not in self.locals:
                return node
            case ast.Call(ast.Name(name)) if name in self.generators or name in _ITERATORS:
                return node
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() | ast.IfExp():
                return located(call("without_ways", node), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        node.value = self._plain(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Name(name) if name.startswith(own("")) and name not in _CARRYING:
                few = node.args[:1] if name in _OF_FIRST else node.args
                node.args[: len(few)] = map(self._plain, few)
            case ast.Name(name) if name in (own("enumerate"), own("zip")):
                node.args = [self._plain(x) for x in node.args]
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.expr:
        self.generic_visit(node)
        node.value = self._plain(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        for i, asked in enumerate(node.ops):
            if isinstance(asked, ast.In | ast.NotIn):
                node.comparators[i] = self._plain(node.comparators[i])
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        node.values = [self._plain(x) for x in node.values]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self._plain(node.operand)
        return node

    def _tested(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self._plain(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _tested

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not isinstance(node.targets[0], ast.Tuple | ast.List):
            return node
        node.value = self._plain(node.value)
        return [node, *self._apart(node.targets[0], node)]

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._plain(node.iter)
        if isinstance(node.target, ast.Tuple | ast.List):
            whole = self.fresh_name("row")
            taken = ast.Assign([node.target], call("without_ways", loaded(whole)))
            located(taken, node)
            node.body = [taken, *self._apart(node.target, node), *node.body]
            node.target = located(store(whole), node)
        return node

    def _apart(self, target: ast.expr, where: ast.AST) -> list[ast.stmt]:
        """The assignments of the tuples within a target, which gets a name in their places."""
        found: list[ast.stmt] = []
        for i, inner in enumerate(target.elts if isinstance(target, ast.Tuple | ast.List) else ()):
            if isinstance(inner, ast.Tuple | ast.List):
                name = self.fresh_name("row")
                target.elts[i] = located(store(name), where)  # type: ignore[attr-defined]
                taken = ast.Assign([inner], call("without_ways", loaded(name)))
                found += [located(taken, where), *self._apart(inner, where)]
        return found
