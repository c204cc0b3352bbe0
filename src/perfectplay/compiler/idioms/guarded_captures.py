"""Names that a ``case`` with an ``if`` binds: in Python they are bound even if the ``if`` is not
true, in compiled code only if it is."""

from __future__ import annotations

import ast

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import COMPREHENSIONS, bindings

_SCOPES = (*COMPREHENSIONS, ast.Lambda, ast.FunctionDef)


def refuse_guarded_captures(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse a ``case`` with an ``if`` that binds a name that is read beyond it, or that the ``if``
    binds once more."""
    for case in ast.walk(tree):
        if not isinstance(case, ast.match_case) or case.guard is None:
            continue
        names = bindings(case.pattern).keys()
        again = names & bindings(case.guard).keys()
        if again:
            reason = f"{min(again)} is bound by a case and once more in its if"
            rules.refuse(case.guard, reason, "two names")
        for name in sorted(names):
            if any(_reads_beyond(x, name) for x in tree.body):
                reason = f"{name} is bound by a case with an if, and read beyond the case"
                rules.refuse(case.pattern, reason, "another name, or an if in the case")


def _reads_beyond(node: ast.AST, name: str) -> bool:
    """Whether a name is read outside of what binds it: a case, a loop, a comprehension."""
    match node:
        case ast.Name(read):
            return read == name and isinstance(node.ctx, ast.Load)
        case ast.match_case(pattern) if bindings(pattern)[name]:
            return False
        case ast.For(target, source, _, orelse) if bindings(target)[name]:
            return any(_reads_beyond(x, name) for x in (source, *orelse))
        case _ if isinstance(node, _SCOPES) and bindings(node)[name]:
            return False
    return any(_reads_beyond(x, name) for x in ast.iter_child_nodes(node))
