"""From the rules of a game, as one small Python class, to its strong solution."""

from __future__ import annotations

from perfectplay.core.attached import attach as _attach
from perfectplay.core.version import __version__ as __version__

TYPE_CHECKING = False  # as typing has it, which takes a while to import
if TYPE_CHECKING:
    import typing

    from perfectplay.analysis.annotate.annotate import annotate
    from perfectplay.analysis.atlas.atlas import sweep
    from perfectplay.analysis.card.card import card
    from perfectplay.analysis.certify.certificate import certify
    from perfectplay.analysis.conjecture.conjecture import conjecture
    from perfectplay.analysis.diff.difference import diff
    from perfectplay.analysis.evaluate.evaluate import evaluate
    from perfectplay.analysis.explain.explain import explain
    from perfectplay.analysis.impartial import grundy
    from perfectplay.analysis.lines import lines
    from perfectplay.analysis.proof import prove
    from perfectplay.analysis.puzzles.puzzles import puzzles
    from perfectplay.analysis.replay import replay
    from perfectplay.analysis.statistics import statistics
    from perfectplay.analysis.why.why import why
    from perfectplay.arena.environments import environment_player, to_gymnasium, to_pettingzoo
    from perfectplay.arena.openspiel_players import openspiel_bot, openspiel_policy
    from perfectplay.conformance import check_game
    from perfectplay.core.errors import PerfectPlayError
    from perfectplay.core.value import Value
    from perfectplay.drawing.plots.bars import bars_of
    from perfectplay.drawing.plots.draw import draw
    from perfectplay.drawing.plots.grid import grid_of
    from perfectplay.drawing.plots.states_graph import graph_of
    from perfectplay.game.board import Cells, Grid, Piece
    from perfectplay.game.explicit.efg_file import game_from_efg
    from perfectplay.game.explicit.from_graph import game_from_graph
    from perfectplay.game.explicit.json_file import game_from_json
    from perfectplay.game.explicit.tree import game_from_tree
    from perfectplay.game.game import Game
    from perfectplay.game.openspiel.spiel_game import from_openspiel
    from perfectplay.game.operators.cap import cap
    from perfectplay.game.operators.counted import counted
    from perfectplay.game.operators.misere import misere
    from perfectplay.game.operators.pie import pie
    from perfectplay.game.operators.start_at import start_at
    from perfectplay.game.operators.sums import sum_of
    from perfectplay.game.result_scale import loss_in, win_in
    from perfectplay.game.tuples import bits, popcount, put, sort, swap
    from perfectplay.play.tournament import tournament
    from perfectplay.play.written.play_file import read_plays, write_plays
    from perfectplay.searcher.search import search, search_many
    from perfectplay.solver.solve import solve
    from perfectplay.tablebase.solution import Solution
    from perfectplay.verifier.verifying import verify

