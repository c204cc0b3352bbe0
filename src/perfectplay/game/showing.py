"""States, moves and places in a file, as error messages show them. Never raises, never endless."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Container
from functools import lru_cache
from types import TracebackType
from typing import Any

from perfectplay.core.value import Move, State
from perfectplay.game.default_texts import default_text
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game

LONGEST = 200
"""Characters of a state or move that a message shows."""

_OURS = os.path.dirname(os.path.abspath(__file__))
_OLDER_STYLE = {"play": "do_move", "outcome": "evaluate", "moves": "possible_moves"}


def shown(game: Game, state: State) -> str:
    """The state for a message: its text where that can be had, else its repr; cut when long.

    The rows of a board stand on one line, with strokes between them.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> shown(ThreeRocks(), (3, 2))
    '3,2'
    """
    text = _tried(lambda: state_text(game, state), state)
    return _cut(" / ".join(line.strip() for line in text.splitlines())) or repr(text)


def shown_move(game: Game, move: Move) -> str:
    """The move for a message: its text where that can be had, else its repr; cut when long.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> shown_move(ThreeRocks(), (1, 0))
    '1,0'
    """
    return _cut(_tried(lambda: game.move_text(move), move))


def in_state(game: Game, state: State) -> str:
    """``" in state 3,2"``.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> in_state(ThreeRocks(), (3, 2))
    ' in state 3,2'
    """
    return f" in state {shown(game, state)}"


def state_text(game: Game, state: State, seat: int | None = None) -> str:
    """``game.text``, whether or not it takes the seat. Raises whatever the game raises.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> state_text(ThreeRocks(), (3, 2), 0)
    '3,2'
    """
    if takes_seat(type(game)):
        return game.text(state, seat)
    return game.text(state)


def rule_name(game: Game, method: str) -> str:
    """What the user calls this rule: ``ThreeRocks.moves``, or ``do_move`` in the older style.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rule_name(ThreeRocks(), "moves")
    'ThreeRocks.moves'
    """
    if isinstance(game, FunctionGame):
        return _OLDER_STYLE.get(method, method)
    return f"{type(game).__name__}.{method}"


def place(game: Game, trace: TracebackType | None) -> str:
    """``file.py:12``, the last line of the user's own rules that a traceback passed; else ``""``.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> place(ThreeRocks(), None)
    ''
    """
    return place_in(_files_of(game), trace)


def place_in(theirs: Container[str], trace: TracebackType | None) -> str:
    """``file.py:12``, the last line in one of these files that a traceback passed; where there
    is none, the last that is not of the contract; else ``""``.

    >>> place_in((), None)
    ''
    """
    lines: list[tuple[str, int]] = []
    while trace is not None:
        lines.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [line for line in lines if line[0] in theirs]
    other = [line for line in lines if os.path.dirname(os.path.abspath(line[0])) != _OURS]
    if not own and not other:
        return ""
    file, number = (own or other)[-1]
    return f"{_short(file)}:{number}"


def one_line(value: object) -> str:
    """``str(value)`` on one line, cut when long.

    >>> one_line("a\\n  b")
    'a b'
    """
    return _cut(" ".join(_tried(lambda: str(value), value).split()))


def answer_text(answer: object) -> str:
    """What a rule answered, as a person wrote it in Python; cut when long.

    >>> answer_text([1, 2]), answer_text("x")
    ('[1, 2]', "'x'")
    """
    return _cut(_tried(lambda: repr(answer), answer))


def _tried(text: Callable[[], object], value: Any) -> str:
    try:
        answer = text()
        if isinstance(answer, str):
            return answer
    except Exception:  # the message is about something else; the check tests texts by themselves
        pass
    try:
        return default_text(value)
    except Exception:
        return f"<{type(value).__name__} whose repr raises>"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


@lru_cache(maxsize=1024)
def takes_seat(kind: type[Game]) -> bool:
    """Whether ``text`` of this class takes the seat as well as the state."""
    try:
        inspect.signature(kind.text).bind(None, None, None)
    except (TypeError, ValueError):
        return False
    return True


def _files_of(game: Game) -> set[str]:
    """The files in which the rules of this game are written."""
    if isinstance(game, FunctionGame):
        sources: list[object] = [game._do_move, game._evaluate]
    else:
        bases = [base for base in type(game).__mro__ if base is not Game]
        sources = [member for base in bases for member in vars(base).values()]
    sources = [getattr(source, "fget", None) or source for source in sources]
    codes = [getattr(inspect.unwrap(source), "__code__", None)  # type: ignore[arg-type]
             for source in sources]  # fmt: skip
    return {code.co_filename for code in codes if code is not None}


def _short(file: str) -> str:
    """The path from here where the file lies below the working folder."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return file
    return file if relative.startswith("..") else relative
