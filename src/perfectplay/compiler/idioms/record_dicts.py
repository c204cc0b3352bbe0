"""Dicts that states keep as their items: ``d = dict(state)``, ``tuple(sorted(d.items()))``.

The keys are the same in all states (`frozen_dict`), so such a dict becomes the tuple of its values,
before any other pass sees it: ``d["turn"]`` is ``d[1]``, ``d["turn"] = x`` makes a new tuple. So
values may be of several kinds. Functions that only make such a dict of its items, or the other way
round, are put in where they are called; one that looks at a dict that it is given is told so by a
mark on the call (``given_dicts.py``). Whatever else is done with it leaves the dict to the other
passes, which refuse it with its line.
"""

from __future__ import annotations

import ast
import copy

from perfectplay.compiler.idioms.dict_locals import DictRules
from perfectplay.compiler.idioms.given_dicts import arguments_of, mark
from perfectplay.compiler.idioms.named_dicts import with_named_dicts
from perfectplay.compiler.idioms.record_dict_names import Dicts
from perfectplay.compiler.source.move_forms import ArgumentForms, GivenDict
from perfectplay.compiler.source.refusals import DICT
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    flat,
    item,
    load,
    located,
    store,
    tuple_of,
)

RECORD = GivenDict("record")


def without_record_dicts(tree: ast.FunctionDef, rules: DictRules, forms: ArgumentForms) -> None:
    """Put tuples in the place of such dicts in a function. ``forms``: what is known of its
    arguments. Raises NotCompilable if it changes a dict that it is given."""
    frozen = rules.module.plays.frozen_dict
    if frozen is None:
        return
    given = {tree.args.args[place].arg for place, form in forms if form == RECORD}
    changed = with_named_dicts(tree, rules)
    dicts = Dicts(changed, rules, frozen, given)
    spelled = any(
        isinstance(x, ast.Subscript)
        and isinstance(x.slice, ast.JoinedStr)
        and dicts.is_dict(x.value)
        for x in ast.walk(changed)
    )
    if given - dicts.names:
        rules.refuse(tree, "a dict is given to a function that does more than look at it", DICT[1])
    if frozen.is_mixed:
        _refuse_others(changed, dicts)
    if dicts.names and (given or spelled or not frozen.is_of_numbers):
        tree.body = flat(_Tuples(dicts).visit(x) for x in changed.body)


