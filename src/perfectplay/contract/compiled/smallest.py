"""The smallest key among the images of a state, from the text of the rules' ``symmetries``.

A generator keeps its place in memory between two images, and Numba's hide from LLVM what could be
done for several images at once. So its body is copied into ``representative``, each ``yield``
becoming a minimum: two to three times as fast.
"""

from __future__ import annotations

import ast

ROLE = "symmetries"


class _Yields(ast.NodeTransformer):
    """Each ``yield X`` becomes one line that takes the smaller key; ``plain``: no other yields."""

    def __init__(self) -> None:
        self.plain = True

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            self.visit(node.value.value)
            taken = "_pp_key = min(_pp_key, encode(_pp_image, _pp_layout))"
            [line] = ast.parse(taken).body
            for name in ast.walk(line):
                if isinstance(name, ast.Call) and ast.unparse(name.func) == "encode":
                    name.args[0] = node.value.value
            return line
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.plain &= node.value is None or ast.unparse(node.value) == "None"
        return ast.Return(ast.Name("_pp_key"))

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.plain = False
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.plain = False
        return node


def representative(text: str) -> tuple[str, int] | None:
    """The text of ``representative(state, key, layout)``, and the line of ``text`` at which the
    generator stands whose lines are the same; None where ``symmetries`` is no plain generator.

    A negative key, of a state that the layout cannot hold, is smaller than all others.
    """
    tree = ast.parse(text)
    named = [
        node.value.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == ROLE
        and isinstance(node.value, ast.Name)
    ]
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in named]
    if len(found) != 1 or len(found[0].args.args) != 1:
        return None
    function = found[0]
    if not any(isinstance(node, ast.Yield) for node in ast.walk(function)):
        return None
    yields = _Yields()
    function.body = [yields.visit(statement) for statement in function.body]
    if not yields.plain:
        return None
    function.name = "representative"
    function.decorator_list[:] = function.decorator_list[:1]
    function.args.args += [ast.arg("_pp_key"), ast.arg("_pp_layout")]
    function.body.append(ast.Return(ast.Name("_pp_key")))
    return ast.unparse(ast.fix_missing_locations(function)), function.lineno
