"""States and moves as people name them: which moves are legal, and which one a text means."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from perfectplay.contract.game import Game
from perfectplay.words.errors import IllegalMoveError, ParseError, PerfectPlayError, RulesError
from perfectplay.words.value import Move, State, Value

MANY = 12
"""As many moves are listed in a sentence; of more, the first so many."""

T = TypeVar("T")


@dataclass(frozen=True)
class Position:
    """A state as a play has reached it. ``last`` is the move that led to it, None at first."""

    state: State
    seat: int
    last: Move | None = None


def first_position(game: Game, state: State | None = None) -> Position:
    """The start, or another state, whose seat is 0 where the state does not know it."""
    reached = game.start() if state is None else state
    seat = asked(game, "player", lambda: game.player(reached), reached)
    return Position(reached, 0 if seat is None else seat)


def next_position(game: Game, position: Position, move: Move) -> Position:
    """Where a legal move leads; seats alternate unless the mover moves again."""
    state = position.state
    child = asked(game, "play", lambda: game.play(state, move), state, move)
    again = asked(game, "moves_again", lambda: game.moves_again(state, move), state, move)
    return Position(child, position.seat if again else 1 - position.seat, move)


def ending(game: Game, state: State) -> Value | None:
    """The value of a state in which the play is over, for the player to move; else None."""
    outcome = asked(game, "outcome", lambda: game.outcome(state), state)
    if outcome is not None:
        return Value(outcome)
    if legal_moves(game, state):
        return None
    if game.stuck is None:
        raise RulesError(
            "stuck-state",
            f"the play is not over in {state_text(game, state)} but there is no move",
            state=state,
            remedy="Let outcome(state) call it over, or say what it is worth: stuck = Value.LOSS",
        )
    return Value(game.stuck)


def legal_moves(game: Game, state: State) -> list[Move]:
    """All moves of a state, in the rules' own order; none where the play is over."""
    if asked(game, "outcome", lambda: game.outcome(state), state) is not None:
        return []
    return asked(game, "moves", lambda: list(game.moves(state)), state)


def find_move(game: Game, state: State, text: str, legal: Sequence[Move] | None = None) -> Move:
    """The legal move that a text means: as the game writes its moves, else as it reads them.

    Raises IllegalMoveError, which lists what would be legal.
    """
    moves = legal_moves(game, state) if legal is None else legal
    wanted = text.strip()
    for move in moves:
        if game.move_text(move) == wanted:
            return move
    try:
        parsed = game.parse_move(wanted)
    except ParseError:
        raise
    except (PerfectPlayError, ValueError, LookupError, TypeError):
        parsed = wanted
    for move in moves:
        if type(move) is type(parsed) and move == parsed:
            return move
    raise IllegalMoveError(illegal(game, state, wanted, moves))


def illegal(game: Game, state: State, text: str, legal: Sequence[Move]) -> str:
    """The sentence about a move that is not legal."""
    where = one_line(state_text(game, state))
    if not legal:
        return f"move {text!r} cannot be made: the play is over in {where}"
    return f"move {text!r} is not legal in {where}; legal: {listed(game, legal)}"


def listed(game: Game, moves: Sequence[Move], most: int = MANY) -> str:
    """Moves in a sentence: ``1, 2, 3 and 20 more``. What holds a comma is parted by spaces."""
    texts = [game.move_text(move) for move in moves[:most]]
    shown = ("  " if any("," in text for text in texts) else ", ").join(texts)
    return f"{shown} and {len(moves) - most:,} more" if len(moves) > most else shown


def follow(game: Game, position: Position, texts: Iterable[str]) -> Position:
    """Where a sequence of moves leads; the first illegal one is named with its number."""
    for number, text in enumerate(texts, 1):
        try:
            move = find_move(game, position.state, text)
        except (IllegalMoveError, ParseError) as error:
            raise IllegalMoveError(f"{error} (move number {number})") from error
        position = next_position(game, position, move)
    return position


def state_text(game: Game, state: State, seat: int | None = None) -> str:
    """The game's text of a state; a ``text`` that takes no seat is called without it."""
    parameters = inspect.signature(game.text).parameters
    takes_seat = len(parameters) > 1 or any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
    return game.text(state, seat) if takes_seat else game.text(state)


def one_line(text: str) -> str:
    """A text of several lines within a sentence.

    >>> one_line("X . .\\n. . .")
    'X . . / . . .'
    """
    return " / ".join(line.strip() for line in text.strip().splitlines())


def asked(game: Game, rule: str, ask: Callable[[], T], state: State, move: Move | None = None) -> T:
    """What a rule answers; an exception in it becomes a RulesError with state and move."""
    try:
        return ask()
    except PerfectPlayError:
        raise
    except Exception as error:
        called = f"{rule}({state!r}{'' if move is None else f', {move!r}'})"
        raise RulesError(
            "raises",
            f"{type(game).__name__}.{called} raises {type(error).__name__}: {error}",
            state=state,
            move=move,
            remedy="`perfectplay check` looks for more of this",
        ) from error
