"""``cells = bytearray(board)`` that is turned round, made longer or shorter, or changed by a
helper: a list of its numbers. What is only set item by item stays bytes, if states hold some."""

from __future__ import annotations

import ast
from typing import Any

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.syntax_trees import bindings, call, located

_READING: tuple[Any, ...] = (
    bytes, tuple, list, len, sum, min, max, sorted, enumerate, zip, reversed, any, all, set,
)  # fmt: skip
_METHODS = ("append", "pop", "reverse", "extend", "insert", "clear", "remove", "index")


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
        uses = _Uses(name, rules)
        if uses.are_of_lists(tree) and (uses.need_list or not rules.module.constants.has_bytes):
            zeros = ast.List([ast.Constant(0)], ast.Load())
            count = isinstance(rules.known(whole), int)
            made = ast.BinOp(zeros, ast.Mult(), whole) if count else call("list", whole)
            node.value = located(made, node.value)


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
                return parent.value is use and not isinstance(index, ast.Slice)
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

    def _is_of_helper(self, node: ast.Call, place: int) -> bool:
        """Whether that is so of what a function of the rules does with it."""
        found = self.rules.helper_of(node)
        if found is None:
            return False
        tree = tree_of(found[0])
        names = [x.arg for x in tree.args.args]
        place += len(names) > len(node.args) and isinstance(node.func, ast.Attribute)
        return place < len(names) and _Uses(names[place], self.rules).are_of_lists(tree)
