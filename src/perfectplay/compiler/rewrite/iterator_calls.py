"""Calls of itertools, functools and operator: each is a generator, a loop or an operator."""

from __future__ import annotations

import ast
import functools
import itertools
import operator
from typing import cast

from perfectplay.compiler.idioms.loops_of_itertools import WRITTEN, applied, operation
from perfectplay.compiler.rewrite.thing_calls import ThingRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    call,
    function_of,
    load,
    located,
    store,
)


class IteratorRewriter(ThingRewriter):
    """Rewrites such calls; each is a generator of its own, or a loop."""

    def iterator_call(self, node: ast.Call) -> ast.expr | None:
        """The same by loops or operators; None for other calls."""
        target = self.known(node.func)
        if target is MISSING:
            return self._getter(node)
        if target is itertools.groupby:
            return self.grouped(node)
        try:
            plain = operation(target, node.args)
            write = WRITTEN.get(target)
        except TypeError:
            return None
        if plain is not None and not node.keywords:
            return cast(ast.expr, self.visit(located(plain, node)))
        if write is None:
            return None
        options = {str(each.arg): each.value for each in node.keywords}
        body = write(self, list(node.args), options)
        if body is None:
            return None
        name = "each" if target is not functools.reduce else "reduced"
        return self.lifted_call(located(function_of(name, body), node), name)

    def _getter(self, node: ast.Call) -> ast.expr | None:
        """``itemgetter(1)(x)``, ``attrgetter("row")(x)``."""
        match node:
            case ast.Call(ast.Call(function, [what], []), [value], []):
                made, key = self.known(function), self.known(what)
                if made is operator.itemgetter and key is not MISSING:
                    return cast(ast.expr, self.visit(ast.Subscript(value, what, ast.Load())))
                if made is operator.attrgetter and isinstance(key, str) and key.isidentifier():
                    found = located(ast.Attribute(value, key, ast.Load()), node)
                    return cast(ast.expr, self.visit(found))
        return None

    def mark_groups(self, loop: ast.For) -> None:
        """Mark ``for key, group in groupby(items)``, where each group is used once: compiled, it is
        a list."""
        match loop:
            case ast.For(ast.Tuple([_, ast.Name(group)]), ast.Call(function, [_], options)) if (
                self.known(function) is itertools.groupby
                and all(each.arg == "key" for each in options)
            ):
                if _times_run(loop.body, group) > 1:
                    reason = f"{group} is an iterator that is used up the first time"
                    self.refuse(loop, reason, f"{group} = list({group}) can be used again")
                loop.iter.pp_groups = True  # type: ignore[attr-defined]

    def grouped(self, node: ast.Call) -> ast.expr | None:
        """Such a call of groupby; None for other calls."""
        if not hasattr(node, "pp_groups"):
            return None
        key = next((each.value for each in node.keywords), None)
        item = self.fresh_local("x")
        rank = load(item) if key is None else applied(key, [load(item)])
        pair = ast.Tuple([rank, load(item)], ast.Load())
        pairs = ast.GeneratorExp(pair, [ast.comprehension(store(item), node.args[0], [], 0)])
        return call("groups_of", cast(ast.expr, self.visit(located(pairs, node))))


def _times_run(body: Statements, name: str) -> int:
    """How often statements read a name, as far as that matters: twice if in a loop."""
    found = 0
    waiting: list[tuple[ast.AST, bool]] = [(x, False) for x in body]
    while waiting:
        node, again = waiting.pop()
        if isinstance(node, ast.Name) and node.id == name:
            found += 2 if again else 1
        match node:
            case ast.For():
                waiting.append((node.iter, again))
                waiting += [(x, True) for x in (*node.body, *node.orelse)]
            case ast.While() | ast.Lambda() | ast.FunctionDef():
                waiting += [(x, True) for x in ast.iter_child_nodes(node)]
            case _ if isinstance(node, COMPREHENSIONS):
                first = node.generators[0].iter
                waiting.append((first, again))
                rest = [x for x in ast.walk(node) if isinstance(x, ast.Name) and x is not first]
                inner = set(ast.walk(first))
                waiting += [(x, True) for x in rest if x not in inner]
            case _:
                waiting += [(x, again) for x in ast.iter_child_nodes(node)]
    return found