# names are imported when they are first used, so that a command starts in a blink
_HOMES = {
    "Piece": "perfectplay.game.board",
    "Grid": "perfectplay.game.board",
    "Cells": "perfectplay.game.board",
    "Game": "perfectplay.game.game",
    "PerfectPlayError": "perfectplay.core.errors",
    "Solution": "perfectplay.tablebase.solution",
    "Value": "perfectplay.core.value",
    "annotate": "perfectplay.analysis.annotate.annotate",
    "bars_of": "perfectplay.drawing.plots.bars",
    "bits": "perfectplay.game.tuples",
    "cap": "perfectplay.game.operators.cap",
    "card": "perfectplay.analysis.card.card",
    "certify": "perfectplay.analysis.certify.certificate",
    "check_game": "perfectplay.conformance",
    "conjecture": "perfectplay.analysis.conjecture.conjecture",
    "diff": "perfectplay.analysis.diff.difference",
    "draw": "perfectplay.drawing.plots.draw",
    "environment_player": "perfectplay.arena.environments",
    "evaluate": "perfectplay.analysis.evaluate.evaluate",
    "explain": "perfectplay.analysis.explain.explain",
    "from_openspiel": "perfectplay.game.openspiel.spiel_game",
    "game_from_efg": "perfectplay.game.explicit.efg_file",
    "game_from_graph": "perfectplay.game.explicit.from_graph",
    "game_from_json": "perfectplay.game.explicit.json_file",
    "game_from_tree": "perfectplay.game.explicit.tree",
    "graph_of": "perfectplay.drawing.plots.states_graph",
    "grid_of": "perfectplay.drawing.plots.grid",
    "grundy": "perfectplay.analysis.impartial",
    "lines": "perfectplay.analysis.lines",
    "counted": "perfectplay.game.operators.counted",
    "loss_in": "perfectplay.game.result_scale",
    "misere": "perfectplay.game.operators.misere",
    "openspiel_bot": "perfectplay.arena.openspiel_players",
    "openspiel_policy": "perfectplay.arena.openspiel_players",
    "pie": "perfectplay.game.operators.pie",
    "popcount": "perfectplay.game.tuples",
    "prove": "perfectplay.analysis.proof",
    "puzzles": "perfectplay.analysis.puzzles.puzzles",
    "put": "perfectplay.game.tuples",
    "read_plays": "perfectplay.play.written.play_file",
    "replay": "perfectplay.analysis.replay",
    "search": "perfectplay.searcher.search",
    "search_many": "perfectplay.searcher.search",
    "solve": "perfectplay.solver.solve",
    "sort": "perfectplay.game.tuples",
    "start_at": "perfectplay.game.operators.start_at",
    "statistics": "perfectplay.analysis.statistics",
    "sum_of": "perfectplay.game.operators.sums",
    "swap": "perfectplay.game.tuples",
    "sweep": "perfectplay.analysis.atlas.atlas",
    "to_gymnasium": "perfectplay.arena.environments",
    "to_pettingzoo": "perfectplay.arena.environments",
    "tournament": "perfectplay.play.tournament",
    "verify": "perfectplay.verifier.verifying",
    "why": "perfectplay.analysis.why.why",
    "win_in": "perfectplay.game.result_scale",
    "write_plays": "perfectplay.play.written.play_file",
}

# what a solution offers and another module implements, which imports it
_attach(
    {
        "FunctionGame": "perfectplay.game.functions",
        "conjecture": _HOMES["conjecture"],
        "declared_images": "perfectplay.game.checks.declared_cells",
        "innermost": "perfectplay.game.operators.operator",
        "open_solution": "perfectplay.tablebase.store.stored_solution",
        "policy": "perfectplay.analysis.evaluate.policy",
        "notebook_view": "perfectplay.drawing.board.record_views",
        "record_svg": "perfectplay.drawing.board.record_views",
        "verify_book": "perfectplay.searcher.book.book_verifier",
    }
)

__all__ = [
    "Cells",
    "Game",
    "Grid",
    "PerfectPlayError",
    "Piece",
    "Solution",
    "Value",
    "annotate",
    "bars_of",
    "bits",
    "cap",
    "card",
    "certify",
    "check_game",
    "conjecture",
    "counted",
    "diff",
    "draw",
    "environment_player",
    "evaluate",
    "explain",
    "from_openspiel",
    "game_from_efg",
    "game_from_graph",
    "game_from_json",
    "game_from_tree",
    "graph_of",
    "grid_of",
    "grundy",
    "lines",
    "loss_in",
    "misere",
    "openspiel_bot",
    "openspiel_policy",
    "pie",
    "popcount",
    "prove",
    "put",
    "puzzles",
    "read_plays",
    "replay",
    "search",
    "search_many",
    "solve",
    "sort",
    "start_at",
    "statistics",
    "sum_of",
    "swap",
    "sweep",
    "to_gymnasium",
    "to_pettingzoo",
    "tournament",
    "verify",
    "why",
    "win_in",
    "write_plays",
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
