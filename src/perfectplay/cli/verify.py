"""``perfectplay verify``: whether a stored solution is the strong solution of its game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.output import say, say_facts, say_json
from perfectplay.cli.progress import shown_progress, speed

if TYPE_CHECKING:
    from perfectplay.results.verify.report import Verification

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a stored solution.")]
Address = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Where the rules are: a library name, file.py or file.py:Class.",
        show_default="what the solution says",
    ),
]
Sample = Annotated[
    int,
    typer.Option(min=0, help="How many states the interpreter is asked about, beside all others."),
]


def verify(
    folder: Folder,
    game: Address = None,
    sample: Sample = 100_000,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Prove a stored solution right from the rules alone, without the solver.

    The exit status is 1 where anything in the folder is wrong.
    """
    from perfectplay.results.verify.verifying import verify as verified

    with shown_progress() as progress:
        result = verified(folder, game, threads=threads, sample=sample, progress=progress)
    if json:
        say_json(result.as_dict())
    else:
        _report(folder, result)
    if not result.ok:
        raise typer.Exit(1)


def _report(folder: Path, result: Verification) -> None:
    say(f"{folder}: {'right' if result.ok else 'wrong'}")
    say()
    if result.states:
        say_facts(_facts(result))
    if result.ok:
        return
    if result.states:
        say()
    _problems(result)


def _facts(result: Verification) -> list[tuple[str, str]]:
    asked = "all" if result.sampled == result.states else f"{result.sampled:,}"
    pace = speed(result.states, result.seconds)
    return [
        ("states", f"{result.states:,} checked, with {result.moves:,} moves"),
        ("interpreter", f"asked about {asked} of them"),
        ("engine", f"{result.how}, {result.seconds:.2f} s, {pace}"),
        *(("", note) for note in result.notes),
    ]


def _problems(result: Verification) -> None:
    shown = len(result.problems)
    count = f"{result.found:,} problem{'' if result.found == 1 else 's'}"
    say(f"{count}:" if shown == result.found else f"{count}, of which {shown}:")
    for problem in result.problems:
        say(f"  {problem.kind}: {problem.message}")
