"""Replace statements by simpler ones that do the same: one function for each idiom."""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.folding.matching import Places, if_chain
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    items_apart,
    load,
    store,
)

FreshLocals = Callable[[str], str]
"""A new local name for a wanted one."""


MayChange = Callable[[ast.expr], bool]
"""Whether asking for an expression may change something."""


def simpler(
    node: ast.stmt, fresh: FreshLocals, place: Places, may_change: MayChange
) -> Statements | None:
    """The statements that replace this one, which may be simplified again; None if it is simple.
    Raises NotCompilable."""
    match node:
        case ast.Match():
            return if_chain(node, fresh("subject"), place)
        case ast.AugAssign(ast.Name(name), ast.Pow(), value):
            whole = ast.BinOp(load(name), ast.Pow(), value)
            return all_located([ast.Assign([store(name)], whole)], node)
        case ast.AugAssign(_, ast.Pow(), value) if not isinstance(value, ast.Constant):
            reason = f"{ast.unparse(node)} does not compile"
            raise NotCompilable(
                reason, place(node), f"write {ast.unparse(node.target)} = ... ** ..."
            )
        case ast.Assign([ast.Name(name)], ast.Lambda(arguments, body)):
            return all_located(
                [ast.FunctionDef(name, arguments, [ast.Return(body)], [], None)], node
            )
    return _without_walrus(node, lambda: _Taker(place, may_change), fresh)


