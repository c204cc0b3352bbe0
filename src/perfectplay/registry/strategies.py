"""The strategies of the library by name. Nothing is imported before it is asked for."""

from __future__ import annotations

STRATEGIES: dict[str, tuple[str, str]] = {
    "mirror": ("perfectplay.games.strategies.mirror:mirror", "perfectplay.games.nim:Nim"),
    "mirror_as_stated": (
        "perfectplay.games.strategies.mirror:mirror_as_stated",
        "perfectplay.games.nim:Nim",
    ),
}
"""Each name with its function and the class whose games it plays, as ``module:name``."""


def library_strategies() -> tuple[str, ...]:
    """The names of all strategies, in order.

    >>> library_strategies()
    ('mirror', 'mirror_as_stated')
    """
    return tuple(STRATEGIES)
