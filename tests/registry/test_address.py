"""What GAME may be: names, files, modules, classes, instances."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path

import pytest

from perfectplay import Solution, Value, solve
from perfectplay.core.errors import (
    GameFileError,
    ParameterError,
)
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.registry.address import load_class, load_game
from perfectplay.verifier.verifying import verify

HEAD = """
from dataclasses import dataclass
from perfectplay import Game, Value
"""

RULES = """
    def start(self):
        return 4
    def moves(self, state):
        return range(1, min(state, 2) + 1)
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""

OLDER = """
startGameState = "4"
possibleMoveTypes = ["1", "2"]
def doMove(moveType, gameState):
    left = int(gameState) - int(moveType)
    return str(left) if left >= 0 else False
def evaluateGameState(gameState):
    return -1 if gameState == "0" else "undecided"
"""


@pytest.mark.parametrize("name", GAMES)
def test_every_name_of_the_library_is_a_game(name):
    assert isinstance(load_game(name), Game)


def test_names_take_parameters():
    assert load_game("three_rocks", {"left": "4"}) == ThreeRocks(left=4)
    with pytest.raises(ParameterError):
        load_game("three_rocks", {"left": "many"})


def test_a_file_with_one_game(write):
    file = write(HEAD + "class Rocks(Game):" + RULES)
    for address in (file, f"{file}:Rocks", f"./{file}", str(Path(file).absolute())):
        game = load_game(address)
        assert type(game).__name__ == "Rocks"
        assert solve(game).value(4).name == "WIN"


def test_the_ending_of_a_file_may_be_in_capitals(write, monkeypatch, tmp_path):
    Path(write(HEAD + "class Rocks(Game):" + RULES)).rename(tmp_path / "ROCKS.PY")
    (tmp_path / "TREE.JSON").write_text('{"left": "win", "right": "loss"}')
    monkeypatch.chdir(tmp_path)
    assert type(load_game("ROCKS.PY:Rocks")).__name__ == "Rocks"
    for address in ("ROCKS.PY", "TREE.JSON"):
        solve(load_game(address)).save(folder := tmp_path / f"solved {address}")
        loaded = Solution.open(folder)
        assert loaded.value(loaded.start) == Value.WIN
        assert verify(folder).ok


def test_a_file_takes_parameters_and_dataclasses_work_in_it(write):
    text = "from __future__ import annotations\n" + HEAD + "@dataclass(frozen=True)\n"
    file = write(text + "class Rocks(Game):\n    size: int = 3" + RULES)
    game = load_game(file, {"size": "5"})
    assert game.size == 5
    assert "class Rocks" in inspect.getsource(type(game))


def test_the_last_of_a_chain_of_classes_is_the_game(write):
    file = write(
        HEAD
        + "from perfectplay.games.three_rocks import ThreeRocks\n"
        + "class Base(Game):"
        + RULES
        + "class Mine(Base):\n    pass\n"
        + "Alias = Mine\n"
    )
    assert load_class(file).__name__ == "Mine"
    assert load_class(f"{file}:Base").__name__ == "Base"
    assert load_class(f"{file}:ThreeRocks") is ThreeRocks


def test_an_instance_and_a_function_that_makes_one(write):
    text = HEAD + "class Rocks(Game):" + RULES + "game = Rocks()\ndef make():\n    return Rocks()\n"
    file = write(text)
    assert type(load_game(f"{file}:game")).__name__ == "Rocks"
    assert type(load_game(f"{file}:make")).__name__ == "Rocks"


def test_files_can_import_the_files_beside_them(write, monkeypatch):
    monkeypatch.delitem(sys.modules, "beside_rocks", raising=False)
    write("MOST = 2", "beside_rocks.py")
    file = write("from beside_rocks import MOST\n" + HEAD + "class Rocks(Game):" + RULES)
    before = list(sys.path)
    load_game(file)
    assert sys.path == before


def test_a_changed_file_is_read_anew(write):
    file = write(HEAD + "class Rocks(Game):" + RULES)
    assert load_game(file).start() == 4
    write(HEAD + "class Rocks(Game):" + RULES.replace("return 4", "return 9"))
    assert load_game(file).start() == 9  # of the same size, within the same second
    assert not list(Path().glob("__pycache__/rocks*"))


def test_a_module(write, monkeypatch):
    Path("pack_of_rocks").mkdir()
    write(HEAD + "class Rocks(Game):" + RULES, "pack_of_rocks/one.py")
    for address in ("pack_of_rocks.one", "pack_of_rocks.one:Rocks"):
        assert load_class(address).__name__ == "Rocks"
    assert load_class("perfectplay.games.three_rocks:ThreeRocks") is ThreeRocks


