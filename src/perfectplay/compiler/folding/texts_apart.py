"""A function that is given the values of a text in its place: what it does with the text is done
with its parts.

``verb, n = move.split()`` is known before the rules run; ``int(n)`` is the value itself. Whatever
else is done with the text, or with a part of it, is done with a text that is put together anew.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter

from perfectplay.compiler.folding.expressions_apart import ExpressionsApart, any_of
from perfectplay.compiler.folding.symbolic_texts import Known, Part, Text, Value
from perfectplay.compiler.folding.text_values import TextRules, read_in
from perfectplay.compiler.source.move_forms import Apart
from perfectplay.compiler.source.syntax_trees import Statements, bindings, flat, item, load, located


def take_text_apart(
    tree: ast.FunctionDef, argument: ast.arg, form: Apart, rules: TextRules
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


class _Apart(ExpressionsApart):
    """Rewrites statements."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        if len(node.targets) != 1:
            return self._generic(node)
        target, value = node.targets[0], self.known(node.value)
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            items = [self.known(each) for each in node.value.elts]
            rest = [y for x, y in zip(items, node.value.elts, strict=True) if x is None]
            apart = set(bindings(target)).isdisjoint(read_in(ast.Tuple(rest, ast.Load())))
            if apart and any(x is not None for x in items):
                value = [self.or_visited(x, y) for x, y in zip(items, node.value.elts, strict=True)]
        if isinstance(value, Text) and isinstance(target, ast.Tuple | ast.List):
            value = self.letters_of(value)
        if isinstance(value, list) and self._is_read_again(value, target):
            value = ast.Tuple([self.plain(x) for x in value], ast.Load())
        given = None if value is None else self._given(target, value, node)
        if given is None:
            if isinstance(value, ast.Tuple):
                node.value = value
            node.value = self.visit(node.value)  # type: ignore[assignment]
            self.forget(target)
            node.targets = [self.visit(target)]  # type: ignore[list-item]
            return node
        return given

    def _is_read_again(self, values: list[Known], target: ast.expr) -> bool:
        """Whether values are known by the names that are given them."""
        read = [read_in(x) for x in values if isinstance(x, ast.expr)]
        return not set(bindings(target)).isdisjoint(x for names in read for x in names)

    def _generic(self, node: ast.stmt) -> ast.stmt:
        self.generic_visit(node)
        return node

    def _given(self, target: ast.expr, value: Known, where: ast.stmt) -> Statements | None:
        """The statements that give a target what is known, as far as locals cannot stand for it."""
        match target:
            case ast.Name(name) if (
                _is_lasting(value)
                and name not in self.changed
                and not (isinstance(value, list) and name in self.shared)
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
        self.forget(node.target)
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
        within = Counter(read_in(node))
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
                answer = self.equals(subject, known) if type(known) is str else None
                if answer is None:
                    same = ast.Compare(self.plain(subject), [ast.Eq()], [value])
                    return located(same, pattern)
                return answer
            case ast.MatchValue():
                return False
            case ast.MatchOr(patterns):
                return any_of([self._fits(each, subject, bound) for each in patterns])
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


def _is_lasting(value: Known) -> bool:
    """Whether a local may stand for it later on: it holds nothing that other locals change."""
    if isinstance(value, list):
        return all(map(_is_lasting, value))
    return isinstance(value, Text)


def _all(answers: list[bool | ast.expr]) -> bool | ast.expr:
    if False in answers:
        return False
    rest = [x for x in answers if isinstance(x, ast.expr)]
    return ast.BoolOp(ast.And(), rest) if len(rest) > 1 else rest[0] if rest else True


def _nothing(where: ast.AST) -> ast.stmt:
    return located(ast.Pass(), where)
