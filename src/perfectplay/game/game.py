"""The contract of a game: what a person writes, and the defaults of all the rest."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.core.value import Move, State, Value
from perfectplay.game import default_texts

if TYPE_CHECKING:
    from perfectplay.game.board import Cells, Grid
    from perfectplay.game.functions import FunctionGame


class Game(ABC):
    """The rules of a two-player, turn-based, deterministic, perfect-information game.

    Write four methods: ``start``, ``moves``, ``play``, ``outcome``. Parameters are the fields of
    a frozen dataclass. States are hashable and immutable, and hold everything that matters for
    the rest of the play, whose turn it is included. Everything else here is optional; each
    docstring says what it buys and what its absence costs.

    >>> from dataclasses import dataclass
    >>> from perfectplay import Game, Value, solve
    >>> @dataclass(frozen=True)
    ... class Countdown(Game):
    ...     stones: int = 10
    ...     def start(self):
    ...         return self.stones
    ...     def moves(self, state):
    ...         return range(1, min(state, 3) + 1)
    ...     def play(self, state, move):
    ...         return state - move
    ...     def outcome(self, state):
    ...         return Value.LOSS if state == 0 else None
    >>> solve(Countdown()).value(10)
    <Value.WIN: 3>
    """

    players: ClassVar[int] = 2
    """2, or 1 for a puzzle: there WIN is solved and the remoteness is the fewest moves."""

    scoring: bool = False
    """Whether it is a game of points: see ``gain``. There ``outcome`` and ``stuck`` give whole
    numbers, what the player to move gets or loses at the end, in place of values; the score of a
    state is what is still to be won from it, for the player to move; its value is the sign. A
    play may not come back to a state."""

    impartial: ClassVar[bool] = False
    """Whether both players have the same moves in every state, whoever is to move: Grundy values
    and sums are then defined (see `grundy`)."""

    stuck: Any = None
    """The value, for the player to move, of a state with no legal moves: ``Value.LOSS`` (normal
    play), ``Value.WIN`` (misère) or ``Value.DRAW``. A class attribute, a field or a property.
    Without it, such a state that ``outcome`` does not call over is an error that shows it."""

    limits: Any = None
    """For states that are tuples: ``((low, high), ...)``, one inclusive range for each field.
    Buys nothing but the certainty that the keys fit: without it ranges are learnt on the way."""

    # --- the four methods ---------------------------------------------------------------------

    @abstractmethod
    def start(self) -> State:
        """The state in which a play begins."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves of a state that is not over, in the rules' own order."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after the move; never changes ``state`` in place."""

    @abstractmethod
    def outcome(self, state: State) -> Any:
        """The value, for the player to move, of a state in which the play is over; else None.

        In a game of points the last part of the score, a whole number.
        """

    def gain(self, state: State, move: Move) -> int:
        """In a game of points: what the mover wins by the move, less what it costs.

        Default: 0. Asked of no other game.
        """
        return 0

    def score_text(self, score: int) -> str:
        """A score for people; default: the number."""
        return f"{score:,}"

    # --- who moves ----------------------------------------------------------------------------

    def player(self, state: State) -> int | None:
        """The seat to move, 0 or 1, where the state knows it.

        Default: None, seats alternate from 0. Buys the names of the two sides in what people read,
        and the default of ``moves_again``.
        """
        return None

    def moves_again(self, state: State, move: Move) -> bool:
        """Whether who makes this move also moves next.

        Default: ``player(state) == player(play(state, move))`` where ``player`` is given, else
        False; in a puzzle True. Values are negated along a move exactly when this is False.
        """
        if self.players == 1:
            return True
        if not overrides(self, "player"):
            return False
        return self.player(state) == self.player(self.play(state, move))

    # --- what makes large games small -----------------------------------------------------------

    def symmetries(self, state: State) -> Iterable[State]:
        """The whole class of states equal to this one; the state itself may be in it.

        Outcome, seat, tier and the classes of the children agree on a class. Default: the state
        alone. Buys a solution over one representative of each class; costs the time to make the
        images of every child.
        """
        return (state,)

    def tier(self, state: State) -> int:
        """A number that never falls along a move.

        Default: 0. Buys memory bounded to a tier and its children.
        """
        return 0

    def parts(self, state: State) -> Iterable[State]:
        """The states, parts of a sum, that an impartial game falls into: none where all is over.

        A move in the state is a move in one of its parts. Default: the state alone. Buys Grundy
        values without the sums: of five heaps in a row, each heap is looked at once.
        """
        return (state,)

    # --- hints for a search ---------------------------------------------------------------------

    def order(self, state: State, move: Move) -> int:
        """How good a move looks: a whole number, larger ones are tried first.

        Default: 0, the rules' own order. Changes no answer, only the time to it.
        """
        return 0

    def bounds(self, state: State) -> tuple[int, int]:
        """The least and the most that can come of a state, for the mover: (low, high).

        Of `win_in`, 0 for a draw and `loss_in`, each with the fewest plies that it can take; plain
        scores in a game of points. Asked of states that ``outcome`` does not call over, those
        without a legal move among them (``loss_in(0)`` where ``stuck`` is a loss). Default: no
        bounds. What is easy to see of a state here is not searched for.
        """
        from perfectplay.game.result_scale import FAR, UNBOUNDED

        edge = UNBOUNDED if self.scoring else FAR
        return -edge, edge

    def forced(self, state: State) -> Iterable[Move]:
        """The moves that need be looked at: a perfect move is among them. None: all of them.

        Such as the moves that win at once alone, or those that do not lose at once. Asked of
        states that ``outcome`` does not call over; none where there is no legal move. Default: all.
        """
        return ()

    def plies_left(self, state: State) -> int | None:
        """In how many plies the play ends, where the rules fix that for every play from here that
        ends in a draw, or in a game of points for every play; None where they do not. Asked of
        states that have a legal move.

        Default: None: how soon a draw can come is then searched for.
        """
        return None

    # --- what people read and type --------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        """The state for people; ``seat`` is the side to move as far as the caller knows.

        Default: ``1,2`` for a flat tuple, the number for an integer, a string as it is.
        """
        return default_texts.default_text(state)

    def parse(self, text: str) -> State:
        """The state that a text stands for; the inverse of ``text``.

        Raises ParseError. Default: as the default of ``text``, of the kind of the start.
        """
        return default_texts.default_parse(text, self.start())

    def move_text(self, move: Move) -> str:
        """The move for people. Default: as the default of ``text``."""
        return default_texts.default_text(move)

    def parse_move(self, text: str) -> Move:
        """The move that a text stands for; the inverse of ``move_text``.

        Default: an integer, a tuple of integers, else the text itself. Surfaces first compare the
        text with ``move_text`` of the legal moves, so that only unusual notations need this.
        """
        return default_texts.default_parse_move(text)

    board_shape: Any = None
    """For states that are tuples of numbers: ``(rows, columns)`` of the grid that the first
    ``rows * columns`` of them are. Buys a picture without a method ``board``; moves that are the
    number of a cell, or a pair of them, are clicked there."""

    board_letters: str = ".XO"
    """With ``board_shape``: the letter of each number, the first for an empty cell, then one of
    seat 0 and one of seat 1; numbers beyond them are written. ``""``: all numbers are written."""

    def board(self, state: State, seat: int | None = None) -> Grid | Cells | str | None:
        """A picture of the state, which terminal, notebook and page all draw: docs/boards.md.

        ``seat`` is the side to move as far as the caller knows. Default: None, the grid of
        ``board_shape``, else the text.
        """
        return None

    # --- for engines ----------------------------------------------------------------------------

    def options(self, state: State) -> Iterator[tuple[Move, State]]:
        """Each move of a state with the state that it leads to, in the order of ``moves``.

        Not for users' games to override: it exists for those in which a move and what it leads to
        come out of one computation (see `from_functions`).
        """
        for move in self.moves(state):
            yield move, self.play(state, move)

    @classmethod
    def from_functions(
        cls,
        start: State,
        possible_moves: Sequence[Move],
        do_move: Callable[[Move, State], State],
        evaluate: Callable[[State], object],
        *,
        stuck: Value | None = None,
    ) -> FunctionGame:
        """A game from the older style of four names; unchanged functions work.

        ``do_move(move, state)`` gives the next state, or the object ``False`` where the move is
        illegal. ``evaluate(state)`` gives -1 (the player who has just moved has won), 1 (has
        lost), 0 (draw) or ``"undecided"``. A state without legal moves that is undecided is worth
        ``stuck``; where that is not given it is a draw, with a warning that shows one.

        >>> game = Game.from_functions(
        ...     "3", ["1", "2"],
        ...     lambda move, state: str(int(state) - int(move)) if state >= move else False,
        ...     lambda state: -1 if state == "0" else "undecided")
        >>> from perfectplay import solve
        >>> solve(game).value("3")
        <Value.LOSS: 1>
        """
        from perfectplay.game.functions import FunctionGame

        return FunctionGame(start, tuple(possible_moves), do_move, evaluate, stuck)


def overrides(game: Game, name: str) -> bool:
    """Whether the game gives its own form of an optional method or attribute."""
    if name in getattr(game, "__dict__", {}):
        return True
    return getattr(type(game), name) is not getattr(Game, name)


HINTS = ("order", "bounds", "forced", "plies_left")
"""The methods that tell a search where to look."""


def hints_of(game: Game) -> tuple[str, ...]:
    """The hints that a game gives. What has such a name and is no method is the game's own.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> hints_of(ConnectFour())
    ('order', 'bounds', 'forced', 'plies_left')
    """
    return tuple(name for name in HINTS if overrides(game, name) and callable(getattr(game, name)))


def has_again(game: Game) -> bool:
    """Whether a player may move twice running in this game of two."""
    return game.players == 2 and (overrides(game, "player") or overrides(game, "moves_again"))


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game by name: the fields of its dataclass that ``__init__`` takes.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> parameters(ThreeRocks(left=4))
    {'left': 4, 'right': 10, 'most': 3}
    """
    from perfectplay.game.operators.operator import innermost

    game = innermost(game)  # an operator has the parameters of the game that it changes
    if not dataclasses.is_dataclass(game):
        return {}
    return {f.name: getattr(game, f.name) for f in dataclasses.fields(game) if f.init}


class StateKind(Enum):
    """How the states of a game are kept: see docs/design.md, "Three kinds of state"."""

    INTEGER = "integer"
    TUPLE = "tuple"
    OBJECT = "object"


def kind_of(state: State) -> StateKind:
    """The kind that a state looks like.

    >>> kind_of(7), kind_of((1, 2)), kind_of("x")
    (<StateKind.INTEGER: 'integer'>, <StateKind.TUPLE: 'tuple'>, <StateKind.OBJECT: 'object'>)
    """
    if type(state) is int:
        return StateKind.INTEGER
    if isinstance(state, tuple) and state and all(type(field) is int for field in state):
        return StateKind.TUPLE
    return StateKind.OBJECT
