"""From the rules of a game, as one small Python class, to its strong solution."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.assembly.solve import solve
    from perfectplay.contract.check import check_game
    from perfectplay.contract.explicit import game_from_graph, game_from_json, game_from_tree
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
    "game_from_graph": "perfectplay.contract.explicit",
    "game_from_json": "perfectplay.contract.explicit",
    "game_from_tree": "perfectplay.contract.explicit",
    "popcount": "perfectplay.contract.tuples",
    "put": "perfectplay.contract.tuples",
    "solve": "perfectplay.assembly.solve",
    "sort": "perfectplay.contract.tuples",
    "swap": "perfectplay.contract.tuples",
    "verify": "perfectplay.results.verify.verifying",
}

__all__ = [
    "Game",
    "PerfectPlayError",
    "Solution",
    "Value",
    "bits",
    "check_game",
    "game_from_graph",
    "game_from_json",
    "game_from_tree",
    "popcount",
    "put",
    "solve",
    "sort",
    "swap",
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
