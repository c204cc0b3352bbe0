"""``perfectplay site``: a small solved game as files for a browser, without a server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import EngineOptions, SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, Facts, note, say_facts
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.core.errors import StateLimitError
from perfectplay.solver.estimate.interval import size_words

if TYPE_CHECKING:
    from perfectplay.web.site import WrittenSite


@dataclass(frozen=True)
class SiteEngine(EngineOptions):
    """How to solve a game that is small enough for a site."""

    max_states: Annotated[int, option("Refuse a game of more states than this.", min=1)] = 20_000


def site(
    source: SourceArguments,
    engine: SiteEngine,
    output: Annotated[
        Path,
        option(
            "The folder to write: new, empty, or an earlier site, which is replaced.",
            "-o",
            "--output",
            metavar="DIR",
            show_default=False,
        ),
    ],
    memory: options.Memory = None,
) -> Answer:
    """Write a small solved game as web pages that need no server.

    Open index.html in it, or put the folder on any web host.
    """
    from perfectplay.web.site import SiteError
    from perfectplay.web.site import site as write_site
    from perfectplay.web.site.site_folder import check_free

    check_free(output)
    try:
        solution = source.solution(replace(engine, memory=memory))
    except StateLimitError as error:
        raise SiteError(
            f"{source.address} has more than {engine.max_states:,} states, too many for a site "
            "(--max-states); perfectplay serve shows it without"
        ) from error
    with shown_progress() as progress:
        written = write_site(solution, output, most=engine.max_states, progress=progress)
    if written.fault:
        note(f"some positions are shown as text: {written.fault}")
    return Answer(written.as_dict, lambda: say_facts(_facts(written)), solution.game)


def _facts(written: WrittenSite) -> Facts:
    positions = f"{written.positions:,}"
    if written.positions != written.states:
        positions += f", of {written.states:,} states: which side is to move counts"
    return [
        ("page", str(written.folder / "index.html")),
        ("files", f"{written.files}, {size_words(written.bytes)} in all"),
        ("positions", positions),
    ]
