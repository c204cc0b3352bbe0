"""Boards that are guessed: of which games, of which not, and where their moves are clicked."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from boards_to_guess import OTHERS, Crosses, Drop, Flips, Tiles
from forms_to_draw import FORMS, Lines
from perfectplay import Game, Piece, Value, cap
from perfectplay.core.errors import RulesError
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import first_position, next_position
from random_plays import positions
from states_to_refuse import NO_BOARDS


def after(game: Game, *indices: int):
    """The rules, and the position after moves by their places among the legal ones."""
    rules = CheckedGame(game)
    position = first_position(rules)
    for i in indices:
        position = next_position(rules, position, rules.moves(position.state)[i])
    return rules, position


@pytest.mark.parametrize("form", FORMS)
def test_tic_tac_toe_is_a_board_in_every_form(form):
    rules, position = after(FORMS[form], 0, 3, 6)  # cells 0, 4, 8
    board = board_of(rules, position.state, position.seat)
    assert (len(board.places), board.columns) == (9, 3)
    pieces = [None if piece is None else (piece.shape, piece.seat) for piece in board.pieces]
    cross, nought = ("X", 0), ("O", 1)
    assert pieces == [cross, None, None, None, nought, None, None, None, cross]
    assert [(choice.source, choice.target) for choice in board.choices] == [
        (None, cell) for cell in (1, 2, 3, 5, 6, 7)
    ]


@pytest.mark.parametrize("name", OTHERS)
def test_other_boards_have_their_shape_and_all_moves(name):
    game, (rows, columns) = OTHERS[name]
    rules = CheckedGame(game)
    for position in positions(game, seed=len(name)):
        board = board_of(rules, position.state, position.seat)
        assert (len(board.places), board.columns) == (rows * columns, columns)
        for choice in board.choices:
            assert choice.target is not None, choice


@pytest.mark.parametrize("name", NO_BOARDS)
def test_what_is_no_board_stays_a_text(name):
    game = NO_BOARDS[name]
    rules = CheckedGame(game)
    for position in positions(game, seed=3):
        board = board_of(rules, position.state, position.seat)
        assert board.places == ()
        assert board.text == rules.shown_text(position.state, position.seat)
        assert [choice.move for choice in board.choices] == [
            move for move, _ in rules.position(position.state).options
        ]


def test_a_drop_is_clicked_where_the_stone_lands():
    rules, position = after(Drop(), 2, 2)
    board = board_of(rules, position.state, position.seat)
    assert [choice.target for choice in board.choices] == [15, 16, 7, 18, 19]


def test_a_tile_is_an_arrow_into_the_gap():
    board = board_of(CheckedGame(Tiles()), Tiles().start(), 0)
    assert board.pieces[0] == Piece("1")
    assert {(c.move, c.source, c.target) for c in board.choices} == {
        (2, 1, 4), (4, 3, 4), (6, 5, 4), (5, 7, 4)
    }  # fmt: skip


def test_a_piece_that_leaves_a_mark_is_an_arrow():
    """Its cell is no free one afterwards: isolation, Amazons."""
    for name, first, gone in (("isolation", 0, 0), ("isolation with any cell", 0, 2)):
        rules, position = after(OTHERS[name][0], first)  # from (0, 0) to (0, 1)
        board = board_of(rules, position.state, position.seat)
        assert (board.pieces[gone], board.pieces[1]) == (Piece("#"), Piece("A", 0))
        assert {(c.source, c.target) for c in board.choices} == {(15, 10), (15, 11), (15, 14)}


class Bites(Game):
    """Chomp: bite off a square with all that are right of it and below it."""

    def start(self):
        return ((1,) * 4,) * 3

    def moves(self, state):
        return [(r, c) for r in range(3) for c in range(4) if state[r][c]]

    def play(self, state, move):
        return tuple(
            tuple(x if r < move[0] or c < move[1] else 0 for c, x in enumerate(row))
            for r, row in enumerate(state)
        )

    def outcome(self, state):
        return None if state[0][0] else Value.WIN


def test_a_move_that_takes_pieces_away_is_clicked_where_it_says():
    """Not an arrow from the first of two pieces to the second."""
    rules, position = after(Bites(), 9, 2)  # (2, 1), (0, 2)
    for choice in board_of(rules, position.state, position.seat).choices:
        row, column = choice.move
        assert (choice.source, choice.target) == (None, 4 * row + column)


def test_stones_that_turn_over_keep_their_owner():
    rules, position = after(Flips(), 0)
    board = board_of(rules, position.state, position.seat)
    assert [p and p.seat for p in board.pieces].count(0) == 4
    assert [p and p.seat for p in board.pieces].count(1) == 1


def test_pieces_that_only_capture_have_an_owner():
    rules, position = after(OTHERS["clobber"][0], 0)
    pieces = board_of(rules, position.state, position.seat).pieces
    assert {(p.shape, p.seat) for p in pieces if p} == {("X", 0), ("O", 1)}


def test_pieces_that_both_players_put_are_nobodys():
    rules, position = after(Crosses(), 4)
    assert board_of(rules, position.state, position.seat).pieces[4] == Piece("X")


# --- refused, or declared -------------------------------------------------------------------------


@dataclass(frozen=True)
class Hares(Game):
    """A hare on a large board of few pieces, most of whose cells no short play touches."""

    size: int = 8
    stuck = Value.LOSS

    def start(self):
        return "F.F" + "." * (self.size**2 - 4) + "h", "h"

    def moves(self, state):
        board, turn = state
        n = self.size
        for i in range(n * n):
            r, c = divmod(i, n)
            for row, column in ((r + way, c + side) for way in (1, -1) for side in (1, -1)):
                may = board[i] == turn and (turn == "h" or row > r)
                if may and 0 <= row < n > column >= 0 and board[row * n + column] == ".":
                    yield i, row * n + column

    def play(self, state, move):
        board, turn = state
        cells = list(board)
        cells[move[0]], cells[move[1]] = ".", turn
        return "".join(cells), "F" if turn == "h" else "h"

    def outcome(self, state):
        board, turn = state
        return None if "h" not in board[: self.size] else Value.LOSS if turn == "F" else Value.WIN


def test_a_side_that_the_game_tells_needs_no_play_all_over_the_board():
    rules, position = after(Hares())
    board = board_of(rules, position.state, position.seat)
    assert (len(board.places), board.columns) == (64, 8)


@pytest.mark.parametrize("no", [False, None])
def test_an_author_refuses_a_guess(no):
    class Plain(Crosses):
        board_shape = no

    rules = CheckedGame(Plain())
    assert board_of(CheckedGame(Crosses()), "." * 9, 0).columns == 9
    assert board_of(rules, "." * 9, 0).places == ()
    assert board_of(CheckedGame(cap(Plain(), 3)), cap(Plain(), 3).start(), 0).places == ()


def test_a_method_board_is_never_second_guessed():
    class Own(Crosses):
        def board(self, state):
            return None

    assert board_of(CheckedGame(Own()), "." * 9, 0).places == ()


@pytest.mark.parametrize("form", FORMS)
def test_a_declared_shape_works_on_every_form(form):
    if form in ("the turn and numbers", "drawn by its text", "drawn by its text with labels"):
        pytest.skip("its states do not begin with the cells")
    game = type("Shaped", (type(FORMS[form]),), {"board_shape": (3, 3)})()
    rules, position = after(game, 0, 3, 6)
    board = board_of(rules, position.state, position.seat)
    assert (len(board.places), board.columns) == (9, 3)
    assert board.pieces[1] is None
    assert board.pieces[0] is not None
    assert [choice.target for choice in board.choices] == [1, 2, 3, 5, 6, 7]


def test_a_declared_shape_says_more_than_a_guess():
    class Wide(Crosses):
        board_shape = (3, 3)

    assert board_of(CheckedGame(Wide()), "." * 9, 0).columns == 3


class Sown(Game):
    """Two pits a side: sow the seeds of one of yours; who cannot move loses."""

    board_shape = (2, 2)
    stuck = Value.LOSS

    def start(self):
        return (2, 2, 2, 2, 0)

    def moves(self, state):
        return [pit for pit in (2 * state[4], 2 * state[4] + 1) if state[pit]]

    def play(self, state, move):
        pits = list(state)
        pits[move], pits[4] = 0, 1 - state[4]
        for step in range(1, state[move] + 1):
            pits[(move + step) % 4] += 1
        return tuple(pits)

    def outcome(self, state):
        return Value.WIN if max(state) > 5 else None


def test_numbers_that_count_are_no_pieces_of_players():
    """Two seeds were drawn as a nought of the second player."""
    rules, position = after(Sown(), 0)
    board = board_of(rules, position.state, position.seat)
    assert board.pieces == tuple(map(Piece, "0332"))

    class Lettered(Sown):
        board_letters = ".XO"

    rules, position = after(Lettered(), 0)
    board = board_of(rules, position.state, position.seat)
    assert board.pieces == (None, Piece("3"), Piece("3"), Piece("O", 1))


def test_letters_of_a_declared_text():
    class Dots(Lines):
        """Tic-tac-toe of a and b on dashes, of which a are blue."""

        code = staticmethod(lambda cells, turn: "".join("-ab"[v] for v in cells))
        plain = staticmethod(lambda state: ["-ab".index(v) for v in state])
        board_shape = (3, 3)
        board_letters = "-ba"

    rules, position = after(Dots(), 0, 3)
    pieces = board_of(rules, position.state, position.seat).pieces
    assert (pieces[0], pieces[4]) == (Piece("a", 1), Piece("b", 0))
    assert pieces[1] is None


@pytest.mark.parametrize(
    ("shape", "said"),
    [((4, 4), "for 16 cells"), (True, "is True"), ("3x3", "is '3x3'"), ((100, 100), "4,096")],
)
def test_a_declared_shape_that_does_not_fit_a_text(shape, said):
    class Shaped(Crosses):
        board_shape = shape

    with pytest.raises(RulesError) as caught:
        board_of(CheckedGame(Shaped()), "." * 9)
    assert said in str(caught.value)
