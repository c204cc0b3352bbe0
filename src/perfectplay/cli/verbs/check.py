"""``perfectplay check``: whether a game keeps the promises of the contract."""

from __future__ import annotations

from typing import Annotated

from perfectplay.cli.input.arguments import GameArguments
from perfectplay.cli.input.options import Seed, finite, option
from perfectplay.cli.output.answer import Answer, say
from perfectplay.cli.output.progress_bar import shown_progress

EVERY = 2.0
"""Seconds between two lines of progress without a terminal."""


def check(
    source: GameArguments,
    samples: Annotated[int, option("How many states to check.", min=1)] = 100_000,
    seed: Seed = 0,
    seconds: Annotated[
        float, option("Stop after so many seconds.", min=0.1, max=86_400, callback=finite)
    ] = 10.0,
    speed: Annotated[
        bool, option("Show children a second on one core, compiled and interpreted.")
    ] = False,
) -> Answer:
    """Check that the rules keep the promises of the contract.

    The exit status is 1 if they do not, or if no state was checked in time.
    """
    from perfectplay.conformance import check_game

    game = source.game()
    with shown_progress(every=EVERY) as progress:
        report = check_game(
            game, samples=samples, seed=seed, max_seconds=seconds, speed=speed, progress=progress
        )
    return Answer(report.as_dict, lambda: say(report.text()), ok=report.ok)
