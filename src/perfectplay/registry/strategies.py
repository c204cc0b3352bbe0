"""The strategies of the library by name, as text: nothing is imported here."""

from __future__ import annotations

STRATEGIES: dict[str, tuple[str, str]] = {
    "mirror": ("perfectplay.games.strategies.mirror:mirror", "perfectplay.games.nim:Nim"),
    "mirror_as_stated": (
        "perfectplay.games.strategies.mirror:mirror_as_stated",
        "perfectplay.games.nim:Nim",
    ),
}
"""Name to the function and the class of games that it plays, each as ``module:name``."""
