"""``cells = bytearray(board)`` that is turned round, made longer or shorter, or changed by a
helper: a list of its numbers. What is only set item by item stays bytes, if states hold some."""

from __future__ import annotations

import ast
import copy
from typing import Any

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.syntax_trees import (
    bindings,
    call,
    flat,
    is_plain,
    load,
    located,
    store,
)

_READING: tuple[Any, ...] = (
    bytes, tuple, list, len, sum, min, max, sorted, enumerate, zip, reversed, any, all, set,
)  # fmt: skip
_CHANGED = ("swapcase", "upper", "lower", "translate", "replace")
"""Methods that give another one."""

_METHODS = ("append", "pop", "reverse", "insert", "clear", "remove", "index")


def list_bytes(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Make lists of such locals of a function, in place."""
    times = bindings(tree)
    for node in list(ast.walk(tree)):
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(function, [whole], [])):
                if times[name] != 1 or rules.known(function) is not bytearray:
                    continue
            case _:
                continue
        _GivesAnother(name, rules).visit(tree)
        uses = _Uses(name, rules)
        if uses.are_of_lists(tree) and (uses.need_list or not rules.module.constants.has_bytes):
            node.value = located(_numbers(whole, rules), node.value)
            tree.body = flat(_Checked(name).visit(statement) for statement in tree.body)


def _numbers(whole: ast.expr, rules: FunctionRules) -> ast.expr:
    """The list of what a bytearray is made of."""
    if isinstance(rules.known(whole), int):
        return ast.BinOp(ast.List([ast.Constant(0)], ast.Load()), ast.Mult(), whole)
    each = rules.fresh_local("byte")
    loop = ast.comprehension(store(each), whole, [], 0)
    return ast.ListComp(call("byte_put", load(each)), [loop])


class _GivesAnother(ast.NodeTransformer):
    """``bytes(cells).swapcase()`` in the place of ``cells.swapcase()`` that nobody changes."""

    def __init__(self, name: str, rules: FunctionRules) -> None:
        self.name, self.rules = name, rules

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if any(self.rules.known(node.func) is one for one in _READING):
            node.args = [self._as_bytes(x) for x in node.args]
        return self.generic_visit(node)

    def _as_bytes(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Call(ast.Attribute(ast.Name(name) as cells, method), given) if (
                name == self.name and method in _CHANGED
            ):
                same = ast.Call(load("bytes"), [cells], [])
                return located(ast.Call(ast.Attribute(same, method, ast.Load()), given, []), node)
        return node


class _Checked(ast.NodeTransformer):
    """Whatever is put into a list has to be a byte."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _is_item(self, node: ast.expr) -> bool:
        match node:
            case ast.Subscript(ast.Name(name)):
                return name == self.name
        return False

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if any(map(self._is_item, node.targets)):
            node.value = located(call("byte_put", node.value), node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not self._is_item(node.target):
            return node
        before = copy.deepcopy(node.target)
        before.ctx = ast.Load()
        changed = call("byte_put", ast.BinOp(before, node.op, node.value))
        return located(ast.Assign([node.target], changed), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "append" | "insert"), [*_, new]) if (
                name == self.name
            ):
                node.args[-1] = located(call("byte_put", new), new)
        return self.generic_visit(node)


class _Uses:
    """What is done with a local; ``need_list``: whether bytes of one length could not do it."""

    def __init__(self, name: str, rules: FunctionRules) -> None:
        self.name, self.rules, self.need_list = name, rules, False

    def are_of_lists(self, tree: ast.FunctionDef) -> bool:
        """Whether a list of the same numbers does the same in each of them."""
        parents = {id(x): node for node in ast.walk(tree) for x in ast.iter_child_nodes(node)}
        uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == self.name]
        return all(self._is_of_list(x, parents[id(x)], parents) for x in uses)

    def _is_of_list(self, use: ast.Name, parent: ast.AST, parents: dict[int, ast.AST]) -> bool:
        if isinstance(use.ctx, ast.Store):
            return isinstance(parent, ast.Assign)
        match parent:
            case ast.Subscript(_, index):
                if parent.value is not use or isinstance(index, ast.Slice):
                    return False
                return isinstance(parent.ctx, ast.Load) or self._is_set(parent, parents)
            case ast.For(iter=items) | ast.comprehension(iter=items):
                return items is use
            case ast.Attribute(_, method):
                self.need_list = True
                return method in _METHODS and isinstance(parents[id(parent)], ast.Call)
            case ast.Call(function, arguments):
                known = self.rules.known(function)
                if any(known is one for one in _READING):
                    self.need_list |= known in (sorted, reversed, set)
                    return True
                self.need_list = True
                return use in arguments and self._is_of_helper(parent, arguments.index(use))
        return False

    def _is_set(self, item: ast.Subscript, parents: dict[int, ast.AST]) -> bool:
        """Whether an item is set by itself, or exchanged with another one."""
        match parents[id(item)]:
            case ast.Assign([target]):
                return target is item
            case ast.AugAssign():
                return is_plain(item.slice)
            case ast.Tuple() as targets:
                match parents[id(targets)]:
                    case ast.Assign([_], ast.Tuple(values)):
                        return all(
                            isinstance(x, ast.Subscript) and ast.unparse(x.value) == self.name
                            for x in values
                        )
        return False

    def _is_of_helper(self, node: ast.Call, place: int) -> bool:
        """Whether that is so of what a function of the rules does with it."""
        found = self.rules.helper_of(node)
        if found is None:
            return False
        tree = tree_of(found[0])
        names = [x.arg for x in tree.args.args]
        place += len(names) > len(node.args) and isinstance(node.func, ast.Attribute)
        return place < len(names) and _Uses(names[place], self.rules).are_of_lists(tree)
