"""Loops over a generator of the rules: its own loops, with the loop's body at the yield.

``for x, y in self.neighbours(cell): ...`` asks a generator, which keeps its state in memory from
one item to the next; nothing is kept where its lines stand in the place of the loop.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping

from perfectplay.compiler.source.inline_yield import YieldInlining
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    bindings,
    bound_names,
    flat,
    leaves,
    located,
    store,
)

_LOOPS = (ast.For, ast.While)


class JoinedLoops(ast.NodeTransformer):
    """Puts generators in the place of loops over them. ``known``: the functions by name; ``taken``:
    the generators that were put somewhere."""

    def __init__(
        self, known: Mapping[str, ast.FunctionDef], fresh_name: Callable[[str], str]
    ) -> None:
        self.known, self.fresh_name = known, fresh_name
        self.taken: set[str] = set()

    def visit_For(self, node: ast.For) -> ast.For | Statements:
        self.generic_visit(node)
        match node:
            case ast.For(target, ast.Call(ast.Name(name), given, []), body, []) if (
                name in self.known and not any(map(_is_none, given))
            ):
                generator = _without_last_return(self.known[name])
                if len(generator.args.args) == len(given) and _fits(generator, body):
                    self.taken.add(name)
                    return self._joined(generator, target, given, body, node)
        return node

    def _joined(
        self, generator: ast.FunctionDef, target: ast.expr, given: list[ast.expr],
        body: Statements, where: ast.For,
    ) -> Statements:  # fmt: skip
        beginning = self.fresh_name("in")
        tree = copy.deepcopy(generator)
        bound = bindings(tree)
        new = {name: f"{beginning}_{name}" for name in bound if name != tree.name}
        arguments: Statements = []
        changed = bound_names(ast.Module([ast.Expr(target), *body], []))
        for argument, value in zip(tree.args.args, given, strict=True):
            name = argument.arg
            if isinstance(value, ast.Name) and bound[name] == 1 and value.id not in changed:
                new[name] = value.id
            else:
                arguments.append(ast.Assign([store(new[name])], value))
        Renaming(new).visit(tree)

        def with_each(answer: ast.expr) -> Statements:
            return [ast.Assign([target], answer), *body]

        yields = YieldInlining(with_each, list)
        lines = flat(yields.visit(statement) for statement in tree.body)
        return [located(line, where) for line in [*arguments, *lines]]


def _fits(generator: ast.FunctionDef, body: Statements) -> bool:
    """Whether a body can stand in the place of the generator's only yield."""
    parts = list(ast.walk(generator))
    if generator.args.defaults or sum(isinstance(x, ast.Yield) for x in parts) != 1:
        return False
    if any(isinstance(x, ast.Return | ast.YieldFrom | ast.Try) for x in parts):
        return False
    loops = _loops_around_yield(generator.body)
    if loops is None:
        return False
    if any(map(_is_endless, loops)) and not _can_end(body):  # Numba refuses a function without end
        return False
    if not loops:
        return not leaves(body, ast.Break) and not leaves(body, ast.Continue)
    goes_on = not leaves(body, ast.Continue) or _is_last(loops[-1])
    ends = not leaves(body, ast.Break) or (
        len(loops) == 1 and generator.body[-1] is loops[0] and not loops[0].orelse
    )
    return goes_on and ends


def _is_endless(loop: ast.For | ast.While) -> bool:
    match loop:
        case ast.While(ast.Constant(test), body):
            return bool(test) and not leaves(body, ast.Break)
    return False


def _can_end(body: Statements) -> bool:
    """Whether a body leaves the loop around it."""
    parts = [part for statement in body for part in ast.walk(statement)]
    return leaves(body, ast.Break) or any(isinstance(part, ast.Return) for part in parts)


def _is_none(value: ast.expr) -> bool:
    """Whether an argument is None, by which Numba chooses among the lines of a function."""
    return isinstance(value, ast.Constant) and value.value is None


def _without_last_return(generator: ast.FunctionDef) -> ast.FunctionDef:
    """The same generator without a plain return at its end."""
    tree = copy.copy(generator)
    if isinstance(tree.body[-1], ast.Return) and tree.body[-1].value is None and tree.body[1:]:
        tree.body = tree.body[:-1]
    return tree


def _loops_around_yield(body: Statements) -> list[ast.For | ast.While] | None:
    """The loops around the only yield of some statements, the outermost first; None if it is in
    something else than loops and branches, or in the ``else`` of a loop."""
    for statement in body:
        if not any(isinstance(x, ast.Yield) for x in ast.walk(statement)):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield):
            return []
        if isinstance(statement, ast.If):
            branches = statement.body, statement.orelse
            found = [_loops_around_yield(branch) for branch in branches if _yields(branch)]
            return found[0]
        if isinstance(statement, _LOOPS) and not _yields(statement.orelse):
            inner = _loops_around_yield(statement.body)
            return None if inner is None else [statement, *inner]
        return None
    return None


def _yields(body: Statements) -> bool:
    return any(isinstance(x, ast.Yield) for one in body for x in ast.walk(one))


def _is_last(statement: ast.stmt) -> bool:
    """Whether nothing follows the yield in the innermost loop around it."""
    match statement:
        case ast.Expr(ast.Yield()):
            return True
        case ast.For() | ast.While():
            return _is_last(statement.body[-1])
        case ast.If():
            return any(map(_is_last, (x[-1] for x in (statement.body, statement.orelse) if x)))
    return False
