"""Boards drawn as SVG, read again with an XML parser, and as text; ``show --svg``."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

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
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wild import WildTicTacToe
from perfectplay.registry.address import load_class
from perfectplay.tablebase.record import MoveRecord, Record
from random_plays import positions

SVG = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ElementTree.Element:
    """The root, with a size, a title and a description, and everything inside of its frame."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert [child.tag for child in root[:3]] == [SVG + "title", SVG + "desc", SVG + "style"]
    for group in root.iter(SVG + "g"):
        if group.get("transform"):
            first, _, _ = group.get("transform").partition(")")
            x, y = (float(n) for n in first.removeprefix("translate(").split())
            assert 0 <= x <= width
            assert 0 <= y <= height
    for rect in root.iter(SVG + "rect"):
        if rect.get("class") in ("pp-cell", "pp-tag"):
            assert float(rect.get("x")) >= 0
            assert float(rect.get("x")) + float(rect.get("width")) <= width
            assert float(rect.get("y")) + float(rect.get("height")) <= height
    return root


def moves_of(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {g.get("data-move"): g for g in root.iter(SVG + "g") if g.get("data-move") is not None}


def words(element: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in element.iter(SVG + "text")]


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


@pytest.mark.parametrize(
    "game", [TicTacToe(), ThreeRocks(3, 3), Chopsticks(fingers=3), WildTicTacToe(2, 2, 2)]
)
def test_moves_carry_their_values(game):
    solution = solve(game)
    for position in positions(game, seed=5):
        record = solution.probe(position.state, position.seat)
        drawn = moves_of(read(record.svg()))
        assert set(drawn) == {move.text for move in record.moves}
        for move in record.moves:
            roles = drawn[move.text].get("class").split()
            assert f"pp-{move.value}" in roles
            assert ("pp-best" in roles) == move.best
            assert ("pp-keeps" in roles) == (move.keeps and not move.best)
            plies = "∞" if move.remoteness is None else str(move.remoteness + 1)
            (label,) = words(drawn[move.text])
            assert label.split()[-1] == str(move.value)[0].upper() + plies
            assert move.text in drawn[move.text].find(SVG + "title").text


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


def test_many_moves_without_places_are_cut():
    board = Board("x", tuple(CellChoice(i, str(i)) for i in range(CHIPS + 5)))
    root = read(svg(board))
    assert len(moves_of(root)) == CHIPS
    assert "and 5 more moves" in words(root)


@pytest.mark.parametrize(
    ("texts", "below"),
    [(("X", "O"), 0), (("abcde", "b", "c"), 0), ("abcd", 4), (("a", "bigger"), 2)],
)
def test_moves_that_would_cover_one_another_stand_below_the_board(texts, below):
    choices = [CellChoice(text, text, 0) for text in texts]
    root = read(
        svg(Board("", (*choices, CellChoice(9, "much longer", 1)), ((0, 0), (1, 0)), (None, None)))
    )
    groups = [group for group in root.iter(SVG + "g") if group.get("class") == "pp-below"]
    assert sum(len(moves_of(group)) for group in groups) == below
    assert set(moves_of(root)) == {*texts, "much longer"}


def test_moves_of_one_cell_do_not_reach_into_the_next_with_their_values():
    """Two marks in each of two cells: "0,X W5" is wider than a cell."""
    texts = ("0,X", "0,O", "1,X", "1,O")
    choices = tuple(CellChoice(text, text, int(text[0])) for text in texts)
    moves = tuple(MoveRecord(text, text, Value.WIN, 4, True, True, None) for text in texts)
    record = Record(None, "", Value.WIN, 5, 0, False, moves)
    root = read(svg(Board("", choices, ((0, 0), (1, 0)), (None, None)), record))
    for named, move in moves_of(root).items():
        assert words(move) == [f"{named} W5"]
        (tag,) = (r for r in move.iter(SVG + "rect") if r.get("class") == "pp-tag")
        (narrow,) = (g for g in move if g.get("transform"))
        factor = float(narrow.get("transform").split("scale(")[1].split(")")[0])
        assert factor > 0.8
        assert float(tag.get("width")) * factor <= 60.1


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


def test_arrows_that_would_cover_one_another_are_buttons_below():
    """A piece that takes a cell away, or becomes another piece, has several moves to one cell."""
    choices = (
        CellChoice("up=Q", "up=Q", 1, 0), CellChoice("up=R", "up=R", 1, 0),
        CellChoice("right", "right", 2, 0), CellChoice("pass", "pass", None, None),
    )  # fmt: skip
    places = ((0.0, 1.0), (0.0, 0.0), (1.0, 1.0))
    board = Board("three cells", choices, places, (Piece("K", 0), None, None), frozenset())
    drawn = read(svg(board))
    groups = {
        group.get("data-move"): {child.tag.removeprefix(SVG) for child in group.iter()}
        for group in drawn.iter(SVG + "g")
        if "pp-move" in (group.get("class") or "")
    }
    assert set(groups) == {"up=Q", "up=R", "right", "pass"}
    below = {move for move, tags in groups.items() if tags == groups["pass"]}
    assert below == {"up=Q", "up=R", "pass"}


class Pins(Game):
    """Knock over one pin, or two side by side; on 3 rows of 3 or in a row of 9."""

    stuck = Value.LOSS

    def __init__(self, columns: int) -> None:
        self.board_shape = (9 // columns, columns)

    def start(self):
        return "|" * 9

    def moves(self, state):
        columns = self.board_shape[1]
        ones = [(i,) for i in range(9) if state[i] == "|"]
        twos = [(i, i + d) for i in range(9) for d in (1, columns) if i + d < 9]
        return ones + [(i, j) for i, j in twos if state[i] == state[j] == "|"]

    def play(self, state, move):
        return "".join("." if i in move else pin for i, pin in enumerate(state))

    def outcome(self, state):
        return None


@pytest.mark.parametrize("columns", [3, 9])
def test_values_do_not_hide_the_pieces(columns):
    solution = solve(Pins(columns))
    root = read(svg(board_of(solution.rules, "|" * 9), solution.probe("|" * 9)))
    pieces = [
        tuple(map(float, g.get("transform")[len("translate(") : -1].split()))
        for g in root.iter(SVG + "g")
        if g.get("transform")
    ]
    labels = [t for t in root.iter(SVG + "text") if t.get("class") == "pp-label"]
    assert (len(pieces), len(labels)) == (9, len(Pins(columns).moves("|" * 9)))
    for label in labels:
        x, y = float(label.get("x")), float(label.get("y")) - 13 * 0.35
        for px, py in pieces:
            assert abs(x - px) > 17 or abs(y - py) > 11, (label.text, x - px, y - py)


def test_several_moves_of_a_piece_stand_below_the_board():
    """On its cell they would cover it; on an empty cell there is nothing to cover."""
    choices = tuple(CellChoice(f"{i}{t}", f"{i}{t}", i, None) for i in (0, 1) for t in "ab")
    board = Board(
        "two cells", choices, ((0.0, 0.0), (1.0, 0.0)), (Piece("K", 0), None), frozenset((0, 1))
    )
    root = read(svg(board))
    below = next(g for g in root.iter(SVG + "g") if g.get("class") == "pp-below")
    assert set(moves_of(below)) == {"0a", "0b"}
    assert set(moves_of(root)) == {"0a", "0b", "1a", "1b"}


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
