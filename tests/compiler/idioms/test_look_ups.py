"""``try`` around a look-up: what becomes an ``if``, and what does not."""

from __future__ import annotations

import ast
import builtins

import pytest

from perfectplay.compiler.idioms.look_ups import without_try
from perfectplay.compiler.source.constants import MISSING

TABLE = {1: 2, (0, 1): 3, 0: 5}
ROWS = ((1, 2, 3), (4,), ())


def known(node):
    named = isinstance(node, ast.Name)
    return vars(builtins).get(node.id, MISSING) if named and node.id != "d" else (
        TABLE if named else MISSING
    )  # fmt: skip


def functions_of(statement, caught):
    """The function with the ``try`` around a statement, and the one that asks before."""
    head, places = "def asked(s, rows, d, i, j):\n    found = None\n", "    return found\n"
    text = f"    try:\n        {statement}\n    except {caught}:\n        return 'none'\n"
    tree = ast.parse(head + text + places)
    body = tree.body[0].body
    changed = without_try(body[1], known)
    made = {}
    exec(head + text + places, made)
    if changed is None:
        return made["asked"], None
    body[1:2] = changed
    other = {"_pp_len": len}
    exec(ast.unparse(tree), other)
    return made["asked"], other["asked"]


def answer(function, *given):
    try:
        return function(*given)
    except Exception as raised:
        return type(raised)


@pytest.mark.parametrize(("statement", "caught"), [
    ("found = s.index(i)", "ValueError"),
    ("return s.index(i)", "ValueError"),
    ("found = s[i]", "IndexError"),
    ("found = s[i - j]", "LookupError"),
    ("found = rows[i][j]", "IndexError"),
    ("return rows[i][-j]", "IndexError"),
    ("found = d[i]", "KeyError"),
    ("return d[i]", "LookupError"),
    ("s.index(i)", "ValueError"),
    ("rows[i][j]", "IndexError"),
    ("d[i]", "KeyError"),
    ("found = s[i] + 1", "IndexError"),
    ("found = s[i] % 2 * 3", "IndexError"),
    ("return (s.index(i) - 1) // 2", "ValueError"),
    ("found = s[i]; j = s[j]", "IndexError"),
    ("found = s[i]; k = i + j; found = s[k]; j = k", "IndexError"),
    ("found = s.index(i); return found", "ValueError"),
    ("k = i - j; found = s.index(k); k = s.index(j) + 1", "ValueError"),
])  # fmt: skip
def test_the_same_for_all_values(statement, caught):
    one, other = functions_of(statement, caught)
    assert other is not None
    values = (-4, -3, -2, -1, 0, 1, 2, 3, True, (0, 1), "b")
    for s in ((3, 1, 2), (), "abc", (True, "b")):
        for i in values:
            for j in (-2, 0, 1, 3):
                given = s, ROWS, TABLE, i, j
                assert answer(one, *given) == answer(other, *given), given


@pytest.mark.parametrize(("statement", "caught"), [
    ("found = s.index(i)", "IndexError"),
    ("found = s.index(i)", "Exception"),
    ("found = s.index(i)", "(ValueError, KeyError)"),
    ("found = s.index(i)", "ValueError as error"),
    ("found = s.index(s[i])", "ValueError"),
    ("found = s.index(i, 1)", "ValueError"),
    ("found = s.index(1 << i)", "ValueError"),
    ("found = rows[1 >> i].index(j)", "ValueError"),
    ("found = s.index(int(i))", "ValueError"),
    ("found = s[s[i]]", "IndexError"),
    ("found = s[i:j]", "IndexError"),
    ("found = d[i]", "IndexError"),
    ("found, j = s[i], 1", "IndexError"),
    ("s[i] = 1", "IndexError"),
    ("found = s[i] // j", "IndexError"),
    ("found = s[i] % 0", "IndexError"),
    ("found = s[i]; j = s.index(j)", "IndexError"),
    ("found = s[i]; k = 1 // j", "IndexError"),
    ("found = s[i]; print(j)", "IndexError"),
])  # fmt: skip
def test_what_stays_a_try(statement, caught):
    assert functions_of(statement, caught)[1] is None
