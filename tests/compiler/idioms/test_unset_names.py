"""Names that may have no value where a rule reads them: compiled rules raise as Python does."""

from __future__ import annotations

import ast
from itertools import count, product
from textwrap import dedent

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.compiler.idioms.unset_names import perhaps_unset, raise_unset
from perfectplay.compiler.source.syntax_trees import bound_names
from perfectplay.core.errors import MethodError, RulesError
from trapped_rules import Taking, judge

pytestmark = pytest.mark.usefixtures("own_code_folder")

SURE = [
    """
    if row[0]:
        x = 3
    elif row[1]:
        x = 4
    else:
        return 7
    return x
    """,
    """
    while True:
        x = 3
        if row[0]:
            break
        row = (1,)
    return x
    """,
    """
    for i in _pp_range(2):
        x = row[i]
        if x:
            continue
    return x + i
    """,
    """
    for x in row:
        if x == 2:
            y = x
            break
    else:
        y = 5
    return y
    """,
    """
    if row[0] and (n := row[1]) > 1:
        return n
    return 0 if (n := row[0]) else n + 1
    """,
    """
    x = [x for x in row if x]
    return len(x)
    """,
]
"""What needs no flags."""

ASKED = [
    """
    for i, x in enumerate(row):
        if x == 2:
            found, at = x, i
            break
    return found + at
    """,
    """
    if row[0]:
        x = 3
    elif row[1]:
        x = 4
    return x
    """,
    """
    ok = False
    for x in row:
        if x == 2:
            best = x
        if x == 1:
            ok = True
    return ok and best > 1
    """,
    """
    n = 0
    for x in row:
        if x == 1:
            if n:
                prev = n
            n += 1
            continue
        if x == 2:
            n += prev
    return n
    """,
    """
    for x in row[:row[0]]:
        pass
    return [x + y for y in row]
    """,
    """
    if row[0] and (n := row[1]) > 1:
        return n
    return 1 if row[0] else n
    """,
    """
    while row[0]:
        row = row[1:] + (0,)
        x = 3
    x += 1
    return x
    """,
    """
    x = 3
    if row[0]:
        del x
    return x
    """,
    """
    for x in row:
        if x == 2:
            break
        y = x
    else:
        z = 4
    return y if x == 2 else z
    """,
    """
    if row[2]:
        cells = [1, 2]
    if row[0] > 1:
        cells[0] = 3
        return cells[0]
    return [cells[x] for x in row if x < row[0]]
    """,
    """
    return row[0] < 2 < (n := row[1]) + n if row[2] else n
    """,
    """
    for y in row:
        if y and (x := y) > 1:
            continue
        if not y:
            return x
    return 3
    """,
]
"""What does."""


def answers(tree):
    """What a function gives for all rows, or that it raises."""
    known = {"_pp_range": range, "_pp_set_before": set_before}
    exec(compile(ast.Module([tree], []), "rules", "exec"), known)
    found = []
    for row in product(range(3), repeat=3):
        try:
            found.append(known["f"](row))
        except NameError:
            found.append("unset")
    return found


def set_before(value, is_set):
    assert is_set is not None
    if not is_set:
        raise UnboundLocalError
    return value


def changed(text):
    """The function before and after."""
    whole = f"def f(row):\n{dedent(text)}".replace("\n", "\n    ")
    tree, numbers = ast.parse(whole).body[0], count()
    raise_unset(tree, lambda wanted: f"_pp{next(numbers)}_{wanted}")
    return ast.parse(whole).body[0], tree


@pytest.mark.parametrize("text", SURE, ids=count(1))
def test_names_that_are_always_set_have_no_flags(text):
    before, after = changed(text)
    assert ast.unparse(after) == ast.unparse(before)


@pytest.mark.parametrize("text", ASKED, ids=count(1))
def test_others_raise_where_python_does(text):
    before, after = changed(text)
    assert "_has_" in ast.unparse(after)
    assert answers(after) == answers(before)
    assert "unset" in answers(before)
    assert len(set(map(str, answers(before)))) > 1
    # and not because Python itself raises: the names have a value before all else
    names = sorted(x for x in bound_names(before) if x != "row")
    nothing = [ast.Assign([ast.Name(x, ast.Store())], ast.Constant(0)) for x in names]
    if not any(isinstance(x, ast.Delete) for x in ast.walk(after)):
        after.body = [*(ast.copy_location(x, after) for x in nothing), *after.body]
        assert answers(ast.fix_missing_locations(after)) == answers(before)


