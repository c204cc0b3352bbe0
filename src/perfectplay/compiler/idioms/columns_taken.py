"""``begin, goal = SIDES[who]``, where rows of a constant table hold lists, sets or ranges: a table
for each column.
"""

from __future__ import annotations

import ast
from typing import Any, Protocol

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import Statements, all_located, is_plain, load, store

_HELD = (list, dict, set, frozenset, range)


class Rules(FunctionRules, Protocol):
    """What is asked of the rewriter of the function."""

    settled: dict[str, Any]
    sources: dict[str, str]


def take_columns(tree: ast.FunctionDef, rules: Rules) -> None:
    """Write such assignments as one for each name, in place."""
    _Columns(rules).visit(tree)


class _Columns(ast.NodeTransformer):
    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Subscript(table, index)) if is_plain(index):
                rows = self.rules.known(table)
                held = rows.values() if type(rows) is dict else rows
                named = all(isinstance(x, ast.Name) for x in targets)
                if not named or type(rows) not in (dict, list, tuple) or not held:
                    return node
                if not all(isinstance(x, tuple | list) and len(x) == len(targets) for x in held):
                    return node
                if not any(isinstance(x, _HELD) for row in held for x in row):
                    return node
            case _:
                return node
        found: Statements = []
        read = {x.id for x in ast.walk(index) if isinstance(x, ast.Name)}
        if read & {x.id for x in targets if isinstance(x, ast.Name)}:  # which it sets
            kept = self.rules.fresh_local("place")
            found.append(ast.Assign([store(kept)], index))
            index = load(kept)
        for i, target in enumerate(targets):
            column = self.rules.fresh_local("column")
            if type(rows) is dict:
                self.rules.settled[column] = {key: _item(row[i]) for key, row in rows.items()}
            else:
                self.rules.settled[column] = type(rows)(_item(row[i]) for row in rows)
            item = ast.Subscript(load(column), index, ast.Load())
            self.rules.sources[ast.unparse(item)] = ast.unparse(node.value)
            found.append(ast.Assign([target], item))
        return all_located(found, node)


def _item(value: Any) -> Any:
    """An item of a column; a range as the tuple of its numbers."""
    return tuple(value) if isinstance(value, range) else value
