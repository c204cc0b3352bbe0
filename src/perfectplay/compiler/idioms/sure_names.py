"""Names that certainly have a value at a place in a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.compiler.source.own_names import is_own
from perfectplay.compiler.source.syntax_trees import bound_names

Sure = frozenset[str] | None
"""The names that have a value at a place; None for one that is never reached."""


def locals_of(tree: ast.FunctionDef) -> set[str]:
    """The names of the rules that a function sets, but for its arguments and for those of the
    functions and comprehensions in it."""
    arguments = {x.arg for x in ast.walk(tree.args) if isinstance(x, ast.arg)}
    found: set[str] = set().union(*map(names_set, tree.body))
    return {name for name in found - arguments if not is_own(name)}


def without_value(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> set[str]:
    """The names of dicts and functions that a function makes: compiled code has other names in
    their place."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name):
                found.add(name)
            case ast.Assign(targets, value) if _is_dict(value, known):
                found |= {x.id for x in targets if isinstance(x, ast.Name)}
    return found


def _is_dict(value: ast.expr, known: Callable[[ast.expr], Any]) -> bool:
    match value:
        case ast.Dict() | ast.DictComp() | ast.Lambda():
            return True
        case ast.Call(ast.Attribute(_, "copy" | "fromkeys")):
            return True
        case ast.Call(function):
            return isinstance(cls := known(function), type) and issubclass(cls, dict)
    return False


def names_set(node: ast.AST | None) -> set[str]:
    """The names that a statement, an expression or a pattern sets, perhaps."""
    match node:
        case None | ast.Lambda():
            return set()
        case ast.FunctionDef(name):
            return {name}
        case ast.Name(name, ast.Store() | ast.Del()):
            return {name}
        case ast.comprehension():
            return set().union(*map(names_set, [node.iter, *node.ifs]))
    own = {str(x) for x in (getattr(node, "name", None), getattr(node, "rest", None)) if x}
    return own.union(*map(names_set, ast.iter_child_nodes(node)))


def is_pattern(node: ast.AST) -> bool:
    """Whether it is a pattern of a ``match`` that may set a name, or a handler that does."""
    return isinstance(node, ast.MatchAs | ast.MatchStar | ast.MatchMapping | ast.ExceptHandler)


def in_all(ways: Iterable[Sure]) -> Sure:
    """What has a value whichever of these ways is taken."""
    found: Sure = None
    for names in ways:
        if names is not None:
            found = names if found is None else found & names
    return found


def is_true(test: ast.expr) -> bool:
    """Whether a test is a constant that is true."""
    return isinstance(test, ast.Constant) and bool(test.value)


def sure_if(test: ast.expr, *, when: bool | None) -> frozenset[str]:
    """The names that ``:=`` has set when a test gives this answer; None: any answer.

    >>> sorted(sure_if(ast.parse("a and (b := c)", mode="eval").body, when=True))
    ['b']
    """
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            return sure_if(operand, when=None if when is None else not when)
        case ast.BoolOp(op, values):
            if when is None or isinstance(op, ast.And) is not when:
                return sure_if(values[0], when=None)
            return frozenset().union(*(sure_if(value, when=when) for value in values))
        case ast.IfExp():
            return sure_if(test.test, when=None)
        case ast.Compare(left, _, [right, *_]):
            return sure_if(left, when=None) | sure_if(right, when=None)
        case ast.NamedExpr(ast.Name(name), value):
            return sure_if(value, when=when) | {name}
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return frozenset()
    parts = (x for x in ast.iter_child_nodes(test) if isinstance(x, ast.expr))
    return frozenset().union(*(sure_if(part, when=None) for part in parts))


class ReadNames(ast.NodeTransformer):
    """Looks at the names that expressions read, in the order in which they are computed.

    ``names``: those that it looks at; ``sure``: those that have a value. ``before``: those that may
    have none and are read whatever the expressions give; others become what ``asked`` makes of
    them.
    """

    def __init__(
        self, names: set[str], sure: frozenset[str], asked: Callable[[ast.Name], ast.expr]
    ) -> None:
        self.names, self.sure, self.asked = names, sure, asked
        self.before: list[str] = []
        self.perhaps = False
        self.set_here: set[str] = set()

    def _perhaps(self, node: ast.expr, more: frozenset[str] = frozenset()) -> ast.expr:
        """An expression that is not always computed; ``more``: what has a value if it is."""
        outer = self.sure, self.perhaps
        self.sure, self.perhaps = self.sure | more, True
        found: ast.expr = self.visit(node)
        self.sure, self.perhaps = outer
        return found

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names - self.sure or not isinstance(node.ctx, ast.Load):
            return node
        self.sure |= {node.id}
        if not self.perhaps and node.id not in self.set_here:
            self.before.append(node.id)
            return node
        return self.asked(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self.visit(node.value)
        self.set_here.add(node.target.id)
        self.sure |= {node.target.id}
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values = [self.visit(node.values[0])]
        more: frozenset[str] = frozenset()
        for value in node.values[1:]:
            more |= sure_if(values[-1], when=isinstance(node.op, ast.And))
            values.append(self._perhaps(value, more))
        node.values = values
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        node.body = self._perhaps(node.body, sure_if(node.test, when=True))
        node.orelse = self._perhaps(node.orelse, sure_if(node.test, when=False))
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        node.left = self.visit(node.left)
        first, *others = node.comparators
        node.comparators = [self.visit(first), *map(self._perhaps, others)]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node

    def visit(self, node: ast.AST) -> Any:
        generators = getattr(node, "generators", None)
        return self._comprehension(node, generators) if generators else super().visit(node)

    def _comprehension(self, node: ast.AST, generators: list[ast.comprehension]) -> ast.AST:
        first, *others = generators
        first.iter = self.visit(first.iter)
        outer = self.names
        self.names = self.names - {x for each in generators for x in bound_names(each.target)}
        for each in others:
            each.iter = self._perhaps(each.iter)
        for each in generators:
            each.ifs = [self._perhaps(test) for test in each.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self._perhaps(getattr(node, field)))
        self.names = outer
        return node
