"""Boards drawn as SVG, read again with an XML parser, and as text; ``show --svg``."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay
from perfectplay import Cells, Game, Grid, Piece, Solution, Value, put, solve
from perfectplay.cli.main import run
from perfectplay.drawing.board.svg import CHIPS, svg
from perfectplay.drawing.board.text import text, text_and_board
from perfectplay.game.board import SHAPES, Board, CellChoice
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_class
from perfectplay.tablebase.record import Record
from random_plays import positions
from read_svg import SVG, moves_of, read, words


@pytest.mark.parametrize("name", GAMES)
def test_random_states_of_every_game_are_drawn_with_all_their_moves(name):
    game = load_class(name)()
    rules = CheckedGame(game)
    for position in positions(game, seed=7, plays=2):
        board = board_of(rules, position.state, position.seat)
        picture = svg(board)
        assert picture == svg(board_of(rules, position.state, position.seat))
        drawn = moves_of(read(picture))
        placed = [choice.text for choice in board.choices if choice.target is not None]
        others = [choice.text for choice in board.choices if choice.target is None]
        assert sorted(drawn) == sorted(placed + others[:CHIPS])
        assert text(board) == text(board).rstrip()


def test_what_users_write_is_escaped():
    nasty = "</svg><script>alert('&')</script>\x00\ud800\uffff"
    board = Board(nasty, (CellChoice(0, nasty),), labels=((0, 0, nasty),), note=nasty)
    root = read(svg(board, title=nasty, caption=nasty))
    assert not list(root.iter(SVG + "script"))
    assert nasty[:-3] in root.find(SVG + "title").text
    placed = Board(nasty, (), ((0.0, 0.0),), (Piece("<&>"),), labels=((0, 0, nasty),))
    assert "<&>" in words(read(svg(placed)))


def test_random_cells_are_inside_of_the_picture():
    chance = random.Random(3)
    for _ in range(50):
        size = chance.randint(1, 12)
        places = [(chance.uniform(-9, 9), chance.uniform(-9, 9)) for _ in range(size)]
        pieces = [
            chance.choice([None, Piece(chance.choice((*SHAPES, "A", "WQ", "1234")),
                                       chance.choice((None, 0, 1)), chance.choice((None, 3, 99)))])
            for _ in range(size)
        ]  # fmt: skip
        choices = [
            CellChoice(i, f"move {i}", chance.choice((None, *range(size)))) for i in range(size)
        ]
        arrow = CellChoice(size, "arrow", chance.randrange(size), chance.randrange(size))
        board = Board("random", (*choices, arrow), tuple(places), tuple(pieces))
        assert len(moves_of(read(svg(board)))) == size + 1
        signs = [piece for piece in board.pieces if piece]
        assert len("".join(text(board).split())) >= len(signs)


def test_a_picture_says_where_the_moves_below_begin():
    places, pieces = ((0, 0), (1, 0)), (None, None)
    alone = read(svg(Board("", (), places, pieces)))
    choices = tuple(CellChoice(i, f"move {i}") for i in range(20))
    root = read(svg(Board("", choices, places, pieces)))
    (group,) = (group for group in root.iter(SVG + "g") if group.get("class") == "pp-below")
    assert group.get("data-top") == alone.get("height")
    assert len(moves_of(group)) == 20


def test_seats_are_told_apart_without_colours():
    one, other = (
        svg(Board("", (), ((0.0, 0.0),), (Piece("disc", seat),))).count("<circle")
        for seat in (0, 1)
    )
    assert (one, other) == (1, 2)


def test_both_looks_are_there():
    picture = svg(Board("x"))
    assert "prefers-color-scheme:dark" in picture
    assert "fill:#fff;fill:var(--pp-paper)" in picture


# --- text -----------------------------------------------------------------------------------------


def test_a_board_as_text():
    solution = solve(TicTacToe())
    state = solution.find("X../.O./..X")
    record = solution.probe(state, 1)
    assert text(board_of(solution.rules, state, 1), record).splitlines() == [
        "✕   D6  L4", "D6  ○   D6", "L4  D6  ✕", "O to move",
    ]  # fmt: skip
    assert text(board_of(solution.rules, state, 1)).splitlines()[0] == "✕  .  ."


def test_cells_anywhere_as_text():
    board = Board("", (), ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)), (Piece("A"), Piece("B"), None),
                  labels=((0.5, 2.0, "low"),), joined=((0, 2),))  # fmt: skip
    assert text(board) == "A    B\n\n  .\n\n low"


# --- notebooks and the command --------------------------------------------------------------------


def test_records_and_solutions_draw_themselves(tmp_path):
    solution = solve(ThreeRocks(2, 1))
    assert "121" not in solution._repr_html_()
    assert "Solution of three_rocks: 6 states" in " ".join(words(read(solution._repr_html_())))
    record = solution.probe((1, 0))
    assert record == Record(
        record.state, record.text, record.value, record.remoteness, record.seat, record.terminal,
        record.moves,
    )  # fmt: skip
    assert "for the player to move: win in 1 ply" in words(read(record._repr_html_()))
    assert "rules" not in repr(record)
    solution.save(tmp_path / "rocks")
    stored = Solution.open(tmp_path / "rocks")
    assert stored.probe((1, 0)).svg() == record.svg()


def test_a_record_without_rules_shows_its_text():
    record = Record((1, 0), "1,0", Value.WIN, 1, None, False, ())
    assert "1,0" in words(read(record.svg()))


def test_show_writes_the_picture_whole(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["show", "tic_tac_toe", "--move", "5", "--svg", "a.svg"]) == 0
    capsys.readouterr()
    assert [f.name for f in Path().iterdir()] == ["a.svg"]
    root = read(Path("a.svg").read_text(encoding="utf-8"))
    assert len(moves_of(root)) == 8
    assert run(["show", "tic_tac_toe", "--move", "5", "--svg", "-"]) == 0
    assert capsys.readouterr().out == Path("a.svg").read_text(encoding="utf-8")


BAD = """
from perfectplay import Game, Grid, Value
class Bad(Game):
    stuck = Value.LOSS
    def start(self): return 3
    def moves(self, state): return [1] if state else []
    def play(self, state, move): return state - move
    def outcome(self, state): return None
    def board(self, state): return Grid(1, 2, {5: "X"})
