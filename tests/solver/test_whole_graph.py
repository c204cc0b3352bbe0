"""The whole graph of a game, against the rules and the reference solver's exploration."""

from __future__ import annotations

import pytest

from perfectplay import Game
from perfectplay.core.errors import StateLimitError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kalah import Kalah
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver import whole_graph as module
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.whole_graph import WholeGraph, whole_graph

GAMES: list[Game] = [TicTacToe(), Chopsticks(), Kalah(3, 2), ConnectFour(4, 3)]


def edges_of(whole: WholeGraph) -> dict[object, list[object]]:
    graph, states = whole.graph, whole.states()
    return {
        state: [states[k] for k in graph.edges[graph.starts[i] : graph.starts[i + 1]]]
        for i, state in enumerate(states)
    }


@pytest.mark.thinned(3)
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_has_every_state_and_move(
    game: Game, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled:  # a small game is otherwise done before a compiler is asked for
        monkeypatch.setattr(module, "is_large", lambda states, seconds: states > 50)
    whole = whole_graph(game)
    plain = solve_reference(CheckedGame(game), 10**6)
    assert edges_of(whole) == {
        state: [plain.states[k] for k, _ in edges]
        for state, edges in zip(plain.states, plain.children, strict=True)
    }
    assert whole.state(0) == game.start()
    for node in range(0, len(whole), max(1, len(whole) // 50)):
        state = whole.state(node)
        assert whole.node(state) == node
        moves = [] if game.outcome(state) is not None else list(game.moves(state))
        assert whole.moves(node) == moves
    assert whole.nodes(whole.array).tolist() == list(range(len(whole)))


def test_symmetries_leave_representatives() -> None:
    whole = whole_graph(TicTacToe(), symmetries=True)
    assert len(whole) == 765
    assert {min(TicTacToe().symmetries(s)) for s in whole.states()} == set(whole.states())


def test_what_is_no_state_has_no_node() -> None:
    whole = whole_graph(TicTacToe())
    assert whole.node(object()) == -1
    assert whole.node((9,) * 10) == -1


def test_a_limit_of_states_is_kept() -> None:
    with pytest.raises(StateLimitError):
        whole_graph(TicTacToe(), max_states=100)
