"""Legal moves, and states and moves as people type them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perfectplay.core.errors import IllegalMoveError, ParseError, PerfectPlayError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import overrides
from perfectplay.game.texts.literal_states import read_literal
from perfectplay.game.texts.spellings import spellings, squeezed

MANY = 12
"""Maximum number of moves that a sentence lists."""

LONG = 400
"""Maximum number of characters of these moves, unless one alone is longer."""


@dataclass(frozen=True)
class PlayPosition:
    """A state in a play, and the seat to move."""

    state: State
    seat: int

    def after(self, rules: CheckedGame, move: Move, child: State) -> PlayPosition:
        """The position ``child`` after a move: seats alternate unless the mover moves again."""
        again = rules.moves_again(self.state, move, child)
        return PlayPosition(child, self.seat if again else 1 - self.seat)


def first_position(rules: CheckedGame, state: State | None = None) -> PlayPosition:
    """The position of a state, default the start; seat 0 if the state determines no seat."""
    reached = rules.start() if state is None else state
    seat = rules.player(reached)
    return PlayPosition(reached, 0 if seat is None else seat)


def next_position(rules: CheckedGame, position: PlayPosition, move: Move) -> PlayPosition:
    """The position after a move; seats alternate unless the mover moves again.

    Raises IllegalMoveError.
    """
    for option, child in rules.position(position.state).options:
        if same_move(option, move):
            return position.after(rules, move, child)
    raise IllegalMoveError(illegal(rules, position.state, repr(move)))


def legal_moves(rules: CheckedGame, state: State) -> list[Move]:
    """All moves of a state, in the order of the rules; none if the play is over."""
    return [move for move, _ in rules.position(state).options]


class WrittenMove(int):
    """A number of a move, with its text: how people write it where it was listed.

    It equals the plain number, and stands for the same move as that (see `same_move`).

    >>> move = WrittenMove(4, "x(1,1)")
    >>> move, move == 4, {4: "centre"}[move], move.text
    (4, True, 'centre', 'x(1,1)')
    """

    text: str

    def __new__(cls, number: int, text: str = "") -> WrittenMove:
        move = super().__new__(cls, number)
        move.text = text or str(number)
        return move


def move_type(move: object) -> type:
    """The type by which moves differ: that of a plain number for a written one.

    >>> move_type(WrittenMove(4, "x")), move_type(True), move_type("a")
    (<class 'int'>, <class 'bool'>, <class 'str'>)
    """
    return int if isinstance(move, WrittenMove) else type(move)


def same_move(one: Move, other: Move) -> bool:
    """True if two moves are equal and of one type (1 is not True)."""
    return move_type(one) is move_type(other) and bool(one == other)


def find_move(rules: CheckedGame, state: State, text: str) -> Move:
    """The legal move that a text names, by ``move_text`` or else by ``parse_move``.

    With or without quotes, brackets and spaces, if that leaves no two moves the same.
    Raises IllegalMoveError, which lists the legal moves.
    """
    legal = legal_moves(rules, state)
    ways = list(spellings(text)) or [text]
    by_text = {rules.move_text(move): move for move in reversed(legal)}
    for way in ways:
        if way in by_text:
            return by_text[way]
    wanted = text.strip()
    for way in ways:
        try:
            parsed = rules.game.parse_move(way)
        except (PerfectPlayError, ValueError, LookupError, TypeError):
            parsed = wanted  # the list of legal moves says more than why it cannot be read
        for move in legal:
            if same_move(move, parsed):
                return move
    if not (overrides(rules.game, "parse_move") or overrides(rules.game, "move_text")):
        read = [move for move in legal if any(_reads_as(way, move) for way in ways)]
        if len(read) == 1:
            return read[0]
    plain = {squeezed(written): move for written, move in by_text.items()}
    if len(plain) == len(by_text) and squeezed(text) in plain:
        return plain[squeezed(text)]
    raise IllegalMoveError(illegal(rules, state, wanted))


def _reads_as(text: str, move: Move) -> bool:
    """Whether a text is a move with parts as Python prints them: ``LEFT`` is ``Way.LEFT``."""
    try:
        return same_move(read_literal(text, move), move)
    except ParseError:
        return False


def illegal(rules: CheckedGame, state: State, text: str) -> str:
    """The message for a move that is not legal."""
    written = rules.text(state, None)
    where, text = shortened(one_line(written)) or repr(written), shortened(text)
    legal = legal_moves(rules, state)
    if not legal:
        return f"move {text!r} cannot be made: the play is over in {where}"
    return f"move {text!r} is not legal in {where}; legal: {listed(rules, legal)}"


def listed(rules: CheckedGame, moves: Sequence[Move]) -> str:
    """Moves in a sentence: ``1, 2, 3 and 20 more``; separated by spaces if a move has a comma."""
    texts = [shortened(rules.move_text(move)) for move in moves[:MANY]]
    while len(texts) > 1 and sum(map(len, texts)) > LONG:
        texts.pop()
    shown = ("  " if any("," in text for text in texts) else ", ").join(texts)
    return f"{shown} and {len(moves) - len(texts):,} more" if len(moves) > len(texts) else shown


def follow(rules: CheckedGame, position: PlayPosition, texts: Iterable[str]) -> PlayPosition:
    """The position after a sequence of moves.

    Raises IllegalMoveError, which gives the number of the first illegal move.
    """
    for number, text in enumerate(texts, 1):
        try:
            move = find_move(rules, position.state, text)
        except (IllegalMoveError, ParseError) as error:
            raise IllegalMoveError(f"{error} (move number {number})") from error
        position = next_position(rules, position, move)
    return position


def one_line(text: str) -> str:
    """A text of several lines on one line.

    >>> one_line("X . .\\n. . .")
    'X . . / . . .'
    """
    return " / ".join(line.strip() for line in text.strip().splitlines())


def in_order(moves: Iterable[Move], rules: CheckedGame) -> tuple[Move, ...]:
    """Moves in rising order; by their texts if they have no order."""
    some = list(moves)
    try:
        return tuple(sorted(some))
    except TypeError:
        return tuple(sorted(some, key=rules.move_text))
