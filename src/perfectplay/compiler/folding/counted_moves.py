"""Rules that ask whether a state has moves, or how many, and look at none of them; or whether a
constant text is among them: ``self.moves(state) == ["pass"]``.

Where moves are of unlike forms, compiled code has numbers in the place of these moves.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import all_located, call, load, located

COUNTED_MOVES = own("counted_moves")
"""The name that stands for ``self.moves`` there, until the call is rewritten."""

TEXT_ASKED = "pp_text_asked"
"""The attribute of such a call that holds the text that is asked for."""


def count_moves(
    tree: ast.FunctionDef,
    self_name: str | None,
    known: Callable[..., Any],
    lists: Callable[[], bool],
    alone: Callable[[], bool],
) -> None:
    """Give such calls of ``self.moves`` in a function another name, in place. ``lists``: whether
    ``moves`` gives lists or tuples, which are true if they have items; a generator always is.
    ``alone``: whether it gives lists alone, which may be ``[]``."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    read = {x.id for x in parents if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}
    for node in list(parents):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "moves") as method) if name == self_name:
                if _is_counted(node, parents, read, known):
                    node.func = ast.copy_location(load(COUNTED_MOVES), method)
                elif (is_truth(node, parents, known) and lists()) or (
                    is_compared(parents[node]) and alone()
                ):
                    inner = ast.Call(load(COUNTED_MOVES), node.args, node.keywords)
                    node.func, node.args, node.keywords = load(own("list")), [inner], []
                    all_located([ast.Expr(node)], node)
                elif text := _TextAsked.of(node, parents, known, lists):
                    text.ask(node)


@dataclass(frozen=True)
class _TextAsked:
    """A comparison of the moves with a constant text, or with a list of it alone."""

    text: str
    around: ast.Compare
    among: bool

    @classmethod
    def of(
        cls,
        node: ast.Call,
        parents: dict[ast.AST, ast.AST],
        known: Callable[..., Any],
        lists: Callable[[], bool],
    ) -> _TextAsked | None:
        """The comparison that calls of ``self.moves`` are a part of; None if they are of none."""
        whole: ast.expr = node
        match parents[node]:
            case ast.Call(function, [_], []) as listed if known(function) is list:
                whole = listed
        around, text = parents[whole], None
        match around:
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [ast.List([one])]) if left is whole:
                text = known(one) if whole is not node or lists() else None
            case ast.Compare(one, [ast.In() | ast.NotIn()], [right]) if right is whole:
                text = known(one)
        if not isinstance(around, ast.Compare) or type(text) is not str:
            return None
        return cls(text, around, isinstance(around.ops[0], ast.In | ast.NotIn))

    def ask(self, node: ast.Call) -> None:
        """Compare 1 for each move that is the text, and 0 for others, in place."""
        asked = ast.Call(load(COUNTED_MOVES), node.args, node.keywords)
        setattr(asked, TEXT_ASKED, (self.text,))
        marks = located(call("list", asked), node)
        one = ast.Constant(1)
        sides: list[ast.expr] = [one, marks] if self.among else [marks, ast.List([one], ast.Load())]
        self.around.left, self.around.comparators = sides[0], sides[1:]
        all_located([ast.Expr(self.around)], node)


def is_truth(node: ast.expr, parents: dict[ast.AST, ast.AST], known: Callable[..., Any]) -> bool:
    """Whether an expression is only asked for its truth, or for its length."""
    parent = parents[node]
    match parent:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            return test is node
        case ast.Call(function, [_], []):
            return known(function) in (len, bool)
        case ast.BoolOp():
            return is_truth(parent, parents, known)
    return False


def is_compared(parent: ast.AST) -> bool:
    """Whether something is compared with ``[]``."""
    match parent:
        case ast.Compare(_, [ast.Eq() | ast.NotEq()], [ast.List([])]):
            return True
    return False


def _is_counted(
    node: ast.Call, parents: dict[ast.AST, ast.AST], read: set[str], known: Callable[..., Any]
) -> bool:
    parent = parents[node]
    match parent:
        case ast.For(ast.Name(name), items) | ast.comprehension(ast.Name(name), items):
            return items is node and name not in read
        case ast.Call(function, [_], []) if known(function) in (list, tuple):
            return is_truth(parent, parents, known)
    return False
