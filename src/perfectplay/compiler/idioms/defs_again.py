"""Functions in a rule that have one name: compiled code calls the one that stands last before the
call, Python the one that was made last."""

from __future__ import annotations

import ast

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import COMPREHENSIONS

_READS_LATER = (*COMPREHENSIONS, ast.Lambda, ast.FunctionDef)


def refuse_defs_again(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse a second ``def`` of a name in a function, unless both stand in one block and no
    function in the rule reads the name."""
    made: dict[str, list[ast.stmt]] = {}
    inner = [x for x in ast.walk(tree) if isinstance(x, _READS_LATER) and x is not tree]
    late = {x.id for part in inner for x in ast.walk(part) if isinstance(x, ast.Name)}
    for block in _blocks(tree.body, rules):
        for node in block:
            if not isinstance(node, ast.FunctionDef):
                continue
            if made.setdefault(node.name, block) is not block or (
                node.name in late and any(_makes(x, node.name) for x in block if x is not node)
            ):
                rules.refuse(node, f"two functions in a rule are called {node.name}", "two names")
    for part in inner:
        if isinstance(part, ast.FunctionDef):
            refuse_defs_again(part, rules)


def _makes(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == name


def _blocks(body: list[ast.stmt], rules: FunctionRules) -> list[list[ast.stmt]]:
    """The blocks of a function, without those that are never run and those of other functions."""
    found = [body]
    for node in body:
        if isinstance(node, ast.FunctionDef):
            continue
        decided = rules.decided(node.test) if isinstance(node, ast.If) else None
        for name in ("body", "orelse", "finalbody"):
            if decided is not None and (name == "body") is not decided:
                continue
            found += _blocks(getattr(node, name, []), rules) if getattr(node, name, None) else []
        for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            found += _blocks(part.body, rules)
    return found
