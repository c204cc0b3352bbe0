"""Grundy values of impartial games, of all states or of the parts of states."""

from __future__ import annotations

import numpy as np

from perfectplay.analysis.grundy_values import (
    GrundyValues,
    PartValues,
    StateValues,
    SumValues,
    loop,
    parted,
    twice,
    wrong_end,
)
from perfectplay.analysis.kernels.graph_order import nearest_loop
from perfectplay.analysis.kernels.grundy import grundy_values
from perfectplay.conformance.one_state import Options
from perfectplay.conformance.sample import StateSample
from perfectplay.core.errors import NotImpartialError
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_again, overrides
from perfectplay.game.moves import one_line
from perfectplay.game.naming import game_name
from perfectplay.game.operators.sums import Sum
from perfectplay.game.turns import depends_on_turn, says_turn
from perfectplay.solver.whole_graph import WholeGraph, whole_graph
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution

SAMPLE = 2_000
"""States that are checked for moves that depend on the turn, before any value is computed."""


def grundy(
    game: Game | Solution,
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> GrundyValues:
    """Grundy values of an impartial game in normal play.

    They are computed by part if states fall into parts (`Game.parts`), by component for a sum
    (`sum_of`), else by state. Raises NotImpartialError if the game is not declared impartial, has
    ends that are no losses, or loops; RulesError; StateLimitError.

    >>> from perfectplay.games.nim import Nim
    >>> found = grundy(Nim((3, 5, 6)))
    >>> found.start, found.value((3, 5, 1)), found.counts[0]
    (0, 7, 22)
    """
    game = game_in(game, "grundy")
    _check(game)
    _check_turn(CheckedGame(game))
    if isinstance(game, Sum):
        components = [
            grundy(one, threads=threads, progress=progress, max_states=max_states)
            for one in game.games
        ]
        return SumValues(game, tuple(components))
    if overrides(game, "parts"):
        return PartValues(game, parted(CheckedGame(game), max_states))
    whole = whole_graph(game, threads=threads, progress=progress, max_states=max_states)
    _check_ends(whole)
    values = grundy_values(whole.graph)
    if values is None:
        raise NotImpartialError(_loop_text(whole))
    return StateValues(game, whole, values)


def _check(game: Game) -> None:
    name = game_name(game)
    if game.players == 1:
        raise NotImpartialError(f"Grundy values are defined for two players; {name} is a puzzle")
    if getattr(game, "scoring", False):
        raise NotImpartialError(
            f"Grundy values are defined for games without points; {name} has them"
        )
    if not game.impartial:
        raise NotImpartialError(
            f"{name} is not declared impartial; if both players have the same moves in every "
            "state, declare impartial = True in its class"
        )
    if has_again(game) and overrides(game, "moves_again"):
        raise NotImpartialError(
            f"in {name} a player may move twice in a row: Grundy values are defined for games in "
            "which the players take turns"
        )


def _check_turn(rules: CheckedGame) -> None:
    """Raise NotImpartialError if a sample of states shows that moves depend on the turn."""
    if not says_turn(rules.game):
        return

    def options(state: State) -> Options:
        return rules.position(state).options

    sample = StateSample(rules.start(), options, lambda *_: None)
    sample.walk(SAMPLE, 0)
    if (found := depends_on_turn(rules, sample.checked)) is not None:
        raise NotImpartialError(
            f"{game_name(rules.game)} says impartial = True, and {found.message}: Grundy values "
            "are defined for games in which both players have the same moves"
        )


def _check_ends(whole: WholeGraph) -> None:
    graph = whole.graph
    if graph.again is not None and graph.again.any():
        edge = int(graph.again.argmax())
        node = int(np.searchsorted(graph.starts, edge, "right")) - 1
        raise NotImpartialError(twice(whole.rules, whole.state(node)))
    wrong = (graph.over != 0) & (graph.over != Value.LOSS)
    if wrong.any():
        node = int(wrong.argmax())
        raise NotImpartialError(wrong_end(whole.rules, whole.state(node), Value(graph.over[node])))


def _loop_text(whole: WholeGraph) -> str:
    nodes = nearest_loop(whole.graph.starts.tolist(), whole.graph.edges.tolist())[:-1]
    texts = [one_line(whole.rules.state_text(whole.state(node))) for node in nodes]
    shown = texts if len(texts) <= 6 else [*texts[:3], "…", *texts[-2:]]
    return loop(whole.rules, f"({' -> '.join([*shown, texts[0]])})")
