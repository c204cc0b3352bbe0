"""``perfectplay plan``: what a solve of a game will take, told before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import game_of, memory_of
from perfectplay.cli.output import say, say_facts, say_json, say_title
from perfectplay.cli.wording import title

if TYPE_CHECKING:
    from perfectplay.solver.estimate.basis import Estimate
    from perfectplay.solver.estimate.plan import SolvePlan

Seconds = Annotated[
    float, typer.Option(min=0.2, max=600, help="How long to look at the game, about.")
]


def plan(
    game: options.GameAddress,
    parameters: options.Parameters = None,
    memory: options.Memory = None,
    threads: options.Threads = None,
    no_symmetries: options.NoSymmetries = False,
    seconds: Seconds = 5.0,
    json: options.Json = False,
) -> None:
    """Forecast what a solve will take: states, memory, disk and time, from samples.

    Nothing is solved. What is said holds nearly always, not always.
    """
    from perfectplay.solver.estimate.plan import plan as plan_for

    asked, budget = game_of(game, parameters), memory_of(memory)
    found = plan_for(
        asked, memory=budget, threads=threads, symmetries=not no_symmetries, seconds=seconds
    )
    if json:
        say_json(found.as_dict())
        return
    say_title(title(asked))
    say()
    say_facts(_facts(found))


def _facts(plan: SolvePlan) -> list[tuple[str, str]]:
    from perfectplay.game.checked_game import CheckedGame
    from perfectplay.game.image_cost import image_cost
    from perfectplay.solver.estimate.interval import (
        bytes_words,
        count_words,
        size_words,
        time_words,
    )

    found = plan.forecast
    facts = [("states", count_words(found.every or found.states))]
    if found.every is not None:
        facts.append(("up to symmetry", count_words(found.states)))
    moves = count_words(found.moves)
    facts.append(("moves", moves if found.every is None else f"{moves}, of states up to symmetry"))
    facts.append(("how sure", _how_sure(found)))
    peak = bytes_words(plan.peak)
    if not plan.fits:
        facts.append(
            ("memory", f"out of reach of {size_words(plan.memory)}: the least that would do is "
             f"about {size_words(plan.least)}")
        )  # fmt: skip
    elif found.bounded:
        facts.append(("memory", f"{peak}; whether {size_words(plan.memory)} will do is not known"))
    else:
        facts.append(("memory", f"{peak}, of {size_words(plan.memory)} allowed"))
    facts.append(
        (
            "disk",
            f"{bytes_words(plan.disk)} for the folder, {bytes_words(plan.work)} while it works",
        )
    )
    facts.append(("time", time_words(plan.seconds)))
    facts.append(("plan", _how(plan)))
    cost = image_cost(CheckedGame(found.game)) if found.every is not None else None
    if cost is not None:
        facts.append(("symmetries", cost.line().removeprefix("symmetries: ")))
    return facts


def _how_sure(found: Estimate) -> str:
    """What the counts rest on, and how far they may be off."""
    if found.exact:
        return "exact: the game was explored whole"
    if found.bounded:
        return f"lower bounds, no estimate: {found.why}"
    explored = f"{found.explored:,} states explored one by one"
    if found.states.exact:
        return f"exact up to symmetry, after {explored}; the number of all states is estimated"
    factor = f"{found.states.factor:.2g}"
    sure = f"estimated from samples, after {explored}; likely within a factor of {factor}"
    if found.engine == "interpreted":
        sure += "\nfew samples, as the interpreter runs these rules"
    return sure


def _how(plan: SolvePlan) -> str:
    threads = f"{plan.threads} thread{'s' if plan.threads > 1 else ''}"
    if plan.forecast.engine == "interpreted":
        refusal = f"\nnot compiled: {plan.forecast.refusal}" if plan.forecast.refusal else ""
        return f"interpreted, keys {plan.keys}, edges {plan.edges}, {threads}{refusal}"
    batches = f"{plan.room.batch:,} states a batch"
    return f"compiled, keys {plan.keys}, edges {plan.edges}, {threads}, {batches}"
