"""One function of the rules, rewritten so that Numba takes it: its statements."""

from __future__ import annotations

import ast
import copy
from functools import partial
from types import FunctionType
from typing import Any

from perfectplay.compiler.folding.move_patterns import RecordPatterns
from perfectplay.compiler.idioms.changes_in_place import may_change
from perfectplay.compiler.idioms.dict_locals import Called
from perfectplay.compiler.idioms.empty_scratch import empty_kind
from perfectplay.compiler.idioms.look_ups import without_try
from perfectplay.compiler.idioms.made_dicts import of_made_dict
from perfectplay.compiler.idioms.set_order import shows_order
from perfectplay.compiler.idioms.simpler_statements import simpler
from perfectplay.compiler.idioms.yielded_nones import LOOPED
from perfectplay.compiler.rewrite.constant_tables import only_taken_apart
from perfectplay.compiler.rewrite.fixed_lists import made_list
from perfectplay.compiler.rewrite.fixed_rows import made_rows
from perfectplay.compiler.rewrite.list_copies import ROWS, items_set
from perfectplay.compiler.rewrite.row_places import by_places
from perfectplay.compiler.rewrite.sets import SetRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.iterators import given_one_by_one
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.refusals import REFUSED
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bound_names,
    call,
    flat,
    load,
    located,
    loop_of_yields,
    store,
    zeros,
)

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class StatementRewriter(SetRewriter):
    """Rewrites the statements of a function.

    ``listed``: locals that a tuple cannot stand for; ``copies``: locals that hold a list that
    becomes a tuple, with the most items; ``empties``: locals that are only ever set to nothing,
    with an example of an item.
    """

    listed: set[str]
    copies: dict[str, int]
    waits: bool
    empties: dict[str, ast.expr]

    def __init__(self, module: RulesModule, source: RuleFunction, self_name: str | None) -> None:
        super().__init__(module, source, self_name)
        self.dicts_returned = module.dicts_returned

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Try) and (asked := without_try(node, self.known)) is not None:
            return self._visited(asked)
        if isinstance(node, ast.expr) and (asked_dict := of_made_dict(node, self)) is not None:
            return self.lifted_call(asked_dict, "made")
        if type(node) in REFUSED:
            self.refuse(node, *REFUSED[type(node)])
        if isinstance(node, ast.Match):
            patterns = RecordPatterns(self.known, self.module.named_tuple)
            node.cases = [patterns.visit(case) for case in node.cases]
        if isinstance(node, ast.stmt) and not self._is_settled(node):
            simpler_ones = items_set(node, self.copies, self.fresh_local)
            if simpler_ones is None:
                simpler_ones = self.with_sets_changed(node)
            operated = self.operated_in_place(node) if simpler_ones is None else None
            if operated is not None:
                return operated
            if simpler_ones is None:
                changing = partial(may_change, rules=self)
                simpler_ones = simpler(node, self.fresh_local, self.place, changing)
            if simpler_ones is not None:
                return self._visited(simpler_ones)
        return super().visit(node)

    def statements(self, nodes: Statements) -> Statements:
        """The statements rewritten; at least one if there was one."""
        result = self._visited(nodes)
        return result or [ast.copy_location(ast.Pass(), nodes[0])] if nodes else []

    def _visited(self, nodes: Statements) -> Statements:
        result: Statements = []
        for node in nodes:
            result += flat([self.visit(node)])
            if result and isinstance(result[-1], _LEAVING):
                break  # what follows is never run
        return result

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""
        name = self.module.fresh_name(wanted)
        self.local_names.add(name)
        return name

    def _is_tuple_as_well(self, loop: ast.For) -> bool:
        """Whether the rows that a loop goes through, lists of a table, may be tuples."""
        assert isinstance(loop.target, ast.Name)
        name, body = loop.target.id, loop.body + loop.orelse
        once = name not in bound_names(ast.Module(body, []))
        return only_taken_apart(name, body, listed=once)

    def _is_settled(self, node: ast.stmt) -> bool:
        """True if a statement only sets locals that are constants."""
        match node:
            case ast.Assign([target]):
                places = any(isinstance(x, ast.Subscript | ast.Attribute) for x in ast.walk(target))
                return bound_names(target) <= set(self.settled) and not places
        return False

    def method_called(self, method: str) -> Called | None:
        """A method of the game; None if it has no such method."""
        try:
            source = self.module.method_source(method, None, "")
        except NotCompilable:
            return None
        return source.function, 0 if source.first is None else 1

    def rule_called(self, node: ast.Call) -> Called | None:
        """The function that a call is of, which is told what is known of its arguments; None for
        other calls."""
        match node.func:
            case ast.Attribute(ast.Name(name), method) if name == self.self_name:
                held = method in getattr(self.module.game, "__dict__", {})
                return None if held else self.method_called(method)
            case ast.Attribute(_, method) if self.known(node.func) is MISSING:
                owners = self.module.owners_of(method, FunctionType)
                named = len(owners) == 1 and method != "_replace"  # which nobody has written
                return (owners[0][1], 1) if named else None
        found = self.known(node.func)
        return (found, 0) if isinstance(found, FunctionType) else None

    def helper_of(self, node: ast.Call) -> tuple[FunctionType, int] | None:
        """The function of the rules that a call is of, and how many arguments the call leaves out;
        None for other calls."""
        match node.func:
            case ast.Attribute(ast.Name(), method):
                return self.method_called(method)
        found = self.known(node.func)
        return (found, 0) if isinstance(found, FunctionType) else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        name = self.module.fresh_name(node.name)
        free = self.lift(node, name)
        self.nested[node.name] = (name, free)

    def visit_If(self, node: ast.If) -> ast.stmt | Statements | None:
        if (test := self.decided(node.test)) is not None:
            return self.statements(node.body if test else node.orelse) or None
        node.test = self.visit(self.tested(node.test))
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt | Statements | None:
        if self.decided(node.test) is False:
            return self.statements(node.orelse) or None
        node.test = self.visit(self.tested(node.test))
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt | Statements | None:
        if self.is_empty(node.iter):
            return self.statements(node.orelse) or None
        if any(isinstance(x, ast.Starred) for x in ast.walk(node.target)):
            self.refuse(node, "a starred name in a for does not compile", "unpack in the body")
        unpacked = not isinstance(node.target, ast.Name)
        rows = unpacked or self._is_tuple_as_well(node)
        node.iter = self.sorted_before(node.iter)
        self.mark_columns(node)
        self.mark_groups(node)
        self.open_sets(node)
        given = copy.deepcopy(node.iter)
        setattr(node.iter, LOOPED, True)
        ragged = self.ragged_rows(node) or self.word_row(node.iter, texts=True)
        node.iter = ragged or self.items(node.iter, rows=rows)
        if shows_order(node) and not hasattr(node, "pp_within") and self.is_own_set(given):
            node.iter = located(call("in_one_order", node.iter), node.iter)
        if isinstance(node.iter, ast.Call) and self.gives_nothing(node.iter):
            return [self._run_out(node.iter, node), *self.statements(node.orelse)]
        node.target = self.visit(node.target)
        if self._yields_nones(node.iter):
            node.target = located(ast.Tuple([node.target], ast.Store()), node.target)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return by_places(node, self.fresh_local)

    def _yields_nones(self, items: ast.expr) -> bool:
        """Whether what is looped over, rewritten, is a call of a helper that yields None, too."""
        match items:
            case ast.Call(ast.Name(name), [inner]) if name in map(own, ("in_order", "unordered")):
                return self._yields_nones(inner)
            case ast.Call(ast.Name(name)):
                return name in self.module.yielding_nones
        return False

    def _run_out(self, called: ast.Call, where: ast.AST) -> ast.stmt:
        """The rest of a loop without items: the call, which may raise."""
        assert isinstance(called.func, ast.Name)
        run: ast.stmt = ast.Expr(called)
        if self.module.empty[called.func.id]:  # a generator runs while it is looped over
            run = ast.For(store(self.module.fresh_name("none")), called, [ast.Pass()], [])
        return located(run, where)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        if node.value is not None:
            given = copy.deepcopy(node.value)
            moves = self.source.owner is not None and self.function.__name__ == "moves"
            if moves and self.is_row(node.value):  # nobody but the solver looks at it
                words = self.word_row(node.value, texts=True)
                assert isinstance(node.value, ast.Subscript)
                row = self.looked_up(node.value, rows=True, sets=True)
                node.value = call("list", words) if words else self.visit(row)
                return node
            if moves and isinstance(self.known(node.value), list):
                node.value = self.letters_or_items(node.value)
                return node
            node.value = self.result(node.value)
            if self.is_own_set(given):  # now that the function is known that it may call
                if self.source.iterated:
                    node.value = located(call("in_one_order", node.value), node)
                self.module.giving_sets.add(self.function.__name__)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements | None:
        if isinstance(node.value, ast.Constant):
            return None
        if isinstance(node.value, ast.YieldFrom):
            parts = given_one_by_one(node.value.value, node)
            if len(parts) != 1 or not _is_yield_from(parts[0]):
                return self.statements(parts) or None
            loop = loop_of_yields(self.fresh_local("each"), node.value.value)
            return self.visit_For(located(loop, node))
        match node.value:
            case ast.Call(ast.Attribute(ast.Name() as items, "sort"), [], [_, *_] as keywords) if (
                any(x.arg == "key" for x in keywords)
            ):
                whole = ast.Subscript(items, ast.Slice(), ast.Store())
                made = ast.Call(load("sorted"), [copy.deepcopy(items)], keywords)
                return self.visit_Assign(located(ast.Assign([whole], made), node))
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements | None:
        value, target = node.value, node.targets[0]
        if self._is_settled(node):
            return None
        if isinstance(target, ast.Name) and target.id in self.choices:
            node = self.chosen(node)
        if (row := self.local_row(node)) is not None:
            node.value = row
            return node
        match node.targets:
            case [ast.Tuple(targets) | ast.List(targets)] if _is_list(value):
                room = zeros(len(targets))
                node.value = self.filled("as_tuple", self.items(value), value, hint=room)
                node.targets = [self.visit(target)]
                return node
        if isinstance(target, ast.Name) and target.id in self.empties:
            kind = empty_kind(value, self.known)
            if kind == "list" or (kind is not None and not self.has_sets):
                example = self.visit(copy.deepcopy(self.empties[target.id]))
                node.value = located(call(f"empty_{kind}", example), value)
                return node
        if isinstance(target, ast.Name) and target.id in self.copies:
            most = self.copies[target.id]
            made = made_rows(value, self) if most == ROWS else made_list(value, most, self)
            if made is not None:
                node.value = located(made, value)
                return node
        match value:
            case ast.Call(ast.Attribute(_, "split")) if bound_names(target) & self.listed:
                node.value = located(call("as_list", self.visit(value)), value)
                return node
        if (grows := self.empty_that_grows(node)) is not None:
            node.value = grows
            return node
        if isinstance(target, ast.Name) and self.known(value) is None:
            node.value = ast.copy_location(ast.Constant(None), value)  # perhaps a number later
            return node
        self.generic_visit(node)
        if isinstance(node.value, ast.List) and not (
            node.value.elts or isinstance(value, ast.List)
        ):
            node.value = located(call("empty_list", ast.Constant(0)), value)  # it stays empty
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """``path += (to,)``, where moves have any length."""
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add(), ast.Tuple()) if self.makes_moves:
                longer = ast.BinOp(load(name), ast.Add(), node.value)
                return self.visit_Assign(located(ast.Assign([node.target], longer), node))
        return super().visit_AugAssign(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """One without a value: it does nothing."""

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        # the interpreter raises the original exception when the state is diagnosed
        exception = call("ValueError", ast.Constant("raised by the rules"))
        return located(ast.Raise(exception, None), node)

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        for target in node.targets:
            match target:
                case ast.Subscript(whole, ast.Slice(step=ast.expr() as step)):
                    if self.known(step) not in (1, None):
                        name = ast.unparse(whole)
                        idiom = (
                            f"those that stay: {name} = [x for i, x in enumerate({name}) if i % 2]"
                        )
                        self.refuse(
                            node, f"{ast.unparse(node)}, with a step, does not compile", idiom
                        )
        self.generic_visit(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)


def _is_yield_from(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom)


def _is_list(node: ast.expr) -> bool:
    """True if an expression is certainly no tuple, so that Numba cannot unpack it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("sorted", "list", "reversed", "map")
    return isinstance(node, ast.ListComp | ast.GeneratorExp | ast.Subscript)
