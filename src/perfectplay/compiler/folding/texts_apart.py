"""A function that is given the values of a text in its place: what it does with the text is done
with its parts.

``verb, n = move.split()`` is known before the rules run; ``int(n)`` is the value itself. Whatever
else is done with the text, or with a part of it, is done with a text that is put together anew.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from typing import TYPE_CHECKING, cast

from perfectplay.compiler.folding.known_texts import known_answer, known_of_method
from perfectplay.compiler.folding.symbolic_texts import Known, Part, Text, Value, together
from perfectplay.compiler.source.move_forms import Apart
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    bindings,
    call,
    flat,
    item,
    load,
    located,
    tuple_of,
)
from perfectplay.compiler.source.word_table import DIGITS, LENGTHS, LETTERS

if TYPE_CHECKING:
    from perfectplay.compiler.folding.form_folding import FormFolding


def take_text_apart(
    tree: ast.FunctionDef, argument: ast.arg, form: Apart, rules: FormFolding
) -> None:
    """Rewrite a function in place that is given the tuple of the values of a text."""
    name = argument.arg
    argument.arg = rules.fresh_local(name)
    values = [
        Value(item(load(argument.arg), ast.Constant(i)), form.lengths[i], form.numbers[i])
        for i in range(len(form.lengths))
    ]
    rest = iter(values)
    parts: list[Part] = [next(rest) if part is None else part for part in form.parts]
    apart = _Apart(tree, {name: Text(tuple(parts))}, rules)
    tree.body = flat(apart.visit(node) for node in tree.body)
    tree.body[:0] = [located(check, tree.body[0]) for check in apart.checks.values()]


APART = "text_apart"
"""The name that stands for a text of which a function is given the values."""

_CHANGING = ("append", "pop", "remove", "insert", "extend", "clear", "sort", "reverse")


class _Apart(ast.NodeTransformer):
    """``found``: what is known of locals; ``checks``: statements that raise where a value is not as
    it is taken to be."""

    def __init__(self, tree: ast.FunctionDef, found: dict[str, Known], rules: FormFolding) -> None:
        self.found, self.rules = found, rules
        self.checks: dict[str, ast.stmt] = {}
        self.times = bindings(tree)
        placed = [x for x in tree.body if isinstance(x, ast.Assign)]
        above = bindings(ast.Module([*placed], []))
        self.above = {name for name, n in self.times.items() if above[name] == n}
        self.changed = changed_in_place(tree)
        self.separators = _separators(tree)
        self.read = Counter(_read_in(tree))

    # --- statements -------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        if len(node.targets) != 1:
            return self._generic(node)
        target, value = node.targets[0], self.known(node.value)
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            items = [self.known(each) for each in node.value.elts]
            rest = [y for x, y in zip(items, node.value.elts, strict=True) if x is None]
            apart = set(bindings(target)).isdisjoint(_read_in(ast.Tuple(rest, ast.Load())))
            if apart and any(x is not None for x in items):
                value = [
                    self._or_visited(x, y) for x, y in zip(items, node.value.elts, strict=True)
                ]
        if isinstance(value, Text) and isinstance(target, ast.Tuple | ast.List):
            value = self.letters_of(value)
        given = None if value is None else self._given(target, value, node)
        if given is None:
            node.value = self.visit(node.value)  # type: ignore[assignment]
            self._forget(target)
            node.targets = [self.visit(target)]  # type: ignore[list-item]
            return node
        return given

    def _or_visited(self, known: Known | None, node: ast.expr) -> Known:
        return cast(ast.expr, self.visit(node)) if known is None else known

    def _generic(self, node: ast.stmt) -> ast.stmt:
        self.generic_visit(node)
        return node

    def _forget(self, target: ast.expr) -> None:
        for name in bindings(target):
            self.found.pop(name, None)

    def _given(self, target: ast.expr, value: Known, where: ast.stmt) -> Statements | None:
        """The statements that give a target what is known, as far as locals cannot stand for it."""
        match target:
            case ast.Name(name) if (
                _is_lasting(value)
                and name not in self.changed
                and (self.times[name] == 1 or name in self.above)
            ):
                self.found[name] = value
                return []
            case ast.Name(name):
                self.found.pop(name, None)
                return [located(ast.Assign([target], self.plain(value)), where)]
            case ast.Tuple(targets) | ast.List(targets) if isinstance(value, list):
                return self._given_apart(targets, value, where)
            case ast.Subscript():
                self.generic_visit(target)
                return [located(ast.Assign([target], self.plain(value)), where)]
        return None

    def _given_apart(
        self, targets: list[ast.expr], values: list[Known], where: ast.stmt
    ) -> Statements | None:
        stars = [i for i, x in enumerate(targets) if isinstance(x, ast.Starred)]
        if len(stars) > 1 or len(values) < len(targets) - len(stars):
            return None
        if not stars and len(values) > len(targets):
            return None
        if stars:
            at, more = stars[0], len(values) - len(targets) + 1
            values = [*values[:at], list(values[at : at + more]), *values[at + more :]]
        found: Statements = []
        for one, value in zip(targets, values, strict=True):
            target = one.value if isinstance(one, ast.Starred) else one
            given = self._given(target, value, where)
            if given is None:
                return None
            found += given
        return found

    def visit_If(self, node: ast.If) -> ast.stmt | Statements:
        node.test = self.tested(node.test)
        node.body = flat(self.visit(x) for x in node.body) or [_nothing(node)]
        node.orelse = flat(self.visit(x) for x in node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt | Statements:
        self._forget(node.target)
        items = self.known(node.iter)
        if isinstance(items, Text):
            items = self.letters_of(items)
        plain = not any(isinstance(x, ast.Break | ast.Continue) for x in ast.walk(node))
        named = isinstance(node.target, ast.Name) and self.times[node.target.id] == 1
        if not (isinstance(items, list) and plain and named and not node.orelse):
            return self._generic(node)
        assert isinstance(node.target, ast.Name)
        found: Statements = []
        for each in items:
            body = copy.deepcopy(node.body)
            if isinstance(each, ast.expr):
                body.insert(0, located(ast.Assign([node.target], each), node))
            else:
                self.found[node.target.id] = each
            found += flat(self.visit(x) for x in body)
        return found or [_nothing(node)]

    def visit_Match(self, node: ast.Match) -> ast.stmt | Statements:
        subject = self.known(node.subject)
        if subject is None or isinstance(subject, ast.expr):
            return self._generic(node)
        chain: list[tuple[ast.expr | None, Statements]] = []
        within = Counter(_read_in(node))
        for case in node.cases:
            bound: dict[str, Known] = {}
            test = self._fits(case.pattern, subject, bound)
            if test is False:
                continue
            around = dict(self.found)
            self.found |= bound
            if case.guard is not None:
                guard = self.tested(case.guard)
                both = [x for x in (test, guard) if isinstance(x, ast.expr)]
                test = both[0] if len(both) == 1 else ast.BoolOp(ast.And(), both)
            body = flat(self.visit(x) for x in case.body)
            before: Statements = [
                ast.Assign([ast.Name(name, ast.Store())], self.plain(value))
                for name, value in bound.items() if self.read[name] > within[name]
            ]  # fmt: skip
            self.found = around
            chain.append((None if test is True else test, [*before, *body]))
            if test is True:
                break
        return self._chained(chain, node)

    def _chained(
        self, chain: list[tuple[ast.expr | None, Statements]], where: ast.stmt
    ) -> Statements:
        rest: Statements = []
        for test, body in reversed(chain):
            rest = body if test is None else [ast.If(test, body, rest)]
        return [located(x, where) for x in rest or [ast.Pass()]]

    def _fits(
        self, pattern: ast.pattern, subject: Known, bound: dict[str, Known]
    ) -> bool | ast.expr:
        """Whether a pattern fits, or what tells."""
        match pattern:
            case ast.MatchAs(inner, name):
                fits = True if inner is None else self._fits(inner, subject, bound)
                if name is not None:
                    bound[name] = subject
                return fits
            case ast.MatchValue(value) if isinstance(subject, Text):
                known = self.rules.known(value)
                answer = self._equals(subject, known) if type(known) is str else None
                if answer is None:
                    same = ast.Compare(self.plain(subject), [ast.Eq()], [value])
                    return located(same, pattern)
                return answer
            case ast.MatchValue():
                return False
            case ast.MatchOr(patterns):
                return _any([self._fits(each, subject, bound) for each in patterns])
            case ast.MatchSequence(patterns):
                return self._fit_all(patterns, subject, bound)
            case ast.MatchClass(cls, [], [], []) if isinstance(subject, Text):
                return self.rules.known(cls) is str
        self.rules.refuse(pattern, "a pattern of a text that is put together does not compile")

    def _fit_all(
        self, patterns: list[ast.pattern], subject: Known, bound: dict[str, Known]
    ) -> bool | ast.expr:
        stars = [i for i, x in enumerate(patterns) if isinstance(x, ast.MatchStar)]
        least = len(patterns) - len(stars)
        if not isinstance(subject, list) or len(subject) < least:
            return False
        if not stars and len(subject) > least:
            return False
        at, more = (stars[0], len(subject) - least) if stars else (len(patterns), 0)
        answers: list[bool | ast.expr] = []
        for i, one in enumerate(patterns):
            if isinstance(one, ast.MatchStar):
                if one.name is not None:
                    bound[one.name] = subject[at : at + more]
            else:
                answers.append(self._fits(one, subject[i if i < at else i + more - 1], bound))
        return _all(answers)

    # --- what is known ----------------------------------------------------------------------------

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
                self._need_without(each, arguments[0] if arguments else None)
        return found

    def _need_without(self, value: Value, mark: str | None) -> None:
        """Check that the text of a value holds no separator, and is not empty."""
        text = ast.unparse(value.expression)
        if value.number and mark != "-":
            return
        constants = self.rules.module.constants
        table: list[ast.expr] = [ast.Constant(0), ast.Constant(0)]
        if constants.words is not None:
            table = [load(constants.word_marks(mark)), ast.Constant((mark or " ")[0])]
        checked = call("need_without", value.expression, *table)
        self.checks[f"{text} without {mark}"] = ast.Expr(copy.deepcopy(checked))

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
                results.append(self._or_visited(self.known(element), element))
        self.found = around
        return results

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
            self._need_lengths(whole)
        return found

    def _need_lengths(self, text: Text) -> None:
        for value in text.values:
            if value.length is not None:
                shown = ast.unparse(value.expression)
                checked = call(
                    "need_length", copy.deepcopy(value.expression), ast.Constant(value.length),
                    *([load(LENGTHS)] if self.rules.has_words else [ast.Constant(0)]),
                )  # fmt: skip
                self.checks[f"{shown} of {value.length}"] = ast.Expr(checked)

    def letters_of(self, text: Text) -> list[Known] | None:
        """The characters of a text; None if their number is not known."""
        if text.length is None:
            return None
        letters = [text.cut(i) for i in range(text.length)]
        self._need_lengths(text)
        return [letter for letter in letters if letter is not None]

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

    # --- expressions ------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = self.known(node)
        return node if known is None else located(self.plain(known), node)

    def visit(self, node: ast.AST) -> ast.AST | Statements:
        if isinstance(node, ast.expr) and not isinstance(node, ast.Name):
            known = self.known(node)
            if known is not None:
                return located(self.plain(known), node)
        if isinstance(node, COMPREHENSIONS):
            for loop in node.generators:
                for name in bindings(loop.target):
                    self.found.pop(name, None)
        found: ast.AST | Statements = super().visit(node)
        return found

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self._forget(node.target)
        self.generic_visit(node)
        return node

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
                        self._need_lengths(whole)
                    return located(ast.Constant(size), node)
                if asked is bool and whole is not None:
                    return self.tested(value)
            case ast.Call(ast.Attribute(value, method), arguments, []):
                whole = self.known(value)
                given = [self.rules.known(x) for x in arguments]
                if isinstance(whole, Text):
                    answer = known_answer(whole, method, given)
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
                    answer = self._equals(whole, constant)
        elif isinstance(op, ast.In | ast.NotIn):
            whole, among = self.known(left), self.rules.known(right)
            if isinstance(whole, Text) and isinstance(among, tuple | list | set | frozenset | dict):
                each = [self._equals(whole, x) if type(x) is str else False for x in among]
                if None not in each and not all(isinstance(x, ast.expr) for x in each):
                    answer = _any([x for x in each if x is not None])
            where, letter = self.known(right), self.rules.known(left)
            if isinstance(where, Text) and type(letter) is str:
                answer = known_answer(where, "__contains__", [letter])
                if answer is None and letter in self.separators and len(letter) == 1:
                    answer = False  # as it is checked that no value holds one
                    for each_value in where.values:
                        self._need_without(each_value, letter)
            if isinstance(where, list) and type(letter) is str:
                each = [self._equals(x, letter) if isinstance(x, Text) else None for x in where]
                answer = None if None in each else _any([x for x in each if x is not None])
        if answer is None or not isinstance(op, ast.NotEq | ast.NotIn):
            return answer
        return not answer if isinstance(answer, bool) else ast.UnaryOp(ast.Not(), answer)

    def _equals(self, text: Text, other: str) -> bool | ast.expr | None:
        """Whether a text is a constant, or what tells; None if it must be put together for that."""
        answer = known_answer(text, "__eq__", [other])
        single = text.single
        if answer is None and single is not None and single.number and other.isascii():
            plain = other.isdigit() and str(int(other)) == other
            if not plain:
                return None if other.startswith("-") else False
            number = copy.deepcopy(single.expression)
            return ast.Compare(number, [ast.Eq()], [ast.Constant(int(other))])
        return answer if isinstance(answer, bool) else None

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
        return self.visit(node)  # type: ignore[return-value]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.tested(node.test)
        answer = self.rules.decided(node.test)
        if answer is not None:
            return self.visit(node.body if answer else node.orelse)  # type: ignore[return-value]
        node.body = self.visit(node.body)  # type: ignore[assignment]
        node.orelse = self.visit(node.orelse)  # type: ignore[assignment]
        return node

    # --- values -----------------------------------------------------------------------------------

    def number(self, text: Text) -> ast.expr:
        """``int(text)``."""
        constant, single = text.constant, text.single
        if constant is not None:
            return ast.Call(load("int"), [ast.Constant(constant)], [])
        if single is not None and single.number:
            return copy.deepcopy(single.expression)
        if single is not None:
            return ast.Call(load("int"), [copy.deepcopy(single.expression)], [])
        values = text.values
        if len(values) == len(text.parts):
            whole: ast.expr = ast.Constant(0)
            for each in values:
                number = ast.Call(load("int"), [copy.deepcopy(each.expression)], [])
                digit = call("need_digit", number)
                whole = ast.BinOp(ast.BinOp(whole, ast.Mult(), ast.Constant(10)), ast.Add(), digit)
            return whole
        return ast.Call(load("int"), [self.plain(text)], [])

    def plain(self, known: Known) -> ast.expr:
        """What is known, as an expression."""
        if isinstance(known, list):
            return ast.List([self.plain(x) for x in known], ast.Load())
        if isinstance(known, ast.expr):
            return copy.deepcopy(known)
        constant, single = known.constant, known.single
        if constant is not None:
            return ast.Constant(constant)
        if single is not None:
            return self._written(single)
        values = [
            ast.Constant(x) if isinstance(x, str)
            else ast.FormattedValue(copy.deepcopy(x.expression), -1, None)
            for x in known.parts
        ]  # fmt: skip
        return ast.JoinedStr(list(values))

    def _written(self, value: Value) -> ast.expr:
        """The text of a value."""
        expression = copy.deepcopy(value.expression)
        if value.number:
            return ast.Call(load("str"), [expression], [])
        constants = self.rules.module.constants
        if constants.has_texts:
            constants.spells = True
            return call("written_text", expression, load(DIGITS), load(LENGTHS), load(LETTERS))
        if constants.words is not None:
            return call("written_word", expression, load(LENGTHS))
        return ast.Call(load("str"), [expression], [])


def _is_lasting(value: Known) -> bool:
    """Whether a local may stand for it later on: it holds nothing that other locals change."""
    if isinstance(value, list):
        return all(map(_is_lasting, value))
    return isinstance(value, Text)


def changed_in_place(tree: ast.AST) -> set[str]:
    """The names of what a function changes in place, as lists are."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(name), method) if method in _CHANGING:
                found.add(name)
            case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                found.add(name)
            case ast.Name(name, ast.Del()):
                found.add(name)
    return found


def _separators(tree: ast.AST) -> set[str]:
    """The constants at which a function splits texts."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(_, "split" | "partition"), [ast.Constant(str(mark))]):
                found.add(mark)
    return found


def _read_in(tree: ast.AST) -> list[str]:
    """The names that are read, as often as they are."""
    names = [x for x in ast.walk(tree) if isinstance(x, ast.Name)]
    return [x.id for x in names if isinstance(x.ctx, ast.Load)]


def _any(answers: list[bool | ast.expr]) -> bool | ast.expr:
    if True in answers:
        return True
    rest = [x for x in answers if isinstance(x, ast.expr)]
    return ast.BoolOp(ast.Or(), rest) if len(rest) > 1 else rest[0] if rest else False


def _all(answers: list[bool | ast.expr]) -> bool | ast.expr:
    if False in answers:
        return False
    rest = [x for x in answers if isinstance(x, ast.expr)]
    return ast.BoolOp(ast.And(), rest) if len(rest) > 1 else rest[0] if rest else True


def _nothing(where: ast.AST) -> ast.stmt:
    return located(ast.Pass(), where)
