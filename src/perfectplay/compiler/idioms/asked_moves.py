"""What other methods ask of moves of unlike kinds: ``moves = self.moves(state)``, then
``any(isinstance(move, Step) and move.end == lion for move in moves)``.

Compiled code has no list of unlike things. So each question is asked of the moves themselves, in a
function with a loop, whose body is then written out for each kind of move.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.folding.counted_moves import is_compared, is_truth
from perfectplay.compiler.idioms.changes_in_place import ChangeRules
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Renaming,
    Statements,
    bindings,
    bound_names,
    function_of,
    load,
    located,
    read_names,
    store,
)

_TOTAL = own("total")
_INNER = (ast.Lambda, ast.Yield, ast.YieldFrom, ast.NamedExpr, *COMPREHENSIONS)

_OF_STATES = ("outcome", "player", "tier", "gain", "moves_again")
"""Methods whose first argument is a state, which nobody changes."""


def ask_moves(
    tree: ast.FunctionDef, self_name: str | None, rules: ChangeRules, lists: Callable[[], bool]
) -> None:
    """Ask such questions in functions of their own, in place. ``lists``: whether ``moves`` gives
    lists alone, which may be asked more than once."""
    if self_name is None:
        return
    if rules.source.function.__name__ in _OF_STATES and tree.args.args:
        _ask_again(tree, self_name, rules.known, lists)
    asking = _Asking(tree, self_name, rules)
    tree.body = [asking.visit(x) for x in tree.body]
    tree.body[:0] = asking.functions


def _is_moves(node: ast.expr, self_name: str, state: str = "") -> bool:
    """Whether it is ``self.moves(state)``; of any state, if none is given."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), "moves"), [ast.Name(given)], []):
            return name == self_name and given == (state or given)
    return False


def _ask_again(
    tree: ast.FunctionDef, self_name: str, known: Callable[..., Any], lists: Callable[[], bool]
) -> None:
    """Put the call in the place of a name that is set once to the moves of the state."""
    state = tree.args.args[0].arg
    times, parents = bindings(tree), _parents(tree)
    names = [x for x in parents if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)]
    for i, node in enumerate(list(tree.body)):
        match node:
            case ast.Assign([ast.Name(name)], value) if times[name] == 1:
                reads = [x for x in names if x.id == name]
                if not _is_given_again(value, self_name, state, known, lists) or times[state] > 1:
                    continue
                if reads and all(_is_asked(x, parents, known) for x in reads):
                    tree.body[i] = located(ast.Pass(), node)
                    for read in reads:
                        _replace(parents[read], read, located(copy.deepcopy(value), read))


def _is_given_again(
    value: ast.expr,
    self_name: str,
    state: str,
    known: Callable[..., Any],
    lists: Callable[[], bool],
) -> bool:
    """Whether it is a list of the moves of the state, and so is the same wherever it is asked."""
    match value:
        case ast.Call(function, [moves], []) if known(function) is list:
            return _is_moves(moves, self_name, state)
    return _is_moves(value, self_name, state) and lists()


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _is_asked(node: ast.expr, parents: dict[ast.AST, ast.AST], known: Callable[..., Any]) -> bool:
    """Whether moves are only looped over here, or asked for their truth or their number."""
    match parents[node]:
        case ast.For(_, items) | ast.comprehension(_, items):
            return items is node
    return is_compared(parents[node]) or is_truth(node, parents, known)


def _replace(parent: ast.AST, old: ast.expr, new: ast.expr) -> None:
    for field, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, field, new)
        elif isinstance(value, list):
            value[:] = [new if x is old else x for x in value]


class _Asking(ast.NodeTransformer):
    """Calls functions in the place of ``any`` and the like of the moves; ``functions``: these."""

    def __init__(self, tree: ast.FunctionDef, self_name: str, rules: ChangeRules) -> None:
        self.self_name, self.rules = self_name, rules
        self.locals = bindings(tree).keys()
        self.functions: Statements = []

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(function, [ast.GeneratorExp(asked, [loop])], []) if _is_moves(
                loop.iter, self.self_name
            ):
                parts = (asked, *loop.ifs)
                inner = any(isinstance(x, _INNER) for part in parts for x in ast.walk(part))
                each = loop.target.id if isinstance(loop.target, ast.Name) else ""
                read = any(each in read_names(x) for x in parts)
                target = self.rules.known(function)
                if read and not inner and (make := _LOOPS.get(target)) is not None:
                    return self._call(make(asked), loop, node)
        self.generic_visit(node)
        return node

    def _call(self, parts: _Parts, loop: ast.comprehension, node: ast.Call) -> ast.expr:
        """A call of a function with the loop, which is given the locals that it reads."""
        before, body, after = parts
        for test in reversed(loop.ifs):
            body = [ast.If(test, body, [])]
        names = {x: self.rules.fresh_local(x) for x in bindings(loop.target)}
        renamed = Renaming(names)
        rounds = ast.For(
            renamed.visit(loop.target), loop.iter, [renamed.visit(x) for x in body], []
        )
        whole: Statements = [*before, rounds, *after]
        name = self.rules.fresh_local("asked")
        inside = set(names.values()).union(*map(bound_names, whole))
        read = set().union(*map(read_names, whole)) & self.locals
        given = sorted(read - inside - {self.self_name})
        self.functions.append(located(function_of(name, whole, given), node))
        return located(ast.Call(load(name), [load(x) for x in given], []), node)


_Parts = tuple[Statements, Statements, Statements]
"""Statements before a loop, its body, and those after it."""


def _until(asked: ast.expr, *, found: bool) -> _Parts:
    test = asked if found else ast.UnaryOp(ast.Not(), asked)
    ends: Statements = [ast.If(test, [ast.Return(ast.Constant(found))], [])]
    return [], ends, [ast.Return(ast.Constant(not found))]


def _any(asked: ast.expr) -> _Parts:
    return _until(asked, found=True)


def _all(asked: ast.expr) -> _Parts:
    return _until(asked, found=False)


def _sum(asked: ast.expr) -> _Parts:
    begin = ast.Assign([store(_TOTAL)], ast.Constant(0))
    more = ast.AugAssign(store(_TOTAL), ast.Add(), asked)
    return [begin], [more], [ast.Return(load(_TOTAL))]


_LOOPS: dict[Any, Callable[[ast.expr], _Parts]] = {any: _any, all: _all, sum: _sum}
