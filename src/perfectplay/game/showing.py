"""Texts of states, moves and places in a file for error messages: short, and never raising."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Container
from functools import lru_cache
from opcode import opmap
from types import TracebackType
from typing import Any

from perfectplay.core.errors import StopRules
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.texts.default_texts import default_text
from perfectplay.game.texts.lasting_repr import object_repr

_OURS = os.path.dirname(os.path.abspath(__file__))
_OLDER_STYLE = {"play": "do_move", "outcome": "evaluate", "moves": "possible_moves"}


def shown(game: Game, state: State) -> str:
    """Text of a state for a message, or its repr if ``text`` fails; shortened.

    The rows of a board are joined to one line, with slashes between them.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> shown(ThreeRocks(), (3, 2))
    '3,2'
    """
    text = _tried(lambda: state_text(game, state), state, game)
    return shortened(" / ".join(line.strip() for line in text.splitlines())) or repr(text)


def shown_move(game: Game, move: Move) -> str:
    """Text of a move for a message, or its repr if ``move_text`` fails; shortened.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> shown_move(ThreeRocks(), (1, 0))
    '1,0'
    """
    return shortened(_tried(lambda: game.move_text(move), move, game))


def in_state(game: Game, state: State) -> str:
    """The phrase ``" in state 3,2"``.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> in_state(ThreeRocks(), (3, 2))
    ' in state 3,2'
    """
    return f" in state {shown(game, state)}"


def by_move(game: Game, move: Move) -> str:
    """The phrase ``" for the move 1,0"``; "" for None."""
    return "" if move is None else f" for the move {shown_move(game, move)}"


def state_text(game: Game, state: State, seat: int | None = None) -> str:
    """Text of a state, whether or not ``game.text`` takes a seat. Raises whatever it raises.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> state_text(ThreeRocks(), (3, 2), 0)
    '3,2'
    """
    return game.text(state, seat) if takes_seat(type(game).text) else game.text(state)


def rule_name(game: Game, method: str) -> str:
    """Name of a rule for its author: ``ThreeRocks.moves``, or ``do_move`` of `from_functions`.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rule_name(ThreeRocks(), "moves")
    'ThreeRocks.moves'
    """
    if isinstance(game, FunctionGame):
        return _OLDER_STYLE.get(method, method)
    return f"{type(game).__name__}.{method}"


def place(game: Game, trace: TracebackType | None) -> str:
    """``file.py:12``, the last line in the game's own files of a traceback; ``""`` without one.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> place(ThreeRocks(), None)
    ''
    """
    return place_in(files_of(game), trace)


def place_in(files: Container[str], trace: TracebackType | None) -> str:
    """``file.py:12``, the last line of a traceback that is in one of these files, or else outside
    of this folder; ``""`` if there is none.

    >>> place_in((), None)
    ''
    """
    lines: list[tuple[str, int]] = []
    while trace is not None:
        lines.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [line for line in lines if line[0] in files]
    other = [line for line in lines if os.path.dirname(os.path.abspath(line[0])) != _OURS]
    if not own and not other:
        return ""
    file, number = (own or other)[-1]
    return short_place(f"{file}:{number}")


def is_ctrl_c(error: BaseException, files: Container[str]) -> bool:
    """Whether an exception is that of Ctrl-C: a KeyboardInterrupt that no ``raise`` in these files
    has raised.

    >>> is_ctrl_c(KeyboardInterrupt(), ()), is_ctrl_c(ValueError(), ())
    (True, False)
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_filename not in files:
        return True
    # Python hears Ctrl-C at calls and jumps, never while it raises
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] != opmap["RAISE_VARARGS"]


def one_line(value: object) -> str:
    """``str(value)`` on one line, shortened.

    >>> one_line("a\\n  b")
    'a b'
    """
    return shortened(" ".join(_tried(lambda: str(value), value).split()))


