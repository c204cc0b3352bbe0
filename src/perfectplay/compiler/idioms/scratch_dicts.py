"""Dicts that a rule makes for itself: ``counts = {}; counts[p] = counts.get(p, 0) + 1``.

Compiled code has two lists in the place of each, its keys and its values in the order in which they
were put in, so that a loop over one has Python's order. Only a local of the function that makes it
can be one: what else is done with a dict is refused. A ``deque`` is a list.
"""

from __future__ import annotations

import ast
import copy
from functools import partial

from perfectplay.compiler.idioms.dict_locals import (
    DictRules,
    ScratchDict,
    kind_of,
    locals_of_kinds,
    refuse_use,
)
from perfectplay.compiler.idioms.dict_making import DictMaker, method_called
from perfectplay.compiler.idioms.given_dicts import (
    argument_at,
    arguments_of,
    kind_returned,
    kinds_given,
)
from perfectplay.compiler.idioms.looped_dicts import LoopedDicts, found_before
from perfectplay.compiler.source.move_forms import ArgumentForms
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Replaced,
    Statements,
    Substitution,
    all_located,
    call,
    is_plain,
    item,
    load,
    located,
    store,
    used_names,
)

_COPYING = {"list", "sorted", "tuple", "set", "frozenset"}
"""Those that copy it, so that it may change meanwhile."""

_CHANGING = ("pop", "setdefault", "clear", "update")


def without_dicts(tree: ast.FunctionDef, rules: DictRules, forms: ArgumentForms = ()) -> None:
    """Put lists in the place of the dicts and deques that a function makes for itself, and of
    those that others give it. ``forms``: what is known of its arguments."""
    given = kinds_given(tree, forms)
    kinds = locals_of_kinds(tree, rules, given)
    looped = LoopedDicts(rules, {name for name, kind in kinds.items() if kind == "Counter"})
    tree.body = [looped.visit(statement) for statement in tree.body]
    if given.keys() - kinds.keys():  # it is set to something else, too
        refuse_use(rules, tree, queue=False)
    dicts = {
        name: ScratchDict(kind, rules.fresh_local("keys"), rules.fresh_local("values"))
        for name, kind in kinds.items()
        if kind != "deque"
    }
    queues = {name for name, kind in kinds.items() if kind == "deque"}
    changed = _Lists(rules, dicts, queues, kind_returned(forms))
    tree.body = [x for statement in tree.body for x in changed.statements(statement)]
    for name in given:
        mine = dicts[name]
        lists = ast.Tuple([store(mine.keys), store(mine.values)], ast.Store())
        tree.body.insert(0, located(ast.Assign([lists], load(name)), tree.body[0]))


