"""Names that may have no value where a rule reads them: Python raises, and so does compiled code.

    for x in row:
        if x > 2:
            found = x
            break
    return found

For the compiler such a name is 0. So it gets a flag, which is set with it and asked before it is
read. A name that has a value whichever branches are taken has none.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from contextlib import suppress

from perfectplay.compiler.idioms.sure_names import (
    ReadNames,
    Sure,
    in_all,
    is_pattern,
    is_true,
    locals_of,
    names_set,
    sure_if,
)
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    bound_names,
    call,
    flat,
    item,
    load,
    located,
    store,
    tuple_of,
)


def raise_unset(
    tree: ast.FunctionDef, fresh_name: Callable[[str], str], names: set[str] | None = None
) -> None:
    """Let a function raise where it reads a name that has no value, in place. ``names``: those that
    are looked at; all if not given. Those that patterns set are not."""
    looked_at = locals_of(tree) if names is None else names
    looked_at = looked_at.difference(*(names_set(x) for x in ast.walk(tree) if is_pattern(x)))
    asking = _Asking(looked_at, fresh_name, lambda _: None)
    body, _ = asking.block(tree.body, frozenset())
    if asking.flags:
        noting = _Noting(asking.flags)
        body = flat(noting.visit(statement) for statement in body)
        flags = sorted(asking.flags.values())
        begin: Statements = [ast.Assign([store(flag)], ast.Constant(False)) for flag in flags]
        tree.body = [*all_located(begin, tree.body[0]), *body]


def perhaps_unset(tree: ast.FunctionDef, decided: Callable[[ast.expr], bool | None]) -> set[str]:
    """The names that may have no value where a function reads them, as it is written. ``decided``:
    whether a test holds in every state, None if that depends on the state."""

    def asked(test: ast.expr) -> bool | None:
        with suppress(NotCompilable):  # it is said later, where it stands
            return decided(test)
        return None

    asking = _Asking(locals_of(tree), str, asked)
    asking.block(copy.deepcopy(tree.body), frozenset())
    return set(asking.flags)


class _Asking:
    """Puts the questions into statements. ``names``: those that are looked at; ``flags``: of those
    that may have no value where they are read.

    Statements are looked at with the names that have a value before them, and give those that have
    one after them: None if nothing comes after them.
    """

    def __init__(
        self, names: set[str], fresh_name: Callable[[str], str],
        decided: Callable[[ast.expr], bool | None],
    ) -> None:  # fmt: skip
        self.names, self.fresh_name, self.decided = names, fresh_name, decided
        self.flags: dict[str, str] = {}
        self.left: list[tuple[list[Sure], list[Sure]]] = []

    def flag(self, name: str) -> str:
        """The flag of a name."""
        if name not in self.flags:
            self.flags[name] = self.fresh_name(f"has_{name}")
        return self.flags[name]

    def block(self, body: Statements, sure: Sure) -> tuple[Statements, Sure]:
        """Statements that are run one after the other, with the questions among them."""
        done: Statements = []
        for statement in body:
            if sure is None:  # it is never run
                done.append(statement)
                continue
            before, sure = self.statement(statement, sure)
            done += [*before, statement]
        return done, sure

    def statement(self, node: ast.stmt, sure: frozenset[str]) -> tuple[Statements, Sure]:
        """What is asked before a statement, which is changed in place."""
        match node:
            case ast.If():
                before, sure = self.read(node, ["test"], sure)
                decided = self.decided(node.test)
                yes = None if decided is False else sure | sure_if(node.test, when=True)
                no = None if decided else sure | sure_if(node.test, when=False)
                node.body, yes = self.block(node.body, yes)
                node.orelse, no = self.block(node.orelse, no)
                return before, in_all([yes, no])
            case ast.Match():
                before, sure = self.read(node, ["subject"], sure)
                left = None if any(map(_fits_all, node.cases)) else sure
                return before, in_all([left, *(self.case(each, sure) for each in node.cases)])
            case ast.Try():
                return [], self.attempt(node, sure)
            case ast.While():
                sure -= _deleted(node)
                before, sure = self.read(node, ["test"], sure)
                inside = sure | sure_if(node.test, when=True)
                end = None if is_true(node.test) else sure | sure_if(node.test, when=False)
                return before, self.loop(node, inside, [end])
            case ast.For():
                sure -= _deleted(node)
                before, sure = self.read(node, ["iter", "target"], sure)
                inside = sure | bound_names(node.target)
                return before, self.loop(node, inside, [] if _has_items(node.iter) else [sure])
            case ast.Return() | ast.Raise():
                return self.read(node, ["value", "exc"], sure)[0], None
            case ast.Break() | ast.Continue():
                self.left[-1][isinstance(node, ast.Continue)].append(sure)
                return [], None
            case ast.Delete():
                before, sure = self.read(node, ["targets"], sure)
                return before, sure - bound_names(node)
            case ast.FunctionDef(name):
                return [], sure | {name}
            case ast.Global() | ast.Nonlocal() | ast.Import() | ast.ImportFrom():
                return [], sure  # it is refused later
            case ast.With():
                node.body, end = self.block(node.body, sure | names_set(node))
                return [], end
        fields = [*(x for x in node._fields if x not in ("targets", "target")), "targets", "target"]
        before, sure = self.read(node, fields, sure)
        return before, sure | names_set(node)

    def case(self, node: ast.match_case, sure: frozenset[str]) -> Sure:
        """A case of a match, once it fits."""
        node.body, end = self.block(node.body, sure | names_set(node.pattern))
        return end

    def attempt(self, node: ast.Try, sure: frozenset[str]) -> Sure:
        """A try with its handlers."""
        node.body, end = self.block(node.body, sure)
        node.orelse, end = self.block(node.orelse, end)
        ends = [end]
        for each in node.handlers:
            each.body, end = self.block(each.body, sure | {each.name or ""})
            ends.append(end)
        node.finalbody, last = self.block(node.finalbody, sure)
        found = in_all(ends)
        return None if found is None or last is None else found | last

    def loop(self, node: ast.For | ast.While, inside: frozenset[str], ends: list[Sure]) -> Sure:
        """The body of a loop. ``ends``: what has a value where it ends without any round; it ends
        after a round as well if ``node`` is no loop without end."""
        self.left.append(([], []))
        node.body, last = self.block(node.body, inside)
        broken, gone_on = self.left.pop()
        if isinstance(node, ast.For):
            ends = [*ends, last, *gone_on]
        node.orelse, end = self.block(node.orelse, in_all(ends) or frozenset())
        return in_all([end if in_all(ends) is not None else None, *broken])

    def read(
        self, node: ast.stmt, fields: list[str], sure: frozenset[str]
    ) -> tuple[Statements, frozenset[str]]:
        """The questions for the expressions in some fields of a statement, which are always asked
        in this order; those that are not are changed."""
        reads = ReadNames(self.names, sure, self.asked)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            reads.visit(load(node.target.id))
        for field in fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                setattr(node, field, [reads.visit(each) for each in value])
            elif isinstance(value, ast.expr):
                setattr(node, field, reads.visit(value))
        questions: Statements = [
            ast.If(ast.UnaryOp(ast.Not(), load(self.flag(name))), [_raised(name)], [])
            for name in reads.before
        ]
        return all_located(questions, node), reads.sure

    def asked(self, node: ast.Name) -> ast.expr:
        """A name that is read where its flag says so."""
        return located(call("set_before", node, load(self.flag(node.id))), node)


def _raised(name: str) -> ast.Raise:
    said = ast.Constant(f"{name} has no value when it is read")
    return ast.Raise(ast.Call(load("UnboundLocalError"), [said], []), None)


def _fits_all(case: ast.match_case) -> bool:
    """Whether a case of a match fits whatever comes."""
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and not case.pattern.pattern


def _deleted(loop: ast.stmt) -> set[str]:
    """The names that a loop deletes."""
    found = (bound_names(x) for x in ast.walk(loop) if isinstance(x, ast.Delete))
    return set().union(*found)


def _has_items(items: ast.expr) -> bool:
    """Whether a loop over it has a round, as far as its text shows."""
    match items:
        case ast.Call(ast.Name(name), [ast.Constant(int(stop))]) if name == own("range"):
            return stop > 0
        case ast.Tuple(elts) | ast.List(elts):
            return any(not isinstance(x, ast.Starred) for x in elts)
    return False


class _Noting(ast.NodeTransformer):
    """Sets the flags of names where these are set."""

    def __init__(self, flags: dict[str, str]) -> None:
        self.flags = flags

    def _set(self, node: ast.AST, where: ast.AST, *, value: bool = True) -> Statements:
        names = sorted(bound_names(node) & self.flags.keys())
        lines: Statements = [ast.Assign([store(self.flags[x])], ast.Constant(value)) for x in names]
        return all_located(lines, where)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Statements:
        return [node, *self._set(store(node.name), node)]

    def _noted(self, node: ast.stmt, targets: list[ast.expr], *, value: bool = True) -> Statements:
        self.generic_visit(node)
        return [node, *(x for each in targets for x in self._set(each, node, value=value))]

    def visit_Assign(self, node: ast.Assign) -> Statements:
        return self._noted(node, node.targets)

    def visit_AugAssign(self, node: ast.AugAssign) -> Statements:
        return self._noted(node, [])

    def visit_Delete(self, node: ast.Delete) -> Statements:
        return self._noted(node, node.targets, value=False)

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.body = [*self._set(node.target, node), *node.body]
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.generic_visit(node)
        flag = self.flags.get(node.target.id)
        if flag is None:
            return node
        noted = ast.NamedExpr(store(flag), ast.Constant(True))
        return located(item(tuple_of(node, noted), ast.Constant(0)), node)
