"""How fast the rules are, compiled and interpreted: children a second of one core."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules
    from perfectplay.game.shape.keys import Keys

SECONDS = 0.5
"""The time of one measurement, unless the whole check has little."""

_BATCH = 20_000  # states that compiled rules are measured on, again and again


@dataclass(frozen=True)
class RulesSpeed:
    """Children a second of one core: outcome, moves, play, and symmetries where the game has them;
    nothing is stored. ``compiled``: None if the rules do not compile, or were not compiled in time.

    >>> RulesSpeed(41_234.0, 7_123_456.0).text()
    'speed on one core: 7,120,000 children a second compiled, 41,200 interpreted (173 times)'
    >>> RulesSpeed(41_234.0).text()
    'speed on one core: 41,200 children a second, interpreted'
    """

    interpreted: float
    compiled: float | None = None

    def text(self) -> str:
        """Both speeds to three figures."""
        slow = _rounded(self.interpreted)
        if self.compiled is None:
            return f"speed on one core: {slow:,} children a second, interpreted"
        fast, times = _rounded(self.compiled), _rounded(self.compiled / self.interpreted)
        return (
            f"speed on one core: {fast:,} children a second compiled, {slow:,} interpreted "
            f"({times:,} times)"
        )

    def as_dict(self) -> dict[str, Any]:
        """The speeds for JSON; ``compiled`` is null if it is not known."""
        compiled = None if self.compiled is None else round(self.compiled)
        return {"interpreted": round(self.interpreted), "compiled": compiled}


def _rounded(speed: float) -> int:
    return int(float(f"{speed:.3g}"))


def interpreted_speed(rules: CheckedGame, states: Sequence[State], seconds: float) -> float:
    """Children a second of the interpreted rules; 0.0 if these states have none.

    ``states``: at least one; they are asked in turn for so many seconds, and again if time is left.
    Raises RulesError.
    """
    symmetric = has_symmetries(rules.game)

    def children(state: State) -> int:
        options = rules.position(state).options
        if symmetric:
            for _, child in options:
                rules.symmetries(child)
        return len(options)

    def of_all(began: float) -> int:
        count = 0
        for state in states:
            count += children(state)
            if time.perf_counter() - began >= seconds:
                break
        return count

    return _measured(of_all, seconds)


def compiled_speed(
    compiled: CompiledRules, rules: CheckedGame, keys: Keys, states: Sequence[State], seconds: float
) -> float:
    """The same of the compiled rules, on as many of the states as make a batch. Raises RulesError,
    NotCompilable."""
    import numpy as np

    from perfectplay.compiler.expander import Expander, KeysOutgrownError

    expander = Expander(compiled, rules, keys)
    batch = np.array([keys.key(state) for state in states[:_BATCH]], np.int64)
    while True:
        try:
            expander.expand(batch, 0, len(batch))  # the room for children is found here
            return _measured(lambda _: len(expander.expand(batch, 0, len(batch)).children), seconds)
        except KeysOutgrownError as outgrown:
            expander.repack(batch, outgrown.keys)


def _measured(work: Callable[[float], int], seconds: float) -> float:
    """What ``work`` counts in a second, if it is repeated for so long; it is given the begin."""
    began, count, spent = time.perf_counter(), 0, 0.0
    while spent < seconds:
        count += work(began)
        spent = time.perf_counter() - began
    return count / spent
