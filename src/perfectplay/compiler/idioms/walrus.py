"""``:=`` as an assignment before the statement that it stands in."""

from __future__ import annotations

import ast

from perfectplay.compiler.folding.matching import Places
from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.compiler.source.syntax_trees import Statements, all_located, load, store


def without_walrus(node: ast.stmt, place: Places) -> Statements | None:
    """The same without ``:=``; None if the statement itself has none."""
    match node:
        case ast.If(test, body, orelse) if _named(test):
            return _if(node, test, body, orelse, place)
        case ast.While(test, body, []) if _named(test):
            before, rest = _taken_out(test, place)
            leave = ast.If(ast.UnaryOp(ast.Not(), rest), [ast.Break()], [])
            loop = ast.While(ast.Constant(True), [*before, leave, *body], [])
            return all_located([loop], node)
        case ast.Return(ast.expr() as value) | ast.Expr(value) | ast.Assign(_, value) if _named(
            value
        ):
            before, node.value = _taken_out(value, place)
            return all_located([*before, node], node)
    return None


def _if(
    node: ast.If, test: ast.expr, body: Statements, orelse: Statements, place: Places
) -> Statements:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and not orelse:
        # if a and (x := b): ... is two ifs, one in the other
        for value in reversed(test.values):
            before, rest = _taken_out(value, place)
            body = [*before, ast.If(rest, body, [])]
        return all_located(body, node)
    before, node.test = _taken_out(test, place)
    return all_located([*before, node], node)


def _named(node: ast.expr) -> bool:
    return any(isinstance(x, ast.NamedExpr) for x in ast.walk(node))


def _taken_out(node: ast.expr, place: Places) -> tuple[Statements, ast.expr]:
    """The assignments in order, and the rest of the expression."""
    taker = _Taker(place)
    rest = taker.visit(node)
    return taker.before, rest


class _Taker(ast.NodeTransformer):
    def __init__(self, place: Places) -> None:
        self.place = place
        self.before: Statements = []
        self.read: set[str] = set()

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        if node.target.id in self.read:  # (what its own value reads is read before it in any case)
            self._refuse(node)
        value = self.visit(node.value)
        self.before.append(ast.Assign([store(node.target.id)], value))
        return load(node.target.id)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        self.read.add(node.id)
        return node

    def _only_first(self, node: ast.BoolOp | ast.IfExp) -> ast.expr:
        """Allow ``:=`` in the first part only, which is always run."""
        sometimes = node.values[1:] if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        if any(_named(part) for part in sometimes):
            self._refuse(node)
        self.generic_visit(node)
        return node

    visit_BoolOp = _only_first
    visit_IfExp = _only_first

    def _scope(self, node: ast.expr) -> ast.expr:
        if _named(node):
            self._refuse(node)
        return node

    visit_GeneratorExp = _scope
    visit_ListComp = _scope
    visit_SetComp = _scope
    visit_Lambda = _scope

    def _refuse(self, node: ast.AST) -> None:
        raise NotCompilable(
            ":= in a part that is not always run does not compile",
            self.place(node),
            "set the name in a line before",
        )
