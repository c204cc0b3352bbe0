"""The cells that decide a play: said by the game, or looked for; never any that do not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from perfectplay import Game, Value
from perfectplay.core.errors import RulesError
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.boards.deciding_cells import deciding_cells
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import game_name
from perfectplay.games.breakthrough import Breakthrough
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.domineering import Domineering
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.notakto import Notakto
from perfectplay.games.othello import Othello
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wild import WildTicTacToe


def lines(side: int) -> list[list[int]]:
    rows = [[side * y + x for x in range(side)] for y in range(side)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [*rows, *columns, [side * i + i for i in range(side)],
            [side * i + side - 1 - i for i in range(side)]]  # fmt: skip


class Flat(Game):
    """Tic-tac-toe on a flat tuple, with the turn behind the cells."""

    board_shape = (3, 3)

    def start(self) -> Any:
        return (0,) * 10

    def cells(self, state: Any) -> list[Any]:
        return list(state[:9])

    def moves(self, state: Any) -> list[int]:
        return [i for i, cell in enumerate(self.cells(state)) if cell in (0, ".")]

    def play(self, state: Any, move: int) -> Any:
        after = list(state)
        after[move], after[9] = 1 + state[9], 1 - state[9]
        return tuple(after)

    def outcome(self, state: Any) -> Value | None:
        cells = self.cells(state)
        for a, b, c in lines(3):
            if cells[a] == cells[b] == cells[c] and cells[a] not in (0, "."):
                return Value.LOSS
        return None if {0, "."} & set(cells) else Value.DRAW


class More(Flat):
    """Who has more stones in the first row of a full board has won: no line decides."""

    def outcome(self, state: Any) -> Value | None:
        if 0 in state[:9]:
            return None
        return Value.LOSS if state[:3].count(1 + state[9]) < 2 else Value.WIN


class Said(Flat):
    """Says what it is told to say."""

    answer: Any = None

    def winning_cells(self, state: Any) -> Any:
        return self.answer


def ends(game: Game, count: int = 60) -> list[tuple[CheckedGame, Any]]:
    """The ends of random plays."""
    rules, draw, found = CheckedGame(game), random.Random(3), []
    for _ in range(count):
        state = rules.start()
        for _ in range(200):
            options = rules.position(state).options
            if not options:
                found.append((rules, state))
                break
            state = draw.choice(options)[1]
    return found


@pytest.mark.parametrize(
    "game",
    [Flat(), TicTacToe(), TicTacToe(misere=True), WildTicTacToe(), Notakto(), ThreeMensMorris()],
    ids=game_name,
)
def test_lines_are_marked(game: Game) -> None:
    """Each mark belongs to a line whose pieces are equal; every decisive end has one."""
    for rules, state in ends(game):
        board = board_of(rules, state)
        cells = deciding_cells(rules, state, board)
        decided = rules.outcome(state) in (Value.WIN, Value.LOSS)
        assert bool(cells) == decided, rules.text(state)
        full = [line for line in lines(3) if set(line) <= set(cells)]
        assert {cell for line in full for cell in line} == set(cells)
        for line in full:
            assert len({board.pieces[cell] for cell in line}) == 1
            assert board.pieces[line[0]] is not None


def test_four_in_a_line() -> None:
    for rules, state in ends(ConnectFour(5, 4)):
        cells = deciding_cells(rules, state, board_of(rules, state))
        assert (len(cells) >= 4) == (rules.outcome(state) is Value.LOSS)


@pytest.mark.parametrize(
    "game",
    [More(), Chomp(), Domineering(), Hexapawn(), Dodgem(), Breakthrough(), Othello(4, 4)],
    ids=game_name,
)
def test_nothing_is_marked_where_no_cells_decide(game: Game) -> None:
    for rules, state in ends(game, 25):
        assert deciding_cells(rules, state, board_of(rules, state)) == ()


OVER = (1, 1, 1, 2, 2, 0, 0, 0, 0, 1)


@pytest.mark.parametrize("answer", [(), [2, 0, 1], (8,)])
def test_the_game_says_it(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Said, "answer", answer)
    rules = CheckedGame(Said())
    assert deciding_cells(rules, OVER, board_of(rules, OVER)) == tuple(sorted(answer))


def test_a_game_that_does_not_know_leaves_it_to_us() -> None:
    rules = CheckedGame(Said())
    assert deciding_cells(rules, OVER, board_of(rules, OVER)) == (0, 1, 2)


@pytest.mark.parametrize("answer", [[9], [-1], ["a"], 7, [True], "012"])
def test_a_wrong_answer_is_an_error(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Said, "answer", answer)
    rules = CheckedGame(Said())
    with pytest.raises(RulesError, match="winning_cells"):
        deciding_cells(rules, OVER, board_of(rules, OVER))
