"""What is asked of dicts that a rule makes for itself: lists in their place.

See ``scratch_dicts.py``.
"""

from __future__ import annotations

import ast
import builtins
from typing import Any, cast

from perfectplay.compiler.idioms.dict_locals import (
    MADE,
    DictRules,
    ScratchDict,
    kind_given,
    kind_of,
    refuse_use,
)
from perfectplay.compiler.idioms.given_dicts import RESULT, arguments_of, mark, table_given
from perfectplay.compiler.idioms.placed_lengths import keep_place
from perfectplay.compiler.source.move_forms import GivenDict
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.refusals import DICT
from perfectplay.compiler.source.syntax_trees import call, item, load, located

_WHOLE = {
    "all", "any", "bool", "enumerate", "filter", "frozenset", "len", "list", "map", "max", "min",
    "set", "sorted", "sum", "tuple", "zip",
}  # fmt: skip
"""Builtins that take a dict for its keys."""


class DictExpressions(ast.NodeTransformer):
    """Puts lists in the place of some dicts and deques in expressions. ``returned``: the kind of
    dict that the function returns, as its callers expect; "" for anything else."""

    def __init__(
        self, rules: DictRules, dicts: dict[str, ScratchDict], queues: set[str], returned: str = ""
    ) -> None:
        self.rules = rules
        self.returned = returned
        self.dicts = dicts
        self.queues = queues

    def dict_of(self, node: ast.AST) -> ScratchDict | None:
        return self.dicts.get(node.id) if isinstance(node, ast.Name) else None

    # --- loops, tests --------------------------------------------------------------------------

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.whole(node.iter)
        self.generic_visit(node)
        return node

    def whole(self, node: ast.expr) -> ast.expr:
        """The keys of a dict in a place that loops over it, or asks whether it has some."""
        if (mine := self.dict_of(node)) is not None:
            return keep_place(ast.copy_location(load(mine.keys), node), node)
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "copy"), [], []) if name in self.dicts:
                return located(call("list", load(self.dicts[name].keys)), node)
        if self._is_view(node):
            node.pp_view = True  # type: ignore[attr-defined]
        return _queue_itself(node) if getattr(node, "id", "") in self.queues else node

    def tested(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth matters."""
        match node:
            case ast.BoolOp(_, values):
                node.values = [self.tested(x) for x in values]
            case ast.Call(ast.Attribute(ast.Name(name), "get"), [key], []) if (
                name in self.dicts and self.dicts[name].kind != "keys"
            ):
                mine = self.dicts[name]
                found = call("dict_true", load(mine.keys), load(mine.values), self.visit(key))
                return located(found, node)
        return self.whole(node)

    def _tested(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> Any:
        node.test = self.tested(node.test)
        self.generic_visit(node)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _tested

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            node.operand = self.tested(node.operand)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        for i, op in enumerate(node.ops):
            if isinstance(op, ast.In | ast.NotIn):
                node.comparators[i] = self.whole(node.comparators[i])
            elif any(self._is_view(x) for x in (node.left, *node.comparators)):
                self.rules.refuse(node, "the keys or values of a dict are compared", DICT[1])
        perhaps = any(self._is_perhaps(x) for x in (node.left, *node.comparators))
        self.generic_visit(node)
        if perhaps and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            same = call("equal_perhaps", node.left, node.comparators[0])
            yes = isinstance(node.ops[0], ast.Eq)
            return located(same if yes else ast.UnaryOp(ast.Not(), same), node)
        return node

    def _is_perhaps(self, node: ast.expr) -> bool:
        """Whether it is ``d.get(key)``, which may be None."""
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "get"), [_], []):
                return name in self.dicts
        return False

    def _is_view(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "keys" | "values" | "items")):
                return name in self.dicts
        return False

    # --- expressions ------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.dicts or (node.id in self.queues and not hasattr(node, "pp_queue")):
            refuse_use(self.rules, node, queue=node.id in self.queues)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        match node:
            case ast.BoolOp(ast.Or(), [ast.Call() as get, _]) if self._is_perhaps(get):
                get.args.append(ast.copy_location(ast.Constant(0), get))  # as false as None
        self.generic_visit(node)
        return node

    def _handed_on(self, node: ast.Starred | ast.YieldFrom) -> ast.expr:
        node.value = self.whole(node.value)
        self.generic_visit(node)
        return node

    visit_Starred = visit_YieldFrom = _handed_on

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        mine = self.dict_of(node.value)
        if mine is not None and isinstance(node.ctx, ast.Load):
            where = load(mine.keys), load(mine.values), self.visit(node.slice)
            helpers = {"dict": "dict_item", "int": "dict_number", "list": "dict_list"}
            if mine.kind == "keys":
                refuse_use(self.rules, node, queue=False)
            if mine.kind == "Counter":
                return located(call("dict_get", *where, ast.Constant(0)), node)
            return located(call(helpers[mine.kind], *where), node)
        queue = isinstance(node.value, ast.Name) and node.value.id in self.queues
        if mine is None and (queue or isinstance(node.ctx, ast.Load)):
            node.value = self.whole(node.value)
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        mine = self.dict_of(node.value)
        if mine is not None and mine.kind != "keys" and node.attr in ("get", "__getitem__"):
            name = self.rules.fresh_local("key")  # key=d.get: the keys are there
            arguments = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
            found = ast.Subscript(node.value, load(name), ast.Load())
            return located(ast.Lambda(arguments, self.visit(found)), node)
        self.generic_visit(node)
        return node

    def _hand_on(self, node: ast.Call) -> None:
        """Hand on the dicts among the arguments of a call of a function of the rules."""
        pairs: dict[int, ast.expr] = {}
        kinds = {name: each.kind for name, each in self.dicts.items()}
        for place, value in arguments_of(node, self.rules):
            kind = kind_of(value, self.rules, kinds)
            mine, table = self.dict_of(value), table_given(value, self.rules.known)
            if table is not None:
                mark(node, place, table)
                pairs[id(value)] = located(ast.Constant(0), value)
                if isinstance(value, ast.Subscript) and table.row:
                    pairs[id(value)] = self.visit(value.slice)
                continue
            if mine is not None:
                pairs[id(value)] = located(mine.pair, value)
            elif isinstance(value, ast.Call) and kind_given(value, self.rules, kinds):
                pairs[id(value)] = self.given(value)
            elif kind not in (None, "deque"):  # made here: `of_made_dict` puts a function there
                pairs[id(value)] = located(call(MADE, self.visit(value)), value)
            else:
                continue
            mark(node, place, GivenDict(str(kind)))
        node.args = [pairs.get(id(x), x) for x in node.args]
        for keyword in node.keywords:
            keyword.value = pairs.get(id(keyword.value), keyword.value)

    def given(self, node: ast.Call) -> ast.expr:
        """A call that gives a dict, whose pair of lists is taken."""
        kinds = {name: each.kind for name, each in self.dicts.items()}
        kind = kind_given(node, self.rules, kinds)
        if kind is None or kind == "deque":
            refuse_use(self.rules, node, queue=kind == "deque")
        mark(node, RESULT, GivenDict(kind))
        return self.visit_Call(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self._hand_on(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), method), arguments, []):
                found = None
                if name in self.dicts:
                    if self._is_view(node) and not hasattr(node, "pp_view"):
                        reason = f"{ast.unparse(node)} does not compile here"  # it may be kept
                        self.rules.refuse(node, reason, f"write list({ast.unparse(node)})")
                    arguments = [self.visit(x) for x in arguments]
                    found = self._asked(self.dicts[name], method, arguments)
                elif name in self.queues:
                    found = self._of_queue(name, method, [self.visit(x) for x in arguments])
                if found is not None:
                    return keep_place(located(found, node), node)
            case ast.Call(function, [_, *_]) if self._takes_keys(function):
                node.args = [self.whole(x) for x in node.args]
        self.generic_visit(node)
        return node

    def _takes_keys(self, function: ast.expr) -> bool:
        found = self.rules.known(function)
        return any(found is getattr(builtins, name) for name in _WHOLE)

    def _asked(self, mine: ScratchDict, method: str, arguments: list[ast.expr]) -> ast.expr | None:
        """A method of a dict; None for one that does not compile."""
        keys, values = load(mine.keys), load(mine.values)
        match method, arguments:
            case (("get" | "values" | "items" | "pop"), _) if mine.kind == "keys":
                return None
            case "get", [key]:
                return call("dict_get", keys, values, key, ast.Constant(None))
            case "get", [key, default]:
                return call("dict_get", keys, values, key, default)
            case "keys", []:
                return keys
            case "values", []:
                return values
            case "items", []:
                return call("zip", keys, values)
            case "pop", [_] | [_, _]:
                return self.popped(mine, arguments)
            case "total", [] if mine.kind == "Counter":
                return call("sum", values)
            case "most_common", [] | [_] if mine.kind == "Counter":
                return _most_common(call("zip", keys, values), arguments)
        return None

    # --- deques -----------------------------------------------------------------------------------

    def _queue(self, value: ast.expr) -> ast.expr:
        """The list in the place of a new deque."""
        match value:
            case ast.Call(_, [], []):
                return ast.copy_location(ast.List([], ast.Load()), value)
            case ast.Call(_, [ast.List() as items], []):
                return cast(ast.expr, self.visit(items))
            case ast.Call(_, [items], []):
                return located(call("list", self.visit(self.whole(items))), value)
        return self.rules.refuse(value, f"{ast.unparse(value)} does not compile", "use a list")

    def _of_queue(self, name: str, method: str, arguments: list[ast.expr]) -> ast.expr | None:
        """A method of a deque as one of a list; None for one that does not compile."""
        match method, arguments:
            case "popleft", []:
                return call_of(name, "pop", ast.Constant(0))
            case "appendleft", [new]:
                return call_of(name, "insert", ast.Constant(0), new)
            case "rotate", [] | [_]:
                return call("rotate_list", load(name), *arguments)
            case (
                "append" | "extend" | "pop" | "clear" | "count" | "index" | "insert" | "remove"
                | "reverse",
                _,
            ):  # fmt: skip
                return call_of(name, method, *arguments)
        return None

    def popped(self, mine: ScratchDict, arguments: list[ast.expr]) -> ast.expr:
        helper = "dict_pop" if len(arguments) == 1 else "dict_pop_or"
        return call(helper, load(mine.keys), load(mine.values), *arguments)


def call_of(name: str, method: str, *arguments: ast.expr) -> ast.Call:
    """The call of a method of a local, as in ``name.method(...)``."""
    return ast.Call(ast.Attribute(load(name), method, ast.Load()), list(arguments), [])


def _queue_itself(node: ast.expr) -> ast.expr:
    """A deque in a place where a list does the same."""
    node.pp_queue = True  # type: ignore[attr-defined]
    return node


def _most_common(pairs: ast.expr, arguments: list[ast.expr]) -> ast.expr:
    """The pairs with the largest numbers first: all of them, or as many as the argument says."""
    tree = ast.parse(f"{own('sorted')}(x, key=lambda p: p[1], reverse=True)", mode="eval").body
    assert isinstance(tree, ast.Call)
    tree.args = [pairs]
    return item(tree, ast.Slice(None, arguments[0])) if arguments else tree
