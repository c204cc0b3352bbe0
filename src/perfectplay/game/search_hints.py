"""The methods of a game that tell a search where to look."""

from __future__ import annotations

from perfectplay.game.game import Game, overrides

HINTS = ("order", "bounds", "forced", "plies_left")
"""The names of these methods."""


def hints_of(game: Game) -> tuple[str, ...]:
    """The hints that a game gives. An attribute of such a name that is no method is no hint.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> hints_of(ConnectFour())
    ('order', 'bounds', 'forced', 'plies_left')
    """
    return tuple(name for name in HINTS if overrides(game, name) and callable(getattr(game, name)))
