"""``perfectplay check``: whether a game keeps the promises of the contract."""

from __future__ import annotations

from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import finite, game_of
from perfectplay.cli.output import say, say_json
from perfectplay.cli.progress_bar import shown_progress

Samples = Annotated[int, typer.Option(min=1, help="How many states to look at.")]
Seed = Annotated[int, typer.Option(help="Where the choice of states begins.")]
Seconds = Annotated[
    float, typer.Option(min=0.1, max=86_400, callback=finite, help="How long it takes at most.")
]

EVERY = 2.0
"""Seconds between two lines of progress where there is no terminal."""


def check(
    game: options.GameAddress,
    parameters: options.Parameters = None,
    samples: Samples = 100_000,
    seed: Seed = 0,
    seconds: Seconds = 10.0,
    json: options.Json = False,
) -> None:
    """Check that the rules keep the promises of the contract.

    The exit status is 1 where they do not.
    """
    from perfectplay.conformance import check_game

    asked = game_of(game, parameters)
    with shown_progress(every=EVERY) as progress:
        report = check_game(
            asked, samples=samples, seed=seed, max_seconds=seconds, progress=progress
        )
    if json:
        say_json(report.as_dict())
    else:
        say(report.text())
    if not report.ok:
        raise typer.Exit(1)
