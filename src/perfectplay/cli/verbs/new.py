"""``perfectplay new``: a game file to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import say
from perfectplay.registry.new import new_game


def new(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write, as in rocks.py.")
    ],
    name: Annotated[
        str | None, option("The name of the class.", show_default="made from the file's name")
    ] = None,
    force: Annotated[bool, option("Overwrite an existing file.")] = False,
) -> None:
    """Write a commented game file that can be solved as it is."""
    cls = new_game(file, name, force=force)
    say(f"wrote {file} with the game {cls}")
    say(f"next: perfectplay solve {shlex.quote(str(file))}")