class OneByOne(ast.NodeTransformer):
    """``a, b = [], x`` as one assignment each, where no value reads a name that is set, or a
    function of the rule, which may read it."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.inner = {
            x.name for x in ast.walk(tree) if isinstance(x, ast.FunctionDef) and x is not tree
        }
        for x in ast.walk(tree):
            match x:
                case ast.Assign([ast.Name(name)], ast.Lambda()):
                    self.inner.add(name)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                names = {target.id for target in targets if isinstance(target, ast.Name)}
                read = {x.id for x in ast.walk(node.value) if isinstance(x, ast.Name)}
                inner = any(isinstance(x, ast.Starred | ast.NamedExpr) for x in ast.walk(node))
                if len(names) == len(targets) and not (names | self.inner) & read and not inner:
                    pairs = zip(targets, values, strict=True)
                    return all_located([ast.Assign([x], value) for x, value in pairs], node)
        return node


class StarsApart(ast.NodeTransformer):
    """``a, *rest, b = items`` as one assignment each."""

    def __init__(self, fresh: FreshLocals) -> None:
        self.fresh = fresh

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)], value):
                if any(isinstance(x, ast.Starred) for x in targets):
                    return _unpacked(targets, value, self.fresh("whole"), node)
        return node


def _unpacked(targets: list[ast.expr], value: ast.expr, whole: str, where: ast.stmt) -> Statements:
    star = next(i for i, x in enumerate(targets) if isinstance(x, ast.Starred))
    parts = items_apart(load(whole), len(targets), star)
    statements: Statements = [ast.Assign([store(whole)], value)]
    for target, part in zip(targets, parts, strict=True):
        one = target.value if isinstance(target, ast.Starred) else target
        statements.append(ast.Assign([one], part))
    return all_located(statements, where)


# --- := as an assignment before the statement that it stands in -----------------------------------


def _without_walrus(
    node: ast.stmt, taker: Callable[[], _Taker], fresh: FreshLocals
) -> Statements | None:
    """The same without ``:=``; None if the statement itself has none."""
    match node:
        case ast.If(test, body, orelse) if _named(test):
            return _if(node, test, body, orelse, taker, fresh)
        case ast.While(test, body, []) if _named(test):
            leaving: Statements = []
            for value in _parts(test):  # while a and (x := b): each part is asked after the others
                before, rest = _taken_out(value, taker())
                leaving += [*before, ast.If(ast.UnaryOp(ast.Not(), rest), [ast.Break()], [])]
            loop = ast.While(ast.Constant(True), [*leaving, *body], [])
            return all_located([loop], node)
        case ast.Return(ast.expr() as value) | ast.Expr(value) | ast.Assign(_, value) if _named(
            value
        ):
            before, node.value = _taken_out(value, taker())
            return all_located([*before, node], node)
    return None


def _parts(test: ast.expr) -> list[ast.expr]:
    """The parts of ``a and (x := b)``; a condition that only the first part names is one."""
    match test:
        case ast.BoolOp(ast.And(), values) if any(map(_named, values[1:])):
            return values
    return [test]


def _if(
    node: ast.If, test: ast.expr, body: Statements, orelse: Statements,
    taker: Callable[[], _Taker], fresh: FreshLocals,
) -> Statements:  # fmt: skip
    parts = _parts(test)
    if len(parts) == 1:
        before, node.test = _taken_out(test, taker())
        return all_located([*before, node], node)
    # if a and (x := b): ... is two ifs, one in the other
    held = fresh("held")
    begun: Statements = [ast.Assign([store(held)], ast.Constant(False))] if orelse else []
    inner: Statements = [ast.Assign([store(held)], ast.Constant(True))] if orelse else body
    for value in reversed(parts):
        before, rest = _taken_out(value, taker())
        inner = [*before, ast.If(rest, inner, [])]
    after: Statements = [ast.If(load(held), body, orelse)] if orelse else []
    return all_located([*begun, *inner, *after], node)


def _named(node: ast.expr) -> bool:
    return any(isinstance(x, ast.NamedExpr) for x in ast.walk(node))


def _taken_out(node: ast.expr, taker: _Taker) -> tuple[Statements, ast.expr]:
    """The assignments in order, and the rest of the expression."""
    rest = taker.visit(node)
    return taker.before, rest


class _Taker(ast.NodeTransformer):
    """``read``: the names that have been read before what comes next; ``left``: what is asked
    before it in Python, and after it once the assignments stand before the statement."""

    def __init__(self, place: Places, may_change: MayChange) -> None:
        self.place, self.may_change = place, may_change
        self.before: Statements = []
        self.read: set[str] = set()
        self.left: list[ast.expr] = []

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        # (what its own value reads is read before it in any case)
        late = node.target.id in self.read or any(map(self.may_change, self.left))
        if late or (self.left and self.may_change(node.value)):
            raise NotCompilable(
                "what stands before := is asked after it in compiled code, and one may change the "
                "other",
                self.place(node),
                "set the name in a line before",
            )
        left = [*self.left]
        value = self.visit(node.value)
        self.left = left  # what it is made of is asked in its place
        self.before.append(ast.Assign([store(node.target.id)], value))
        self.read.add(node.target.id)
        return load(node.target.id)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        self.read.add(node.id)
        self.left.append(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        self.left.append(node)
        return node

    def _only_first(self, node: ast.BoolOp | ast.IfExp | ast.Compare) -> ast.expr:
        """Allow ``:=`` in the first part only, which is always run; in the first two of a chain of
        comparisons."""
        match node:
            case ast.BoolOp():
                sometimes = node.values[1:]
            case ast.Compare():
                sometimes = node.comparators[1:]
            case _:
                sometimes = [node.body, node.orelse]
        if any(_named(part) for part in sometimes):
            self._refuse(node)
        self.generic_visit(node)
        return node

    visit_BoolOp = _only_first
    visit_IfExp = _only_first
    visit_Compare = _only_first

    def _scope(self, node: ast.expr) -> ast.expr:
        if _named(node):
            self._refuse(node)
        self.left.append(node)
        return node

    visit_GeneratorExp = _scope
    visit_ListComp = _scope
    visit_SetComp = _scope
    visit_DictComp = _scope
    visit_Dict = _scope
    visit_Lambda = _scope

    def _refuse(self, node: ast.AST) -> None:
        raise NotCompilable(
            ":= in a part that is not always run does not compile",
            self.place(node),
            "set the name in a line before",
        )
