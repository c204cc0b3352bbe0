"""``perfectplay site``: a small solved game as files for a browser, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod, game_of, memory_of
from perfectplay.cli.output import note, say, say_facts, say_json, say_title
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.serve import check_extra
from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.cli.wording import title
from perfectplay.core.errors import StateLimitError

if TYPE_CHECKING:
    from perfectplay.tablebase.solution import Solution
    from perfectplay.web.site import WrittenSite

MOST = 20_000

Output = Annotated[
    Path,
    typer.Option(
        "-o", "--output", metavar="DIR", show_default=False,
        help="The folder to write: new, empty, or an earlier site, which it takes the place of.",
    ),
]  # fmt: skip
Most = Annotated[
    int, typer.Option("--max-states", min=1, help="Refuse a game of more states than this.")
]


def site(
    game: options.GameOrFolder,
    output: Output,
    parameters: options.Parameters = None,
    rules: options.Rules = None,
    max_states: Most = MOST,
    memory: options.Memory = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Write a small solved game as a static page: a folder of files that needs no server.

    Open index.html in it, or put the folder on any web host.
    """
    check_extra()
    from perfectplay.web.site import site as write
    from perfectplay.web.site.site_folder import check_free

    check_free(output)
    engine = EngineOptions(method, threads, max_states, memory=memory_of(memory))
    solution = _solution(game, parameters, rules, engine)
    with shown_progress() as progress:
        made = write(solution, output, most=max_states, progress=progress)
    if made.fault:
        note(f"some positions are shown as text: {made.fault}")
    if json:
        say_json(made.as_dict())
        return
    say_title(title(solution.game))
    say()
    say_facts(_facts(made))


def _solution(
    address: str, parameters: list[str] | None, rules: str | None, engine: EngineOptions
) -> Solution:
    """The solution that is stored at an address, or that of a small game, made now."""
    from perfectplay.web.site import SiteError

    stored = stored_at(address, rules)
    if stored is not None:
        no_parameters(parameters or ())
        return stored
    try:
        return engine.solve(game_of(address, parameters))
    except StateLimitError as error:
        raise SiteError(
            f"{address} has more than {engine.max_states:,} states, too many for a site "
            "(--max-states); perfectplay serve shows it without"
        ) from error


def _facts(made: WrittenSite) -> list[tuple[str, str]]:
    from perfectplay.solver.estimate.interval import size_words

    positions = f"{made.positions:,}"
    if made.positions != made.states:
        positions += f", of {made.states:,} states: which side is to move counts"
    return [
        ("page", str(made.folder / "index.html")),
        ("files", f"{made.files}, {size_words(made.bytes)} in all"),
        ("positions", positions),
    ]
