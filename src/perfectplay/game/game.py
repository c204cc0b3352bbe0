"""`Game`: the methods that the author of a game writes, and the defaults of all others."""

from __future__ import annotations

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

from perfectplay.core.attached import attached
from perfectplay.core.value import Move, MoveT, State, StateT, Value
from perfectplay.game.sorted_moves import in_order
from perfectplay.game.texts import default_texts

if TYPE_CHECKING:
    from perfectplay.game.board import Cells, Grid


class Game(ABC, Generic[StateT, MoveT]):
    """The rules of a two-player, turn-based, deterministic, perfect-information game.

    Write four methods: ``start``, ``moves``, ``play``, ``outcome``. Parameters are the fields of
    a frozen dataclass. States are hashable and immutable. They hold everything that matters for
    the rest of the play, including whose turn it is. Every other method and attribute is optional;
    its docstring names the default and the benefit. What a method raises becomes a RulesError with
    state, move and line. ``Game[int, str]``: type checkers then know states and moves.

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

    title: Any = None
    """Name for people. Default: that with which the docstring begins, else the class in words."""

    category: Any = None
    """A word or two by which the first page of the explorer groups games (docs/explorer.md)."""

    players: ClassVar[int] = 2
    """2, or 1 for a puzzle, where WIN means solved and remoteness is the fewest moves."""

    scoring: bool = False
    """True for a game of points (see ``gain``). Then ``outcome`` and ``stuck`` are not values but
    whole numbers: the points that the player to move gets at the end. The score of a state is the
    number of points that the player to move still wins from it; its value is the sign of the
    score. No play may return to a state."""

    impartial: ClassVar[bool] = False
    """True if both players have the same moves in every state, whoever is to move. Grundy values
    and sums are defined only for such games (see `grundy`)."""

    stuck: Any = None
    """Value, for the player to move, of a state without legal moves: ``Value.LOSS`` (normal play),
    ``Value.WIN`` (misère) or ``Value.DRAW``. A class attribute, a field or a property. If it is
    None, a state that has no moves and no outcome raises RulesError."""

    cell_symmetries: Any = None
    """``symmetries`` as data: permutations of the fields of a state, ``((2, 1, 0), ...)``. Field i
    of the image gets the content of field ``p[i]``. With values that are exchanged: ``((2, 1, 0),
    {1: 2, 2: 1})``, a dict for all fields, or a tuple with a dict or None for each. All that they
    generate is applied. For flat and nested tuples, dataclasses, texts (docs/symmetries.md)."""

    limits: Any = None
    """For states that are tuples: ``((low, high), ...)``, the inclusive range of each field.
    Default: the solver learns the ranges while it explores."""

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Say what is wrong with a class of which Python makes no object, and how to mend it.

        Raises TypeError.
        """
        make = super().__new__
        plain = make is object.__new__
        untaken = plain and cls.__init__ is object.__init__ and (given or named)
        if cls.__abstractmethods__ or untaken:
            from perfectplay.game.not_made import why_not_made

            raise TypeError(why_not_made(cls, Game, named))
        return make(cls) if plain else make(cls, *given, **named)

    @reprlib.recursive_repr()
    def __repr__(self) -> str:
        """The class and its attributes, shortened; without private and computed ones."""
        cls = type(self)
        given = (
            f"{name}={reprlib.repr(value)}" for name, value in vars(self).items()
            if name[0] != "_" and not isinstance(getattr(cls, name, None), cached_property)
        )  # fmt: skip
        return f"{cls.__qualname__}({', '.join(given)})"

    # --- the four methods ---------------------------------------------------------------------

    @abstractmethod
    def start(self) -> StateT:
        """The first state of every play."""

    @abstractmethod
    def moves(self, state: StateT) -> Iterable[MoveT]:
        """The legal moves, in the same order at every call; a set of them is sorted. Called only
        if ``outcome`` is None."""

    @abstractmethod
    def play(self, state: StateT, move: MoveT) -> StateT:
        """The state after a legal move. Must return a new state and leave ``state`` as it is."""

    @abstractmethod
    def outcome(self, state: StateT) -> Any:
        """Value, for the player to move, if the play is over in this state; otherwise None.

        The player to move has not just moved: if the last move wins, this is LOSS. If the last
        move loses, it is WIN, and ``misere = True`` in the class says that this is meant.
        In a game of points a whole number: the last part of the score.
        """

    def gain(self, state: StateT, move: MoveT) -> int:
        """Points that the mover wins by the move, if ``scoring``; perhaps negative. Default: 0."""
        return 0

    def score_text(self, score: int) -> str:
        """Text of a score. Default: the number."""
        return f"{score:,}"

    def player(self, state: StateT) -> int | None:
        """Seat of the player to move, 0 or 1, if the state determines it.

        Default: None; seats alternate from 0. With it, texts name the two sides correctly, and
        ``moves_again`` has a useful default.
        """
        return None

    def moves_again(self, state: StateT, move: MoveT) -> bool:
        """True if the player who makes this move also moves next.

        Default: ``player(state) == player(play(state, move))`` if ``player`` is given, otherwise
        False; True in a puzzle. Values change sign along a move if and only if this is False.
        """
        if self.players == 1 or not overrides(self, "player"):
            return self.players == 1
        return self.player(state) == self.player(self.play(state, move))

    def symmetries(self, state: StateT) -> Iterable[StateT]:
        """All states that are equivalent to this one; the state itself may be among them.

        Equivalent states have the same outcome, seat and tier, and equivalent children. Default:
        the images by ``cell_symmetries``, else the state alone. With it, the solver keeps one
        representative of each class, and spends time on the images of every child.
        """
        if self.cell_symmetries is None:
            return (state,)
        images: Iterable[StateT] = attached("declared_images")(self, state)
        return images

    def tier(self, state: StateT) -> int:
        """A whole number that never decreases along a move, such as the stones on a board.

        Default: 0. With it, the solver needs memory for one tier and its children at a time.
        """
        return 0

    def parts(self, state: StateT) -> Iterable[StateT]:
        """The components of a state of an impartial game; none if the play is over.

        A move in the state must be a move in exactly one component. Default: the state alone.
        With it, Grundy values are computed for each component, not for each combination of them.
        """
        return (state,)

    # --- hints for a search ---------------------------------------------------------------------

    def order(self, state: StateT, move: MoveT) -> int:
        """Rank of a move: a whole number; a search tries larger ones first.

        Default: 0, the order of ``moves``. Changes the time of a search, never its result.
        """
        return 0

    def bounds(self, state: StateT) -> tuple[int, int]:
        """Bounds (low, high) of the result of a state for the player to move.

        A bound is `win_in` or `loss_in` with the fewest plies possible, or 0 for a draw; in a game
        of points, a score. Called if ``outcome`` is None, even if there is no legal move (then
        ``loss_in(0)`` if ``stuck`` is a loss). Default: no bounds. Tight bounds save search.
        """
        from perfectplay.game.result_scale import FAR, UNBOUNDED

        edge = UNBOUNDED if self.scoring else FAR
        return -edge, edge

    def forced(self, state: StateT) -> Iterable[MoveT]:
        """The only moves that a search must try; a best move must be among them.

        For example the moves that win at once, or those that do not lose at once. Called if
        ``outcome`` is None. Yield nothing, the default, if all moves must be tried.
        """
        return ()

    def plies_left(self, state: StateT) -> int | None:
        """Number of plies to the end, if it is the same for every drawn play from this state (in a
        game of points for every play); otherwise None, the default. Called for states that have a
        legal move. Without it, a search must find the fewest plies to a draw.
        """
        return None

    # --- what people read and type --------------------------------------------------------------

    def text(self, state: StateT, seat: int | None = None) -> str:
        """Text of a state. ``seat``: the seat to move, or None if the caller does not know it.
        Default: ``1,2`` for a flat tuple and for bytes (letters if the start's are), the number for
        an integer, a string as it is.
        """
        return default_texts.state_text(state, self.start)

    def parse(self, text: str) -> StateT:
        """The state that a text describes: the inverse of ``text``. Raises ParseError.
        Default: reads the default of ``text``, for states of the same type as the start.
        """
        return cast(StateT, default_texts.default_parse(text, self.start(), self))

    def move_text(self, move: MoveT) -> str:
        """Text of a move. Default: as for ``text``, and ``3,S`` for the tuple ``(3, "S")``."""
        return default_texts.default_move_text(move)

    def parse_move(self, text: str) -> MoveT:
        """The move that a text describes: the inverse of ``move_text``. Raises ParseError.
        Default: an integer, a tuple of integers, or the text itself. Needed only for notations
        other than ``move_text``: typed text is first compared with that of each legal move.
        """
        return cast(MoveT, default_texts.default_parse_move(text))

    board_shape: Any = None
    """``(rows, columns)`` of the grid that the first fields or letters of a state form. Gives a
    picture without ``board``; a move is clicked where it changes cells. Default: guessed, if
    the states are clearly a board; ``False``, or ``None`` in your class, refuses that."""

    board_letters: str = ".XO"
    """With ``board_shape``: the letters of the numbers 0, 1, 2, …: an empty cell, a piece of seat
    0, of seat 1; in texts too. Others appear as they are; with ``""`` all numbers do."""

    def board(self, state: StateT, seat: int | None = None) -> Grid | Cells | str | None:
        """Picture of a state (docs/boards.md); ``seat`` as in ``text``. None, the default: the grid
        of ``board_shape``, else a guessed board if this method is not written, else the text."""
        return None

    def winning_cells(self, state: StateT) -> Iterable[int] | None:
        """Cells of the board that have decided the play (docs/boards.md). Default: looked for."""
        return None

    def options(self, state: StateT) -> Iterator[tuple[MoveT, StateT]]:
        """Pairs (move, next state) in the order of ``moves``, for `from_functions` to override."""
        for move in in_order(self.moves(state)):
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
    ) -> Game:
        """A game made from a start, a list of all possible moves, and two functions.

        ``do_move(move, state)`` returns the next state, or ``False`` if the move is illegal.
        ``evaluate(state)`` returns -1 if the player who has just moved has won, 1 if that player
        has lost, 0 for a draw, or ``"undecided"``. An undecided state without legal moves has the
        value ``stuck``; default: a draw, with a warning that shows such a state.

        >>> game = Game.from_functions(
        ...     "3", ["1", "2"],
        ...     lambda move, state: str(int(state) - int(move)) if state >= move else False,
        ...     lambda state: -1 if state == "0" else "undecided")
        >>> game.outcome("0")
        <Value.LOSS: 1>
        """
        make: Callable[..., Game] = attached("FunctionGame")
        return make(start, tuple(possible_moves), do_move, evaluate, stuck)


def overrides(game: Game, name: str) -> bool:
    """True if the game defines an optional method or attribute itself."""
    if name in getattr(game, "__dict__", {}):
        return True
    return getattr(type(game), name) is not getattr(Game, name)


def has_symmetries(game: Game) -> bool:
    """True if the game declares symmetries, by a method or as data."""
    if overrides(game, "symmetries"):
        return True
    return overrides(game, "cell_symmetries") and game.cell_symmetries not in (None, ())


def has_again(game: Game) -> bool:
    """True if a player may move twice in a row in this two-player game."""
    return game.players == 2 and (overrides(game, "player") or overrides(game, "moves_again"))


class StateKind(Enum):
    """The representation of states: see docs/design.md, "Three kinds of state"."""

    INTEGER = "integer"
    TUPLE = "tuple"
    OBJECT = "object"


def kind_of(state: State) -> StateKind:
    """The kind of a single state."""
    if type(state) is int:
        return StateKind.INTEGER
    if isinstance(state, tuple) and state and all(type(field) is int for field in state):
        return StateKind.TUPLE
    return StateKind.OBJECT
