"""Games as newcomers wrote them: texts of tuples that change their length, sets that become empty,
endings that `stuck` decides, names of parameters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from games_to_check import check
from perfectplay import Game, Solution, Value, solve
from perfectplay.core.errors import GameFileError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.endings import inverted_ending
from perfectplay.game.naming import game_name
from perfectplay.registry.address import import_here
from perfectplay.tablebase.store.text_index import TextKeys


class Splits(Game):
    """Split a heap or take one; heaps are sorted, and empty ones are left out."""

    impartial = True
    stuck = Value.LOSS

    def start(self):
        return (3, 2)

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        heap = state[move]
        parts = (1, heap - 1) if heap > 2 else (heap - 1,)
        return tuple(sorted(part for part in (*state[:move], *parts, *state[move + 1 :]) if part))

    def outcome(self, state):
        return None


def test_tuples_of_many_lengths_are_read_back() -> None:
    assert check(Splits()).ok
    solution = solve(Splits())
    for state in solution:
        assert solution.game.parse(solution.game.text(state)) == state
    assert solution["()"].value is Value.LOSS
    assert solution["1,1,2"].state == (1, 1, 2)


class Crossed(Game):
    """Cross numbers out, until none is left."""

    stuck = Value.LOSS

    def start(self):
        return frozenset(range(5)), 0

    def moves(self, state):
        return sorted(state[0])

    def play(self, state, move):
        return state[0] - {move}, 1 - state[1]

    def outcome(self, state):
        return None


def test_a_state_with_an_empty_set_is_read_without_a_walk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solve(Crossed(), folder=tmp_path / "solved")
    monkeypatch.setattr(TextKeys, "_walk", lambda self: pytest.fail("the whole game was walked"))
    stored = Solution.open(tmp_path / "solved", game=Crossed())
    assert (frozenset(), 1) in list(stored)
    for text in ("(frozenset(), 1)", "(frozenset({}), 1)"):
        assert stored[text].value is Value.LOSS


class WrongWay(Game):
    """A race to square 5 whose author gave the winner's WIN, and whose blocked player loses."""

    stuck = Value.LOSS

    def start(self):
        return 0

    def moves(self, state):
        return [] if state == 4 else [1, 2]

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.WIN if state >= 5 else None


def test_endings_that_stuck_decides_do_not_answer_for_outcome() -> None:
    assert inverted_ending(CheckedGame(WrongWay())) == 5
    with pytest.warns(match="misere = True"):
        solve(WrongWay())


@dataclass(frozen=True)
class Take(Splits):
    name: int = 7


def test_a_parameter_that_is_called_name_is_no_name() -> None:
    assert game_name(Take()) == "Take"


@pytest.mark.parametrize("folder", [".", ".."])
def test_a_folder_is_no_module(folder: str) -> None:
    with pytest.raises(GameFileError, match="is a folder; expected a file of rules"):
        import_here(folder)
