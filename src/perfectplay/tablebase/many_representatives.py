"""The representatives of many states by compiled rules, some fifty times as fast as one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import MissingExtraError, PerfectPlayError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.packing import TupleKeys

WORTH_COMPILING = 100_000
"""States for which the interpreter takes longer than a compiler."""

SAMPLE = 100
"""The most stored states by which compiled rules are compared with the interpreter."""

Representatives = Callable[[Any], IntArray | None]
"""[N] the keys of the representatives of N states; negative where they are not found this way. None
if that goes for all."""


def compiled_representatives(
    rules: CheckedGame, keys: Keys, stored: IntArray
) -> Representatives | None:
    """A function for the states of a solution with symmetries; None if its rules do not compile.

    stored: [K] the keys of some stored states, by which compiled rules are compared with the
    interpreter.
    """
    if not isinstance(keys, IntegerKeys | TupleKeys):
        return None
    from perfectplay.compiler.prepare_rules import prepare_rules

    sample = [rules.start(), *keys.states_of(stored[:SAMPLE])]
    try:
        prepared = prepare_rules(rules, sample, symmetries=True)
    except (NotCompilable, MissingExtraError):
        return None
    expander = prepared.expander.alike(keys)

    def representatives(states: Any) -> IntArray | None:
        try:
            return expander.representatives(expander.keys.array(states))
        except (PerfectPlayError, TypeError, ValueError, OverflowError):
            return None  # states of another game, or such as the rules raise for

    return representatives
