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
_NAMES = {
    "analysis.annotate.annotate": "annotate",
    "analysis.atlas.atlas": "sweep",
    "analysis.card.card": "card",
    "analysis.certify.certificate": "certify",
    "analysis.conjecture.conjecture": "conjecture",
    "analysis.diff.difference": "diff",
    "analysis.evaluate.evaluate": "evaluate",
    "analysis.explain.explain": "explain",
    "analysis.impartial": "grundy",
    "analysis.lines": "lines",
    "analysis.proof": "prove",
    "analysis.puzzles.puzzles": "puzzles",
    "analysis.replay": "replay",
    "analysis.statistics": "statistics",
    "analysis.why.why": "why",
    "arena.environments": "environment_player to_gymnasium to_pettingzoo",
    "arena.openspiel_players": "openspiel_bot openspiel_policy",
    "conformance": "check_game",
    "core.errors": "PerfectPlayError",
    "core.value": "Value",
    "drawing.plots.bars": "bars_of",
    "drawing.plots.draw": "draw",
    "drawing.plots.grid": "grid_of",
    "drawing.plots.states_graph": "graph_of",
    "game.board": "Cells Grid Piece",
    "game.explicit.efg_file": "game_from_efg",
    "game.explicit.from_graph": "game_from_graph",
    "game.explicit.json_file": "game_from_json",
    "game.explicit.tree": "game_from_tree",
    "game.game": "Game",
    "game.openspiel.spiel_game": "from_openspiel",
    "game.operators.cap": "cap",
    "game.operators.counted": "counted",
    "game.operators.misere": "misere",
    "game.operators.pie": "pie",
    "game.operators.start_at": "start_at",
    "game.operators.sums": "sum_of",
    "game.result_scale": "loss_in win_in",
    "game.tuples": "bits popcount put sort swap",
    "play.tournament": "tournament",
    "play.written.play_file": "read_plays write_plays",
    "searcher.search": "search search_many",
    "solver.solve": "solve",
    "tablebase.solution": "Solution",
    "verifier.verifying": "verify",
}
_HOMES = {name: f"perfectplay.{home}" for home, names in _NAMES.items() for name in names.split()}

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
    "Cells", "Game", "Grid", "PerfectPlayError", "Piece", "Solution", "Value", "annotate",
    "bars_of", "bits", "cap", "card", "certify", "check_game", "conjecture", "counted", "diff",
    "draw", "environment_player", "evaluate", "explain", "from_openspiel", "game_from_efg",
    "game_from_graph", "game_from_json", "game_from_tree", "graph_of", "grid_of", "grundy",
    "lines", "loss_in", "misere", "openspiel_bot", "openspiel_policy", "pie", "popcount", "prove",
    "put", "puzzles", "read_plays", "replay", "search", "search_many", "solve", "sort",
    "start_at", "statistics", "sum_of", "swap", "sweep", "to_gymnasium", "to_pettingzoo",
    "tournament", "verify", "why", "win_in", "write_plays",
]  # fmt: skip


def __getattr__(name: str) -> typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'perfectplay' has no attribute {name!r}")
    from importlib import import_module

    from perfectplay.core.interrupts import put_off

    with put_off():  # a module that Ctrl-C leaves half imported may be of no use later
        value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
