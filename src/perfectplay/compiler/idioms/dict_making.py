"""How dicts that a rule makes for itself are made and filled; see ``scratch_dicts.py``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from perfectplay.compiler.idioms.dict_expressions import DictExpressions, call_of
from perfectplay.compiler.idioms.dict_locals import ScratchDict, kind_made, kind_of
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.refusals import DICT
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    call,
    load,
    store,
    used_names,
)

Change = Callable[[ast.Subscript], ast.stmt]
"""The statement that changes an item."""


class DictMaker(DictExpressions):
    """Makes dicts, and puts items in."""

    def set_anew(self, name: str, value: ast.expr) -> Statements:
        """The statements that make a dict, and set a local to it."""
        mine = self.dicts[name]
        if name not in used_names(value):
            return self.made(mine, value)
        other = self._fresh(mine.kind)
        return [*self.made(other, value), *_named_as(mine, other)]

    def _fresh(self, kind: str) -> ScratchDict:
        return ScratchDict(kind, self.rules.fresh_local("keys"), self.rules.fresh_local("values"))

    def made(self, mine: ScratchDict, value: ast.expr) -> Statements:
        """The statements that make a dict."""
        other = self.dict_of(value)
        if other is not None:  # another name for it
            return _named_as(mine, other)
        match value:
            case ast.Call(ast.Attribute(ast.Name(name), "copy"), [], []) if name in self.dicts:
                copied = self.dicts[name]
                return [
                    ast.Assign([store(mine.keys)], call("list", load(copied.keys))),
                    ast.Assign([store(mine.values)], call("list", load(copied.values))),
                ]
            case ast.Call() if kind_made(value, self.rules.known) is None:
                lists = ast.Tuple([store(mine.keys), store(mine.values)], ast.Store())
                return [ast.Assign([lists], self.given(value))]
        empty: Statements = [
            ast.Assign([store(each)], ast.List([], ast.Load())) for each in (mine.keys, mine.values)
        ]
        match value:
            case ast.Dict(keys, values):
                for key, each in zip(keys, values, strict=True):
                    if key is None:
                        empty += self.of_pairs(mine, each)
                        continue
                    empty += self._key_first(mine, self.visit(key), self.visit(each))
                return empty
            case ast.DictComp(key, each, loops):
                return [*empty, *self._by_loops(mine, key, each, loops)]
            case ast.Call(_, [], []):
                return empty
            case ast.Call(_, [_], []) if mine.kind in ("int", "list"):
                return empty
            case ast.Call(_, [_, items], []) if mine.kind == "int":
                return [*empty, *self.of_pairs(mine, items)]
            case ast.Call(_, [items], []) if mine.kind == "Counter":
                return [*empty, *self.counted(mine, items)]
            case ast.Call(ast.Attribute(_, "fromkeys"), [items, *given], []):
                each = given[0] if given else ast.Constant(0)  # which nothing looks at
                if self.rules.known(each) is MISSING:
                    self.rules.refuse(value, f"{ast.unparse(value)} does not compile", DICT[1])
                loop = ast.comprehension(store(self.rules.fresh_local("key")), items, [], 0)
                assert isinstance(loop.target, ast.Name)
                return [*empty, *self._by_loops(mine, load(loop.target.id), each, [loop])]
            case ast.Call(_, [items], []):
                return [*empty, *self.of_pairs(mine, items)]
        return self.rules.refuse(value, f"{ast.unparse(value)} does not compile", DICT[1])

    def of_pairs(self, mine: ScratchDict, items: ast.expr, *, adding: bool = False) -> Statements:
        """``dict(items)``, of pairs, or of another dict. ``adding``: to the numbers that are there
        already, as a Counter does."""
        before: Statements = []
        other = self.dict_of(items)
        named = {name: each.kind for name, each in self.dicts.items()}
        constant = isinstance(self.rules.known(items), dict)
        kind = None if other or constant else kind_of(items, self.rules, named)
        if kind not in (None, "deque"):
            other = self._fresh(str(kind))
            before = self.made(other, items)
        if other is not None:
            items = call("zip", load(other.keys), load(other.values))
        elif isinstance(self.rules.known(items), dict):
            items = ast.Call(ast.Attribute(items, "items", ast.Load()), [], [])
        else:
            items = self.visit(self.whole(items))
        key, value = self.rules.fresh_local("key"), self.rules.fresh_local("value")
        pair = ast.Tuple([store(key), store(value)], ast.Store())
        body = self.stored(mine, load(key), load(value))
        if adding:
            more = partial(ast.AugAssign, op=ast.Add(), value=load(value))
            body = self.changed(mine, load(key), load(value), more)
        return [*before, ast.For(pair, items, body, [])]

    def _by_loops(
        self, mine: ScratchDict, key: ast.expr, value: ast.expr, loops: list[ast.comprehension]
    ) -> Statements:
        """The loops of a comprehension; the names that they set are their own."""
        targets = [x for loop in loops for x in ast.walk(loop.target)]
        names = dict.fromkeys(x.id for x in targets if isinstance(x, ast.Name))  # in one order
        inner = Renaming({name: self.rules.fresh_local(name) for name in names})
        key, value = inner.visit(self.visit(key)), inner.visit(self.visit(value))
        body = self._key_first(mine, key, value)
        for number, loop in reversed(list(enumerate(loops))):
            for test in reversed(loop.ifs):
                body = [ast.If(inner.visit(self.visit(test)), body, [])]
            items = self.visit(self.whole(loop.iter))
            items = inner.visit(items) if number else items
            body = [ast.For(inner.visit(loop.target), items, body, [])]
        return body

    def counted(self, mine: ScratchDict, items: ast.expr) -> Statements:
        """``Counter(items)``."""
        named = {name: each.kind for name, each in self.dicts.items()}
        known = self.rules.known(items)
        if isinstance(known, dict) or kind_of(items, self.rules, named) not in (None, "deque"):
            return self.of_pairs(mine, items, adding=True)  # its values are the numbers
        name = self.rules.fresh_local("item")
        one = ast.Constant(1)
        more = partial(ast.AugAssign, op=ast.Add(), value=one)
        body = self.changed(mine, load(name), one, more)
        return [ast.For(store(name), self.visit(self.whole(items)), body, [])]

    def stored(self, mine: ScratchDict, key: ast.expr, value: ast.expr) -> Statements:
        """``d[key] = value``."""
        kept = self.rules.fresh_local("value")
        found = self.changed(mine, key, load(kept), lambda old: ast.Assign([old], load(kept)))
        return [ast.Assign([store(kept)], value), *found]

    def _key_first(self, mine: ScratchDict, key: ast.expr, value: ast.expr) -> Statements:
        """The same for ``{key: value}``, where Python asks for the key first."""
        if isinstance(key, ast.Name | ast.Constant):
            return self.stored(mine, key, value)
        kept = self.rules.fresh_local("key")
        return [ast.Assign([store(kept)], key), *self.stored(mine, load(kept), value)]

    def changed(
        self, mine: ScratchDict, key: ast.expr, new: ast.expr, change: Change
    ) -> Statements:
        """A key set to ``new`` if there is none; if there is one, the change of its item."""
        kept, at = self.rules.fresh_local("key"), self.rules.fresh_local("place")
        added = [method_called(mine.values, "append", new)]
        added.append(method_called(mine.keys, "append", load(kept)))
        beyond = ast.Compare(load(at), [ast.Lt()], [ast.Constant(0)])
        return [
            ast.Assign([store(kept)], key),
            ast.Assign([store(at)], call("dict_place", load(mine.keys), load(kept))),
            ast.If(
                beyond, added, [change(ast.Subscript(load(mine.values), load(at), ast.Store()))]
            ),
        ]


def _named_as(mine: ScratchDict, other: ScratchDict) -> Statements:
    return [
        ast.Assign([store(mine.keys)], load(other.keys)),
        ast.Assign([store(mine.values)], load(other.values)),
    ]


def method_called(name: str, method: str, *arguments: ast.expr) -> ast.stmt:
    """The statement that calls a method of a local."""
    return ast.Expr(call_of(name, method, *arguments))