def answer_text(answer: object) -> str:
    """The repr of a rule's answer without its place in memory, shortened.

    >>> answer_text([1, 2]), answer_text("x"), answer_text(lambda: 0)
    ('[1, 2]', "'x'", '<function <lambda>>')
    """
    text = _tried(lambda: object_repr(answer), answer)
    return shortened(re.sub(r" at 0x[0-9a-fA-F]+>", ">", text))


def _tried(text: Callable[[], object], value: Any, game: Game | None = None) -> str:
    try:
        answer = text()
        if isinstance(answer, str):
            return answer
    except faults_of(game):  # `CheckedGame.text` is what reports it
        pass
    try:
        return default_text(value)
    except faults_of(game):  # so may a user's ``__repr__``
        return f"<{type(value).__name__} whose repr raises>"


@lru_cache(maxsize=1024)
def takes_seat(method: Callable[..., object]) -> bool:
    """True if a method ``text`` or ``board`` of a class accepts a state and a seat."""
    try:
        inspect.signature(method).bind(None, None, None)
    except (TypeError, ValueError):
        return False
    return True


def files_of(game: Game) -> set[str]:
    """The files that contain the rules of a game."""
    if isinstance(game, FunctionGame):
        sources: list[object] = [game._do_move, game._evaluate]
    else:
        bases = [base for base in type(game).__mro__ if base not in Game.__mro__]
        sources = [member for base in bases for member in vars(base).values()]
    sources = [getattr(source, "fget", None) or source for source in sources]
    codes = [getattr(inspect.unwrap(source), "__code__", None)  # type: ignore[arg-type]
             for source in sources]  # fmt: skip
    return {code.co_filename for code in codes if code is not None}


def faults_of(game: Game | None = None) -> tuple[type[BaseException], ...]:
    """The exceptions that an ``except`` clause around a call of rules catches: whatever rules may
    raise, and neither Ctrl-C nor a stop that perfectplay raises in them.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> try:
    ...     raise SystemExit("from a rule")
    ... except faults_of(ThreeRocks()) as error:
    ...     print(error)
    from a rule
    """
    error = sys.exception()
    files = set() if game is None else files_of(game)
    if error is None or isinstance(error, StopRules) or is_ctrl_c(error, files):
        return ()
    return (BaseException,)


def short_place(place: str) -> str:
    """``file.py:12`` with the path of the file relative if it is below the working folder.

    >>> short_place(os.path.abspath("mine.py") + ":12")
    'mine.py:12'
    """
    file, colon, line = place.rpartition(":")
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return place
    return place if relative.startswith("..") else relative + colon + line


def visible(text: str) -> str:
    """A text for people to see: an empty one is in quotes.

    >>> visible("a"), visible("")
    ('a', "''")
    """
    return text or "''"


def number_of(count: int, one: str, many: str = "") -> str:
    """A count with its noun, whose plural ends in s unless it is given.

    >>> number_of(1, "line"), number_of(1_200, "line")
    ('1 line', '1,200 lines')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def worth_in_plies(worth: str, plies: int | None) -> str:
    """A value, or a value by points, with the plies to the end: none is said where the play is
    over. None: it need not end.

    >>> worth_in_plies("win", 3), worth_in_plies("loss", 0), worth_in_plies("draw", None)
    ('win in 3 plies', 'loss', 'endless draw')
    """
    if plies is None:
        return f"endless {worth}"
    return f"{worth} in {plies_words(plies)}" if plies else worth


def plies_words(count: int) -> str:
    """A number of plies.

    >>> plies_words(1), plies_words(1_200)
    ('1 ply', '1,200 plies')
    """
    return number_of(count, "ply", "plies")


def length_words(game: Game, count: int) -> str:
    """How long a play is: in plies, or in the moves of a puzzle, which has one player.

    >>> from perfectplay.games.eight_puzzle import EightPuzzle
    >>> length_words(EightPuzzle(), 3)
    '3 moves'
    """
    return number_of(count, "move") if game.players == 1 else plies_words(count)
