"""``perfectplay serve``: the explorer of games, in a browser and over HTTP."""

from __future__ import annotations

import importlib.util
from typing import Annotated

import typer

from perfectplay.cli.output import note, say
from perfectplay.words.errors import MissingExtraError

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME [NAME=VALUE]...]...",
        help="What to serve: library names, files, modules and folders of stored solutions, each "
        "followed by its parameters.",
        show_default="the library",
    ),
]
Host = Annotated[
    str,
    typer.Option(help="The address to listen at; any other than this lets other machines in."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")]
Open = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]

STOPPED = "stopped"


def serve(
    games: Games = None, host: Host = "127.0.0.1", port: Port = 8000, open: Open = False  # noqa: A002
) -> None:  # fmt: skip
    """Serve games to a browser on this machine: a page to explore them, and REST."""
    check_extra()
    from perfectplay.explorer.catalogue import Catalogue
    from perfectplay.explorer.offers import offers_of
    from perfectplay.explorer.server import Place, listen, run

    catalogue = Catalogue(offers_of(games)) if games else Catalogue.of_library()
    place = Place(host)
    listening = listen(place, port)
    url = place.url(listening)
    if not place.loopback:
        note(
            f"{host} can be reached from other machines, and whoever reaches it can use this one "
            "to solve games; without --host only this machine is let in"
        )
    say(f"perfectplay: {url} (Ctrl-C ends)")
    run(catalogue, place, listening, url if open else None)
    say(STOPPED)


def check_extra() -> None:
    """Raises MissingExtraError where the explorer's libraries are not installed."""
    for name in ("fastapi", "uvicorn", "jinja2"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtraError(
                f"the explorer needs {name}, which is not installed; "
                "pip install 'perfectplay[serve]' installs it"
            )
