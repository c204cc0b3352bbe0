"""Boards that are lists of rows, of known size: ``grid = [list(row) for row in board]``.

They lie in the memory of their function, as ``fixed_lists.py`` has it for lists of one row, if no
row gets a second name.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.rewrite.fixed_lists import (
    Known,
    Rules,
    is_listed,
    is_over_at_once,
    is_taken_at_once,
    repeated_by,
)
from perfectplay.compiler.rewrite.list_copies import (
    ROWS,
    copied_by,
    is_plain_store,
    nodes_above,
)
from perfectplay.compiler.rewrite.list_locals import set_once
from perfectplay.compiler.source.syntax_trees import call, is_plain, located, takes_apart

Sizes = tuple[ast.expr, int, int]
"""An item, and how often it stands in each of so many rows."""


def fixed_rows(tree: ast.FunctionDef, known: Known) -> dict[str, int]:
    """The locals that hold such lists, each with ROWS."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = set()
    for name, value in set_once(tree).items():
        if all(made(value, known) is None for made in (rows_copied_by, rows_of_ones, rows_each)):
            continue
        uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
        if all(_stays(x, tree, parents, known) for x in uses):
            found.add(name)
    return dict.fromkeys(found, ROWS)


def rows_copied_by(value: ast.expr, known: Known) -> ast.expr | None:
    """What ``[list(row) for row in x]`` or ``list(map(list, x))`` copies; None for others."""
    match value:
        case ast.ListComp(each, [ast.comprehension(ast.Name(row), whole, [], 0)]):
            copied = copied_by(each, known)
            made_anew = isinstance(copied, ast.Name) and copied.id == row
        case ast.Call(listing, [ast.Call(mapping, [each, whole], [])], []):
            made_anew = (known(listing), known(mapping), known(each)) == (list, map, list)
        case _:
            return None
    match whole:
        case ast.Call(ast.Attribute(_, "split" | "splitlines")):
            return whole if made_anew else None
    return whole if made_anew and is_plain(whole) else None


def rows_each(value: ast.expr, known: Known) -> ast.ListComp | None:
    """``[[s[r * n + c] for c in range(n)] for r in range(m)]``, or ``[list(s[i:j]) for i in x]``,
    as a list of tuples or texts; None for others."""
    match value:
        case ast.ListComp(each, [ast.comprehension(ifs=[], is_async=0)] as loops):
            pass
        case _:
            return None
    match each:
        case ast.ListComp(cell, [ast.comprehension(_, source, [], 0)] as inner):
            columns = known(source)
            if isinstance(columns, range | tuple) and len(columns) and is_listed(each, known):
                row = located(call("tuple", ast.GeneratorExp(cell, inner)), each)
                return located(ast.ListComp(row, loops), value)
        case ast.Call(function, [ast.Subscript(whole, ast.Slice()) as part], []):
            if known(function) is list and is_plain(whole):
                return located(ast.ListComp(part, loops), value)
    return None


def rows_of_ones(value: ast.expr, known: Known) -> Sizes | None:
    """What ``[[item] * width for _ in range(height)]`` holds; None for others."""
    match value:
        case ast.ListComp(row, [ast.comprehension(ast.Name(name), many, [], 0)]):
            ones, rows = repeated_by(row, known), known(many)
            if ones is not None and isinstance(rows, range):
                used = any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(ones[0]))
                return None if used else (ones[0], ones[1], len(rows))
    return None


def made_rows(value: ast.expr, rules: Rules) -> ast.expr | None:
    """What makes such lists; None if another pass has written the value anew."""
    if (ones := rows_of_ones(value, rules.known)) is not None:
        sizes = [ast.Constant(size) for size in ones[1:]]
        item = rules.visit(ones[0])
        return call("ones_in_memory", call("room_of_rows_of_ones", item, *sizes), *sizes)
    if (whole := rows_copied_by(value, rules.known)) is not None:
        return call("rows_in_memory", call("room_of_rows", rules.items(whole)))
    made = rows_each(value, rules.known)
    if made is not None and not rules.module.constants.has_nones:
        return call("rows_in_memory", call("room_of_rows", rules.perhaps_filled(made)))
    return None


def _stays(use: ast.Name, tree: ast.AST, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether a use leaves the rows where they are, without a second name for one of them."""
    above = nodes_above(use, tree, parents)
    if not all(is_over_at_once(node, parents, known) for node in above):
        return False
    parent = parents[id(use)]
    around = parents.get(id(parent))
    match parent:
        case ast.Assign([target]):
            return target is use
        case ast.Subscript(value, index, ast.Load()) if value is use:
            if isinstance(index, ast.Slice):
                return False
            match around:
                case ast.Subscript(_, inner, context) if around.value is parent:
                    plain = isinstance(context, ast.Load) or _is_plain_store(around, index, above)
                    return plain and not isinstance(inner, ast.Slice | ast.Tuple)
            return around is not None and _looks_at_row(around, parent, parents, known)
        case ast.comprehension(ast.Name(row), source) if source is use:
            return isinstance(around, ast.expr) and _rows_only_read(around, row, parents, known)
        case ast.Call(function, [_], []):
            return known(function) is len
        case ast.Call(function, [each, whole], []) as mapped if whole is use:
            if known(function) is not map or not is_taken_at_once(mapped, parents, known):
                return False
            return known(each) in (tuple, sum, any, all, len, max, min)
    return False


def _is_plain_store(cell: ast.Subscript, row: ast.expr, above: list[ast.AST]) -> bool:
    """Whether a cell is set by a plain assignment, and its row not asked for twice."""
    twice = any(isinstance(node, ast.AugAssign) for node in above)
    return is_plain_store(cell, above) and (is_plain(row) or not twice)


def _looks_at_row(
    around: ast.AST, row: ast.expr, parents: dict[int, ast.AST], known: Known
) -> bool:
    """Whether a row is only read there, at once."""
    match around:
        case ast.Call():
            return _takes_row(around, row, known)
        case ast.Attribute(_, "index" | "count") as method:
            asked = parents.get(id(method))
            return isinstance(asked, ast.Call) and asked.func is method and len(asked.args) == 1
        case ast.Compare(_, [ast.In() | ast.NotIn()], [where]):
            return where is row
    return False


def _takes_row(around: ast.Call, row: ast.expr, known: Known) -> bool:
    """Whether a call takes the items of a row at once."""
    match around:
        case ast.Call(ast.Attribute(ast.Constant(), "join"), [_], []):
            return True
        case ast.Call(function, [only], []) if only is row:
            return known(function) in (tuple, len, sum, any, all, max, min)
    return False


def _rows_only_read(where: ast.AST, row: str, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether a loop only takes the items of its rows."""
    for use in ast.walk(where):
        if isinstance(use, ast.Name) and use.id == row and isinstance(use.ctx, ast.Load):
            parent = parents[id(use)]
            taken = isinstance(parent, ast.Call) and _takes_row(parent, use, known)
            changed = isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load)
            if changed or not (taken or takes_apart(parent, use, listed=True)):
                return False
    return True


class CellsOfRows(ast.NodeTransformer):
    """Reads cells of such lists where they lie."""

    def __init__(self, names: dict[str, int]) -> None:
        self.names = [name for name, most in names.items() if most == ROWS]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Subscript(ast.Name(name) as rows, row), column, ast.Load()):
                if name in self.names:
                    return located(call("cell_taken", rows, row, column), node)
        return node