def _refuse_others(tree: ast.FunctionDef, dicts: Dicts) -> None:
    """Refuse such a dict that is used in another way: no other pass takes values of two kinds."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(function, [ast.Name()], []) as made) if (
                name not in dicts.names and dicts.rules.known(function) is dict
            ):
                idiom = "d[key], d.get, in, copy, update, items compile; no second name for it"
                dicts.rules.refuse(made, "a dict of a state is used in another way", idiom)


class _Tuples(ast.NodeTransformer):
    """Rewrites what is done with such dicts."""

    def __init__(self, dicts: Dicts) -> None:
        self.dicts, self.rules, self.keys = dicts, dicts.rules, dicts.frozen.keys

    def _is_local(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.dicts.names

    # --- statements that set something ------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node.targets:
            case [ast.Name(name)] if name in self.dicts.names:
                checks, value = self._checks(node.value), self._values(node.value)
                made = ast.Assign([store(name)], value)
                return [located(x, node) for x in (*checks, made)]
            case [ast.Subscript(ast.Name() as whole, key)] if self._is_local(whole):
                return self._set(whole.id, key, self.visit(node.value), node)
            case [ast.Tuple(targets)]:
                return self._set_several(targets, node)
        self.generic_visit(node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | Statements:
        match node.target:
            case ast.Subscript(ast.Name() as whole, key) if self._is_local(whole):
                before = self._get(load(whole.id), copy.deepcopy(key))
                value = ast.BinOp(before, node.op, self.visit(node.value))
                return self._set(whole.id, key, value, node)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | Statements:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name() as whole, "update"), [], keywords) if (
                self._is_local(whole)
            ):
                values = {x.arg: self.visit(x.value) for x in keywords}
                parts = [values.get(k, item(load(whole.id), ast.Constant(i)))
                         for i, k in enumerate(self.keys)]  # fmt: skip
                return located(ast.Assign([store(whole.id)], tuple_of(*parts)), node)
        return self.generic_visit(node)

    def _set(self, name: str, key: ast.expr, value: ast.expr, where: ast.AST) -> Statements:
        """``d[key] = value``."""
        places = self.dicts.places(key)
        parts: list[ast.expr] = [self._part(load(name), i) for i in range(len(self.keys))]
        before: Statements = []
        if self._is_constant(key):
            parts[places[0]] = value
        else:
            held, at = self.rules.fresh_local("value"), self.rules.fresh_local("place")
            asked = self.dicts.place(self.visit(key), places)
            before = [ast.Assign([store(held)], value), ast.Assign([store(at)], asked)]
            for n, i in enumerate(places):
                here = ast.Compare(load(at), [ast.Eq()], [ast.Constant(n)])
                parts[i] = ast.IfExp(here, load(held), parts[i])
        made = ast.Assign([store(name)], tuple_of(*parts))
        return [located(x, where) for x in (*before, made)]

    def _set_several(self, targets: list[ast.expr], node: ast.Assign) -> ast.stmt | Statements:
        """``d[a], b = ...``."""
        after: Statements = []
        for i, target in enumerate(targets):
            match target:
                case ast.Subscript(ast.Name() as whole, key) if self._is_local(whole):
                    held = self.rules.fresh_local("value")
                    targets[i] = store(held)
                    after += self._set(whole.id, key, load(held), node)
        node.value = self.visit(node.value)
        return [located(node, node), *after]

    def _checks(self, value: ast.expr) -> Statements:
        """Statements that fail if a state has other keys than the start."""
        match value:
            case ast.Call(_, [whole], []) if not self.dicts.is_dict(whole):
                return [
                    ast.Assert(ast.Compare(item(copy.deepcopy(pair), ast.Constant(0)), [ast.Eq()],
                                           [ast.Constant(key)]))
                    for key, pair in zip(self.keys, self._pairs_of(whole), strict=True)
                ]  # fmt: skip
        return []

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self._looped(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self._looped(node.iter)
        return self.generic_visit(node)

    def _looped(self, node: ast.expr) -> ast.expr:
        """What is looped over; a dict gives its keys."""
        keys = tuple_of(*map(ast.Constant, self.keys))
        return located(keys, node) if self.dicts.is_dict(node) else node

    # --- expressions ------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and self.dicts.is_dict(node.value):
            return located(self._get(self._values(node.value), node.slice), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if self.dicts.is_dict(node.comparators[0]):
            return located(ast.Constant(isinstance(node.ops[0], ast.In)), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(function, [ast.Call(ast.Attribute(whole, "items")) as inner], []) if (
                self.rules.known(function) is sorted and self.dicts.is_dict(whole)
            ):
                items = self._view(inner)
                assert isinstance(items, ast.Tuple)
                order = sorted(range(len(self.keys)), key=self.keys.__getitem__)
                return located(tuple_of(*(items.elts[i] for i in order)), node)
            case ast.Call(function, [inner], []) if self.rules.known(function) in (tuple, dict):
                if self.rules.known(function) is dict and self.dicts.is_dict(inner):
                    return located(self._values(inner), node)
                made = self.visit(inner)
                if isinstance(made, ast.Tuple) and not isinstance(inner, ast.Tuple):
                    return located(made, node)
                node.args = [made]
                return node
            case ast.Call(function, [inner], []) if self.rules.known(
                function
            ) is len and self.dicts.is_dict(inner):
                return located(ast.Constant(len(self.keys)), node)
        view = self._view(node)
        return located(view, node) if view is not None else self._with_marks(node)

    def _with_marks(self, node: ast.Call) -> ast.AST:
        """The call, with marks on the arguments that are such dicts."""
        for place, argument in arguments_of(node, self.rules):
            if self.dicts.is_dict(argument):
                mark(node, place, RECORD)
        node.args = [self._argument(x) for x in node.args]
        for keyword in node.keywords:
            keyword.value = self._argument(keyword.value)
        node.func = self.visit(node.func)
        return node

    def _argument(self, node: ast.expr) -> ast.expr:
        made: ast.expr = self._values(node) if self.dicts.is_dict(node) else self.visit(node)
        return made

    def _view(self, node: ast.Call) -> ast.expr | None:
        """What a method of such a dict gives; None for other calls."""
        match node:
            case ast.Call(ast.Attribute(whole, method), arguments, []) if self.dicts.is_dict(whole):
                values = self._values(whole)
                each = [self._part(values, i) for i in range(len(self.keys))]
                named = [ast.Constant(key) for key in self.keys]
                if method == "items":
                    return tuple_of(*map(tuple_of, named, each))
                if method in ("keys", "values"):
                    return tuple_of(*(named if method == "keys" else each))
                if method == "copy":
                    return values
                if method == "get":
                    return self._get(values, arguments[0])
        return None

    def _get(self, values: ast.expr, key: ast.expr) -> ast.expr:
        """``d[key]``."""
        places = self.dicts.places(key)
        if self._is_constant(key):
            return self._part(values, places[0])
        parts = tuple_of(*(self._part(values, i) for i in places))
        return item(parts, self.dicts.place(self.visit(key), places))

    def _is_constant(self, key: ast.expr) -> bool:
        return isinstance(self.rules.known(key), str)

    def _part(self, values: ast.expr, place: int) -> ast.expr:
        if isinstance(values, ast.Tuple):
            return copy.deepcopy(values.elts[place])
        return item(copy.deepcopy(values), ast.Constant(place))

    def _values(self, node: ast.expr) -> ast.expr:
        """The tuple of the values of a dict."""
        match node:
            case ast.Name(name):
                return load(name)
            case ast.Call(ast.Attribute(whole, "copy"), [], []):
                return self._values(whole)
            case ast.Call(_, [whole], []):
                if self.dicts.is_dict(whole):
                    return self._values(whole)
                pairs = self._pairs_of(whole)
                return tuple_of(*(item(pair, ast.Constant(1)) for pair in pairs))
            case ast.BinOp(one, _, ast.Dict() as other):
                return self._changed(one, other)
            case ast.Dict([None, *_], [base, *_]):
                return self._changed(base, ast.Dict(node.keys[1:], node.values[1:]))
            case ast.Dict(_, values):
                return tuple_of(*(self.visit(x) for x in values))
        raise AssertionError(ast.unparse(node))

    def _changed(self, base: ast.expr, changes: ast.Dict) -> ast.expr:
        values = self._values(base)
        parts = [self._part(values, i) for i in range(len(self.keys))]
        for key, value in zip(changes.keys, changes.values, strict=True):
            assert key is not None
            parts[self.dicts.places(key)[0]] = self.visit(value)
        return tuple_of(*parts)

    def _pairs_of(self, whole: ast.expr) -> list[ast.expr]:
        return [item(copy.deepcopy(whole), ast.Constant(i)) for i in range(len(self.keys))]
