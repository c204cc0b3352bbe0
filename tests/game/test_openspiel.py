"""Games of OpenSpiel as games of ours: the real library, its own solvers as oracles."""

from __future__ import annotations

import pickle
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search

import perfectplay
from perfectplay import (
    Solution,
    Value,
    check_game,
    evaluate,
    from_openspiel,
    misere,
    solve,
    verify,
)
from perfectplay.cli.main import run as cli
from perfectplay.core.errors import (
    IllegalMoveError,
    MissingExtraError,
    ParameterError,
    ParseError,
    RulesError,
    UnknownGameError,
)
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import WrittenMove, find_move
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.openspiel.spiel_state import SpielState
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game

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


def test_commands_know_its_games_by_an_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`openspiel:NAME`, with OpenSpiel's parameters and ours, in an operator, and stored."""
    name = "connect_four(rows=3,columns=3,x_in_row=3)"
    assert load_game(f"openspiel:{name}") == from_openspiel(name)
    whole = load_game("openspiel:tic_tac_toe", {"merged_by": "history"})
    assert whole == from_openspiel("tic_tac_toe", merged_by="history")
    assert load_game(f"misere(openspiel:{name})") == misere(from_openspiel(name))
    folder = str(tmp_path / "solved")
    assert cli(["solve", f"openspiel:{name}", "--output", folder]) == 0
    assert cli(["verify", folder]) == 0
    assert "states        694 checked" in capsys.readouterr().out
    for address, error, says in (
        ("openspiel:chss", UnknownGameError, "did you mean chess"),
        ("openspiel:", UnknownGameError, "no game ''"),
        ("openspiel:kuhn_poker", ParameterError, "has chance and hidden information"),
        ("openspiel:nim(pile_sizes=1;2", ParameterError, "OpenSpiel cannot make"),
    ):
        with pytest.raises(error, match=re.escape(says)):
            load_game(address)
    with pytest.raises(ParameterError, match="has no parameter 'rows'"):
        load_game("openspiel:nim", {"rows": "3"})


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pig", "has chance"),
        ("kuhn_poker", "has chance and hidden information"),
        ("phantom_ttt", "has hidden information"),
        ("goofspiel(points_order=descending)", "simultaneous moves"),
        ("quoridor(players=3)", "has 3 players"),
        ("morpion_solitaire", "one player"),
    ],
)
def test_other_kinds_of_games_are_refused(name: str, why: str) -> None:
    with pytest.raises(ParameterError, match=why):
        from_openspiel(name)


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("tic_tac_to", UnknownGameError, "did you mean tic_tac_toe"),
        ("Connect Four", UnknownGameError, "did you mean connect_four"),
        ("", UnknownGameError, "registered_names"),
        ("tic_tac_toe(", ParameterError, "closing bracket"),
        ("connect_four(bla=1)", ParameterError, "Available parameters are: columns"),
        ("connect_four(rows=a)", ParameterError, "Wrong type for parameter rows"),
        ("connect_four(rows=-1)", ParameterError, "cannot make connect_four"),
        (7, ParameterError, "expects a name"),
        (None, ParameterError, "expects a name"),
        (TicTacToe(), ParameterError, "expects a name"),
    ],
)
def test_bad_input(name: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        from_openspiel(name)


def test_a_way_to_merge_that_there_is_not() -> None:
    with pytest.raises(ParameterError, match="'state', 'observation' or 'history'"):
        from_openspiel("tic_tac_toe", merged_by="board")


def test_histories_with_one_text_and_two_futures() -> None:
    """Go forbids that the whole board comes again, which its text does not tell."""
    with pytest.raises(RulesError, match=r"histories \[4, 2, 0\] and \[0, 2, 4\] have one text"):
        from_openspiel("go(board_size=2)")
    tree = from_openspiel("tic_tac_toe", merged_by="history")
    assert tree.play(tree.start(), 4) == "4\nplayer 1"
    assert next(tree.moves("4\nplayer 1")).text == "o(0,0)"
    seen = from_openspiel("tic_tac_toe", merged_by="observation")
    assert seen.start() == "...\n...\n...\nplayer 0"


def test_a_game_that_openspiel_has_in_python() -> None:
    game, other = from_openspiel("python_tic_tac_toe"), from_openspiel("tic_tac_toe")
    line = (4, 0, 8, 2, 1, 7)
    for plies in range(len(line)):
        one, two = (each.parse(" ".join(map(str, line[:plies])) or "4") for each in (game, other))
        assert game.board(one) == other.board(two)
        assert list(game.moves(one)) == list(other.moves(two))


def test_a_game_that_is_given() -> None:
    given = pyspiel.load_game("nim(pile_sizes=2;3)")
    game = from_openspiel(given)
    assert game.spiel is given
    assert solve(game).value(game.start()) is Value.WIN


def test_a_game_has_one_name() -> None:
    one = from_openspiel("connect_four(rows=4,columns=5)")
    other = from_openspiel(pyspiel.load_game("connect_four(columns=5,rows=4)"))
    assert one == other
    assert one.name == "connect_four(columns=5,rows=4)"
    assert from_openspiel("nim()").name == "nim"


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[openspiel\]'"):
        from_openspiel("tic_tac_toe")


def test_it_is_public() -> None:
    assert perfectplay.from_openspiel is from_openspiel


def test_a_game_without_actions() -> None:
    with pytest.raises(RulesError, match=r"has no action after \[\], and the play is not over"):
        from_openspiel("connect_four(rows=0,columns=0)")
