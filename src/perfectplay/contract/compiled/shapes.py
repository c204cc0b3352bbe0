"""Tuples that rules make, tables that they look things up in: how long they are, how they lie."""

from __future__ import annotations

import ast
import math
from typing import cast

from perfectplay.contract.compiled.constants import Layered, layered
from perfectplay.contract.compiled.folding import MISSING, Folding
from perfectplay.contract.compiled.syntax import call, load, zeros

_LONGEST_HINT = 256


class Shapes(Folding):
    """Rewrites what is looped over, and what becomes a tuple."""

    def _tuple_call(self, argument: ast.expr) -> ast.expr:
        match argument:
            case ast.Call(function, [inner], keywords) if self.known(function) is sorted:
                if all(k.arg == "reverse" for k in keywords):
                    return self._sorted_tuple(inner, keywords[0].value if keywords else None)
            case ast.Call(function, [inner], []) if self.known(function) is reversed:
                return call(
                    "reverse", self.visit(inner), self.hint(inner), load(self.translator.state_name)
                )
        hint = self.hint(argument)
        return call("as_tuple", self.items(argument), hint, load(self.translator.state_name))

    def _sorted_tuple(self, inner: ast.expr, reverse: ast.expr | None) -> ast.expr:
        hint = self.hint(inner)
        made = call("sort", self.items(inner), hint, load(self.translator.state_name))
        if reverse is None:
            return made
        return call("reversed_if", made, self.visit(reverse))

    def items(self, node: ast.expr) -> ast.expr:
        """An expression whose items are wanted one by one, not the thing itself."""
        table = layered(self.known(node))
        if table is not None:
            items, starts = self.translator.constants.layered(table)
            return ast.copy_location(self._rows(table, items, starts), node)
        if isinstance(node, ast.Subscript):
            table = layered(self.known(node.value))
            in_rows = table is not None and table.starts is not None and table.items.ndim == 2
            if table is not None and in_rows and not isinstance(node.slice, ast.Slice):
                items, starts = self.translator.constants.layered(table)
                index, row = self.visit(node.slice), zeros(table.items.shape[1])
                return call("rows_of_row", load(items), load(starts), index, row)
            if isinstance(node.slice, ast.Slice) and self._is_moving(node.slice):
                parts = (node.slice.lower, node.slice.upper, node.slice.step)
                edges = [ast.Constant(None) if p is None else self.visit(p) for p in parts]
                return ast.copy_location(call("sliced", self.visit(node.value), *edges), node)
        return cast(ast.expr, self.visit(node))

    def _rows(self, table: Layered, items: str, starts: str) -> ast.expr:
        if table.starts is None:
            return call("tuples_of", load(items), zeros(table.items.shape[1]))
        return call("rows", load(items), load(starts))

    def _is_moving(self, node: ast.Slice) -> bool:
        parts = [p for p in (node.lower, node.upper, node.step) if p is not None]
        return any(self.known(p) is MISSING for p in parts)

    def hint(self, argument: ast.expr) -> ast.expr:
        """An expression as long as the tuple that will be made, where that can be seen."""
        known = self.known(argument)
        if isinstance(known, tuple | range | frozenset) and len(known) <= _LONGEST_HINT:
            return zeros(len(known))
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            return self._hint_of_comprehension(argument)
        if isinstance(argument, ast.Call) and argument.args:
            function = self.known(argument.func)
            if function in (map, filter):
                return self.hint(argument.args[-1]) if function is map else ast.Constant(None)
            if any(function is x for x in (enumerate, reversed, sorted, zip, list, tuple)):
                return self.hint(argument.args[0])
            if function is range and len(argument.args) == 1:
                inner = argument.args[0]
                if isinstance(inner, ast.Call) and self.known(inner.func) is len:
                    return self.hint(inner.args[0])
            return ast.Constant(0)
        if isinstance(argument, ast.Name | ast.Attribute | ast.Tuple | ast.BinOp):
            return self._copied(argument)
        if isinstance(argument, ast.Subscript) and isinstance(argument.slice, ast.Slice):
            return ast.Constant(0) if self._is_moving(argument.slice) else self._copied(argument)
        return ast.Constant(0)

    def _copied(self, node: ast.expr) -> ast.expr:
        return cast(ast.expr, self.visit(ast.parse(ast.unparse(node), mode="eval").body))

    def _hint_of_comprehension(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        if any(generator.ifs for generator in node.generators):
            return ast.Constant(None)
        if len(node.generators) == 1:
            return self.hint(node.generators[0].iter)
        sources = [self.known(generator.iter) for generator in node.generators]
        if all(isinstance(x, tuple | range) for x in sources):
            length = math.prod(len(x) for x in sources)
            return zeros(length) if length <= _LONGEST_HINT else ast.Constant(0)
        return ast.Constant(0)
