"""From the rules of a game, as one small Python class, to its strong solution."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.assembly.conjecture.conjecture import conjecture
    from perfectplay.assembly.explain.explain import explain
    from perfectplay.assembly.lines import lines
    from perfectplay.assembly.proof import prove
    from perfectplay.assembly.replay import replay
    from perfectplay.assembly.solve import solve
    from perfectplay.assembly.statistics import statistics
    from perfectplay.assembly.tournament import tournament
    from perfectplay.contract.check import check_game
    from perfectplay.contract.game import Game
    from perfectplay.contract.tuples import bits, popcount, put, sort, swap
    from perfectplay.results.solution import Solution
    from perfectplay.results.verify.verifying import verify
    from perfectplay.words.errors import PerfectPlayError
    from perfectplay.words.value import Value

# names are imported when they are first used, so that a command starts in a blink
_HOMES = {
    "Game": "perfectplay.contract.game",
    "PerfectPlayError": "perfectplay.words.errors",
    "Solution": "perfectplay.results.solution",
    "Value": "perfectplay.words.value",
    "bits": "perfectplay.contract.tuples",
    "check_game": "perfectplay.contract.check",
    "conjecture": "perfectplay.assembly.conjecture.conjecture",
    "explain": "perfectplay.assembly.explain.explain",
    "lines": "perfectplay.assembly.lines",
    "popcount": "perfectplay.contract.tuples",
    "prove": "perfectplay.assembly.proof",
    "put": "perfectplay.contract.tuples",
    "replay": "perfectplay.assembly.replay",
    "solve": "perfectplay.assembly.solve",
    "sort": "perfectplay.contract.tuples",
    "statistics": "perfectplay.assembly.statistics",
    "swap": "perfectplay.contract.tuples",
    "tournament": "perfectplay.assembly.tournament",
    "verify": "perfectplay.results.verify.verifying",
}

__all__ = [
    "Game",
    "PerfectPlayError",
    "Solution",
    "Value",
    "bits",
    "check_game",
    "conjecture",
    "explain",
    "lines",
    "popcount",
    "prove",
    "put",
    "replay",
    "solve",
    "sort",
    "statistics",
    "swap",
    "tournament",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'perfectplay' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
