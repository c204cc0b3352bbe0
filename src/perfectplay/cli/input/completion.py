"""What a shell offers in place of GAME and NAME=VALUE."""

from __future__ import annotations

from pathlib import Path

import typer

from perfectplay.core.errors import PerfectPlayError
from perfectplay.game.naming import GAMES


def games(incomplete: str) -> list[str]:
    """The library's games, files of rules and folders of solutions that begin so.

    >>> games("three")
    ['three_mens_morris', 'three_rocks']
    """
    typed = Path(incomplete)
    folder, begun = (typed, "") if incomplete.endswith("/") else (typed.parent, typed.name)
    try:
        near = sorted(path for path in folder.iterdir() if path.name.startswith(begun))
    except OSError:
        near = []
    files = [str(path) for path in near if path.suffix.lower() == ".py"]
    folders = [str(path) for path in near if (path / "manifest.json").exists()]
    return [name for name in sorted(GAMES) if name.startswith(incomplete)] + files + folders


def parameters(ctx: typer.Context, incomplete: str) -> list[str]:
    """Parameters of a game of the library that begin so, with their defaults. A file is not run to
    complete a word."""
    from perfectplay.registry.address import load_class
    from perfectplay.registry.parameter_texts import parameter_text
    from perfectplay.registry.parameters import defaults_of

    address = ctx.params.get("address", ctx.params.get("game"))
    if address not in GAMES:
        return []
    try:
        defaults = defaults_of(load_class(address))
    except PerfectPlayError:
        return []
    given = [f"{name}={parameter_text(value)}" for name, value in defaults.items()]
    return [pair for pair in given if pair.startswith(incomplete)]
