"""Functions of itertools and functools as loops."""

from __future__ import annotations

import ast
import copy
import functools
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

from perfectplay.compiler.idioms.operator_calls import BINARY, COMPARED, call_of
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bound_names,
    call,
    load,
    loop_of_yields,
    store,
)
from perfectplay.compiler.source.word_table import LETTERS

Given = list[ast.expr]

Options = dict[str, ast.expr]

Written = Callable[[FunctionRules, Given, Options], "Statements | None"]


def _reduce(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    if options or not 2 <= len(given) <= 3:
        return None
    function, items, *start = given
    (item, total, first) = (rules.fresh_local(x) for x in ("x", "total", "first"))
    step = ast.Assign([store(total)], call_of(function, [total, item]))
    if start:
        begin = ast.Assign([store(total)], start[0])
        return [begin, ast.For(store(item), items, [step], []), ast.Return(load(total))]
    return [  # the compiler wants it set before it is read
        ast.Assign([store(first)], ast.Constant(True)),
        ast.For(store(item), items, [
            ast.If(load(first), [ast.Assign([store(total)], load(item))], []),
            ast.If(ast.UnaryOp(ast.Not(), load(first)), [step], []),
            ast.Assign([store(first)], ast.Constant(False)),
        ], []),
        ast.If(load(first), [ast.Raise(None, None)], []),
        ast.Return(load(total)),
    ]  # fmt: skip


def _accumulate(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    function = options.pop("func", given[1] if len(given) > 1 else None)
    start = options.pop("initial", None)
    if options or not 1 <= len(given) <= 2:
        return None
    (item, total, first) = (rules.fresh_local(x) for x in ("x", "total", "first"))
    added: ast.expr = ast.BinOp(load(total), ast.Add(), load(item))
    if function is not None and rules.known(function) is not None:
        added = call_of(function, [total, item])
    step, give = ast.Assign([store(total)], added), ast.Expr(ast.Yield(load(total)))
    if start is not None:
        begin = ast.Assign([store(total)], start)
        return [begin, give, ast.For(store(item), given[0], [step, copy.deepcopy(give)], [])]
    return [
        ast.Assign([store(first)], ast.Constant(True)),
        ast.For(store(item), given[0], [
            ast.If(load(first), [ast.Assign([store(total)], load(item))], []),
            ast.If(ast.UnaryOp(ast.Not(), load(first)), [step], []),
            ast.Assign([store(first)], ast.Constant(False)),
            give,
        ], []),
    ]  # fmt: skip


def _chain(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    if options:
        return None
    body: Statements = []
    for source in given:
        if isinstance(source, ast.Starred):
            if late := _read_late(source.value):
                reason = f"{late} has its last value in all of {ast.unparse(source.value)}"
                rules.refuse(source, reason, "chain.from_iterable(...) has one after the other")
            body += _from_iterable(rules, [source.value], {}) or []
        elif source is not given[0] and _is_made_there(source, rules):
            kept = rules.fresh_local("made")  # before what is looped over may change
            body.insert(0, ast.Assign([store(kept)], source))
            body.append(loop_of_yields(rules.fresh_local("each"), load(kept)))
        elif rules.module.constants.has_texts and isinstance(source, ast.Name):
            perhaps_letter = call("each_letter", source, load(LETTERS))
            body.append(loop_of_yields(rules.fresh_local("each"), perhaps_letter))
        else:
            body.append(loop_of_yields(rules.fresh_local("each"), source))
    return body or None


def _is_made_there(node: ast.expr, rules: FunctionRules) -> bool:
    """Whether an expression makes a list or a tuple of things that may change later; a name means
    the same later."""
    if rules.known(node) is not MISSING:
        return False
    match node:
        case ast.Call(function):
            return rules.known(function) in (list, tuple, sorted)
        case ast.Subscript(_, index):
            return isinstance(index, ast.Slice)
        case ast.List(items) | ast.Tuple(items):
            return not all(isinstance(x, ast.Name | ast.Constant) for x in items)
    return isinstance(node, ast.ListComp)


def _read_late(node: ast.expr) -> str:
    """A name that a generator expression sets, and that its items read only when they are looped
    over; "" if there is none."""
    if not isinstance(node, ast.GeneratorExp | ast.ListComp):
        return ""
    set_here = set().union(*(bound_names(each.target) for each in node.generators))
    for lazy in ast.walk(node.elt):
        if isinstance(lazy, ast.Lambda | ast.GeneratorExp):
            first = set() if isinstance(lazy, ast.Lambda) else {*ast.walk(lazy.generators[0].iter)}
            for x in ast.walk(lazy):
                if isinstance(x, ast.Name) and x.id in set_here and x not in first:
                    return x.id
    return ""


def _from_iterable(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    if options or len(given) != 1:
        return None
    (source,) = given
    if isinstance(source, ast.GeneratorExp | ast.ListComp):
        body: Statements = [loop_of_yields(rules.fresh_local("each"), source.elt)]
        for generator in reversed(source.generators):
            for condition in reversed(generator.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(generator.target, generator.iter, body, [])]
        return body
    part = rules.fresh_local("part")
    return [
        ast.For(store(part), source, [loop_of_yields(rules.fresh_local("each"), load(part))], [])
    ]


def _kept(node: ast.expr, rules: FunctionRules, before: Statements) -> ast.expr:
    """An expression in a local, unless it is a constant: what it is made of may change while its
    value is used. ``before``: the statements that set the locals."""
    if rules.known(node) is not MISSING:
        return node
    local = rules.fresh_local("kept")
    before.append(ast.Assign([store(local)], node))
    return load(local)


def _islice(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    if options or not 2 <= len(given) <= 3:
        return None
    items, *edges = given
    start: ast.expr = edges[0] if len(edges) == 2 else ast.Constant(0)
    stop: ast.expr | None = None if rules.known(edges[-1]) is None else edges[-1]
    start = ast.Constant(0) if rules.known(start) is None else start
    (item, count) = (rules.fresh_local(x) for x in ("x", "count"))
    body: Statements = []
    start = _kept(start, rules, body)
    stop = None if stop is None else _kept(stop, rules, body)
    there = ast.Compare(copy.deepcopy(start), [ast.LtE()], [load(count)])
    loop = ast.For(store(item), items, [
        ast.If(there, [ast.Expr(ast.Yield(load(item)))], []),
        ast.AugAssign(store(count), ast.Add(), ast.Constant(1)),
    ], [])  # fmt: skip
    low = ast.Compare(start, [ast.Lt()], [ast.Constant(0)])
    body.append(ast.If(low, [ast.Raise(None, None)], []))
    body.append(ast.Assign([store(count)], ast.Constant(0)))
    if stop is None:
        return [*body, loop]
    over = ast.Compare(load(count), [ast.GtE()], [copy.deepcopy(stop)])
    loop.body.append(ast.If(over, [ast.Break()], []))
    body.append(ast.If(ast.Compare(copy.deepcopy(stop), [ast.Lt()], [ast.Constant(0)]),
                       [ast.Raise(None, None)], []))  # fmt: skip
    return [*body, ast.If(ast.Compare(stop, [ast.Gt()], [ast.Constant(0)]), [loop], [])]


def _while_true(
    rules: FunctionRules, given: Given, options: Options, *, drops: bool
) -> Statements | None:
    """``takewhile`` and ``dropwhile``."""
    if options or len(given) != 2:
        return None
    function, items = given
    (item, begun) = (rules.fresh_local(x) for x in ("x", "begun"))
    fits = call_of(function, [item])
    give = ast.Expr(ast.Yield(load(item)))
    if not drops:
        end = ast.If(ast.UnaryOp(ast.Not(), fits), [ast.Break()], [])
        return [ast.For(store(item), items, [end, give], [])]
    skip = ast.UnaryOp(ast.Not(), load(begun))
    begin = ast.Assign([store(begun)], ast.UnaryOp(ast.Not(), call("bool", fits)))
    return [
        ast.Assign([store(begun)], ast.Constant(False)),
        ast.For(
            store(item), items, [ast.If(skip, [begin], []), ast.If(load(begun), [give], [])], []
        ),
    ]


def _starmap(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    if options or len(given) != 2:
        return None
    function, items = given
    known = rules.known(function)
    if isinstance(function, ast.Lambda):
        count = len(function.args.args)
    elif known in BINARY or known in COMPARED or known in (min, max, divmod, pow):
        count = 2
    elif hasattr(known, "__code__") and not known.__defaults__:
        count = known.__code__.co_argcount
    else:
        return None
    names = [rules.fresh_local("x") for _ in range(count)]
    target: ast.expr = ast.Tuple([store(x) for x in names], ast.Store())
    give = ast.Expr(ast.Yield(call_of(function, names)))
    return [ast.For(target, items, [give], [])]


def _repeat(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    times = options.pop("times", given[1] if len(given) > 1 else None)
    if options or not 1 <= len(given) <= 2:
        return None
    body: Statements = []
    give = ast.Expr(ast.Yield(_kept(given[0], rules, body)))
    if times is None:
        return [*body, ast.While(ast.Constant(True), [give], [])]
    again = call("range", times)
    return [*body, ast.For(store(rules.fresh_local("none")), again, [give], [])]


def _count(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    start = options.pop("start", given[0] if given else ast.Constant(0))
    step = options.pop("step", given[1] if len(given) > 1 else ast.Constant(1))
    if options or len(given) > 2:
        return None
    number = rules.fresh_local("number")
    body: Statements = [ast.Assign([store(number)], start)]
    more = ast.AugAssign(store(number), ast.Add(), _kept(step, rules, body))
    give = ast.Expr(ast.Yield(load(number)))
    return [*body, ast.While(ast.Constant(True), [give, more], [])]


def _cycle(rules: FunctionRules, given: Given, options: Options) -> Statements | None:
    known = rules.known(given[0]) if len(given) == 1 else MISSING
    if options or not isinstance(known, str | tuple | list | range) or not known:
        return None  # of others it remembers the items
    loop = loop_of_yields(rules.fresh_local("each"), given[0])
    return [ast.While(ast.Constant(True), [loop], [])]


WRITTEN: dict[Any, Written] = {
    functools.reduce: _reduce, itertools.accumulate: _accumulate, itertools.chain: _chain,
    itertools.chain.from_iterable: _from_iterable, itertools.islice: _islice,
    itertools.takewhile: partial(_while_true, drops=False),
    itertools.dropwhile: partial(_while_true, drops=True), itertools.starmap: _starmap,
    itertools.repeat: _repeat, itertools.count: _count, itertools.cycle: _cycle,
}  # fmt: skip
