"""Expressions with parts of a text in them: done with the values of the text."""

from __future__ import annotations

import ast
import copy

from perfectplay.compiler.folding.known_parts import KnownParts
from perfectplay.compiler.folding.known_texts import known_answer
from perfectplay.compiler.folding.symbolic_texts import Text, Value
from perfectplay.compiler.source.move_forms import Apart
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    FUNCTIONS,
    Statements,
    bindings,
    call,
    located,
    tuple_of,
)

APART = "text_apart"
"""The name that stands for a text of which a function is given the values."""


class ExpressionsApart(KnownParts):
    """Rewrites expressions."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = self.known(node)
        return node if known is None else located(self.plain(known), node)

    def visit(self, node: ast.AST) -> ast.AST | Statements:
        if isinstance(node, ast.expr) and not isinstance(node, ast.Name):
            known = self.known(node)
            if known is not None:
                return located(self.plain(known), node)
        if not isinstance(node, (*COMPREHENSIONS, *FUNCTIONS)):
            return super().visit(node)  # type: ignore[no-any-return]
        around = dict(self.found)  # the names that it sets are its own
        for name in bindings(node):
            self.found.pop(name, None)
        found: ast.AST | Statements = super().visit(node)
        self.found = around
        return found

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.forget(node.target)
        self.generic_visit(node)
        return node

    def forget(self, target: ast.expr) -> None:
        for name in bindings(target):
            self.found.pop(name, None)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.rules.rule_called(node) is not None:
            node.args = [self._handed_on(x) or self.visit(x) for x in node.args]  # type: ignore[misc]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)  # type: ignore[assignment]
            return node
        match node:
            case ast.Call(function, [value], []):
                whole, asked = self.known(value), self.rules.known(function)
                if isinstance(whole, Text) and asked is int:
                    return located(self.number(whole), node)
                size = len(whole) if isinstance(whole, list) else None
                if isinstance(whole, Text):
                    size = whole.length
                if asked is len and size is not None:
                    if isinstance(whole, Text):
                        self.need_lengths(whole)
                    return located(ast.Constant(size), node)
                if asked is bool and whole is not None:
                    return self.tested(value)
            case ast.Call(ast.Attribute(value, method), arguments, []):
                whole = self.known(value)
                given = [self.rules.known(x) for x in arguments]
                if isinstance(whole, Text):
                    answer = known_answer(whole, method, given)
                    if method == "isdigit":
                        for one in whole.values:
                            self.need_without(one, "-")
                    if answer is not None:
                        return located(ast.Constant(answer), node)
        self.generic_visit(node)
        return node

    def _handed_on(self, node: ast.expr) -> ast.expr | None:
        """A text of several parts as an argument of a function of the rules: its values."""
        text = self.known(node)
        if not isinstance(text, Text) or text.constant is not None or text.single is not None:
            return None
        values = text.values
        parts = tuple(part if isinstance(part, str) else None for part in text.parts)
        lengths, numbers = (x.length for x in values), (x.number for x in values)
        forms = self.rules.module.apart_forms
        forms.append(Apart(parts, tuple(lengths), tuple(numbers)))
        given = tuple_of(*(copy.deepcopy(x.expression) for x in values))
        return located(call(APART, given, ast.Constant(len(forms) - 1)), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) == 1:
            answer = self._compared(node.left, node.ops[0], node.comparators[0])
            if answer is not None:
                found = ast.Constant(answer) if isinstance(answer, bool) else answer
                return located(found, node)
        self.generic_visit(node)
        return node

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> bool | ast.expr | None:
        answer: bool | ast.expr | None = None
        if isinstance(op, ast.Eq | ast.NotEq):
            for one, other in ((left, right), (right, left)):
                whole, constant = self.known(one), self.rules.known(other)
                if isinstance(whole, Text) and type(constant) is str:
                    answer = self.equals(whole, constant)
        elif isinstance(op, ast.In | ast.NotIn):
            whole, among = self.known(left), self.rules.known(right)
            if isinstance(whole, Text) and isinstance(among, tuple | list | set | frozenset | dict):
                each = [self.equals(whole, x) if type(x) is str else False for x in among]
                if None not in each and not all(isinstance(x, ast.expr) for x in each):
                    answer = any_of([x for x in each if x is not None])
            where, letter = self.known(right), self.rules.known(left)
            if isinstance(where, Text) and type(letter) is str:
                answer = known_answer(where, "__contains__", [letter])
                if answer is None and letter in self.separators and len(letter) == 1:
                    answer = False  # as it is checked that no value holds one
                    for each_value in where.values:
                        self.need_without(each_value, letter)
                if answer is None and len(letter) == 1 and self.are_words(where.values):
                    answer = any_of([_holds(x, letter) for x in where.values])
            if isinstance(where, list) and type(letter) is str:
                each = [self.equals(x, letter) if isinstance(x, Text) else None for x in where]
                answer = None if None in each else any_of([x for x in each if x is not None])
        if answer is None or not isinstance(op, ast.NotEq | ast.NotIn):
            return answer
        return not answer if isinstance(answer, bool) else ast.UnaryOp(ast.Not(), answer)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.tested(node.test)
        if (answer := self.rules.decided(node.test)) is not None:
            return self.visit(node.body if answer else node.orelse)  # type: ignore[return-value]
        node.body = self.visit(node.body)  # type: ignore[assignment]
        node.orelse = self.visit(node.orelse)  # type: ignore[assignment]
        return node


def _holds(value: Value, letter: str) -> ast.expr:
    """Whether a value that is a word holds a character: its length is only guessed."""
    return ast.Compare(ast.Constant(letter), [ast.In()], [copy.deepcopy(value.expression)])


def any_of(answers: list[bool | ast.expr]) -> bool | ast.expr:
    """Whether one of some answers is true, or what tells."""
    if True in answers:
        return True
    rest = [x for x in answers if isinstance(x, ast.expr)]
    return ast.BoolOp(ast.Or(), rest) if len(rest) > 1 else rest[0] if rest else False
