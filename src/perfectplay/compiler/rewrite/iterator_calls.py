"""Calls of itertools, functools and operator, and those with key=: generators, loops, operators."""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import operator
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, cast

from perfectplay.compiler.idioms.changes_in_place import may_change
from perfectplay.compiler.idioms.loops_of_itertools import WRITTEN
from perfectplay.compiler.idioms.operator_calls import applied, operation
from perfectplay.compiler.rewrite.constant_tables import only_taken_apart
from perfectplay.compiler.rewrite.thing_calls import ThingRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    call,
    function_of,
    load,
    located,
    store,
    tuple_of,
)
from perfectplay.compiler.source.word_table import RANKS

_COMBINED = {combinations: (2, 3, 4), permutations: (2, 3), combinations_with_replacement: (2, 3)}
"""How many items may be taken."""

_OF_ANY = {
    combinations: "combinations_of_any",
    combinations_with_replacement: "combinations_with_replacement_of_any",
}


class IteratorRewriter(ThingRewriter):
    """Rewrites such calls; each is a generator of its own, or a loop."""

    def iterator_call(self, node: ast.Call) -> ast.expr | None:
        """The same by loops or operators; None for other calls."""
        target = self.known(node.func)
        if target is MISSING:
            return self._getter(node)
        if target is itertools.groupby:
            return self.grouped(node)
        if isinstance(target, operator.itemgetter | operator.attrgetter):
            made, asked = cast(Any, target.__reduce__())
            whats: list[ast.expr] = [ast.Constant(x) for x in asked]
            getter = self.named(made, node.func)
            return self._getter(located(ast.Call(ast.Call(getter, whats, []), node.args, []), node))
        try:
            plain = operation(target, node.args)
            write = WRITTEN.get(target)
        except TypeError:
            return None
        if plain is not None and not node.keywords:
            return cast(ast.expr, self.visit(located(plain, node)))
        if write is None:
            return None
        options = {str(each.arg): each.value for each in node.keywords}
        for given in (*node.args, *options.values()):
            if not isinstance(given, ast.Lambda) and may_change(given, self):
                reason = f"{ast.unparse(given)} may change what else is given"
                self.refuse(given, reason, "keep it in a variable before")
        body = write(self, list(node.args), options)
        if body is None:
            return None
        name = "each" if target is not functools.reduce else "reduced"
        return self.lifted_call(located(function_of(name, body), node), name)

    def _getter(self, node: ast.Call) -> ast.expr | None:
        """``itemgetter(1)(x)``, ``attrgetter("row", "cell.column")(x)``."""
        match node:
            case ast.Call(ast.Call(function, [_, *_] as whats, []), [value], []):
                made, keys = self.known(function), list(map(self.known, whats))
                if made is operator.itemgetter and MISSING not in keys:
                    found: list[ast.expr] = [
                        ast.Subscript(copy.deepcopy(value), what, ast.Load()) for what in whats
                    ]
                elif made is operator.attrgetter and all(isinstance(key, str) for key in keys):
                    found = [_attribute(copy.deepcopy(value), key.split(".")) for key in keys]
                else:
                    return None
                if len(found) > 1 and may_change(value, self):
                    self.refuse(node, f"{ast.unparse(value)} is asked again", "keep it in a local")
                whole = found[0] if len(found) == 1 else tuple_of(*found)
                return cast(ast.expr, self.visit(located(whole, node)))
        return None

    def mark_groups(self, loop: ast.For) -> None:
        """Mark ``for key, group in groupby(items)``, where each group is used once: compiled, it is
        a list."""
        match loop:
            case ast.For(ast.Tuple([_, ast.Name(group)]), ast.Call(function, [_], options)) if (
                self.known(function) is itertools.groupby
                and all(each.arg == "key" for each in options)
            ):
                if _times_run(loop.body, group) > 1:
                    reason = f"{group} is an iterator that is used up the first time"
                    self.refuse(loop, reason, f"{group} = list({group}) can be used again")
                loop.iter.pp_groups = True  # type: ignore[attr-defined]

    def grouped(self, node: ast.Call) -> ast.expr | None:
        """Such a call of groupby; None for other calls."""
        if not hasattr(node, "pp_groups"):
            return None
        key = next((each.value for each in node.keywords), None)
        item = self.fresh_local("x")
        rank = load(item) if key is None else applied(key, [load(item)])
        pair = ast.Tuple([rank, load(item)], ast.Load())
        pairs = ast.GeneratorExp(pair, [ast.comprehension(store(item), node.args[0], [], 0)])
        return call("groups_of", cast(ast.expr, self.visit(located(pairs, node))))

    def combining(self, node: ast.Call, target: Any) -> ast.expr | None:
        """``combinations(xs, 2)`` and the like of what is not constant; None for other calls."""
        options = [each.arg for each in node.keywords]
        match [*node.args, *(each.value for each in node.keywords)]:
            case [_, number] if target is not product and options in ([], ["r"]):
                sources, size = node.args[:1], self.known(number)
                sizes: tuple[int, ...] = _COMBINED[target]
            case [_, number] if target is product and options == ["repeat"]:
                sources, size, sizes = node.args[:1], self.known(number), (2, 3)
            case [*sources] if target is product and not options:
                size, sizes = len(sources), (2, 3)
            case _:
                return None
        if target in _OF_ANY and size is MISSING:
            self.module.let_vary()
            room = load(self.module.room_name(0))
            return call(_OF_ANY[target], self.items(sources[0]), self.visit(number), room)
        if size not in sizes:
            return None
        named = "power" if target is product and node.keywords else target.__name__
        name = f"{named}_of_{('', '', 'two', 'three', 'four')[size]}"
        items = list(map(self.letters_or_items, sources))
        if len({ast.dump(source) for source in sources}) < size and named == "product":
            items = [call("not_used_up", each) for each in items]
        return call(name, *items)

    def mark_columns(self, loop: ast.For) -> None:
        """Mark ``zip(*rows)`` in a loop whose columns are only taken apart; they may be lists."""
        source, target = loop.iter, loop.target
        match source, target:
            case ast.Call(function, [inner]), ast.Tuple([_, column]) if (
                self.known(function) is enumerate
            ):
                source, target = inner, column
        match source:
            case ast.Call(function, [ast.Starred()]) if self.known(function) is zip:
                name = target.id if isinstance(target, ast.Name) else None
                body = loop.body + loop.orelse
                if name is None or only_taken_apart(name, body, listed=True):
                    source.pp_apart = True  # type: ignore[attr-defined]

    def by_key(self, node: ast.Call) -> ast.expr | None:
        """``min(xs, key=f)``, and so on: of pairs of a rank and an item; None for other calls."""
        target = self.known(node.func)
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        key = keywords.pop("key", None)
        if key is None or not any(target is one for one in (min, max, sorted)):
            return None
        default = keywords.pop("default", None)
        match node.args:
            case [ast.Starred(items)] if target is not sorted:
                node.args = [items]
            case [_, _, *_] if target is not sorted and default is None:
                node.args = [located(tuple_of(*node.args), node)]
        if len(node.args) != 1 or keywords.keys() - {"reverse"} or (default and self.has_words):
            idiom = "ask before whether there are any: max(xs, key=f) if xs else other"
            self.refuse(
                node, f"key= of {target.__name__} with more arguments does not compile", idiom
            )
        name = self.fresh_local("x")
        rank = applied(key, [load(name)])
        match key:
            case ast.Attribute(table, "get") if type(self.known(table)) is dict:
                rank = ast.Subscript(table, load(name), ast.Load())  # None has no order
        pair = ast.Tuple([rank, load(name)], ast.Load())
        into = ast.comprehension(store(name), node.args[0], [], 0)
        pairs = self.visit(located(ast.GeneratorExp(pair, [into]), node))
        more = [self.visit(value) for value in keywords.values()]
        if default is not None:
            return call(f"{target.__name__}_by_rank_or", pairs, self.visit(default))
        if self.has_words:
            return call(f"{target.__name__}_by_text", pairs, load(RANKS), *more)
        return call(f"{target.__name__}_by_rank", pairs, *more)

    def each(self, node: ast.Call, target: Any) -> ast.expr:
        """``map(f, xs)`` and ``filter(f, xs)`` as generator expressions."""
        function, *sources = node.args
        names = [self.fresh_local("x") for _ in sources]
        source = sources[0] if len(sources) == 1 else call("zip", *sources)
        stored: list[ast.expr] = [store(x) for x in names]
        into = stored[0] if len(stored) == 1 else ast.Tuple(stored, ast.Store())
        tested: ast.expr = load(names[0])
        if not (isinstance(function, ast.Constant) and function.value is None):
            tested = applied(function, [load(x) for x in names])
        ifs = [tested] if target is filter else []
        given: ast.expr = load(names[0]) if target is filter else tested
        each = ast.GeneratorExp(given, [ast.comprehension(into, source, ifs, 0)])
        return located(each, node)


def _times_run(body: Statements, name: str) -> int:
    """How often statements read a name, as far as that matters: twice if in a loop."""
    found = 0
    waiting: list[tuple[ast.AST, bool]] = [(x, False) for x in body]
    while waiting:
        node, again = waiting.pop()
        if isinstance(node, ast.Name) and node.id == name:
            found += 2 if again else 1
        match node:
            case ast.For():
                waiting.append((node.iter, again))
                waiting += [(x, True) for x in (*node.body, *node.orelse)]
            case ast.While() | ast.Lambda() | ast.FunctionDef():
                waiting += [(x, True) for x in ast.iter_child_nodes(node)]
            case _ if isinstance(node, COMPREHENSIONS):
                first = node.generators[0].iter
                waiting.append((first, again))
                rest = [x for x in ast.walk(node) if isinstance(x, ast.Name) and x is not first]
                inner = set(ast.walk(first))
                waiting += [(x, True) for x in rest if x not in inner]
            case _:
                waiting += [(x, again) for x in ast.iter_child_nodes(node)]
    return found


def _attribute(value: ast.expr, names: list[str]) -> ast.expr:
    for name in names:
        value = ast.Attribute(value, name, ast.Load())
    return value
