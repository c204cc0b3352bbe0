"""The board of a state: what a game's ``board`` may give, what it may not, and the defaults."""

from __future__ import annotations

from itertools import count, repeat

import pytest

from perfectplay import Cells, Game, Grid, Piece, Value, cap, check_game, misere, put, sum_of
from perfectplay.core.errors import RulesError
from perfectplay.game.board import SHAPES
from perfectplay.game.boards.board_made import MOST
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.address import load_class
from random_plays import positions
from tiny_games import changed


class Frogs(Game):
    """Frogs of both players in a row; a frog hops one cell ahead. Who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return (1, 0, 0, 2, 0)

    def moves(self, state):
        ahead = 1 if state[4] == 0 else -1
        for i in range(4):
            j = i + ahead
            if state[i] == 1 + state[4] and 0 <= j < 4 and state[j] == 0:
                yield (i, j)

    def play(self, state, move):
        i, j = move
        return put(put(put(state, j, state[i]), i, 0), 4, 1 - state[4])

    def outcome(self, state):
        return None


class Drawn(Frogs):
    """Frogs with the board that the test gives."""

    answer = None

    def board(self, state):
        return self.answer(self, state)


def drawn(answer) -> CheckedGame:
    """The rules of frogs that ``answer(game, state)`` draws."""
    game = Drawn()
    game.answer = lambda _, state: answer(game, state)
    return CheckedGame(game)


# --- what is declared -----------------------------------------------------------------------------


def test_a_board_without_the_seat_is_asked_without_it():
    board = board_of(drawn(lambda g, s: Grid(1, 4, {0: "X", 3: Piece("disc", 1)})), Frogs().start())
    assert board.pieces == (Piece("X"), None, None, Piece("disc", 1))
    assert [c.target for c in board.choices] == [None]
    assert board.text == "1,0,0,2,0"


def test_moves_have_cells_and_arrows():
    rules = drawn(lambda g, s: Grid(1, 4, moves={m: m for m in g.moves(s)}))
    (choice,) = board_of(rules, (1, 0, 0, 2, 0)).choices
    assert (choice.move, choice.source, choice.target) == ((0, 1), 0, 1)
    rules = drawn(lambda g, s: Grid(1, 4, moves=((m, m[1]) for m in g.moves(s))))
    (choice,) = board_of(rules, (1, 0, 0, 2, 0)).choices
    assert (choice.source, choice.target) == (None, 1)


def test_none_is_the_default_and_a_text_is_a_picture():
    assert board_of(drawn(lambda g, s: None), (1, 0, 0, 2, 0)).text == "1,0,0,2,0"
    board = board_of(drawn(lambda g, s: "frogs <>"), (1, 0, 0, 2, 0))
    assert (board.text, board.places, len(board.choices)) == ("frogs <>", (), 1)


def test_an_empty_text_is_drawn_as_two_quotes():
    game = changed(start=lambda _: "", moves=lambda *_: ["a"], play=lambda _, s, m: s + m)
    assert board_of(CheckedGame(game), "").text == "''"


def test_a_play_that_is_over_has_no_moves():
    rules = CheckedGame(TicTacToe())
    over = rules.game.parse("XXX/OO./...")
    assert rules.position(over).options == []
    assert list(rules.game.board(over, 1).moves) != []
    assert board_of(rules, over).choices == ()


def test_labels_of_a_grid_stand_beside_it():
    board = board_of(drawn(lambda g, s: Grid(2, 2, ranks="21", files="ab")), (1, 0, 0, 2, 0))
    assert board.labels == ((-0.75, 0, "2"), (-0.75, 1, "1"), (0, 1.75, "a"), (1, 1.75, "b"))


def test_a_declared_shape_makes_a_grid():
    class Shaped(Frogs):
        board_shape = (1, 4)

    board = board_of(CheckedGame(Shaped()), (1, 0, 0, 2, 0))
    assert board.columns == 4
    assert board.pieces == (Piece("X", 0), None, None, Piece("O", 1))
    assert (board.choices[0].source, board.choices[0].target) == (0, 1)


def test_letters_of_a_declared_shape():
    class Numbers(Frogs):
        board_shape = (2, 2)
        board_letters = ""

    class Three(Frogs):
        board_shape = (1, 4)
        board_letters = ".X"

    assert board_of(CheckedGame(Numbers()), (1, 0, 0, 2, 0)).pieces[:2] == (Piece("1"), Piece("0"))
    assert board_of(CheckedGame(Three()), (1, 0, 0, 2, 0)).pieces == (
        Piece("X", 0),
        None,
        None,
        Piece("2"),
    )


@pytest.mark.parametrize(
    ("shape", "letters", "said"),
    [
        (3, ".XO", "is 3"), ((3, 3), ".XO", "for 9 cells"), ((0, 3), ".XO", "is (0, 3)"),
        ((1, 4), 7, "board_letters is 7"), ((2, "2"), ".XO", "is (2, '2')"),
    ],
)  # fmt: skip
def test_a_declared_shape_that_does_not_fit(shape, letters, said):
    class Shaped(Frogs):
        board_shape = shape
        board_letters = letters

    with pytest.raises(RulesError) as caught:
        board_of(CheckedGame(Shaped()), (1, 0, 0, 2, 0))
    assert said in str(caught.value)
    assert "set board_shape = (rows, columns)" in str(caught.value)


# --- what cannot be drawn -------------------------------------------------------------------------

BAD = {
    "no board": (lambda g, s: 7, "gave 7"),
    "a list": (lambda g, s: [1, 2], "gave [1, 2]"),
    "rows": (lambda g, s: Grid("3", 3), "'3' for rows"),
    "no rows": (lambda g, s: Grid(0, 3), "0 for rows"),
    "true rows": (lambda g, s: Grid(True, 3), "True for rows"),
    "large": (lambda g, s: Grid(100, 100), "a grid of 10,000 cells"),
    "piece": (lambda g, s: Grid(1, 4, {0: 5}), "5 for a piece"),
    "piece outside": (lambda g, s: Grid(1, 4, {4: "X"}), "4 as a cell of pieces"),
    "few pieces": (lambda g, s: Grid(1, 4, ["X"]), "1 pieces for 4 cells"),
    "shape": (lambda g, s: Grid(1, 4, {0: "square wheel"}), "shape 'square wheel'"),
    "seat": (lambda g, s: Grid(1, 4, {0: Piece("X", 2)}), "2 for the seat of a piece"),
    "pieces": (lambda g, s: Grid(1, 4, 3), "3 for pieces"),
    "count": (lambda g, s: Grid(1, 4, {0: Piece("pit", 0, -1)}), "-1 for the count"),
    "unknown move": (lambda g, s: Grid(1, 4, moves={(1, 2): 2}), "1,2, which is not legal"),
    "move outside": (lambda g, s: Grid(1, 4, moves={(0, 1): 9}), "9 as a cell of the move 0,1"),
    "arrow outside": (lambda g, s: Grid(1, 4, moves={(0, 1): (0, -1)}), "-1 as a cell"),
    "place": (lambda g, s: Grid(1, 4, moves={(0, 1): "a1"}), "'a1' as a cell"),
    "twice": (lambda g, s: Grid(1, 4, moves=[((0, 1), 1), ((0, 1), 2)]), "two places"),
    "no pairs": (lambda g, s: Grid(1, 4, moves=[3]), "3 in moves"),
    "ranks": (lambda g, s: Grid(2, 2, ranks="abc"), "3 ranks, not 2"),
    "note": (lambda g, s: Grid(1, 4, note=5), "5 for a note"),
    "endless pieces": (lambda g, s: Grid(1, 4, repeat("X")), f"more than {MOST:,} pieces"),
    "endless moves": (lambda g, s: Grid(1, 4, moves=zip(count(), count(), strict=False)), "more"),
    "endless places": (lambda g, s: Cells(repeat((0, 0))), f"more than {MOST:,} places"),
    "no places": (lambda g, s: Cells([]), "no places"),
    "not a number": (lambda g, s: Cells([(0, float("nan"))]), "for a place"),
    "far away": (lambda g, s: Cells([(1e9, 0)]), "farther than"),
    "one number": (lambda g, s: Cells([1]), "not a pair"),
    "joined": (lambda g, s: Cells([(0, 0)], joined=[(0, 1)]), "1 as a cell of joined"),
    "label": (lambda g, s: Cells([(0, 0)], labels=["x"]), "'x' for a label"),
    "frames": (lambda g, s: Cells([(0, 0)], frames=[1]), "1 as a cell of frames"),
    "raises": (lambda g, s: 1 // 0, "raised ZeroDivisionError"),
    "raises late": (lambda g, s: Grid(1, 4, ({}[i] for i in range(4))), "raised KeyError"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_board_that_cannot_be_drawn_is_one_sentence(name):
    answer, said = BAD[name]
    with pytest.raises(RulesError) as caught:
        board_of(drawn(answer), (1, 0, 0, 2, 0))
    message = str(caught.value)
    assert said in message
    assert "Drawn.board" in message
    assert "in state 1,0,0,2,0" in message
    assert "\n" not in message


def test_a_shape_that_raises():
    class Shaped(Frogs):
        @property
        def board_shape(self):
            raise KeyError("rows")

    with pytest.raises(RulesError, match=r"Shaped\.board_shape raised KeyError"):
        board_of(CheckedGame(Shaped()), (1, 0, 0, 2, 0))


def test_check_finds_a_bad_board():
    report = check_game(drawn(lambda g, s: Grid(1, 4, {s[4] * 7: "X"})).game)
    assert [finding.promise for finding in report.findings] == ["illegal-board"]
    assert check_game(drawn(lambda g, s: Grid(1, 4)).game).findings == ()


# --- the library and operators --------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_library_can_be_drawn(name):
    game = load_class(name)()
    rules = CheckedGame(game)
    for position in positions(game, seed=len(name)):
        for seat in (position.seat, None):
            board = board_of(rules, position.state, seat)
            legal = [move for move, _ in rules.position(position.state).options]
            assert [choice.move for choice in board.choices] == legal
            assert {p.shape for p in board.pieces if p and len(p.shape) > 1} <= set(SHAPES)


def test_what_it_looks_like_is_no_rule(monkeypatch):
    before = fingerprint(Nim()).whole
    monkeypatch.delattr(Nim, "board")
    monkeypatch.setattr(Nim, "board_shape", (1, 4), raising=False)
    assert fingerprint(Nim()).whole == before


def test_operators_draw_the_game_in_them():
    rows = board_of(CheckedGame(misere(Nim(rows=(1, 2)))), (1, 2))
    assert rows == board_of(CheckedGame(Nim(rows=(1, 2))), (1, 2))
    capped = CheckedGame(cap(TicTacToe(), 1))
    after = capped.options(capped.start())[0][1]
    assert board_of(capped, after).choices == ()
    assert board_of(capped, after).pieces[0] is not None
    both = sum_of(Nim(rows=(1,)), Nim(rows=(2,)))
    assert board_of(CheckedGame(both), both.start()).places == ()
