"""One function of the rules, rewritten so that Numba takes it: its statements and expressions."""

from __future__ import annotations

import ast
import enum
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from perfectplay.contract.compiled.calls import Calls, call, load
from perfectplay.contract.compiled.constants import LARGEST_TUPLE, NotCompilable, layered
from perfectplay.contract.compiled.folding import MISSING
from perfectplay.contract.compiled.lifting import (
    as_iterator,
    bound_names,
    given_one_by_one,
    is_generator,
    lifted,
)
from perfectplay.contract.compiled.matching import if_chain
from perfectplay.contract.compiled.refusals import REFUSED, STRINGS
from perfectplay.contract.compiled.splicing import spliced
from perfectplay.contract.compiled.walrus import hoisted

if TYPE_CHECKING:
    from perfectplay.contract.compiled.translate import Translator

Statements = list[ast.stmt]


class Rewriter(Calls):
    """Rewrites one function; what it calls is translated by the `Translator` it belongs to."""

    def __init__(
        self,
        translator: Translator,
        function: FunctionType,
        self_name: str | None,
        owner: type | None,
        on_class: bool = False,
    ) -> None:
        super().__init__(translator, function, self_name, owner, on_class)
        self.nested: dict[str, tuple[str, list[str]]] = {}
        self.lifted: list[ast.FunctionDef] = []

    def rewrite(self, tree: ast.FunctionDef, *, iterated: bool) -> None:
        """Rewrites the function's body; ``iterated``: what it gives is only ever looped over."""
        if iterated:
            as_iterator(tree)
        self.settle(tree.body, tree)
        tree.args.defaults = [self.visit(default) for default in tree.args.defaults]
        yields = is_generator(tree)
        tree.body = self._all(tree.body)
        if yields and not is_generator(tree):  # all that it yields is in branches never taken
            tree.body += ast.parse("for _pp_none in range(0):\n    yield _pp_none").body

    def visit(self, node: ast.AST) -> Any:
        refused = REFUSED.get(type(node))
        if refused is not None:
            raise NotCompilable(refused[0], self.place(node), refused[1])
        if isinstance(node, ast.stmt):
            made = hoisted(node, self.place)
            if made is not None:
                return self._all(made)
        return super().visit(node)

    def _all(self, statements: Statements) -> Statements:
        result: Statements = []
        for statement in statements:
            made = self.visit(statement)
            result += made if isinstance(made, list) else [] if made is None else [made]
        return result or [ast.copy_location(ast.Pass(), statements[0])] if statements else []

    # --- names, attributes, constants ---------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes):
            raise NotCompilable(STRINGS[0], self.place(node), STRINGS[1])
        return self.constant(node) or node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        if node.id == self.self_name:
            raise NotCompilable(
                f"{node.id} is used as a value",
                self.place(node),
                f"use {node.id} only to name fields and to call methods",
            )
        if node.id in self.nested:
            raise NotCompilable(f"{node.id} is used as a value", self.place(node), "call it here")
        return self.constant(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.self_name:
            if not isinstance(node.ctx, ast.Load):
                raise NotCompilable(
                    f"{ast.unparse(node)} is changed by a rule",
                    self.place(node),
                    "rules must not change the game: everything that changes belongs to the state",
                )
            made = self.constant(node)
            if made is None:
                raise NotCompilable(
                    f"{ast.unparse(node)} is a method that is not called", self.place(node)
                )
            return made
        made = self.constant(node)
        if made is not None:
            return made
        own = getattr(type(self.translator.start), node.attr, None)
        if isinstance(own, property) and isinstance(own.fget, FunctionType):
            name = self.translator.callable_name(own.fget, node.attr, self.place(node))
            return ast.copy_location(ast.Call(load(name), [self.visit(node.value)], []), node)
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        made = self.constant(node)
        if made is not None:
            return made
        table = layered(self.known(node.value))
        if table is not None and not isinstance(node.slice, ast.Slice):
            items, starts = self.translator.constants.layered(table)
            index = self.visit(node.slice)
            if table.starts is None:
                row = ast.Tuple([ast.Constant(0)] * table.items.shape[1], ast.Load())
                return ast.copy_location(call("tuple_row", load(items), index, row), node)
            return ast.copy_location(call("row", load(items), load(starts), index), node)
        self.generic_visit(node)
        return node

    # --- expressions --------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        made = self.constant(node) or self._spliced(node)
        if made is not None:
            return made
        for side in (node.left, node.right):
            self._check_small(side)
        self.generic_visit(node)
        return node

    def _spliced(self, node: ast.BinOp) -> ast.expr | None:
        made = spliced(node, self.known)
        return None if made is None else ast.copy_location(self.visit(made), node)

    def _check_small(self, node: ast.expr) -> None:
        """Long tuples are arrays once compiled, with which + and == do something else."""
        value = self.known(node)
        if isinstance(value, tuple) and len(value) > LARGEST_TUPLE:
            raise NotCompilable(
                f"{ast.unparse(node)}, a tuple of {len(value)}, is used as a whole",
                self.place(node),
                "only take items of it, or loop over it",
            )

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        made = self.constant(node)
        if made is not None:
            return made
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return ast.copy_location(self._contained(node), node)
        for i, op in enumerate(node.ops):
            # members of an IntEnum are numbers once compiled
            if isinstance(op, ast.Is | ast.IsNot):
                sides = [self.known(x) for x in (node.comparators[i], [node.left, *node.comparators][i])]
                if any(isinstance(side, enum.IntEnum | bool) for side in sides):
                    node.ops[i] = ast.Eq() if isinstance(op, ast.Is) else ast.NotEq()
        for side in (node.left, *node.comparators):
            self._check_small(side)
        self.generic_visit(node)
        return node

    def _contained(self, node: ast.Compare) -> ast.expr:
        where = node.comparators[0]
        if isinstance(where, ast.Set):
            where = ast.copy_location(ast.Tuple(where.elts, ast.Load()), where)
        made = call("contains", self.items(where), self.visit(node.left))
        return made if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), made)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        known = self.constant(node)
        if known is not None:
            return known
        if not any(isinstance(x, ast.Starred) for x in node.elts):
            self.generic_visit(node)
            return node
        parts: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                hint = self.hint(item.value)
                parts.append(call("as_tuple", self.items(item.value), hint, load("_state")))
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(self.visit(item))
            else:
                parts.append(ast.Tuple([self.visit(item)], ast.Load()))
        return ast.copy_location(_sum(parts), node)

    def visit_List(self, node: ast.List) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and any(isinstance(x, ast.Starred) for x in node.elts):
            parts: list[ast.expr] = []
            for item in node.elts:
                if isinstance(item, ast.Starred):
                    parts.append(ast.Call(load("list"), [self.items(item.value)], []))
                else:
                    parts.append(ast.List([self.visit(item)], ast.Load()))
            return ast.copy_location(_sum(parts), node)
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.known(node.test)
        if test is not MISSING and not callable(test):
            return cast(ast.expr, self.visit(node.body if test else node.orelse))
        self.generic_visit(node)
        return node

    # --- comprehensions -------------------------------------------------------------------------------

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        name = self.translator.fresh_name("_pp_each")
        function, free = lifted(self, node, name)
        self.lifted.append(function)
        return ast.copy_location(ast.Call(load(name), [load(x) for x in free], []), node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        if any(isinstance(x, ast.NamedExpr) for x in ast.walk(node)):
            raise NotCompilable(":= in a comprehension does not compile", self.place(node))
        before = set(self.local_names)
        self.local_names |= bound_names(node)
        self.generic_visit(node)
        self.local_names = before
        return node

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        each = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return ast.copy_location(ast.Call(load("set"), [self.visit(each)], []), node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.items(node.iter)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node

    # --- statements -----------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        name = self.translator.fresh_name(f"_f_{node.name}")
        function, free = lifted(self, node, name)
        self.lifted.append(function)
        self.nested[node.name] = (name, free)

    def visit_Match(self, node: ast.Match) -> Statements:
        subject = self.translator.fresh_name("_pp_subject")
        self.local_names.add(subject)
        return self._all(if_chain(node, subject, self.place))

    def visit_If(self, node: ast.If) -> ast.stmt | Statements | None:
        test = self.known(node.test)
        if test is not MISSING and not callable(test):
            taken = node.body if test else node.orelse
            return self._all(taken) if taken else None
        node.test = self.visit(node.test)
        node.body, node.orelse = self._all(node.body), self._all(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        node.test = self.visit(node.test)
        node.body, node.orelse = self._all(node.body), self._all(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        starred = [x for x in ast.walk(node.target) if isinstance(x, ast.Starred)]
        if starred:
            raise NotCompilable(
                "a starred name in a for does not compile", self.place(node), "unpack in the body"
            )
        node.iter = self.items(node.iter)
        node.target = self.visit(node.target)
        node.body, node.orelse = self._all(node.body), self._all(node.orelse)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements | None:
        if isinstance(node.value, ast.Constant):
            return None
        if isinstance(node.value, ast.YieldFrom):
            parts = given_one_by_one(node.value.value, node)
            if len(parts) != 1 or not _is_yield_from(parts[0]):
                return self._all(parts) if parts else None
            each = self.translator.fresh_name("_pp_each")
            self.local_names.add(each)
            give = ast.Expr(ast.Yield(load(each)))
            loop = ast.For(
                ast.Name(each, ast.Store()), self.items(node.value.value), [give], []
            )
            return ast.copy_location(loop, node)
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements | None:
        value, target = node.value, node.targets[0]
        if len(node.targets) == 1 and bound_names(target) <= set(self.settled):
            if not any(isinstance(x, ast.Subscript | ast.Attribute) for x in ast.walk(target)):
                return None
        if isinstance(value, ast.Lambda) and isinstance(target, ast.Name) and len(node.targets) == 1:
            body: Statements = [ast.copy_location(ast.Return(value.body), node)]
            named = ast.FunctionDef(target.id, value.args, body, [], None)
            self.visit_FunctionDef(ast.copy_location(named, node))
            return None
        if isinstance(target, ast.Tuple | ast.List) and len(node.targets) == 1:
            if any(isinstance(x, ast.Starred) for x in target.elts):
                return self._unpacked(node, target)
            if _is_list(value):
                room = ast.Tuple([ast.Constant(0)] * len(target.elts), ast.Load())
                node.value = call("as_tuple", self.items(value), room, load("_state"))
                node.targets = [self.visit(target)]
                return node
        self.generic_visit(node)
        return node

    def _unpacked(self, node: ast.Assign, target: ast.Tuple | ast.List) -> Statements:
        """``a, *rest, b = items`` as one assignment each."""
        whole = self.translator.fresh_name("_pp_whole")
        self.local_names.add(whole)
        at = next(i for i, x in enumerate(target.elts) if isinstance(x, ast.Starred))
        after = len(target.elts) - at - 1
        made: Statements = [ast.Assign([ast.Name(whole, ast.Store())], node.value)]
        for i, item in enumerate(target.elts):
            source: ast.expr
            if isinstance(item, ast.Starred):
                end = ast.Constant(-after) if after else None
                part = ast.Subscript(load(whole), ast.Slice(ast.Constant(at), end), ast.Load())
                source, item = ast.Call(load("list"), [part], []), item.value
            else:
                index = i if i < at else i - len(target.elts)
                source = ast.Subscript(load(whole), ast.Constant(index), ast.Load())
            made.append(ast.Assign([item], source))
        for statement in made:
            for part in ast.walk(statement):
                if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
                    ast.copy_location(part, node)
        return self._all(made)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | Statements | None:
        if node.value is None:
            return None
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        # the interpreter says it in full when the state is asked again
        text = ast.Constant("raised by the rules")
        exception = ast.Call(load("ValueError"), [text], [])
        return ast.copy_location(ast.Raise(exception, None), node)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)


def _is_yield_from(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom)


def _sum(parts: list[ast.expr]) -> ast.expr:
    result = parts[0]
    for part in parts[1:]:
        result = ast.BinOp(result, ast.Add(), part)
    return result


def _is_list(node: ast.expr) -> bool:
    """Whether an expression is seen to be no tuple, so that it cannot be taken apart as it is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("sorted", "list", "reversed", "map")
    return isinstance(node, ast.ListComp | ast.GeneratorExp | ast.Subscript)

