"""Compiled and interpreted rules compared. The only part of the check that loads the compiler."""

from __future__ import annotations

from perfectplay.contract.check.report import Book
from perfectplay.contract.game import StateKind
from perfectplay.contract.packing import IntegerKeys, Keys, TupleKeys, learnt
from perfectplay.contract.rules import Rules
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import State


def compare_compiled(rules: Rules, states: list[State], book: Book) -> None:
    """Compares the answers about some states, the first difference into the book.

    A game that does not compile gets a note with the reason.
    """
    from perfectplay.contract.compiled.compare import MOVES_COMPARED, compare
    from perfectplay.contract.compiled.constants import NotCompilable
    from perfectplay.contract.compiled.load import compile_rules

    try:
        keys = _keys(rules, states)
        compiled = compile_rules(rules.game)
    except NotCompilable as reason:
        book.note("compiled", f"the game runs interpreted: {reason}")
        return
    except Exception as failure:  # not for want of a rule: the compiler itself, or keys too wide
        said = f"{type(failure).__name__}: {failure}"
        book.note("compiled", f"the game runs interpreted, for compilation failed ({said})")
        return
    try:
        difference: PerfectPlayError | None = compare(
            compiled, rules, keys, states, 20 * MOVES_COMPARED
        )
    except NotCompilable as reason:
        book.note("compiled", f"the game runs interpreted: {reason}")
        return
    except PerfectPlayError as error:
        difference = error
    if difference is not None:
        book.add(difference)


def _keys(rules: Rules, states: list[State]) -> Keys:
    if rules.kind is StateKind.INTEGER:
        return IntegerKeys()
    limits = rules.game.limits
    if limits is None:
        return learnt(states)
    return TupleKeys.of_limits(limits, type(rules.start()))
