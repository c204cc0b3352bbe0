"""The games of the library by name; each is imported when it is first used."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from perfectplay.core.errors import UnknownGameError
from perfectplay.game.naming import GAMES

if TYPE_CHECKING:
    from perfectplay.game.game import Game


def library() -> tuple[str, ...]:
    """Names of all games of the library, in the order of lists.

    >>> library()[:3]
    ('tic_tac_toe', 'wild', 'notakto')
    """
    return tuple(GAMES)


def library_entry(name: str) -> type[Game]:
    """The class of a game of the library. Raises UnknownGameError.

    >>> library_entry("last_mouse_lost")().start()
    (3, 5, 6, 6, 5, 3)
    >>> library_entry("tictactoe")
    Traceback (most recent call last):
    perfectplay.core.errors.UnknownGameError: no game "tictactoe" in the library; did you mean \
"tic_tac_toe"?
    """
    if name not in GAMES:
        close = difflib.get_close_matches(name, GAMES, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(GAMES)}"
        raise UnknownGameError(f'no game "{name}" in the library; {hint}')
    module, _, attribute = GAMES[name].partition(":")
    entry: type[Game] = getattr(import_module(module), attribute)
    return entry
