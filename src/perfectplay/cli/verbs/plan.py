"""``perfectplay plan``: an estimate of what a solve of a game will take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import GameArguments
from perfectplay.cli.input.options import finite, option
from perfectplay.cli.output.answer import Answer, Facts, say_facts
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.image_cost import image_cost
from perfectplay.game.showing import number_of
from perfectplay.solver.estimate.interval import (
    bytes_words,
    count_words,
    number_words,
    size_words,
    time_words,
)

if TYPE_CHECKING:
    from perfectplay.solver.estimate.basis import Estimate
    from perfectplay.solver.estimate.cluster_plan import ClusterPlan
    from perfectplay.solver.estimate.plan import SolvePlan

COMPILING = 20.0
"""Seconds for which the compiler is waited for, if nobody says how long to take. Boards that are
texts take 5 to 10, and what the interpreter samples meanwhile says little."""

LOWER = (
    "at least so many; how many there are in all the samples do not show\n"
    "(--seconds takes more of them)"
)


def plan(
    source: GameArguments,
    memory: options.Memory = None,
    threads: options.Threads = None,
    no_symmetries: options.NoSymmetries = False,
    seconds: Annotated[
        float | None,
        option(
            "About how many seconds to take, at least two or so. Default: 5, and as many more as "
            "compiling the rules takes, up to 20.",
            min=0.2,
            max=600,
            callback=finite,
        ),
    ] = None,
    cluster: Annotated[
        int | None,
        option(
            "Plan also for N workers of solve --cluster, of one thread each.",
            metavar="N",
            min=1,
            max=1_000_000,
        ),
    ] = None,
) -> Answer:
    """Estimate the states, memory, disk and time of a solve.

    Nothing is solved. The estimates hold nearly always, not always.
    """
    from perfectplay.solver.estimate.plan import plan as plan_for

    game = source.game()
    with shown_progress(stage="estimating"):
        found = plan_for(
            game, memory=memory, threads=threads, symmetries=not no_symmetries, seconds=seconds,
            compiling=COMPILING if seconds is None else seconds, workers=cluster,
        )  # fmt: skip
    return Answer(found.as_dict, lambda: say_facts(_facts(found)), game)


def _facts(plan: SolvePlan) -> Facts:
    found = plan.forecast
    facts = [("states", count_words(found.every or found.states))]
    if found.every is not None:
        facts.append(("up to symmetry", count_words(found.states)))
    moves = count_words(found.moves)
    facts.append(("moves", moves if found.every is None else f"{moves}, of states up to symmetry"))
    facts.append(("how sure", _how_sure(found)))
    facts.append(("memory", _memory(plan)))
    work = bytes_words(plan.work)
    facts.append(("disk", f"{bytes_words(plan.disk)} for the folder, {work} while it works"))
    facts.append(("time", time_words(plan.seconds)))
    facts.append(("plan", _how(plan)))
    if plan.cluster is not None:
        facts.append(("cluster", _cluster(plan.cluster)))
    cost = image_cost(CheckedGame(found.game)) if found.every is not None else None
    if cost is not None:
        facts.append(("symmetries", cost.line().removeprefix("symmetries: ")))
    return facts


def _cluster(plan: ClusterPlan) -> str:
    """What the workers will take."""
    workers = number_of(plan.workers, "worker")
    seconds, memory, written, read = plan.seconds, plan.memory, plan.written, plan.read
    if seconds is None or memory is None or written is None or read is None:
        return f"{workers} would have nothing to do: {plan.why}"
    return (
        f"{time_words(seconds)} with {workers}; each holds {bytes_words(memory)}\n"
        f"in all {bytes_words(written)} written and {bytes_words(read)} read"
    )


def _memory(plan: SolvePlan) -> str:
    budget = size_words(plan.memory)
    if not plan.fits:
        least = size_words(plan.least)
        return f"out of reach of {budget}: the least that would do is about {least}"
    peak = bytes_words(plan.peak)
    if plan.forecast.bounded:
        return f"{peak}; whether {budget} will do is not known"
    return f"{peak}, of {budget} allowed"


def _how_sure(found: Estimate) -> str:
    """The basis of the counts, and how far they may be off."""
    if found.exact:
        return "exact: the game was explored whole"
    if found.bounded:
        why = f"{found.why}; {found.refusal}" if found.refusal else found.why
        return f"{LOWER}: {why}"
    explored = f"{found.explored:,} states explored one by one"
    if found.states.exact:
        return f"exact up to symmetry, after {explored}; the number of all states is estimated"
    factor = number_words(found.states.factor or 1.0)
    sure = f"estimated from samples, after {explored}; likely within a factor of {factor}"
    if found.engine == "interpreted":
        sure += "\nfew samples, as the interpreter runs these rules"
    elif found.refusal:
        sure += f"\nfew samples, as {found.refusal}"
    return sure


def _how(plan: SolvePlan) -> str:
    how = f"keys {plan.keys}, edges {plan.edges}, {number_of(plan.threads, 'thread')}"
    if plan.forecast.engine == "interpreted":
        refusal = plan.forecast.refusal
        because = f"interpreted, because {refusal}\n" if refusal else "interpreted, "
        return because + how
    sure = " if the rules compile" if plan.forecast.refusal else ""  # it was not tried to the end
    return f"compiled{sure}, {how}, {plan.room.batch:,} states a batch"
