"""Default texts of states and moves, for games that define none."""

from __future__ import annotations

import re
from collections.abc import Callable
from numbers import Integral
from random import Random
from typing import Any

from perfectplay.core.errors import ParseError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.texts.lasting_repr import in_letters, shown_repr
from perfectplay.game.texts.literal_states import not_a_state, read_literal
from perfectplay.game.texts.spellings import spellings

PLAYS, PLIES = 8, 200
"""Random plays, and plies of each, in which states of other lengths are looked for."""


def _is_flat(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(field, Integral) for field in value)


def default_text(value: Any, written: Callable[[Any], str] = shown_repr) -> str:
    """Default text of a state or a move; ``written``: of those that are neither words nor flat.

    >>> default_text((3, 0, 2)), default_text("left"), default_text(frozenset({1}))
    ('3,0,2', 'left', '{1}')
    >>> default_text(b"X.O"), default_text(bytes(3))
    ('X.O', '0,0,0')
    """
    if isinstance(value, str):
        return value
    if type(value) is bytes and value and written is shown_repr:
        letters = in_letters(value) and not value.isdigit()
        return value.decode("ascii") if letters else ",".join(map(str, value))
    if _is_flat(value) and value:
        return ",".join(str(int(field)) for field in value)
    return written(value)


def default_move_text(move: Any) -> str:
    """Default text of a move: as for a state, and a tuple of numbers and words without quotes.

    >>> default_move_text((3, "S")), default_move_text(("e2", "e4")), default_move_text((3, "1"))
    ('3,S', 'e2,e4', "(3, '1')")

    An empty text is in quotes, so that people see it:

    >>> default_move_text("")
    "''"
    """
    words = type(move) is tuple and len(move) > 1 and all(map(_is_word, move))
    return ",".join(map(str, move)) if words else default_text(move) or "''"


def _is_word(part: Any) -> bool:
    """True for a whole number, and for a text of letters and digits that is none."""
    return type(part) is int or (type(part) is str and part.isalnum() and part[0].isalpha())


def state_text(state: Any, start: Callable[[], Any]) -> str:
    """Default text of a state. ``start`` gives the start: bytes are letters if its bytes are."""
    if type(state) is bytes and in_letters(state):
        like = start()
        if isinstance(like, bytes) and in_letters(like):
            return state.decode("ascii")
        return ",".join(map(str, state)) or repr(state)
    return default_text(state)


def default_parse(text: str, start: State, game: Any = None) -> State:
    """The state of which `default_text` gives the text, of the same type as ``start``.

    Tuples are as long as ``start`` and of numbers if it is, unless plays of ``game`` lead to
    others.

    >>> default_parse("3,0", (1, 2)), default_parse("3/0", (1, 2)), default_parse("'.X.'", "...")
    ((3, 0), (3, 0), '.X.')
    >>> default_parse("3", (1, 2))
    Traceback (most recent call last):
    perfectplay.core.errors.ParseError: expected 2 whole numbers such as "1,2", got "3"
    """
    if isinstance(start, str):
        ways = spellings(text) if len(text) != len(start) else ()
        return next((way for way in ways if len(way) == len(start)), text)
    if isinstance(start, bytes) and not text.lstrip().startswith(("b'", 'b"')):
        return _read_bytes(text, start, game)
    if _is_flat(start):
        commas = re.sub(r"\s*[/|;:]\s*", ",", text)  # as people part the rows of a board
        numbers = () if text.strip() == "()" else _numbers(commas)
        if (numbers is None or len(numbers) != len(start)) and not varies(game, start):
            count = "a whole number" if len(start) == 1 else f"{len(start)} whole numbers"
            example = shortened(default_text(start))
            raise ParseError(f'expected {count} such as "{example}", got "{shortened(text)}"')
        if numbers is None:
            return read_literal(text, start)
        return type(start)(*numbers) if hasattr(start, "_fields") else numbers
    if isinstance(start, int):
        numbers = _numbers(text)
        if numbers is None or len(numbers) != 1:
            raise ParseError(f'expected a whole number such as "{start}", got "{shortened(text)}"')
        return numbers[0]
    return read_literal(text, start)


def _read_bytes(text: str, start: bytes, game: Any) -> bytes:
    """Bytes that are written as letters, if those of the start are, or as numbers."""
    if in_letters(start) and len(text) == len(start) and text.isascii():
        return text.encode("ascii")
    numbers = _numbers(re.sub(r"\s*[/|;:]\s*", ",", text)) or ()
    if all(0 <= number < 256 for number in numbers):
        if numbers and (len(numbers) == len(start) or varies(game, start)):
            return bytes(numbers)
        if in_letters(start) and text.isascii() and varies(game, start):
            return text.encode("ascii")
    raise not_a_state(text, start)


def varies(game: Any, start: State) -> bool:
    """True if random plays find a tuple that is longer or shorter than the one at the start, or
    not of numbers alone as that one is."""
    if game is None or hasattr(start, "_fields"):
        return False
    random = Random(0)
    try:
        for _ in range(PLAYS):
            state = start
            for _ in range(PLIES):
                moves = [] if game.outcome(state) is not None else list(game.moves(state))
                if not moves:
                    break
                state = game.play(state, random.choice(moves))
                if _is_flat(state) < _is_flat(start) or len(state) != len(start):
                    return True
    except (Exception, SystemExit):  # whatever rules raise that are not finished
        return False
    return False


def default_parse_move(text: str) -> Move:
    """An integer, a tuple of integers, or the text itself.

    >>> default_parse_move("3"), default_parse_move("1,2"), default_parse_move("left")
    (3, (1, 2), 'left')
    """
    numbers = _numbers(text)
    if numbers is None:
        return text
    return numbers[0] if len(numbers) == 1 else numbers


def _numbers(text: str) -> tuple[int, ...] | None:
    """The integers of ``1,2`` or ``(1, 2)``; None for any other text."""
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1].rstrip(",")
    try:
        return tuple(int(part) for part in inner.split(","))
    except ValueError:
        return None
