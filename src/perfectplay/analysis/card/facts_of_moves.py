"""What the rules of a card say of a move; the Python files that `card` writes import it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from perfectplay.analysis.card.look_ahead import LookAhead, Step, look_ahead
from perfectplay.core.value import Move, State, Value
from perfectplay.game.board import Board
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.game import Game


@dataclass(frozen=True)
class MoveFacts:
    """Facts about one legal move of a state, by the rules of the game alone.

    ``seat``: who makes it; ``position``: the state with what all its moves have in common.
    """

    step: Step
    seat: int
    number: int
    position: Situation = field(repr=False)

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.step.move

    @property
    def after(self) -> State:
        """The state that the move leaves."""
        return self.step.child

    @cached_property
    def text(self) -> str:
        """The move as people write it."""
        return self.position.ahead.rules.move_text(self.step.move)

    # --- the next plies -----------------------------------------------------------------------

    @property
    def wins(self) -> bool:
        """It wins at once."""
        return self.step.result is Value.WIN

    @property
    def ends(self) -> bool:
        """It ends the play, not as a loss."""
        return self.step.result in (Value.WIN, Value.DRAW)

    @property
    def again(self) -> bool:
        """The mover moves again."""
        return self.step.again and self.step.result is None

    @cached_property
    def safe(self) -> bool:
        """The opponent cannot win with the next move."""
        return self.position.ahead.is_safe(self.step)

    @property
    def stops(self) -> bool:
        """It is safe, and another move is not."""
        return self.safe and not self.position.all_safe

    @cached_property
    def wins_next(self) -> bool:
        """Whatever the opponent replies, the next move wins."""
        return self.position.ahead.wins_next(self.step)

    @cached_property
    def quiet(self) -> bool:
        """The opponent can neither win at once, nor make a move of the kind `wins_next`."""
        return self.position.ahead.keeps_quiet(self.step)

    @property
    def stops_next(self) -> bool:
        """It is quiet, and another move is not."""
        return self.quiet and not self.position.all_quiet

    @cached_property
    def threatens(self) -> bool:
        """There is a reply after which the next move wins."""
        return self.position.ahead.threatens(self.step)

    @cached_property
    def replies(self) -> int:
        """How many moves the opponent has then; 0 if the play is over."""
        return len(self.position.ahead.steps(self.step.child))

    @property
    def fewest(self) -> bool:
        """No move leaves fewer replies."""
        return self.replies == self.position.fewest

    # --- the board ----------------------------------------------------------------------------

    @cached_property
    def cell(self) -> int | None:
        """The cell of the board that the move is about, or to which it leads; None without one."""
        return self.position.cells[self.number]

    @property
    def centre(self) -> bool:
        """The cell is the middle of the board."""
        return self.cell is not None and self._far == 0

    @property
    def nearest(self) -> bool:
        """No move is nearer to the middle of the board."""
        return self.cell is not None and self._far == self.position.nearest

    @property
    def corner(self) -> bool:
        """The cell is a corner of the board."""
        return self.cell is not None and self.position.sides(self.cell) == 2

    @property
    def edge(self) -> bool:
        """The cell is at an edge of the board, and no corner."""
        return self.cell is not None and self.position.sides(self.cell) == 1

    @property
    def opposite(self) -> bool:
        """Straight across the middle stands a piece of the opponent."""
        return self.cell is not None and self.position.across(self.cell) == 1 - self.seat

    @property
    def beside_theirs(self) -> bool:
        """Next to the cell, also at a corner, stands a piece of the opponent."""
        return self.cell is not None and self.position.beside(self.cell, 1 - self.seat)

    @property
    def beside_ours(self) -> bool:
        """Next to the cell, also at a corner, stands a piece of the mover."""
        return self.cell is not None and self.position.beside(self.cell, self.seat)

    @property
    def _far(self) -> int:
        assert self.cell is not None
        return self.position.far(self.cell)

    @property
    def we_hold_centre(self) -> bool:
        """A piece of the mover stands in the middle of the board, before the move."""
        return self.position.centre == self.seat

    @property
    def they_hold_centre(self) -> bool:
        """A piece of the opponent stands in the middle of the board, before the move."""
        return self.position.centre == 1 - self.seat

    @property
    def they_hold_corner(self) -> bool:
        """A piece of the opponent stands in a corner of the board, before the move."""
        return self.position.holds_corner(1 - self.seat)


class Situation:
    """A state with what its moves have in common."""

    def __init__(self, ahead: LookAhead, state: State, seat: int) -> None:
        self.ahead, self.state, self.seat = ahead, state, seat
        self.facts = [
            MoveFacts(step, seat, number, self) for number, step in enumerate(ahead.steps(state))
        ]

    @cached_property
    def all_safe(self) -> bool:
        """No move lets the opponent win at once."""
        return all(fact.safe for fact in self.facts)

    @cached_property
    def all_quiet(self) -> bool:
        """No move lets the opponent win at once or surely next."""
        return all(fact.quiet for fact in self.facts)

    @cached_property
    def fewest(self) -> int:
        """The fewest replies that a move leaves."""
        return min(fact.replies for fact in self.facts)

    @cached_property
    def board(self) -> Board:
        """The board of the state."""
        return board_of(self.ahead.rules, self.state, self.seat)

    @cached_property
    def rows(self) -> int:
        """The rows of a board that is a grid; 0 for another one."""
        width = self.board.columns
        return len(self.board.places) // width if width else 0

    @cached_property
    def cells(self) -> list[int | None]:
        """For each move, its cell on a grid."""
        if not self.rows:
            return [None] * len(self.facts)
        return [choice.target for choice in self.board.choices]

    @cached_property
    def nearest(self) -> int:
        """How far from the middle the nearest move is."""
        return min((self.far(cell) for cell in self.cells if cell is not None), default=-1)

    @cached_property
    def centre(self) -> int | None:
        """Whose piece stands in the middle."""
        middle = [
            cell for cell in range(len(self.board.places)) if self.rows and not self.far(cell)
        ]
        return self._owner(middle[0]) if middle else None

    def holds_corner(self, seat: int) -> bool:
        """True if a piece of a seat stands in a corner."""
        return any(
            self.sides(cell) == 2 and self._owner(cell) == seat
            for cell in range(len(self.board.places) if self.rows else 0)
        )

    def far(self, cell: int) -> int:
        """Rows and columns between a cell and the middle, doubled."""
        row, column = divmod(cell, self.board.columns)
        return abs(2 * row - self.rows + 1) + abs(2 * column - self.board.columns + 1)

    def sides(self, cell: int) -> int:
        """0 inside of a grid, 1 at an edge, 2 in a corner."""
        row, column = divmod(cell, self.board.columns)
        across = column in (0, self.board.columns - 1)
        return int(row in (0, self.rows - 1)) + int(across)

    def across(self, cell: int) -> int | None:
        """Whose piece stands straight across the middle; None for nobody's, and in the middle."""
        other = len(self.board.places) - 1 - cell
        return None if other == cell else self._owner(other)

    def beside(self, cell: int, seat: int) -> bool:
        """True if a piece of a seat stands next to a cell, also at a corner."""
        row, column = divmod(cell, self.board.columns)
        return any(
            self._owner(r * self.board.columns + c) == seat
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, column - 1), min(self.board.columns, column + 2))
            if (r, c) != (row, column)
        )

    def _owner(self, cell: int) -> int | None:
        piece = self.board.pieces[cell]
        return None if piece is None else piece.seat


def move_facts(game: Game, state: State, seat: int) -> list[MoveFacts]:
    """Facts about each legal move of a state, in the order of the rules.

    ``seat``: 0 or 1, who is to move: it tells one's own pieces on a board from the others.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> [fact.text for fact in move_facts(TicTacToe(), 0, seat=0) if fact.corner]
    ['1', '3', '7', '9']
    """
    return Situation(look_ahead(game), state, seat).facts
