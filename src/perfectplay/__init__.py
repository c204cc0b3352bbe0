"""From the rules of a game, as one small Python class, to its strong solution."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, which takes a while to import
if TYPE_CHECKING:
    import typing

    from perfectplay.assembly.explain.explain import explain
    from perfectplay.assembly.impartial import grundy
    from perfectplay.assembly.lines import lines
    from perfectplay.assembly.plots.bars import bars_of
    from perfectplay.assembly.plots.draw import draw
    from perfectplay.assembly.plots.grid import grid_of
    from perfectplay.assembly.plots.states_graph import graph_of
    from perfectplay.assembly.proof import prove
    from perfectplay.assembly.replay import replay
    from perfectplay.assembly.search import search, search_many
    from perfectplay.assembly.solve import solve
    from perfectplay.assembly.statistics import statistics
    from perfectplay.assembly.tournament import tournament
    from perfectplay.contract.board import Cells, Grid, Piece
    from perfectplay.contract.check import check_game
    from perfectplay.contract.explicit.graph import game_from_graph
    from perfectplay.contract.explicit.json_file import game_from_json
    from perfectplay.contract.explicit.tree import game_from_tree
    from perfectplay.contract.game import Game
    from perfectplay.contract.operators.cap import cap
    from perfectplay.contract.operators.counted import counted
    from perfectplay.contract.operators.misere import misere
    from perfectplay.contract.operators.pie import pie
    from perfectplay.contract.operators.start_at import start_at
    from perfectplay.contract.operators.sums import sum_of
    from perfectplay.contract.scale import loss_in, win_in
    from perfectplay.contract.tuples import bits, popcount, put, sort, swap
    from perfectplay.results.conjecture.conjecture import conjecture
    from perfectplay.results.solution import Solution
    from perfectplay.results.verify.verifying import verify
    from perfectplay.words.errors import PerfectPlayError
    from perfectplay.words.value import Value

# names are imported when they are first used, so that a command starts in a blink
_HOMES = {
    "Piece": "perfectplay.contract.board",
    "Grid": "perfectplay.contract.board",
    "Cells": "perfectplay.contract.board",
    "Game": "perfectplay.contract.game",
    "PerfectPlayError": "perfectplay.words.errors",
    "Solution": "perfectplay.results.solution",
    "Value": "perfectplay.words.value",
    "bars_of": "perfectplay.assembly.plots.bars",
    "bits": "perfectplay.contract.tuples",
    "cap": "perfectplay.contract.operators.cap",
    "check_game": "perfectplay.contract.check",
    "conjecture": "perfectplay.results.conjecture.conjecture",
    "draw": "perfectplay.assembly.plots.draw",
    "explain": "perfectplay.assembly.explain.explain",
    "game_from_graph": "perfectplay.contract.explicit.graph",
    "game_from_json": "perfectplay.contract.explicit.json_file",
    "game_from_tree": "perfectplay.contract.explicit.tree",
    "graph_of": "perfectplay.assembly.plots.states_graph",
    "grid_of": "perfectplay.assembly.plots.grid",
    "grundy": "perfectplay.assembly.impartial",
    "lines": "perfectplay.assembly.lines",
    "counted": "perfectplay.contract.operators.counted",
    "loss_in": "perfectplay.contract.scale",
    "misere": "perfectplay.contract.operators.misere",
    "pie": "perfectplay.contract.operators.pie",
    "popcount": "perfectplay.contract.tuples",
    "prove": "perfectplay.assembly.proof",
    "put": "perfectplay.contract.tuples",
    "replay": "perfectplay.assembly.replay",
    "search": "perfectplay.assembly.search",
    "search_many": "perfectplay.assembly.search",
    "solve": "perfectplay.assembly.solve",
    "sort": "perfectplay.contract.tuples",
    "start_at": "perfectplay.contract.operators.start_at",
    "statistics": "perfectplay.assembly.statistics",
    "sum_of": "perfectplay.contract.operators.sums",
    "swap": "perfectplay.contract.tuples",
    "tournament": "perfectplay.assembly.tournament",
    "verify": "perfectplay.results.verify.verifying",
    "win_in": "perfectplay.contract.scale",
}

__all__ = [
    "Cells",
    "Game",
    "Grid",
    "PerfectPlayError",
    "Piece",
    "Solution",
    "Value",
    "bars_of",
    "bits",
    "cap",
    "check_game",
    "conjecture",
    "counted",
    "draw",
    "explain",
    "game_from_graph",
    "game_from_json",
    "game_from_tree",
    "graph_of",
    "grid_of",
    "grundy",
    "lines",
    "loss_in",
    "misere",
    "pie",
    "popcount",
    "prove",
    "put",
    "replay",
    "search",
    "search_many",
    "solve",
    "sort",
    "start_at",
    "statistics",
    "sum_of",
    "swap",
    "tournament",
    "verify",
    "win_in",
]


def __getattr__(name: str) -> typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'perfectplay' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
