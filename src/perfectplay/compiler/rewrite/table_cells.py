"""A number in a constant table of rows, ``TURNED[image][cell]``, read from one array.

A row that is picked by a variable would be copied from the table to take one number of it: in a
table of 8 rows of 512 numbers that took 160 ns, and takes 1.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call
from perfectplay.core.lazy_numpy import np
from perfectplay.game.checks.rule_calls import LARGEST

if TYPE_CHECKING:
    from perfectplay.compiler.rewrite.tuple_shapes import ShapeRewriter

FEWEST_CELLS = 16
"""Smaller tables stay tuples: their numbers lie in the code."""

_HELPERS = {2: "cell", 3: "cell_of_three"}
"""The helper for each number of levels."""

MOST_LEVELS = max(_HELPERS)


def cell_of_table(node: ast.Subscript, rules: ShapeRewriter) -> ast.expr | None:
    """The number at as many indices as its table has levels, if the rows of each level have one
    length; None for other subscripts."""
    indices: list[ast.expr] = []
    base: ast.expr = node
    while isinstance(base, ast.Subscript) and not isinstance(base.slice, ast.Slice):
        indices.insert(0, base.slice)
        base = base.value
        if rules.known(base) is not MISSING:
            break
    if not 2 <= len(indices) <= MOST_LEVELS:
        return None
    table, known = rules.known(base), list(map(rules.known, indices))
    rows = table.values() if isinstance(table, dict) else table
    if not isinstance(table, tuple | list | dict) or known.count(MISSING) < 2:
        return None
    cells = _array(rows, len(indices))
    if cells is None or cells.size < FEWEST_CELLS:
        return None
    first, *others = indices
    if isinstance(table, dict):
        first = call("place_of", rules.named(tuple(table), base), first)
    given = [rules.visit(index) for index in (first, *others)]
    return call(_HELPERS[len(given)], rules.module.constants.number_array(cells), *given)


def _array(rows: Iterable[Any], levels: int) -> np.ndarray[Any, Any] | None:
    """The numbers of nested tuples or lists as an array of so many dimensions; None if rows of a
    level differ in length, or hold anything but integers of 64 bits.

    >>> _array(((1, 2), [3, 4]), 2).tolist(), _array(((1, 2), (3,)), 2), _array(((1, True),), 2)
    ([[1, 2], [3, 4]], None, None)
    """
    rows = tuple(rows)
    if levels == 1:
        numbers = all(type(x) is int and -LARGEST - 1 <= x <= LARGEST for x in rows)
        return np.array(rows, np.int64) if numbers else None
    if not rows or not all(isinstance(row, tuple | list) for row in rows):
        return None
    below = [_array(row, levels - 1) for row in rows]
    found = [each for each in below if each is not None]
    if len(found) < len(rows) or len({each.shape for each in found}) > 1:
        return None
    return np.array(found)