"""


@pytest.mark.parametrize("option", [["--svg", "bad.svg"], ["--board"]])
def test_a_bad_board_is_one_sentence_and_no_file(option, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text(BAD, encoding="utf-8")
    assert run(["show", "bad.py", *option]) == 2
    err = capsys.readouterr().err
    assert "Bad.board gave 5 as a cell of pieces, and cells are 0 to 1 in state 3" in err
    assert err.count("\n") == 1
    assert not Path("bad.svg").exists()
    assert run(["show", "bad.py"]) == 0


def test_a_notebook_shows_the_text_where_the_board_is_bad():
    class Bad(ThreeRocks):
        def board(self, state):
            return f"{state}" if state == (0, 0) else 1 / 0

    shown = solve(Bad(1, 0))._repr_html_()
    assert shown.startswith("<pre>1,0\n")
    assert "Bad.board raised ZeroDivisionError" in shown


def test_drawing_needs_nothing_heavy():
    code = (
        "import perfectplay.drawing.board.svg, perfectplay.drawing.board.text, sys;"
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'matplotlib')))"
    )
    environment = {"PYTHONPATH": str(Path(perfectplay.__file__).parent.parent), "PATH": ""}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
    )


class Triangle(Game):
    """A stone on a triangle goes round; a game of a kind that the library lacks."""

    stuck = Value.LOSS

    def start(self):
        return (0, 5)

    def moves(self, state):
        return ["round", "stay"] if state[1] else []

    def play(self, state, move):
        return ((state[0] + (move == "round")) % 3, state[1] - 1)

    def outcome(self, state):
        return None

    def board(self, state):
        at = state[0]
        places, lines = ((0, 0), (2, 0), (1, 1.7)), [(0, 1), (1, 2), (2, 0)]
        arrows = {"round": (at, (at + 1) % 3), "stay": at} if state[1] else {}
        return Cells(places, {at: "disc"}, arrows, lines, note=f"{state[1]} left")


def test_a_users_own_board():
    record = solve(Triangle()).probe((0, 5))
    root = read(record.svg())
    assert set(moves_of(root)) == {"round", "stay"}
    assert "5 left" in words(root)
    assert len(list(moves_of(root)["round"].iter(SVG + "path"))) >= 2


def test_grid_is_exported():
    assert Grid(1, 1) == Grid(1, 1)


class Rowed(Game):
    """One row of stones, which the game itself draws."""

    def start(self):
        return (0, 0)

    def moves(self, state):
        return [i for i in (0, 1) if not state[i]]

    def play(self, state, move):
        return put(state, move, 1)

    def outcome(self, state):
        return Value.LOSS if all(state) else None

    def board(self, state):
        return [["X" if stone else "" for stone in state]]


def test_a_board_of_the_game_stands_below_the_text_of_a_state():
    assert text_and_board(CheckedGame(Rowed()), (1, 0)) == "1,0\n\nX  ."
    assert text_and_board(CheckedGame(TicTacToe()), 0).count("\n") == 2  # its text is drawn
