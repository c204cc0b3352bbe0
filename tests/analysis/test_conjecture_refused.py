"""Conjectures: what they may not do, and what goes wrong in them."""

from __future__ import annotations

import ast

import pytest

from perfectplay import conjecture, solve
from perfectplay.core.errors import ConjectureError
from perfectplay.games.three_rocks import ThreeRocks

ROCKS = solve(ThreeRocks())


# --- what it may not do -------------------------------------------------------------------------

REFUSED = {
    "().__class__ == s": "'.__class__', a name that begins with an underscore",
    "__import__('os') == s": "'__import__', a name that begins with an underscore",
    "_mul(2, 2) == s": "'_mul', a name that begins",
    "(lambda: True)()": "a lambda",
    "(x := 3) == s[0]": "an assignment",
    "f'{s}' == ''": "a formatted string",
    "{1: 2} == s": "a dictionary",
    "{x: 2 for x in s} == s": "a dictionary",
    "[(yield x) for x in s]": "yield",
    "max(**{'key': s}) == 1": r"\*\* in a call",
    "'{}'.format(s) == ''": "may not use '.format'",
    "s[0].to_bytes(9) == 1": "may not use '.to_bytes'",
    "(x for x in s).gi_frame == 1": "may not use '.gi_frame'",
    "open('x') == s": "knows no name 'open'",
    "eval('1') == s": "knows no name 'eval'",
    "valu(s) == LOSS": "did you mean 'value'",
    "a == b": "knows no name 'a'",
    "s[0] +": "cannot be read as a Python expression",
    "s = 3": "cannot be read as a Python expression",
    "import os": "cannot be read as a Python expression",
    "value(s) == LOSS implies True": r"write implies\(P, Q\)",
    "implies(True)": "implies takes two things",
    "implies == 3": "implies takes two things",
    "s == '\0'": "cannot be read as a Python expression",
    "": "a conjecture is a Python expression",
    "1" * 5000: "a conjecture may have 4,000 characters",
    "-" * 3000 + "1 == 1": "nested too deeply",
    "[1 for a in s for b in s for c in s for d in s for e in s for f in s for g in s for h in s "
    "for i in s] == s": "more than 8 clauses with for",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:30])
def test_what_a_conjecture_may_not_hold(text: str) -> None:
    with pytest.raises(ConjectureError, match=REFUSED[text]):
        conjecture(ROCKS, text)


def test_every_node_of_the_grammar_is_either_allowed_or_refused() -> None:
    """A walk over what Python's grammar has: nothing that binds or defines is allowed."""
    from perfectplay.analysis.conjecture import expression_syntax

    allowed = {node.__name__ for node in expression_syntax._NODES}
    never = {"Lambda", "NamedExpr", "Await", "Yield", "YieldFrom", "JoinedStr", "FormattedValue"}
    assert not allowed & never
    assert not any(issubclass(node, ast.stmt) for node in expression_syntax._NODES)


RAISES = {
    "9**9**9 > 1": "makes a number of more than 20,000 bits",
    "1 << 10**9 > 1": "makes a number of more than 20,000 bits",
    "2**19999 * 2**19999 > 1": "makes a number of more than 20,000 bits",
    "'a' * 10**12 == s": "makes a sequence of more than 100,000 items",
    "10**12 * s == s": "makes a sequence of more than 100,000 items",
    "[1 for a in [s*9999] for b in [a+a+a] for c in [b+b]] == s": "more than 100,000 items",
    "sum([[1] * 60000 for i in range(9)], []) == s": "more than 100,000 items",
    "sum(1 for i in range(10**9)) > 1": "takes more than 1,000,000 steps",
    "sum(1 for i in range(2000) for j in range(2000)) > 1": "takes more than 1,000,000 steps",
    "sum(range(10**12)) > 0": "takes more than 1,000,000 steps",
    "tuple(range(10**30)) == s": "takes more than 1,000,000 steps",
    "-1 in zip(range(10**12))": "takes more than 1,000,000 steps",
    "-1 in enumerate(reversed(range(10**12)))": "takes more than 1,000,000 steps",
    "nim_sum(range(10**8)) == 0": "takes more than 1,000,000 steps",
    "(*range(10**9),) == s": "takes more than 1,000,000 steps",
    "'%99999999999d' % 3 == s": "formats a string",
    "s[2] == 1": r"raises IndexError \(tuple index out of range\)",
    "1 / s[0] > 0": "raises ZeroDivisionError",
    "value((1, 2, 3)) == LOSS": "no play from the start reaches the state 1,2,3",
    "play(s, (9, 9)) == s": "the play is over in 0,0",
    "s[0]": "gives 0, expected True or False",
    "value(s)": "gives <Value.LOSS: 1>, expected True or False",
}  # fmt: skip


@pytest.mark.parametrize("text", RAISES, ids=lambda text: text[:30])
def test_what_goes_wrong_on_a_state_is_said_with_the_state(text: str) -> None:
    with pytest.raises(ConjectureError, match=f"^in state 0,0 the conjecture .*{RAISES[text]}"):
        conjecture(ROCKS, text)


def test_a_pair_and_a_condition_that_raise() -> None:
    with pytest.raises(ConjectureError, match=r"^in the states a = 0,0 and b = 0,1 .*ZeroD"):
        conjecture(ROCKS, "b[1] == 0 or 1 // sum(a) > 0", over=2)
    with pytest.raises(ConjectureError, match=r"^in state 0,0 the condition raises IndexError"):
        conjecture(ROCKS, "True", where="s[5] > 1")


def test_too_many_pairs() -> None:
    with pytest.raises(ConjectureError, match=r"14,641 pairs .* \(121 times 121\), more"):
        conjecture(ROCKS, "a != b", over=2, max_pairs=9999)
    assert conjecture(ROCKS, "a != b", over=2, max_pairs=9999, where="s[0] < 5").tried == 55**2


def test_over_three() -> None:
    with pytest.raises(ConjectureError, match="not over 3"):
        conjecture(ROCKS, "True", over=3)


def test_slow_steps_end_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.analysis.conjecture import evaluation_budget

    monkeypatch.setattr(evaluation_budget, "SECONDS", 0.05)
    with pytest.raises(ConjectureError, match="takes more than"):
        conjecture(ROCKS, "sum(1 for i in range(5000) if sorted((3, 1, 2) * 9000) == s) == 1")
