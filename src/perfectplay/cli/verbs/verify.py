"""``perfectplay verify``: whether a stored solution is the strong solution of its game."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.input import options
from perfectplay.cli.input.cluster import workers_at
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, Facts, say, say_facts
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import speed
from perfectplay.game.showing import number_of
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.verification import KINDS, Verification


class ImageCheck(StrEnum):
    """The states whose symmetric images are compared: all, or a sample."""

    EXACT = "exact"
    SAMPLE = "sample"


@dataclass(frozen=True)
class VerifyOptions:
    """Where the rules are, and how thorough the check is."""

    game: Annotated[
        str | None,
        option(
            "Where the rules are: a library name, file.py or file.py:Class.",
            "--game",
            metavar="GAME",
            show_default="what the solution says",
        ),
    ] = None
    sample: Annotated[
        int, option("How many states to ask the interpreter about as well.", min=0)
    ] = 100_000
    interpreted: Annotated[
        bool, option("Ask the interpreter about every state; generate no code. Slow.")
    ] = False
    symmetries: Annotated[
        ImageCheck | None,
        option(
            "Compare all symmetric images of every state, or those of some states.",
            show_default="exact, if that does not take many times the work of the rest",
        ),
    ] = None
    anew: Annotated[
        bool, option("Check all states again, also those that a stopped run has checked.")
    ] = False
    memory: options.Memory = None
    threads: options.Threads = None
    cluster: options.Cluster = None

    def verify(self, place: Path) -> Verification:
        """What a check of a folder finds, with a progress bar."""
        from perfectplay.verifier.verifying import verify as verified

        with (
            nullcontext() if self.cluster is None else workers_at(self.cluster) as executor,
            shown_progress() as progress,
        ):
            return verified(
                place, self.game, threads=self.threads, sample=self.sample,
                interpreted=self.interpreted,
                symmetries=None if self.symmetries is None else self.symmetries.value,
                memory=self.memory, executor=executor, anew=self.anew, progress=progress,
            )  # fmt: skip


def verify(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder of a stored solution.")
    ],
    how: VerifyOptions,
) -> Answer:
    """Prove a stored solution correct from the rules alone.

    The exit status is 1 if anything in the folder is wrong.
    """
    place = folder_at(folder)
    result = how.verify(place)
    return Answer(result.as_dict, lambda: _report(place, result), ok=result.ok)


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


def _facts(result: Verification) -> Facts:
    count = "all" if result.sampled == result.states else f"{result.sampled:,}"
    pace = speed(result.states - result.earlier, result.seconds)
    each = "" if result.compared is None else " (one of each symmetry class)"
    return [
        ("states", f"{result.states:,} checked{each}, with {number_of(result.moves, 'move')}"),
        ("interpreter", f"asked about {count} of them"),
        *_earlier(result),
        *_rests_on(result),
        *_symmetries(result),
        ("engine", f"{result.how}, {result.seconds:.2f} s, {pace}"),
        *(("note", note) for note in result.notes),
    ]


def _earlier(result: Verification) -> Facts:
    if not result.earlier:
        return []
    return [
        (
            "earlier",
            f"{result.earlier:,} of them by a run that was stopped;\n--anew checks them again",
        )
    ]


def _rests_on(result: Verification) -> Facts:
    """What must be right beside the verifier, if the interpreter did not check every state."""
    if not result.ok or result.how != "compiled" or result.sampled >= result.states:
        return []
    others = number_of(result.states - result.sampled, "state")
    return [
        (
            "rests on",
            f"the compiled rules, which solve runs too, in the other {others};\n"
            "--interpreted asks the interpreter about every state",
        )
    ]


def _symmetries(result: Verification) -> Facts:
    """How symmetric images were compared; nothing if each state stands for itself."""
    if result.compared is None:
        return []
    if result.compared:
        return [("symmetries", f"all images of all {result.compared:,} states compared")]
    return [("symmetries", "compared in a sample of states, an image each")]


def _problems(result: Verification) -> None:
    shown = Counter(problem.kind for problem in result.problems)
    count = number_of(result.found, "problem")
    say(f"{count}:" if shown.total() == result.found else f"{count}, the first of each kind:")
    kind = None
    for problem in result.problems:
        found = result.kinds[problem.kind]
        if problem.kind != kind and found > shown[problem.kind]:
            say(f"  {problem.kind}: {found:,} times; {KINDS[problem.kind]}")
        kind = problem.kind
        say(f"  {problem.kind}: {problem.message}")
