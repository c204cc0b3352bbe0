"""A list that each turn of a loop makes anew, ``run = []``, is one list that is emptied.

Allocating a list and freeing it takes longer than filling it. Python cannot tell the two apart if
nothing else has the list when the loop makes the next one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from perfectplay.compiler.source.iterators import is_generator
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import bound_names, call, load, located, store

_READING_METHODS = {
    "append", "pop", "insert", "remove", "extend", "clear", "sort", "reverse", "count", "index",
}  # fmt: skip
"""Methods of a list that give nothing else the list."""

_READING_CALLS = {
    own(name)
    for name in (
        "len", "sum", "min", "max", "any", "all", "sorted", "list", "tuple", "set", "frozenset",
        "sum_", "as_tuple",
    )
}  # fmt: skip
"""Functions that only look at the items of their first argument, if ``min`` and ``max`` have no
second one."""

_BEST = {own("min"), own("max")}

_SAME = {own("there"), own("widened")}
"""Functions that give what they are given."""

_LOOPS = (ast.For, ast.While)
_TESTS = (ast.If, ast.While, ast.IfExp, ast.Assert)

Parents = dict[int, Any]


def empty_lists_again(tree: ast.FunctionDef, lifted: Sequence[ast.FunctionDef]) -> None:
    """Change the loops of a translated function. ``lifted``: the functions inside it."""
    for name in sorted(bound_names(tree)):
        if name not in (x.arg for x in tree.args.args):
            _empty_again(tree, name, {each.name: each for each in lifted})


def _empty_again(tree: ast.FunctionDef, name: str, inner: dict[str, ast.FunctionDef]) -> None:
    parents = _parents(tree)
    uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
    kept = [x for x in uses if not _is_new_list(parents[id(x)], x)]
    made = [parents[id(x)] for x in uses if x not in kept]
    if not kept or not all(_only_reads(use, parents, inner) for use in kept):
        return
    if any(_inside_its_loop(each, name, parents) for each in made):
        return
    loops = [_outer_loop(each, parents) for each in made]
    if loops and loops[0] is not None and all(loop is loops[0] for loop in loops):
        if not _put_before(loops[0], ast.Assign([store(name)], made[0].value), parents):
            return
    elif not made or not _comes_first(made[0], name, tree):
        return
    for node, loop in zip(made, loops, strict=True):
        if loop is not None:
            again = located(ast.Expr(call("emptied", load(name))), node)
            _replace(node, again, parents)


def _parents(tree: ast.AST) -> Parents:
    return {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _is_new_list(node: ast.AST, use: ast.Name) -> bool:
    """Whether a statement sets a name to an empty list, and nothing else."""
    match node:
        case ast.Assign([target], ast.List([])):
            return target is use
        case ast.Assign([target], ast.Call(ast.Name(function))):
            return target is use and function == own("empty_list")
    return False


def _outer_loop(node: ast.AST, parents: Parents) -> ast.stmt | None:
    """The outermost loop around a statement, which runs more than once; None without one."""
    found = None
    while (parent := parents.get(id(node))) is not None:
        if isinstance(parent, _LOOPS) and node not in parent.orelse:
            found = parent
        node = parent
    return found


def _comes_first(node: ast.AST, name: str, tree: ast.FunctionDef) -> bool:
    """Whether a statement is run before all others that use a name."""
    users = [x for x in tree.body if any(getattr(y, "id", "") == name for y in ast.walk(x))]
    return users[0] is node


def _inside_its_loop(node: ast.AST, name: str, parents: Parents) -> bool:
    """Whether a list is made anew while a loop over the one before goes on."""
    while (parent := parents.get(id(node))) is not None:
        looped = ast.walk(parent.iter) if isinstance(parent, ast.For) else ()
        if any(isinstance(x, ast.Name) and x.id == name for x in looped):
            return True
        node = parent
    return False


def _only_reads(use: ast.expr, parents: Parents, inner: dict[str, ast.FunctionDef]) -> bool:
    """Whether after a use nothing has the list but its name, or the function is over."""
    parent = parents[id(use)]
    if _is_put_off(use, parents):
        return False
    match parent:
        case ast.Attribute(_, method):
            return method in _READING_METHODS and isinstance(parents[id(parent)], ast.Call)
        case ast.Subscript(value, index):
            return value is use and not (
                isinstance(index, ast.Slice) and isinstance(parent.ctx, ast.Store)
            )
        case ast.For(_, source) | ast.comprehension(_, source):
            return source is use
        case _ if isinstance(use, ast.Name) and not isinstance(use.ctx, ast.Load):
            return isinstance(parent, ast.AugAssign) and isinstance(parent.op, ast.Add)
        case ast.AugAssign(ast.Name(), ast.Add()):
            return True
        case ast.BinOp(_, ast.Add()) | ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Return():
            return True
        case ast.BoolOp() | ast.IfExp() | ast.If() | ast.While():
            return _is_asked(use, parents)
        case ast.Call(ast.Attribute(_, "extend"), [_]):
            return True
        case ast.Call(ast.Name(function)) if function in _SAME:
            return _only_reads(parent, parents, inner)
        case ast.Call(ast.Name()):
            return _call_reads(parent, use, parents, inner)
    return False


def _call_reads(
    node: ast.Call, use: ast.expr, parents: Parents, inner: dict[str, ast.FunctionDef]
) -> bool:
    function = getattr(node.func, "id", "")
    if function in _READING_CALLS:
        return node.args[0] is use and (len(node.args) == 1 or function not in _BEST)
    if function == own("contains"):
        return True
    if function not in inner or use not in node.args:
        return False
    tree = inner[function]
    if is_generator(tree) and not _read_at_once(node, parents):
        return False
    taken = tree.args.args[node.args.index(use)].arg
    below = _parents(tree)
    return all(
        isinstance(x.ctx, ast.Load) and not _is_returned(x, below) and _only_reads(x, below, {})
        for x in ast.walk(tree)
        if isinstance(x, ast.Name) and x.id == taken
    )


def _read_at_once(node: ast.Call, parents: Parents) -> bool:
    """Whether a generator is read where it is made, and no later."""
    match parents[id(node)]:
        case ast.For(_, source):
            return source is node
        case ast.Call(ast.Name(function), [first]):
            return first is node and function in _READING_CALLS
    return False


def _is_put_off(node: ast.AST, parents: Parents) -> bool:
    """Whether an expression is computed later, and perhaps often."""
    while (parent := parents.get(id(node))) is not None:
        if isinstance(parent, ast.GeneratorExp | ast.Lambda):
            return True
        node = parent
    return False


def _is_returned(use: ast.expr, parents: Parents) -> bool:
    """Whether a function gives what a use is."""
    match parent := parents[id(use)]:
        case ast.Call(ast.Name(function)) if function in _SAME:
            return _is_returned(parent, parents)
    return isinstance(parent, ast.Return)


def _is_asked(node: ast.expr, parents: Parents) -> bool:
    """Whether only the truth of an expression counts."""
    parent = parents[id(node)]
    if isinstance(parent, ast.BoolOp):
        return _is_asked(parent, parents)
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    return isinstance(parent, _TESTS) and parent.test is node


def _put_before(place: ast.stmt, node: ast.stmt, parents: Parents) -> bool:
    """Put a statement before a loop; False if there is no place for it."""
    for body in _bodies(parents[id(place)]):
        if place in body:
            body.insert(body.index(place), located(node, place))
            return True
    return False


def _replace(node: ast.AST, other: ast.stmt, parents: Parents) -> None:
    for body in _bodies(parents[id(node)]):
        if node in body:
            body[body.index(node)] = other


def _bodies(node: ast.AST) -> list[list[Any]]:
    return [x for x in (getattr(node, "body", None), getattr(node, "orelse", None)) if x]