@pytest.mark.parametrize("style", ["camel", "snake", "short"])
def test_files_of_the_older_style(write, style):
    text = OLDER
    if style == "snake":
        for old, new in (
            ("startGameState", "start_game_state"),
            ("possibleMoveTypes", "possible_move_types"),
            ("doMove", "do_move"),
            ("evaluateGameState", "evaluate_game_state"),
        ):
            text = text.replace(old, new)
    if style == "short":
        for old, new in (
            ("startGameState", "start"),
            ("possibleMoveTypes", "possible_moves"),
            ("doMove", "do_move"),
            ("evaluateGameState", "evaluate"),
        ):
            text = text.replace(old, new)
    solution = solve(load_game(write(text)))
    assert solution.summary()["game"] == "rocks"
    assert solution.scores() == {"0": -1, "1": 1, "2": 1, "3": -1, "4": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "rocks.py defines no game: it needs one class made from perfectplay.Game"),
        ("from perfectplay.games.three_rocks import ThreeRocks", "rocks.py defines no game"),
        (
            HEAD + "class A(Game):" + RULES + "class B(Game):" + RULES,
            "rocks.py defines 2 games, A and B; say which: rocks.py:A",
        ),
        (
            HEAD + "class Rocks(Game):\n    def start(self): return 1\n"
            "    def moves(self, state): return ()\n    def play(self, state, move): return 1\n",
            r"Rocks lacks outcome\(state\): .*; if plays end only .* let it return None and set s",
        ),
        (
            HEAD + "class Rocks(Game):" + RULES.replace("def outcome", "def ending"),
            r"Rocks lacks outcome\(state\): .* and outcome\(state\); rename ending to outcome, if",
        ),
        (
            HEAD
            + "class Rocks(Game):"
            + RULES.replace("def moves", "def legal_moves").replace("def play", "def do_move"),
            "; rename legal_moves to moves and do_move to play, if this is meant",
        ),
        (
            HEAD + "class Rocks(Game):\n    legal_moves = 3" + RULES.replace("def moves", "def m"),
            r"Rocks lacks moves\(state\): .* and outcome\(state\)$",
        ),
        (
            HEAD + "class Rocks(Game):" + RULES.replace("def moves", "def move"),
            r"Rocks lacks moves\(state\): .*; rename move to moves, if this is meant",
        ),
        ("def f(:\n  pass", r"rocks.py is not Python: invalid syntax \(line 1: def f\(:\)"),
        (
            "if True:\npass",
            r"rocks.py is not Python: expected an indented block .*\(line 2: pass\)",
        ),
        (
            "x = 1\ny = x / 0\n",
            r"rocks.py cannot be run: ZeroDivisionError: division by zero \(line 2: y = x / 0\)",
        ),
        (
            "import nothing_of.this_name",
            "ModuleNotFoundError: No module named 'nothing_of'.*; correct the name, or install "
            "nothing_of beside perfectplay",
        ),
        (
            "from perfectplay import Values",
            "; rules begin with: from perfectplay import Game, Value",
        ),
        (
            "class Rocks(Game): pass",
            "; write at the top of the file: from perfectplay import Game$",
        ),
        (HEAD + "LOST = Valu.LOSS", r"\(line \d+: LOST = Valu.LOSS\); did you mean Value\?$"),
        (
            HEAD + "class Rocks:" + RULES,
            r"^Rocks in rocks.py is no game yet: write class Rocks\(Game\):$",
        ),
        ("x = '\0'", "rocks.py is not Python: source code string cannot contain null bytes$"),
        (
            "from dataclasses import dataclass\n@dataclass\nclass Piles:\n    n: list = []",
            "fields of a game cannot change: write a tuple in place of a list",
        ),
        ("import sys\nsys.exit(3)", "rocks.py cannot be run: SystemExit: 3"),
        ("import sys\nsys.exit(3)", 'script below: if __name__ == "__main__":'),
        ("raise ValueError", r"rocks.py cannot be run: ValueError \(line 1: raise ValueError\)"),
        (OLDER.replace("def evaluate", "def e"), "older style but lacks evaluateGameState"),
        (
            "from perfectplay import *" + textwrap.dedent(RULES.replace("self, ", "")),
            "has start, moves, play and outcome as functions by themselves; make them methods",
        ),
        (OLDER + "doMove = 3", "doMove must be a function, it is a value of type int"),
        (OLDER + "possibleMoveTypes = 3", "possibleMoveTypes must be a list of all moves"),
        (OLDER + "def startGameState(): pass", "startGameState must be the first state"),
        (
            "from perfectplay.games.three_rocks import ThreeRocks\ngame = ThreeRocks()",
            "no Game subclass; say rocks.py:game",
        ),
    ],
)
def test_a_file_that_is_not_one_game(write, text, said):
    with pytest.raises(GameFileError, match=said) as caught:
        load_class(write(text))
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_run_leaves_no_module(write):
    before = set(sys.modules)
    with pytest.raises(GameFileError):
        load_class(write("x = 1 / 0"))
    assert set(sys.modules) == before


def test_a_file_that_is_no_text(write, tmp_path):
    for content in (b"\x00\x01\xff", b"x = 1\x00"):
        (tmp_path / "rocks.py").write_bytes(content)
        with pytest.raises(GameFileError, match=r"rocks.py is not Python"):
            load_class("rocks.py")


def test_a_missing_file_and_a_folder(write, tmp_path):
    write("")
    with pytest.raises(GameFileError, match=r"no file gone.py; .* `perfectplay new gone.py`"):
        load_class("gone.py")
    (tmp_path / "fold.py").mkdir()
    with pytest.raises(GameFileError, match=r"fold.py is a folder"):
        load_class("fold.py")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("rocks.py:Stones", "rocks.py has no 'Stones'; say rocks.py:Rocks"),
        ("rocks.py:dataclass", "rocks.py:dataclass is a function; expected a class"),
        ("rocks.py:number", "rocks.py:number is a value of type int; expected a class"),
        ("rocks.py:Value", "rocks.py:Value is the class Value; expected a class"),
        ("rocks.py:Game", "rocks.py:Game is the class Game; expected a class"),
        ("rocks.py:fails", r"fails\(\) raises KeyError: 3 \(line \d+: raise KeyError\(3\)\)"),
        ("no.such.module", "no module 'no' is installed or in this folder"),
        ("json.no_such", "no module 'json.no_such' is installed"),
        ("json.decoder", "json.decoder defines no game"),
        ("json.decoder:JSONDecoder", "is the class JSONDecoder; expected a class"),
    ],
)
def test_a_name_that_is_no_game(write, address, said):
    write(HEAD + "class Rocks(Game):" + RULES + "number = 3\ndef fails():\n    raise KeyError(3)\n")
    with pytest.raises(GameFileError, match=said):
        load_class(address)
