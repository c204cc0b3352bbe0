"""``perfectplay check``: whether a game keeps the promises of the contract."""

from __future__ import annotations

from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import game_of
from perfectplay.cli.output import say, say_json

Samples = Annotated[int, typer.Option(min=1, help="How many states to look at.")]
Seed = Annotated[int, typer.Option(help="Where the choice of states begins.")]


def check(
    game: options.GameAddress,
    parameters: options.Parameters = None,
    samples: Samples = 100_000,
    seed: Seed = 0,
    json: options.Json = False,
) -> None:
    """Check that the rules keep the promises of the contract.

    The exit status is 1 where they do not.
    """
    from perfectplay.contract.check import check_game

    report = check_game(game_of(game, parameters), samples=samples, seed=seed)
    if json:
        say_json(report.as_dict())
    else:
        say(report.text())
    if not report.ok:
        raise typer.Exit(1)