class _Lists(DictMaker):
    """Puts lists in the place of some dicts and deques."""

    def statements(self, node: ast.stmt) -> Statements:
        """The statements in the place of one."""
        changed = self.visit(node)
        return changed if isinstance(changed, list) else [changed]

    # --- statements that make and change one ------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node.targets:
            case [ast.Name(name)] if name in self.dicts:
                return all_located(self.set_anew(name, node.value), node)
            case [ast.Name(name)] if name in self.queues:
                node.value = self._queue(node.value)
                return node
            case [ast.Subscript(ast.Name(name), key)] if name in self.dicts:
                stored = self._of_own_item(name, key, node.value)
                if stored is None:
                    value = self.visit(node.value)
                    stored = self.stored(self.dicts[name], self.visit(key), value)
                return all_located(stored, node)
            case [ast.Tuple(targets)] if any(self._is_item(x) for x in targets):
                return self._one_by_one(node, targets)
            case [_, _, *_] as targets if any(map(self._is_item, targets)):  # d[a] = d[b] = x
                kept = self.rules.fresh_local("kept")
                each: Statements = [ast.Assign([x], load(kept)) for x in targets]
                each = all_located([ast.Assign([store(kept)], node.value), *each], node)
                return [x for one in each for x in self.statements(one)]
        self.generic_visit(node)
        return node

    def _is_item(self, node: ast.expr) -> bool:
        """Whether it is an item of a dict."""
        return isinstance(node, ast.Subscript) and self.dict_of(node.value) is not None

    def _one_by_one(self, node: ast.Assign, targets: list[ast.expr]) -> Statements:
        """``d[a], d[b] = x, y`` as one assignment each, after all values are there."""
        if any(isinstance(x, ast.Starred) for x in (*targets, *getattr(node.value, "elts", ()))):
            refuse_use(self.rules, node, queue=False)
        kept = [self.rules.fresh_local("kept") for _ in targets]
        if isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(targets):
            pairs = zip(kept, node.value.elts, strict=True)
            first: Statements = [ast.Assign([store(name)], value) for name, value in pairs]
        else:
            first = [
                ast.Assign([ast.Tuple([store(name) for name in kept], ast.Store())], node.value)
            ]
        rest = [ast.Assign([x], load(name)) for x, name in zip(targets, kept, strict=True)]
        return [x for each in all_located([*first, *rest], node) for x in self.statements(each)]

    def visit_Return(self, node: ast.Return) -> ast.stmt | Statements:
        if not self.returned or node.value is None:
            self.generic_visit(node)
            return node
        mine = self.dict_of(node.value)
        if mine is not None:
            node.value = located(mine.pair, node)
            return node
        named = {name: each.kind for name, each in self.dicts.items()}
        mine = ScratchDict(
            self.returned, self.rules.fresh_local("keys"), self.rules.fresh_local("values")
        )
        if kind_of(node.value, self.rules, named) != self.returned:
            refuse_use(self.rules, node, queue=False)
        return all_located([*self.made(mine, node.value), ast.Return(mine.pair)], node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        outer, self.returned = self.returned, ""  # what it returns is its own
        self.generic_visit(node)
        self.returned = outer
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | Statements:
        match node.target:
            case ast.Subscript(ast.Name(name), key) if name in self.dicts:
                mine = self.dicts[name]
                key, value = self.visit(key), self.visit(node.value)
                if mine.kind == "dict":
                    at = call("dict_at", load(mine.keys), key)
                    target = ast.Subscript(load(mine.values), at, ast.Store())
                    return located(ast.AugAssign(target, node.op, value), node)
                if mine.kind == "list" or name in used_names(node.value):
                    refuse_use(self.rules, node, queue=False)
                new = ast.BinOp(ast.Constant(0), node.op, copy.deepcopy(value))
                changed = self.changed(mine, key, new, lambda x: ast.AugAssign(x, node.op, value))
                return all_located(changed, node)
        self.generic_visit(node)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.stmt | Statements:
        match node.targets:
            case [ast.Subscript(ast.Name(name), key)] if name in self.dicts:
                mine, given = self.dicts[name], [self.visit(key)]
                if mine.kind == "Counter":  # which says nothing of a key that it does not have
                    given.append(ast.Constant(0))
                return located(ast.Expr(self.popped(mine, given)), node)
            case [_, _, *_]:
                each = all_located([ast.Delete([x]) for x in node.targets], node)
                return [x for one in each for x in self.statements(one)]
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(name), "clear"), [], []) if name in self.dicts:
                mine = self.dicts[name]
                cleared = [method_called(mine.keys, "clear"), method_called(mine.values, "clear")]
                return all_located(cleared, node)
            case ast.Call(ast.Attribute(ast.Name(name), "update"), [items], []) if (
                name in self.dicts and self.dicts[name].kind != "list"
            ):
                more = self.counted if self.dicts[name].kind == "Counter" else self.of_pairs
                return all_located(more(self.dicts[name], items), node)
            case ast.Call(ast.Attribute(listed, "append"), [new], []):
                if (found := self._list_within(listed)) is not None:
                    name, key = found
                    if name in used_names(new):
                        refuse_use(self.rules, node, queue=False)
                    new = self.visit(new)
                    one = ast.List([copy.deepcopy(new)], ast.Load())
                    mine = self.dicts[name]
                    changed = self.changed(mine, self.visit(key), one, partial(_appended, new))
                    return all_located(changed, node)
        self.generic_visit(node)
        return node

    def _list_within(self, node: ast.expr) -> tuple[str, ast.expr] | None:
        """The dict and the key of ``d[key]`` or ``d.setdefault(key, [])``, which may be new."""
        match node:
            case ast.Subscript(ast.Name(name), key) if name in self.dicts:
                return (name, key) if self.dicts[name].kind == "list" else None
            case ast.Call(ast.Attribute(ast.Name(name), "setdefault"), [key, ast.List([])], []) if (
                name in self.dicts
            ):
                return name, key
        return None

    def _of_own_item(self, name: str, key: ast.expr, value: ast.expr) -> Statements | None:
        """``d[key] = d.get(key, 0) + 1``, whose first value shows the compiler of what kind it is;
        None for other values."""
        gets = [x for x in ast.walk(value) if _is_get(x, name, key)]
        uses = [x for x in ast.walk(value) if isinstance(x, ast.Name) and x.id == name]
        inner = any(isinstance(x, (*COMPREHENSIONS, ast.Lambda)) for x in ast.walk(value))
        if inner or len(gets) != 1 or len(uses) != 1 or not is_plain(key):
            return None
        mine, (get,) = self.dicts[name], gets
        assert isinstance(get, ast.Call)
        if not is_plain(get.args[1]):  # Python asks for it in any case
            return None
        old = store(self.rules.fresh_local("old"))
        again = Replaced(get, load(old.id)).visit(value)
        first = Substitution({old.id: get.args[1]}).visit(copy.deepcopy(again))

        def change(at: ast.Subscript) -> ast.stmt:
            now = item(at.value, at.slice)
            return ast.Assign([at], self.visit(Substitution({old.id: now}).visit(again)))

        return self.changed(mine, key, self.visit(first), change)

    # --- loops, tests -----------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.stmt:
        for name in used_names(_without_pops(node.iter)) & (self.dicts.keys() | self.queues):
            if not self._is_copied(node.iter) and any(
                self._grows(x, name) for part in node.body for x in ast.walk(part)
            ):
                if found_before(node.iter, self.rules, {x: self.dicts[x].kind for x in self.dicts}):
                    node.iter = located(call("list", node.iter), node.iter)
                    continue
                idiom = f"loop over list({name})"
                self.rules.refuse(node, f"{name} is changed while it is looped over", idiom)
        node.iter = self.whole(node.iter)
        self.generic_visit(node)
        return node

    def _is_copied(self, items: ast.expr) -> bool:
        if not isinstance(items, ast.Call):
            return False
        name = getattr(items.func, "id", "") or getattr(items.func, "attr", "")
        return name in _COPYING or name == "copy"

    def _grows(self, node: ast.AST, name: str, depth: int = 4) -> bool:
        """Whether a node may change which keys a dict has, or which items a deque; by functions
        that are given it, too."""
        for place, value in arguments_of(node, self.rules) if isinstance(node, ast.Call) else ():
            if _is(value, name) and depth:
                inner, argument = argument_at(node, place, self.rules)
                kinds = {name: self.dicts[name], argument: self.dicts[name]}
                within = _Lists(self.rules, kinds, set())
                return any(within._grows(x, argument, depth - 1) for x in ast.walk(inner))
        match node:
            case ast.Assign(targets) | ast.Delete(targets):
                return any(isinstance(x, ast.Subscript) and _is(x.value, name) for x in targets)
            case ast.Call(ast.Attribute(whole, method)) if _is(whole, name):
                return method in _CHANGING or (
                    name in self.queues and method not in ("count", "index")
                )
            case ast.Subscript(whole) if _is(whole, name):
                return name in self.dicts and self.dicts[name].kind in ("int", "list")
        return False


def _without_pops(node: ast.expr) -> ast.expr:
    """What is looped over without ``todo.popleft()``, which is run once, before."""
    found: ast.expr = _Popped().visit(copy.deepcopy(node))
    return found


class _Popped(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Attribute(ast.Name(), "pop" | "popleft"), [], []):
                return ast.copy_location(ast.Constant(None), node)
        self.generic_visit(node)
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return node


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _appended(new: ast.expr, target: ast.Subscript) -> ast.stmt:
    """``d[key].append(new)``."""
    within = item(target.value, target.slice)
    return ast.Expr(ast.Call(ast.Attribute(within, "append", ast.Load()), [new], []))


def _is_get(node: ast.AST, name: str, key: ast.expr) -> bool:
    """Whether it is ``name.get(key, default)``."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(whole), "get"), [asked, _], []):
            return whole == name and ast.dump(asked) == ast.dump(key)
    return False
