"""Helpers that yield None beside numbers or tuples: ``yield None`` at the border of a board.

No generator of the compiler yields a value that may be None. So these yield a tuple of one, and
loops over them, which alone may ask them, take it apart.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.syntax_trees import call, located, tuple_of, zeros

LOOPED = "pp_looped"
"""The mark of a call that is looped over."""


def yields_perhaps(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> bool:
    """Let a generator that yields None, and numbers or tuples written out, yield tuples of a value
    that may be None; whether it has been done."""
    yields = [x for x in nodes_of(tree) if isinstance(x, ast.Yield)]
    nothing = [x for x in yields if x.value is None or known(x.value) is None]
    others = [x.value for x in yields if x.value is not None and x not in nothing]
    if not nothing or not others:
        return False
    kinds = {type(known(x)) for x in others if known(x) is not MISSING}
    sizes = {_size(x) for x in others}
    if not kinds <= {int, tuple} or len(sizes) > 1:
        return False
    (size,) = sizes
    for node in yields:
        blank = ast.Constant(0) if size is None else zeros(size)
        if node in nothing:
            value = call("perhaps", ast.Constant(False), blank)
        else:
            assert node.value is not None
            value = call("perhaps_like", node.value, blank)
        node.value = located(tuple_of(value), node)
    return True


def _size(node: ast.expr) -> int | None:
    """The length of a tuple that is written out; None for anything else."""
    starred = isinstance(node, ast.Tuple) and any(isinstance(x, ast.Starred) for x in node.elts)
    return len(node.elts) if isinstance(node, ast.Tuple) and not starred else None
