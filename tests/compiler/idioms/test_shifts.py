"""Shifts give what Python gives, also by 64 and more, and by what is negative."""

from __future__ import annotations

import ast

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.compiler.idioms.shifts import shift_as_python
from perfectplay.core.errors import RulesError
from trapped_rules import Taking, judge

pytestmark = pytest.mark.usefixtures("own_code_folder")

BOUNDS = {"_pp_c0": (1, 6), "_pp_c2": (-1, 40), "_pp_c3": (0, 8)}
"""Of the numbers in constants; _pp_c3 is a table of rows."""

STAY = [
    "return s << 3",
    "for c in _pp_range(7):\n    s |= 1 << c * 8 + 7",
    "for i in _pp_range(1, 4, 1):\n    s >>= 3 * (4 - i)",
    "for d in _pp_c0:\n    for i in _pp_range(2, 5):\n        s &= s >> d * i",
    "turn = s % 2\nreturn s >> turn * 9",
    "return s >> (s & 63) // 2 << (20 if s else 63)",
    "return [s >> i for i in (1, 2)] if 1 << (s > 2) else 0",
    "for turn in _pp_c3:\n    s |= 1 << turn[t]",
    "for turn in _pp_looped(_pp_c3):\n    s |= 1 << turn[t] + 55",
    "return s >> _pp_c3[t][s]",
    "row = _pp_c3[t]\nreturn [s << place for place in row]",
    "for i in [1, 2]:\n    s >>= i",
]

ASKED = [
    ("return 1 << s", "return _pp_shifted_left(1, s)"),
    ("return s >> t * 9", "return _pp_shifted_right(s, t * 9)"),
    ("return s >> t - 9", "return _pp_shifted_right(s, _pp_places(t - 9))"),
    ("n = t + 1\nn = n * 2\nreturn s >> n", "return _pp_shifted_right(s, n)"),
    ("n = t - 1\nreturn s >> n", "return _pp_shifted_right(s, _pp_places(n))"),
    ("s >>= t", "s = _pp_shifted_right(s, t)"),
    ("t[s] <<= s", "t[s] = _pp_shifted_left(t[s], s)"),
    ("t[s()] >>= s.n", "_pp0_value[_pp0_slice] = _pp_shifted_right(_pp0_value[_pp0_slice], s.n)"),
    ("return 1 << 64", "return _pp_shifted_left(1, 64)"),
    ("for i in _pp_range(9):\n    s <<= i * 8", "    s = _pp_shifted_left(s, i * 8)"),
    ("for i in _pp_c1:\n    s >>= i", "    s = _pp_shifted_right(s, i)"),
    ("return s >> _pp_c1[t]", "return _pp_shifted_right(s, _pp_c1[t])"),
    ("return s >> 9 * _pp_c3[t]", "return _pp_shifted_right(s, 9 * _pp_c3[t])"),
    ("row = [1, 2]\nrow[0] = t\nreturn s >> row[0]", "return _pp_shifted_right(s, row[0])"),
    ("for row in ([1], [2]):\n    s >>= row[0]", "    s = _pp_shifted_right(s, row[0])"),
    ("rows = ([1], [2])\nreturn s >> rows[0][0]", "return _pp_shifted_right(s, rows[0][0])"),
    ("for i in _pp_c2:\n    s >>= i", "    s = _pp_shifted_right(s, i)"),
    ("for i in _pp_range(t):\n    s <<= i", "    s = _pp_shifted_left(s, i)"),
    ("for i in _pp_range(3):\n    i = s\n    s <<= i", "    s = _pp_shifted_left(s, i)"),
    ("n = n2\nn2 = n\nreturn s >> n", "return _pp_shifted_right(s, n)"),
]
"""Each with the last line of what it becomes."""


def changed(text):
    """The body of a function after the change."""
    tree = ast.parse("def f(s, t):\n" + "\n".join(f"    {line}" for line in text.split("\n")))
    function = tree.body[0]
    shift_as_python(function, BOUNDS.get, "_pp0_{}".format)
    return "\n".join(ast.unparse(line) for line in function.body)


@pytest.mark.parametrize("text", STAY)
def test_shifts_by_small_numbers_stay(text):
    assert "_shifted_" not in changed(text)


@pytest.mark.parametrize(("text", "expected"), ASKED)
def test_others_are_calls(text, expected):
    assert changed(text).split("\n")[-1] == expected


class Far(Taking):
    """Shifts by up to 100 places."""

    def start(self):
        return 20

    def taken(self, state, move):
        n = state * 5
        low = 1 << n & 0xFF | (state << n) & 0xFFFF
        cells = [-3, 9]
        for i in (0, 1):
            cells[i] >>= n
            cells[i] += (state - 30) >> n + i
        cells[self.last(cells)] >>= n // 2
        n -= 90
        if n >= 0:
            low += (1 << 50) >> n + 40
        return low + cells[0] * 3 + cells[1] + ((state > 3) << (n < 0))

    def last(self, cells):
        cells[0] += 50
        return len(cells) - 1


class FromNone(Game):
    """Shifts by the last move, or by 70 if there was none."""

    def start(self):
        return (None, 9)

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        last, left = state
        return (move, max(0, left - move - (5 >> (last or 70)) % 2))

    def outcome(self, state):
        return Value.LOSS if state[1] == 0 else None


class Tables(Taking):
    """Shifts by numbers of constant tables, some of them of 64 places and more."""

    NEAR = ((0, 3, 5), (2, 50, 7))
    FAR = ((0, 70), (64, 1))
    MANY = tuple(range(60, 100))

    def taken(self, state, move):
        total = 0
        for row in self.NEAR:
            total += 5 << row[move] >> row[state % 3]
        for row in self.FAR:
            total += 1 << row[state % 2] & 0xFF
        return total % 50 + (1 << 62 >> self.MANY[state + move]) % 7


@pytest.mark.parametrize("cls", [Far, FromNone, Tables])
def test_long_shifts(cls):
    judge(cls)


class Below(Game):
    """Whoever takes the last one wins."""

    def start(self):
        return (30, 30, 30)

    def moves(self, state):
        return [(i, n) for i in range(3) for n in (1, 2) if state[i] >= n]

    def play(self, state, move):
        at, n = move
        left = state[at] - n - (8 >> 4 - 5 * (state == (2, 2, 2)))
        return put(state, at, left)

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None


def test_a_negative_difference_in_one_state_of_many():
    with pytest.raises(RulesError, match=r"negative shift count.* in state 2,2,2"):
        solve(Below(), method="compiled")
