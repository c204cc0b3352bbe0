"""Functions inside rules (generator expressions, nested defs) as functions of the module."""

from __future__ import annotations

import ast

from perfectplay.compiler.rewrite.conditionals import ConditionalRewriter, Inner
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bound_names,
    function_of,
    load,
    located,
    store,
    used_names,
)

Nested = dict[str, tuple[str, list[str]]]
"""The functions inside a rule: the module's name of each, and the locals that it takes."""


def lifted(
    rewriter: ConditionalRewriter, node: Inner, name: str, taken: list[str] | None = None
) -> tuple[ast.FunctionDef, list[str]]:
    """A function of the module that does the same, and the locals of the function around that it
    takes before its own arguments (default: those that it turns out to need)."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        function = _of_loops(rewriter, node, name)
    else:
        function = _of_nested(rewriter, node, name)
    own = bound_names(function) | {x.arg for x in function.args.args}
    outer, settled = set(rewriter.local_names), dict(rewriter.settled)
    nested = dict(rewriter.nested)  # those inside are its own
    rewriter.local_names |= own
    if isinstance(node, ast.FunctionDef):
        rewriter.settle(function.body, function)
    function.body = rewriter.statements(function.body)
    rewriter.local_names, rewriter.settled, rewriter.nested = outer, settled, nested
    free = sorted((used_names(function) & outer) - own) if taken is None else taken
    function.args.args = [*(ast.arg(x) for x in free), *function.args.args]
    located(function, node)
    return function, free


def _of_loops(
    rewriter: ConditionalRewriter, node: ast.GeneratorExp | ast.ListComp, name: str
) -> ast.FunctionDef:
    """Loops that yield, or that append to a list. Numba must not see a comprehension: from Python
    3.12 on it loses exceptions raised after one."""
    listed = isinstance(node, ast.ListComp)
    if any(isinstance(x, ast.NamedExpr) for x in ast.walk(node)):
        what = "comprehension" if listed else "generator expression"
        rewriter.refuse(node, f":= in a {what} does not compile", "write a loop")
    items = rewriter.module.fresh_name("items")
    append = ast.Call(ast.Attribute(load(items), "append", ast.Load()), [node.elt], [])
    body: Statements = [ast.Expr(append if listed else ast.Yield(node.elt))]
    for generator in reversed(node.generators):
        for condition in reversed(generator.ifs):
            body = [ast.If(condition, body, [])]
        loop: ast.stmt = ast.For(generator.target, generator.iter, body, [])
        loop.pp_within = True  # type: ignore[attr-defined] # an expression: who takes it knows more
        body = [loop]
    targets = set().union(*(bound_names(g.target) for g in node.generators))
    first = node.generators[0].iter
    clash = targets & used_names(first)
    function = function_of(name, body)
    if clash:  # (s for s in s): the source is the outer s
        _LoopNames({x: rewriter.module.fresh_name(x) for x in clash}).visit(function)
        loop = function.body[0]
        assert isinstance(loop, ast.For)
        loop.iter = first
    if listed:
        room = ast.Assign([store(items)], ast.List([], ast.Load()))
        function.body = [room, *function.body, ast.Return(load(items))]
    return located(function, node)


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


def calls_itself(node: Inner) -> bool:
    """Whether a function inside a rule names itself."""
    return isinstance(node, ast.FunctionDef) and node.name in used_names(node)


def taken_by(node: ast.FunctionDef, around: set[str], nested: Nested) -> list[str]:
    """The locals of the function around that one inside it names, or that those take that it
    calls."""
    used = used_names(node)
    used |= {x for name, (_, free) in nested.items() if name in used for x in free}
    own = bound_names(node) | {x.arg for x in node.args.args} | {node.name, *nested}
    return sorted((used & around) - own)


def _of_nested(rewriter: ConditionalRewriter, node: ast.FunctionDef, name: str) -> ast.FunctionDef:
    arguments = node.args
    if node.decorator_list:
        rewriter.refuse(node, f"{node.name}, a function in a rule, is decorated")
    if arguments.defaults or arguments.kw_defaults or arguments.vararg or arguments.kwarg:
        reason = f"{node.name}, a function in a rule, has default or star arguments"
        rewriter.refuse(node, reason, "make it a method")
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return ast.copy_location(function_of(name, node.body, [x.arg for x in plain]), node)
