"""Generators that one call takes all items of: their loops are written into that call's place.

``any(x > 1 for x in row)`` is a generator, and a helper that asks it for one item after the
other. Numba keeps a generator's state in memory between two items, so that no loop around it is
unrolled: ``any(all(cells[i] == 1 for i in line) for line in LINES)`` takes several times as long as
two loops that return, and compiles more slowly.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from perfectplay.compiler.rewrite.joined_loops import JoinedLoops
from perfectplay.compiler.source.inline_yield import YieldInlining
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    flat,
    function_of,
    load,
    located,
    tuple_of,
)

Functions = list[tuple[ast.FunctionDef, str]]
"""The functions of a module of rules, each with its file."""


@dataclass(frozen=True)
class _Taker:
    """What a helper does with the items of a generator, as lines of Python: before all of them,
    with each, ITEM, and at the end. MY stands before the names of locals."""

    before: str
    with_each: str
    end: str


_BEST = """MY_item = ITEM
if MY_first:
    MY_best = MY_item
elif MY_item {} MY_best:
    MY_best = MY_item
MY_first = False"""

_BEST_OF_NONE = """if MY_first:
    raise ValueError("min() or max() of nothing")
return MY_best"""

_TAKERS = {
    own("any_"): _Taker("", "if ITEM:\n    return True", "return False"),
    own("all_"): _Taker("", "if not ITEM:\n    return False", "return True"),
    own("sum_"): _Taker("MY_total = 0", "MY_total += ITEM", "return MY_total"),
    own("min_"): _Taker("MY_first = True", _BEST.format("<"), _BEST_OF_NONE),
    own("max_"): _Taker("MY_first = True", _BEST.format(">"), _BEST_OF_NONE),
}

_FILLED = _Taker(
    "MY_n = 0",
    f"""MY_item = ITEM
MY_room = {own("room_for")}(MY_item, MY_hint, MY_beside, MY_state)
MY_n = {own("set_next")}(MY_room, MY_n, MY_item, MY_site)""",
    f"return {own('filled_room')}(MY_room, MY_n, MY_site)",
)

_FILLS = {
    own("as_tuple"): "items_of_loop", own("as_text"): "items_of_loop",
    own("as_bytes"): "items_of_loop", own("as_items"): "plain_items_of_loop",
    own("text_joined"): "items_of_loop",
}  # fmt: skip
"""Helpers whose first argument gives the items, and the four after it how many there are; each with
the one that chooses between the loop and the generator."""

_SEPARATING = own("text_joined")
"""The one whose separator stands between."""

_LENGTHS = ("hint", "beside", "state", "site")


def fuse_yields(
    functions: Functions, named: Iterable[str], fresh_name: Callable[[str], str]
) -> None:
    """Write the loops of generators into the place of calls that take all their items, in place.

    ``named``: lines of the module that name functions, besides those of functions.
    """
    fusing = _Fusing(fresh_name)
    joining = JoinedLoops(fusing.known, fresh_name)
    done: Functions = []
    for tree, filename in functions:
        fusing.made = []
        joining.visit(tree)
        fusing.visit(tree)
        fusing.known[tree.name] = tree
        done += [*((made, filename) for made in fusing.made), (tree, filename)]
    trees = [*(tree for tree, _ in done), ast.parse("\n".join(named))]
    called = {x.id for tree in trees for x in ast.walk(tree) if isinstance(x, ast.Name)}
    for tree, _ in done:
        if not any(isinstance(x, ast.Yield) for x in ast.walk(tree)):
            _Loops().visit(tree)
    needless = (fusing.taken | joining.taken) - called
    functions[:] = [one for one in done if one[0].name not in needless]


class _Loops(ast.NodeTransformer):
    """Marks loops over what may be tuples."""

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = _looped(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = _looped(node.iter)
        return node


def _looped(items: ast.expr) -> ast.expr:
    """What a loop goes through; the items of a tuple are read from memory."""
    match items:
        case ast.Name() | ast.Subscript() | ast.Attribute():
            return located(call("looped", items), items)
        case ast.Call(ast.Name(name)) if name in (own("put"), own("splice"), own("looped_slice")):
            return located(call("looped", items), items)
        case ast.Call(ast.Name(name), [_, *_]) if name in (own("enumerate"), own("zip")):
            items.args = [_looped(each) for each in items.args]
    return items


class _Fusing(ast.NodeTransformer):
    """Replaces such calls. ``known``: the functions until now; ``made``: those that are new;
    ``taken``: the generators that were written into others."""

    def __init__(self, fresh_name: Callable[[str], str]) -> None:
        self.fresh_name = fresh_name
        self.known: dict[str, ast.FunctionDef] = {}
        self.made: list[ast.FunctionDef] = []
        self.taken: set[str] = set()

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(helper), [ast.Call(ast.Name(name), given, [])], []) if (
                helper in _TAKERS
            ):
                made = self._made(name, helper.strip("_").removeprefix("pp_"), _TAKERS[helper])
                if made is not None:
                    return located(ast.Call(load(made), given, []), node)
            case ast.Call(
                ast.Name(helper),
                [ast.Call(ast.Name(name), [_, *_] as given, []), *lengths],
                [],
            ) if helper in _FILLS and (made := self._made(name, "filled", _FILLED, _LENGTHS)):
                if helper == _SEPARATING:
                    lengths = lengths[1:]
                items = call(
                    _FILLS[helper], load(name), load(made), tuple_of(*given),
                    *copy.deepcopy(lengths[: len(_LENGTHS)]),
                )  # fmt: skip
                node.args[0] = located(items, node)
        return node

    def _made(
        self, name: str, wanted: str, taker: _Taker, more: tuple[str, ...] = ()
    ) -> str | None:
        """The name of the new function; None if that of ``name`` is no plain generator.

        ``more``: arguments after the generator's own; only one yield is allowed with them.
        """
        generator = self.known.get(name)
        if generator is None or generator.args.defaults:
            return None
        count = sum(isinstance(x, ast.Yield) for x in ast.walk(generator))
        tried = any(isinstance(x, ast.Try) for x in ast.walk(generator))
        if tried or count == 0 or (more and count > 1):
            return None
        made = self.fresh_name(wanted)

        def lines(text: str, where: ast.AST = generator) -> Statements:
            found = ast.parse(text.replace("MY", made))
            for part in ast.walk(found):
                ast.copy_location(part, where)
            return found.body

        def with_each(answer: ast.expr) -> Statements:
            return [_Put(answer).visit(one) for one in lines(taker.with_each, answer)]

        def end() -> Statements:
            return lines(taker.end)

        tree = copy.deepcopy(generator)
        yields = YieldInlining(with_each, end)
        body = flat(yields.visit(statement) for statement in tree.body)
        if not yields.plain:
            return None
        function = function_of(made, [*lines(taker.before), *body, *end()])
        function.args = tree.args
        function.args.args += [ast.arg(f"{made}_{each}") for each in more]
        self.made.append(located(function, generator))
        self.taken.add(name)
        return made


class _Put(ast.NodeTransformer):
    """Replaces the name ITEM by an expression."""

    def __init__(self, answer: ast.expr) -> None:
        self.answer = answer

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.answer if node.id == "ITEM" else node
