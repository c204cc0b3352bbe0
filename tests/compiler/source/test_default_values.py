"""Defaults of arguments are those that a function has, not what their text would give now."""

from __future__ import annotations

import ast
from inspect import Parameter, signature

import pytest

from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from trapped_rules import Taking, judge

pytestmark = pytest.mark.usefixtures("own_code_folder")

MOST = 2
ROWS = [[1, 2], [3, 4]]


def less(n, most=MOST, *, least=-MOST, row=(MOST, (1, -1)), rows=ROWS, far=MOST > 1, more=None):
    return n, most, least, row, rows, far, more


def later(n, rows=ROWS):
    return n, rows


def limited(n, most=MOST):
    return min(n, most)


WAYS = [lambda n, k=k: n - k for k in (1, 2, 3)]
MOST = 5


def defaults_of(function):
    """The defaults in a function's tree, by argument."""
    arguments = tree_of(function).args
    first = arguments.args[len(arguments.args) - len(arguments.defaults) :]
    nodes = {x.arg: node for x, node in zip(first, arguments.defaults, strict=True)}
    nodes |= {x.arg: d for x, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)}
    return {name: ast.unparse(node) for name, node in nodes.items()}


def test_they_are_those_of_python():
    found = {name: eval(text) for name, text in defaults_of(less).items()}
    given = {name: x.default for name, x in signature(less).parameters.items() if name != "n"}
    assert found == given
    assert Parameter.empty not in given.values()
    assert defaults_of(less)["rows"] == "ROWS"
    assert [defaults_of(way) for way in WAYS] == [{"k": "1"}, {"k": "2"}, {"k": "3"}]


def test_another_table_is_refused(monkeypatch):
    monkeypatch.setitem(globals(), "ROWS", [[1, 2], [3, 4]])
    with pytest.raises(NotCompilable, match="ROWS is a default of later, and is something else"):
        tree_of(later)


def test_other_defaults_than_the_file_says_are_refused(monkeypatch):
    monkeypatch.setattr(later, "__defaults__", None)
    with pytest.raises(NotCompilable, match="later was given other defaults"):
        tree_of(later)
    monkeypatch.setattr(later, "__defaults__", (3,))
    assert defaults_of(later) == {"rows": "3"}


class Defaults(Taking):
    AT_LEAST = 1

    def more(self, move, least=AT_LEAST):
        return move + least

    AT_LEAST = 2

    def taken(self, state, move):
        return WAYS[move](state) + self.more(move) + limited(state)


def test_rules_that_use_them():
    judge(Defaults)
