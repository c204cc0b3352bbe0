"""States and moves as people name them: which moves are legal, and which one a text means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perfectplay.core.errors import IllegalMoveError, ParseError, PerfectPlayError
from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame

MANY = 12
"""As many moves are listed in a sentence; of more, the first so many."""


@dataclass(frozen=True)
class PlayPosition:
    """A state as a play has reached it, and the seat to move."""

    state: State
    seat: int


def first_position(rules: CheckedGame, state: State | None = None) -> PlayPosition:
    """The start, or another state, whose seat is 0 where the state does not know it."""
    reached = rules.start() if state is None else state
    seat = rules.player(reached)
    return PlayPosition(reached, 0 if seat is None else seat)


def next_position(rules: CheckedGame, position: PlayPosition, move: Move) -> PlayPosition:
    """Where a legal move leads; seats alternate unless the mover moves again."""
    for option, child in rules.position(position.state).options:
        if same_move(option, move):
            again = rules.moves_again(position.state, move, child)
            return PlayPosition(child, position.seat if again else 1 - position.seat)
    raise IllegalMoveError(illegal(rules, position.state, repr(move)))


def legal_moves(rules: CheckedGame, state: State) -> list[Move]:
    """All moves of a state, in the rules' own order; none where the play is over."""
    return [move for move, _ in rules.position(state).options]


def same_move(one: Move, other: Move) -> bool:
    """Whether two moves are the same: equal and of one type (1 is not True)."""
    return type(one) is type(other) and bool(one == other)


def find_move(rules: CheckedGame, state: State, text: str) -> Move:
    """The legal move that a text means: as the game writes its moves, else as it reads them.

    Raises IllegalMoveError, which lists what would be legal.
    """
    legal = legal_moves(rules, state)
    wanted = text.strip()
    for written in (text, wanted):
        for move in legal:
            if rules.move_text(move) == written:
                return move
    try:
        parsed = rules.game.parse_move(wanted)
    except (PerfectPlayError, ValueError, LookupError, TypeError):
        parsed = wanted  # the list of legal moves says more than why it cannot be read
    for move in legal:
        if same_move(move, parsed):
            return move
    raise IllegalMoveError(illegal(rules, state, wanted))


def illegal(rules: CheckedGame, state: State, text: str) -> str:
    """The sentence about a move that is not legal."""
    where = one_line(rules.text(state, None))
    legal = legal_moves(rules, state)
    if not legal:
        return f"move {text!r} cannot be made: the play is over in {where}"
    return f"move {text!r} is not legal in {where}; legal: {listed(rules, legal)}"


def listed(rules: CheckedGame, moves: Sequence[Move], most: int = MANY) -> str:
    """Moves in a sentence: ``1, 2, 3 and 20 more``. What holds a comma is parted by spaces."""
    texts = [rules.move_text(move) for move in moves[:most]]
    shown = ("  " if any("," in text for text in texts) else ", ").join(texts)
    return f"{shown} and {len(moves) - most:,} more" if len(moves) > most else shown


def follow(rules: CheckedGame, position: PlayPosition, texts: Iterable[str]) -> PlayPosition:
    """Where a sequence of moves leads; the first illegal one is named with its number."""
    for number, text in enumerate(texts, 1):
        try:
            move = find_move(rules, position.state, text)
        except (IllegalMoveError, ParseError) as error:
            raise IllegalMoveError(f"{error} (move number {number})") from error
        position = next_position(rules, position, move)
    return position


def one_line(text: str) -> str:
    """A text of several lines within a sentence.

    >>> one_line("X . .\\n. . .")
    'X . . / . . .'
    """
    return " / ".join(line.strip() for line in text.strip().splitlines())
