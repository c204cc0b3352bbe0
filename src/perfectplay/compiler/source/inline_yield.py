"""The text of a rule that yields, with other lines in the place of each ``yield``.

Numba's generators keep their state in memory between two answers, which prevents optimization. So
the body of a rule such as ``symmetries`` or ``moves`` is copied into a function, with each
``yield`` replaced by lines that use the answer: two to three times as fast.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from perfectplay.compiler.source.syntax_trees import flat


class YieldInlining(ast.NodeTransformer):
    """Replaces each ``yield X`` by lines from ``taken`` and each return by those of ``end``;
    ``plain``: True if there are no other yields."""

    def __init__(
        self, taken: Callable[[ast.expr], list[ast.stmt]], end: Callable[[], list[ast.stmt]]
    ) -> None:
        self.taken, self.end = taken, end
        self.plain = True

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            self.visit(node.value.value)
            return self.taken(node.value.value)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.plain &= node.value is None or ast.unparse(node.value) == "None"
        return self.end()

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.plain = False
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.plain = False
        return node


def spliced(
    text: str, role: str, head: str, more: Sequence[str], taken: Sequence[str], result: str
) -> tuple[str, int] | None:
    """A function ``head`` with the body of the generator that ``role`` names in a module's text.

    ``more``: its arguments after the state. ``taken``: the lines instead of ``yield X``, with
    ``ANSWER`` for X. ``result``: the name of the value that it returns. Returns its text, and the
    line of ``text`` at which the generator begins, line by line the same; None if the rule is no
    plain generator.
    """
    tree = ast.parse(text)
    named = [
        node.value.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == role
        and isinstance(node.value, ast.Name)
    ]
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in named]
    if len(found) != 1 or len(found[0].args.args) != 1:
        return None
    function = found[0]
    if not any(isinstance(node, ast.Yield) for node in ast.walk(function)):
        return None

    def lines(answer: ast.expr) -> list[ast.stmt]:
        return ast.parse("\n".join(taken).replace("ANSWER", f"({ast.unparse(answer)})")).body

    yields = YieldInlining(lines, lambda: [ast.Return(ast.Name(result))])
    function.body = flat(yields.visit(statement) for statement in function.body)
    if not yields.plain:
        return None
    function.name = head
    function.decorator_list[:] = function.decorator_list[:1]
    function.args.args += [ast.arg(name) for name in more]
    function.body.append(ast.Return(ast.Name(result)))
    return ast.unparse(ast.fix_missing_locations(function)), function.lineno
