"""Games of OpenSpiel as games of ours: the real library, its own solvers as oracles."""

from __future__ import annotations

import pickle
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search

from perfectplay import (
    Solution,
    Value,
    check_game,
    evaluate,
    from_openspiel,
    solve,
    verify,
)
from perfectplay.core.errors import (
    IllegalMoveError,
    ParseError,
)
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import WrittenMove, find_move
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.openspiel.spiel_state import SpielState
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.tic_tac_toe import TicTacToe

_ALGORITHMS = "open_spiel.python.algorithms"
# for simultaneous moves alone; it imports what OpenSpiel does not install
sys.modules.setdefault(f"{_ALGORITHMS}.lp_solver", ModuleType("lp_solver"))
value_iteration = import_module(f"{_ALGORITHMS}.value_iteration").value_iteration

ITERATED = (
    "tic_tac_toe",
    "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=1;2;3,is_misere=false)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "breakthrough(rows=3,columns=3)",
    "clobber(rows=2,columns=4)",
    "hex(board_size=3)",
    "y(board_size=3)",
    "havannah(board_size=2)",
    "mnk(m=2,n=4,k=3)",
    "misere(game=tic_tac_toe())",
)
"""Small games whose texts tell whose turn it is, so that its value iteration merges rightly."""


def value_for_first(solution: Solution, state: str) -> int:
    """What a state is worth for the first player, in OpenSpiel's numbers."""
    entry = solution.probe(state)  # type: ignore[arg-type]
    worth = entry.score if entry.score is not None else int(entry.value) - 2
    return worth if str(state)[-1] == "0" else -worth


@pytest.mark.parametrize("name", ITERATED)
def test_every_value_is_that_of_its_value_iteration(name: str) -> None:
    game = from_openspiel(name)
    theirs = value_iteration(game.spiel, depth_limit=-1, threshold=0.01)
    solution = solve(game)
    assert len(theirs) == len(solution)
    for state in solution.states():
        assert theirs[str(game.position(state))] == value_for_first(solution, state), state


@pytest.mark.parametrize(
    "name",
    [
        "dots_and_boxes(num_rows=1,num_cols=2)",
        "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)",
        "hex(board_size=2,swap=true)",
        "breakthrough(rows=4,columns=2)",
        "connect_four(rows=3,columns=3,x_in_row=3)",
        "start_at(history=0;4,game=tic_tac_toe())",
    ],
)
def test_the_start_is_worth_what_its_minimax_says(name: str) -> None:
    game = from_openspiel(name)
    value, _ = alpha_beta_search(game.spiel)
    solution = solve(game)
    seat = game.player(game.start())
    assert value_for_first(solution, game.start()) == value, seat


def test_results_beyond_one_are_points() -> None:
    game = from_openspiel("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)")
    assert game.scoring
    solution = solve(game)
    assert solution.probe(game.start()).score == alpha_beta_search(game.spiel)[0]


def test_dots_and_boxes_is_ours() -> None:
    theirs = solve(from_openspiel("dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)"))
    ours = solve(DotsAndBoxes(2, 2))
    assert theirs.probe(theirs.start).score == ours.probe(ours.start).score == 2


def test_nobody_is_asked_whether_the_last_move_is_meant_to_lose(
    recwarn: pytest.WarningsRecorder,
) -> None:
    solve(from_openspiel("nim(pile_sizes=1;2;3)"))  # where it loses
    assert not recwarn.list


def test_tic_tac_toe_is_ours() -> None:
    game, ours = from_openspiel("tic_tac_toe"), TicTacToe()
    solution, own = solve(game), solve(ours, symmetries=False)
    assert len(solution) == len(own) == 5_478
    assert solution.histogram == own.histogram
    state, there = game.start(), ours.start()
    for action in (4, 0, 8):
        state, there = game.play(state, action), ours.play(there, action)
        assert solution.value(state) == own.value(there)


def test_connect_four_small_is_ours() -> None:
    solution = solve(from_openspiel("connect_four(rows=3,columns=4)"))
    own = solve(ConnectFour(width=4, height=3), symmetries=False)
    assert len(solution) == len(own)
    assert solution.histogram == own.histogram


@pytest.mark.landmark
def test_connect_four_of_four_by_four() -> None:
    """161,029 positions: J. Tromp."""
    solution = solve(from_openspiel("connect_four(rows=4,columns=4)"))
    assert len(solution) == 161_029
    assert solution.histogram == solve(ConnectFour(4, 4), symmetries=False).histogram


def test_the_same_by_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.solver.explore import interpreted

    monkeypatch.setattr(interpreted, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(interpreted, "WIDE", 64)
    name = "connect_four(rows=3,columns=4)"
    together = solve(from_openspiel(name), threads=2)
    assert together.histogram == solve(from_openspiel(name), threads=1).histogram
    assert all(isinstance(state, SpielState) for state in together.states())
    state = max(together.states(), key=len)
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state)).actions == state.actions


def test_a_state_is_its_text() -> None:
    game = from_openspiel("tic_tac_toe")
    one, other = game.parse("0 1 2"), game.parse("2, 1, 0")
    assert one == other == "xox\n...\n...\nplayer 1"
    assert hash(one) == hash(other)
    assert one.actions != other.actions
    assert game.board(one) == "xox\n...\n..."
    assert game.player(one) == 1
    typed = "xox\n...\n...\nplayer 1"
    assert game.parse(typed).actions in ((0, 1, 2), (2, 1, 0))
    assert [move.text for move in game.moves(typed)][:2] == ["o(1,0)", "o(1,1)"]
    with pytest.raises(ParseError, match="no play leads to"):
        game.parse("xxx\n...\n...\nplayer 1")
    with pytest.raises(ParseError, match="no last line such as 'player 0'"):
        game.parse("xxx")
    with pytest.raises(ParseError, match=r"9 is no action in .*legal: \[1, 2"):
        game.parse("0 9")


def test_a_move_is_a_number_with_a_text() -> None:
    game = from_openspiel("tic_tac_toe")
    rules = CheckedGame(game)
    move = find_move(rules, game.start(), "x(1,1)")
    assert (move, rules.move_text(move), type(move)) == (4, "x(1,1)", WrittenMove)
    assert find_move(rules, game.start(), "4") == 4
    with pytest.raises(IllegalMoveError, match=r"x\(0,0\)"):
        find_move(rules, game.start(), "x(3,3)")
    with pytest.raises(IllegalMoveError, match="9 is not an action"):
        rules.play(game.start(), 9)


def test_a_strategy_may_answer_plain_numbers() -> None:
    solution = solve(from_openspiel("tic_tac_toe"))

    def lowest(state: str) -> int:
        return int(next(solution.game.moves(state)))

    found = evaluate(lowest, solution)
    assert not found.faults
    assert evaluate(solution.policy().probabilities, solution).mean_loss == 0


def test_it_keeps_the_contract() -> None:
    report = check_game(from_openspiel("tic_tac_toe"))
    assert (report.findings, report.notes) == ((), ())
    points = from_openspiel("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)")
    assert check_game(points).findings == ()


def test_it_is_stored_and_verified(tmp_path: Path) -> None:
    solve(from_openspiel("tic_tac_toe")).save(tmp_path / "solved")
    stored = Solution.open(tmp_path / "solved")
    assert verify(tmp_path / "solved").ok
    assert isinstance(stored.game, OpenSpielGame)
    state = stored.find("0 4 8")
    assert stored.value(state) is Value.DRAW
    for state in list(stored.states())[::500]:  # read from the folder: texts without a history
        assert stored.value(state) in Value
        stored.best_moves(state)
