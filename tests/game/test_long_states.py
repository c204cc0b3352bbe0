"""Sentences about long states, long moves and long texts stay short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import PerfectPlayError, PerfectPlayWarning
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.game.read_state import read_state
from perfectplay.tablebase.solution import Solution

MANY = frozenset(range(600))


class Sets(Game):
    """Take one of the three smallest numbers."""

    begin: Any = MANY

    def start(self) -> Any:
        return self.begin

    def moves(self, state: Any) -> list[Any]:
        return sorted(state)[:3]

    def play(self, state: Any, move: Any) -> Any:
        return state - {move}

    def outcome(self, state: Any) -> Value | None:
        return Value.LOSS if len(state) < 598 else None


class Tuples(Sets):
    begin = (7,) * 600

    def play(self, state: Any, move: int) -> Any:
        return state[1:]


class Nested(Tuples):
    begin = ((7, 8),) * 600


class Rests(Sets):
    """Moves are as long as states."""

    def moves(self, state: Any) -> list[Any]:
        return [state - {number} for number in range(5)]

    def play(self, _: Any, move: Any) -> Any:
        return move


GAMES = [Sets(), Tuples(), Nested(), Rests()]
LONG = "x" * 5_000
SAYS: dict[str, Callable[[Game], object]] = {
    "read": lambda game: read_state(game, LONG),
    "read a number": lambda game: read_state(game, "7.5"),
    "find": lambda game: solve(game).find(LONG),
    "value": lambda game: solve(game).value("nothing of the kind" * 100),
    "move": lambda game: find_move(CheckedGame(game), game.start(), LONG),
    "over": lambda game: find_move(CheckedGame(game), type(game.start())(), "1"),
}


@pytest.mark.parametrize("what", SAYS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_errors(game: Game, what: str) -> None:
    with pytest.raises(PerfectPlayError) as found:
        SAYS[what](game)
    assert len(str(found.value)) < 1_100
    assert any(sign in str(found.value) for sign in ("...", "()", "{}"))


def test_moves_in_a_sentence() -> None:
    with pytest.raises(PerfectPlayError, match=r"legal: \{.{150,200}\.\.\.  .* and 3 more"):
        find_move(CheckedGame(Rests()), MANY, "x")


def test_functions() -> None:
    with pytest.warns(PerfectPlayWarning) as warned:
        solve(Game.from_functions(MANY, (1,), lambda *_: False, lambda _: "undecided"))
    assert len(str(warned[0].message)) < 400
    with pytest.raises(PerfectPlayError) as found:
        solve(Game.from_functions(MANY, (1,), lambda *_: False, lambda _: [MANY]))
    assert len(str(found.value)) < 600


class SameTexts(Sets):
    def text(self, _: Any, __: int | None = None) -> str:
        return "a set " * 100


def test_states_of_one_text(tmp_path: Any) -> None:
    solution: Solution = solve(SameTexts())
    with pytest.raises(PerfectPlayError, match="have one text") as found:
        solution.save(tmp_path / "sets")
    assert len(str(found.value)) < 900


def test_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sets.py"
    file.write_text(
        "from perfectplay import Game, Value\n\n\nclass Sets(Game):\n"
        "    def start(self):\n        return frozenset(range(600))\n"
        "    def moves(self, state):\n        return sorted(state)[:3]\n"
        "    def play(self, state, move):\n        return state - {move}\n"
        "    def outcome(self, state):\n        return Value.LOSS if len(state) < 598 else None\n"
    )
    for texts in ([LONG], ["--move", LONG], ["x"] * 2_000, ["1=" + LONG]):
        assert run(["show", str(file), *texts]) == 2
        assert len(capsys.readouterr().err) < 900
