"""What is known of an expression with parts of a text in it, before the rules run."""

from __future__ import annotations

import ast
import copy
from typing import cast

from perfectplay.compiler.folding.known_texts import known_of_method
from perfectplay.compiler.folding.symbolic_texts import Known, Part, Text, together
from perfectplay.compiler.folding.text_values import TextValues
from perfectplay.compiler.source.syntax_trees import located


class KnownParts(TextValues):
    """Looks through expressions; conditions are rewritten with what is known of them."""

    def known(self, node: ast.expr) -> Known | None:
        """What is known of an expression with parts of the text in it; None for others."""
        match node:
            case ast.Name(name) if isinstance(node.ctx, ast.Load):
                return self.found.get(name)
            case ast.Call(ast.Attribute(value, method), arguments, []):
                return self._of_method(value, method, arguments)
            case ast.Call(function, [value], []) if self._is_one_of(function, (str, list, tuple)):
                whole = self.known(value)
                if isinstance(whole, Text) and self.rules.known(function) is not str:
                    return self.letters_of(whole)
                return whole if not isinstance(whole, ast.expr) else None
            case ast.Call(function, [one, other], []) if self.rules.known(function) is map:
                return self._mapped(one, other)
            case ast.ListComp(_, [_]) | ast.GeneratorExp(_, [_]):
                return self._each(node)
            case ast.Subscript(value, index):
                return self._item(self.known(value), index)
            case ast.BinOp(left, ast.Add(), right):
                return self._sum(left, right)
            case ast.JoinedStr(values):
                return self._joined(values)
            case ast.IfExp(test, body, orelse):
                answer = self.rules.decided(self.tested(copy.deepcopy(test)))
                return None if answer is None else self.known(body if answer else orelse)
        return None

    def _is_one_of(self, function: ast.expr, those: tuple[type, ...]) -> bool:
        known = self.rules.known(function)
        return any(known is one for one in those)

    def _of_method(self, value: ast.expr, method: str, given: list[ast.expr]) -> Known | None:
        whole = self.known(value)
        if not isinstance(whole, Text):
            return None
        arguments = [self.rules.known(x) for x in given]
        if not all(type(x) is str for x in arguments):
            return None
        found = known_of_method(whole, method, arguments)
        if found is not None and method in ("split", "partition", "rpartition", "rsplit"):
            for each in whole.values:
                self.need_without(each, arguments[0] if arguments else None)
        return found

    def _mapped(self, function: ast.expr, items: ast.expr) -> Known | None:
        found = self.known(items)
        if not isinstance(found, list):
            return None
        calls = [(ast.Call(copy.deepcopy(function), [self.plain(x)], []), x) for x in found]
        return [self._called(located(made, items), given) for made, given in calls]

    def _called(self, node: ast.Call, given: Known) -> Known:
        if self.rules.known(node.func) is int and isinstance(given, Text):
            return self.number(given)
        return node

    def _each(self, node: ast.ListComp | ast.GeneratorExp) -> Known | None:
        loop = node.generators[0]
        items = self.known(loop.iter)
        if isinstance(items, Text):
            items = self.letters_of(items)
        if not (isinstance(items, list) and isinstance(loop.target, ast.Name)):
            return None
        name, around = loop.target.id, dict(self.found)
        results: list[Known] = []
        for each in items:
            if isinstance(each, ast.expr):
                return None
            self.found[name] = each
            answers = [self.rules.decided(self.tested(copy.deepcopy(x))) for x in loop.ifs]
            if None in answers:
                self.found = around
                return None
            if all(answers):
                element = copy.deepcopy(node.elt)
                results.append(self.or_visited(self.known(element), element))
        self.found = around
        return results

    def or_visited(self, known: Known | None, node: ast.expr) -> Known:
        return cast(ast.expr, self.visit(node)) if known is None else known

    def _item(self, whole: Known | None, index: ast.expr) -> Known | None:
        if whole is None or isinstance(whole, ast.expr):
            return None
        where: slice | int
        if isinstance(index, ast.Slice):
            edges = [None if x is None else self.rules.known(x) for x in
                     (index.lower, index.upper, index.step)]  # fmt: skip
            if not all(x is None or type(x) is int for x in edges):
                return None
            where = slice(*edges)
        else:
            where = self.rules.known(index)
            if type(where) is not int:
                return None
        if isinstance(whole, list):
            if isinstance(where, int):
                return whole[where] if -len(whole) <= where < len(whole) else None
            return list(whole[where])
        found = whole.cut(where)
        if found is not None:
            self.need_lengths(whole)
        return found

    def _sum(self, left: ast.expr, right: ast.expr) -> Known | None:
        sides = [self.known(side) for side in (left, right)]
        if isinstance(sides[0], list) and isinstance(sides[1], list):
            return sides[0] + sides[1]
        if not any(isinstance(side, Text) for side in sides):
            return None
        return self._put_together([left, right])

    def _joined(self, values: list[ast.expr]) -> Known | None:
        parts = []
        for value in values:
            if not isinstance(value, ast.FormattedValue):
                parts.append(value)
            elif value.format_spec is None and value.conversion == -1:
                parts.append(value.value)
            else:
                return None
        if not any(isinstance(self.known(part), Text) for part in parts):
            return None
        return self._put_together(parts)

    def _put_together(self, nodes: list[ast.expr]) -> Text | None:
        parts: list[Part] = []
        for node in nodes:
            known, constant = self.known(node), self.rules.known(node)
            if isinstance(known, Text):
                parts += known.parts
            elif type(constant) in (str, int):
                parts.append(str(constant))
            else:
                return None
        return together(parts)

    def tested(self, node: ast.expr) -> ast.expr:
        """A condition, with what is known of it."""
        known = self.known(node)
        if isinstance(known, list):
            return located(ast.Constant(bool(known)), node)
        if isinstance(known, Text) and any(isinstance(part, str) for part in known.parts):
            return located(ast.Constant(True), node)
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                node.operand = self.tested(operand)
                return node
            case ast.BoolOp(_, values):
                node.values = [self.tested(value) for value in values]
                return node
        return cast(ast.expr, self.visit(node))
