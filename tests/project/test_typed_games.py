"""Types: what an editor knows of a game that says what its states and moves are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import pytest

import perfectplay
from perfectplay import Game, Solution, Value, check_game, misere, solve
from perfectplay.game.naming import game_name
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.address import load_game

ROOT = Path(perfectplay.__file__).parent

TYPED = """
from collections.abc import Iterable
from dataclasses import dataclass

from perfectplay import Game, Solution, Value, search, solve
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


@dataclass(frozen=True)
class Countdown(Game[int, str]):
    stones: int = 10

    def start(self) -> int:
        return self.stones

    def moves(self, state: int) -> Iterable[str]:
        return [str(n) for n in range(1, min(state, 3) + 1)]

    def play(self, state: int, move: str) -> int:
        return state - int(move)

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


class Plain(Game):
    def start(self) -> int:
        return 1

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return 0

    def outcome(self, state: int) -> Value | None:
        return None if state else Value.LOSS


def solved(game: Game) -> Solution:
    return solve(game)


solution = solve(Countdown())
reveal_type(solution)  # Solution[int, str]
reveal_type(solution.best_moves(4))  # list[str]
reveal_type(solution.keeping_moves(4))  # list[str]
reveal_type(solution.start)  # int
reveal_type(solution[4].moves[0].move)  # str
reveal_type(solution["4"].state)  # int
reveal_type(list(solution))  # list[int]
reveal_type(solution.line().moves)  # tuple[str, ...]
reveal_type(solution.probe(1).moves[0].state)  # int
reveal_type(solution.find("3"))  # int
reveal_type(search(Countdown(), 4).best_moves)  # list[str]
reveal_type(Solution.open("folder", Countdown()).best_moves(3))  # list[str]
reveal_type(solve(Plain()).best_moves(0))  # list[Any]
reveal_type(solved(Plain()))  # Solution[Any, Any]
reveal_type(Solution.open("folder"))  # Solution[Any, Any]
reveal_type(solution.to_polars())  # DataFrame
reveal_type(solution.to_polars().height)  # int
reveal_type(-Value.WIN)  # Value
reveal_type(solve(ThreeRocks()).best_moves((3, 2)))  # list[tuple[int, int]]
reveal_type(list(solve(TicTacToe())))  # list[int]
"""

WRONG = """

solution.best_moves("4")
solution.value((4,))
Countdown().play(4, 1)
"""


def checked(folder: Path, text: str) -> list[str]:
    """What mypy says of a file of somebody who uses perfectplay, as strict as it gets."""
    (folder / "typed.py").write_text(text)
    cache = ROOT.parents[1] / ".mypy_cache"
    flags = ["--strict", "--cache-dir", str(cache), "--follow-imports", "silent"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *flags, "typed.py"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_an_editor_knows_what_best_moves_are(tmp_path: Path) -> None:
    said = checked(tmp_path, TYPED + WRONG)
    revealed = [m[1] for line in said if (m := re.search(r'Revealed type is "(.*)"', line))]
    wanted = re.findall(r"reveal_type\(.*\)  # (.*)", TYPED)
    assert [re.sub(r"(\w+\.)+", "", text) for text in revealed] == wanted
    errors = [line for line in said if " error: " in line]
    assert len(errors) == 3, errors
    assert 'Argument 1 to "best_moves"' in errors[0]
    assert 'Argument 1 to "value"' in errors[1]
    assert 'Argument 2 to "play"' in errors[2]


# --- the same classes at run time -----------------------------------------------------------------


class Rules:
    """The rules of a game on integers, as a class beside its base."""

    def start(self):
        return 200

    def moves(self, state):
        return range(1, min(state, 3) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Bare(Rules, Game):
    """Says nothing of types."""


class Typed(Rules, Game[int, int]):
    """Says what states and moves are."""


S = TypeVar("S")


class Between(Game[S, int], Generic[S]):
    """A base class that leaves the states open."""


class Below(Rules, Between[int]):
    """Fills it in."""


@pytest.mark.parametrize("cls", [Typed, Below])
@pytest.mark.parametrize("method", ["interpreted", "compiled", "reference"])
def test_games_with_type_parameters_are_solved(cls: type[Game], method: str) -> None:
    solution = solve(cls(), method=method)
    assert solution.engine == method
    assert len(solution) == 201
    assert solution.counts == solve(Bare(), method=method).counts
    assert check_game(cls(), compiled=False).ok
    assert solve(misere(cls())).value(1) is Value.LOSS


def test_type_parameters_are_no_rules(tmp_path: Path) -> None:
    """A stored solution stays that of its game if the author adds them."""
    source = (ROOT / "games" / "three_rocks.py").read_text(encoding="utf-8")
    typed = "(Game[tuple[int, int], tuple[int, int]]):"
    assert typed in source
    names = {}
    for text in (source, source.replace(typed, "(Game):")):
        place = tmp_path / f"rocks{len(names)}.py"
        place.write_text(text)
        names[place] = load_game(str(place))
    one, other = names.values()
    assert fingerprint(one) == fingerprint(other)
    assert fingerprint(other).whole == fingerprint(load_game("three_rocks")).whole
    solve(one).save(tmp_path / "rocks")
    assert Solution.open(tmp_path / "rocks", other).value((1, 0)) is Value.WIN
    assert game_name(Typed()) == "Typed"


@dataclass(frozen=True)
class Fields(Game[tuple[int, int], int]):
    """A dataclass with type parameters."""

    left: int = 2

    def start(self) -> tuple[int, int]:
        return (self.left, 0)

    def moves(self, state: tuple[int, int]) -> Iterable[int]:
        return range(1, state[0] + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, state[1] + move)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return None if state[0] else Value.LOSS


def test_a_dataclass_with_type_parameters() -> None:
    assert [str(solve(Fields(3), method=m).value((3, 0))) for m in ("auto", "compiled")] == [
        "win"
    ] * 2
    assert Fields(3) == Fields(3)
    assert hash(Fields(3)) == hash(Fields(3))
