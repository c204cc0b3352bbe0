"""Moves on a drawn board: their values, and where their tags stand."""

from __future__ import annotations

import pytest

from perfectplay import Game, Piece, Value, solve
from perfectplay.drawing.board.svg import CHIPS, svg
from perfectplay.game.board import Board, CellChoice
from perfectplay.game.boards.board_of import board_of
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wild import WildTicTacToe
from perfectplay.tablebase.record import MoveRecord, Record
from random_plays import positions
from read_svg import SVG, moves_of, read, words


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
