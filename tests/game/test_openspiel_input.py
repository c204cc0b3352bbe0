"""Games of OpenSpiel: their addresses, and what is refused."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import perfectplay
from perfectplay import (
    Value,
    from_openspiel,
    misere,
    solve,
)
from perfectplay.cli.main import run as cli
from perfectplay.core.errors import (
    MissingExtraError,
    ParameterError,
    RulesError,
    UnknownGameError,
)
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game


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
