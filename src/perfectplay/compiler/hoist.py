"""Functions inside rules (generator expressions, nested defs) as functions of the module."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from perfectplay.compiler.constants import NotCompilable
from perfectplay.compiler.syntax_trees import bound_names, load, located, store

if TYPE_CHECKING:
    from perfectplay.compiler.rewrite import Rewriter

Statements = list[ast.stmt]


def lifted(
    rewriter: Rewriter, node: ast.GeneratorExp | ast.ListComp | ast.FunctionDef, name: str
) -> tuple[ast.FunctionDef, list[str]]:
    """A function of the module that does the same, and the locals that it takes before its own
    arguments."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        function = _of_loops(rewriter, node, name)
    else:
        function = _of_nested(rewriter, node, name)
    own = bound_names(function) | {x.arg for x in function.args.args}
    outer, settled = set(rewriter.local_names), dict(rewriter.settled)
    rewriter.local_names |= own
    if isinstance(node, ast.FunctionDef):
        rewriter.settle(function.body, function)
    function.body = rewriter.statements(function.body)
    rewriter.local_names, rewriter.settled = outer, settled
    used = {x.id for x in ast.walk(function) if isinstance(x, ast.Name)}
    free = sorted((used & outer) - own)
    function.args.args = [*(ast.arg(x) for x in free), *function.args.args]
    located(function, node)
    return function, free


def _of_loops(
    rewriter: Rewriter, node: ast.GeneratorExp | ast.ListComp, name: str
) -> ast.FunctionDef:
    """Loops that yield, or that append to a list.

    Numba must see no comprehension: from Python 3.12 on it loses what is raised after one.
    """
    listed = isinstance(node, ast.ListComp)
    if any(isinstance(x, ast.NamedExpr) for x in ast.walk(node)):
        what = "comprehension" if listed else "generator expression"
        raise NotCompilable(
            f":= in a {what} does not compile", rewriter.place(node), "write a loop"
        )
    made = rewriter.translator.fresh_name("_pp_made")
    append = ast.Call(ast.Attribute(load(made), "append", ast.Load()), [node.elt], [])
    body: Statements = [ast.Expr(append if listed else ast.Yield(node.elt))]
    for generator in reversed(node.generators):
        for condition in reversed(generator.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(generator.target, generator.iter, body, [])]
    targets = set().union(*(bound_names(g.target) for g in node.generators))
    first = node.generators[0].iter
    clash = targets & {x.id for x in ast.walk(first) if isinstance(x, ast.Name)}
    arguments = ast.arguments([], [], None, [], [], None, [])
    function = ast.FunctionDef(name, arguments, body, [], None)
    if clash:  # (s for s in s): the source is the outer s
        _LoopNames({x: rewriter.translator.fresh_name(f"_pp_{x}") for x in clash}).visit(function)
        loop = function.body[0]
        assert isinstance(loop, ast.For)
        loop.iter = first
    if listed:
        room = ast.Assign([store(made)], ast.List([], ast.Load()))
        function.body = [room, *function.body, ast.Return(load(made))]
    located(function, node)
    return ast.copy_location(function, node)


class _LoopNames(ast.NodeTransformer):
    """Other names, except in the source of the first loop."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.first = True

    def visit_For(self, node: ast.For) -> ast.For:
        if self.first:
            self.first = False
        else:
            node.iter = self.visit(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.visit(x) for x in node.body]
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _of_nested(rewriter: Rewriter, node: ast.FunctionDef, name: str) -> ast.FunctionDef:
    place = rewriter.place(node)
    arguments = node.args
    if node.decorator_list:
        raise NotCompilable(f"{node.name}, a function in a rule, is decorated", place)
    if arguments.defaults or arguments.kw_defaults or arguments.vararg or arguments.kwarg:
        raise NotCompilable(
            f"{node.name}, a function in a rule, has default or star arguments",
            place,
            "make it a method",
        )
    if any(isinstance(x, ast.Name) and x.id == node.name for x in ast.walk(node)):
        raise NotCompilable(f"{node.name} calls itself", place, "write recursion as a loop")
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    made = ast.arguments([], [ast.arg(x.arg) for x in plain], None, [], [], None, [])
    return ast.copy_location(ast.FunctionDef(name, made, node.body, [], None), node)


# --- what is only ever looped over ----------------------------------------------------------------


def as_iterator(tree: ast.FunctionDef) -> bool:
    """Makes ``return [...]`` in several places, or of lists made on the spot, into yields.

    A function with yields keeps them; what it returns besides means nothing. Gives whether the
    function now only yields.
    """
    if is_generator(tree):
        _BareReturns().visit(tree)
        return True
    returns = [x for x in _own(tree) if isinstance(x, ast.Return)]
    made = (ast.List, ast.Tuple, ast.ListComp, ast.IfExp, ast.Call, ast.Set)
    if len(returns) > 1 or any(isinstance(x.value, made) for x in returns):
        calls = [x for x in returns if isinstance(x.value, ast.Call)]
        if len(returns) == 1 and calls and not _is_made(calls[0].value):
            return False
        tree.body = [y for x in tree.body for y in _ReturnsToYields().all(x)]
        return True
    return False


def is_generator(tree: ast.FunctionDef) -> bool:
    """Whether the function itself yields."""
    return any(isinstance(x, ast.Yield | ast.YieldFrom) for x in _own(tree))


def _own(tree: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function without those of the functions in it."""
    found: list[ast.AST] = []
    rest: list[ast.AST] = list(tree.body)
    while rest:
        node = rest.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            rest += ast.iter_child_nodes(node)
    return found


def _is_made(node: ast.expr | None) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("list", "tuple", "iter")
        and len(node.args) == 1
    )


class _BareReturns(ast.NodeTransformer):
    """Returns without what they return."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.copy_location(ast.Return(None), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if hasattr(self, "inside"):
            return node
        self.inside = True
        self.generic_visit(node)
        return node


class _ReturnsToYields(ast.NodeTransformer):
    """Returns as loops that yield each item, and a bare return."""

    def all(self, node: ast.stmt) -> Statements:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> Statements:
        bare = ast.copy_location(ast.Return(None), node)
        return [*given_one_by_one(node.value, node), bare]


def given_one_by_one(value: ast.expr | None, where: ast.AST) -> Statements:
    """Statements that yield each item of a value."""
    return [located(statement, where) for statement in _given(value)]


def _given(value: ast.expr | None) -> Statements:
    while _is_made(value):
        assert isinstance(value, ast.Call)
        value = value.args[0]
    if isinstance(value, ast.IfExp):
        body, orelse = _given(value.body), _given(value.orelse)
        return [ast.If(value.test, body or [ast.Pass()], orelse)]
    if isinstance(value, ast.List | ast.Tuple | ast.Set) and not any(
        isinstance(x, ast.Starred) for x in value.elts
    ):
        return [ast.Expr(ast.Yield(x)) for x in value.elts]
    if isinstance(value, ast.ListComp):
        value = ast.GeneratorExp(value.elt, value.generators)
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return []
    return [ast.Expr(ast.YieldFrom(value))]