def test_names_that_are_refused_later():
    text = "def f(n):\n    global k\n    import math\n    k = n\n    return k"
    assert not perhaps_unset(ast.parse(text).body[0], lambda _: None)


def test_what_branches_and_patterns_set():
    text = """
def f(n):
    match n:
        case (0, x):
            y = 1
        case [x, *z] if x:
            y = 2
        case _:
            return 0
    try:
        k = y
    except ValueError as error:
        return error
    finally:
        last = 3
    if n:
        m = 2

    def less(a):
        b = a
        return b - m

    return x + y + k + last + less(m) + len(z)
"""
    tree = ast.parse(text).body[0]
    assert perhaps_unset(tree, lambda _: None) == {"m", "z"}
    assert perhaps_unset(tree, lambda test: ast.unparse(test) == "n" or None) == {"z"}


class Piles(Game):
    """Whoever takes the last stone wins."""

    def start(self):
        return (30, 30, 30)

    def moves(self, state):
        return [(i, n) for i in range(3) for n in (1, 2) if state[i] >= n]

    def play(self, state, move):
        at, n = move
        left = state[at] - n + self.more(state) - 1
        return put(state, at, left)

    def more(self, state):
        return 1

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None


class InLoop(Piles):
    def more(self, state):
        for x in state:
            if x != 2:
                found = x
                break
        return 1 if found >= 0 else 2


class OfDict(Piles):
    def more(self, state):
        if state != (2, 2, 2):
            counts = {1: 1}
            counts[state[0]] = 1
        return min(len(counts), 1)


class OfDef(Piles):
    def more(self, state):
        if state != (2, 2, 2):

            def one(n):
                return n

        return one(1)


class InCandidates(Piles):
    """The candidates' loop is written into that of `moves`: a round has nothing of the last."""

    def moves(self, state):
        for most in (0, 1):
            for move in self.candidates(state, most):
                if move != "pass":
                    yield move

    def candidates(self, state, most):
        for i, pile in enumerate(state):
            if pile > most and state != (2, 2, 2 + most):
                at = i
        yield "pass"
        for i, pile in enumerate(state):
            if pile > most and at >= 0:
                yield ("take", i)

    def play(self, state, move):
        return put(state, move[1], state[move[1]] - 1)


@pytest.mark.parametrize("cls", [InLoop, OfDict, OfDef, InCandidates])
def test_solves_say_so_though_one_state_in_a_thousand_tells(cls):
    with pytest.raises(RulesError, match=r"UnboundLocalError.*in state 2,2,[23]"):
        solve(cls(), method="compiled")


class AlwaysSet(Taking):
    """Whatever may have no value is never read without one."""

    def taken(self, state, move):
        ok = False
        for x in (state, move, 2):
            if x == 2:
                best, ok = x, True
        if state > 4:
            line = [state]
        if state > 5:
            line.append(move)
            ok = ok and best > 1
        total = sum(x for x in line) if state > 4 else 1
        return total + (best if ok else 0)


def test_names_that_a_test_before_tells_of():
    judge(AlwaysSet)


class SetLater(Game):
    """Names that are set later in their loop are refused, with what to write."""

    def start(self):
        return (2, 1)

    def moves(self, state):
        return [i for i in range(2) if state[i]]

    def play(self, state, move):
        return put(state, move, state[move] - 1)

    def outcome(self, state):
        total = 0
        for i in range(2):
            if i:
                total += before  # noqa: F821 that is what is tried
            before = state[i]
        return Value.LOSS if total + before == 0 else None


def test_a_name_that_is_set_later_is_refused_with_its_line():
    with pytest.raises(MethodError, match=r"before has no value when it is used .*set it before"):
        solve(SetLater(), method="compiled")
    assert solve(SetLater()).counts == solve(SetLater(), method="reference").counts


class Deletes(Taking):
    """A name that is deleted in one state."""

    def taken(self, state, move):
        more = state + move
        if state == 70:
            del more
        return more


def test_del_is_refused_with_what_to_write():
    with pytest.raises(MethodError, match=r"del of a name does not compile here .*another value"):
        solve(Deletes(), method="compiled")
