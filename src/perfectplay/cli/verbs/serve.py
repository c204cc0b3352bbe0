"""``perfectplay serve``: the explorer of games, in a browser and over HTTP."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.input import completion, options
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import answers, note, say
from perfectplay.core.errors import MissingExtraError, ParameterError
from perfectplay.tablebase.store.remote_files import local_folder


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME [NAME=VALUE]...]...",
            help="What to serve: library names, files, modules and folders of stored solutions, "
            "each followed by its parameters.",
            show_default="the library",
            autocompletion=completion.games,
        ),
    ] = None,
    host: Annotated[
        str, option("The address to listen at; any other address lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, option("The port; 0 for any that is free.", min=0, max=65535)] = 8000,
    open_page: Annotated[bool, option("Open the page in a browser.", "--open")] = False,
    keep: Annotated[
        Path | None,
        option(
            "Where solves on request are kept and resumed.",
            metavar="FOLDER",
            show_default="in the user's cache folder",
        ),
    ] = None,
    keep_days: Annotated[
        int,
        option(
            "Remove a solve on request that no server has used for so many days.",
            min=1,
            max=1_000_000,
            metavar="DAYS",
        ),
    ] = 30,
    longest: Annotated[
        int,
        option(
            "Refuse a solve on request that is estimated to take longer.", min=1, metavar="SECONDS"
        ),
    ] = 600,
    memory: options.Memory = None,
    uwapi: Annotated[
        bool, option("Also answer GamesmanUni, under /uwapi/ (docs/rest.md).")
    ] = False,
    origin: Annotated[
        list[str] | None,
        option(
            "A site whose pages may read /uwapi/, as in https://example.org; may be repeated.",
            metavar="ORIGIN",
            show_default="none",
        ),
    ] = None,
) -> None:
    """Serve games to a browser on this machine, and over REST.

    A small game is solved when it is first asked for, a larger one on request. Ctrl-C ends the
    server.
    """
    check_extra()
    origins = _origins(origin or (), uwapi)
    from perfectplay.web.catalogue import Catalogue
    from perfectplay.web.cli_targets import offers_of
    from perfectplay.web.server_address import ServerAddress, listen
    from perfectplay.web.solving import RequestedSolves

    solves = RequestedSolves(
        keep and local_folder(keep), longest=longest, memory=memory, days=keep_days
    )
    catalogue = Catalogue(offers_of(games), solves) if games else Catalogue.of_library(solves)
    place = ServerAddress(host)
    listening = listen(place, port)
    url = place.url(listening)
    if not place.loopback:
        note(
            f"{host} can be reached from other machines, and whoever reaches it can use this one "
            "to solve games; without --host only this machine is let in"
        )
    if not solves.may_keep():
        note(
            f"{solves.folder} cannot be written, so the pages cannot solve larger games; "
            "--keep FOLDER names another folder"
        )
    say(f"perfectplay: {url} (Ctrl-C ends)")
    if uwapi:
        say(f"GamesmanUni: {url}uwapi/")
    answers().flush()
    with suppress(KeyboardInterrupt):
        # after the address: it takes a second, for which a browser can wait
        from perfectplay.web.server import run

        solves.tidy()
        run(catalogue, place, listening, url if open_page else None, uwapi=uwapi, origins=origins)
    say("stopped")


def _origins(given: Sequence[str], uwapi: bool) -> list[str]:
    """The origins, as browsers send them. Raises ParameterError."""
    if given and not uwapi:
        raise ParameterError("--origin lets pages of other sites read /uwapi/; add --uwapi")
    found = [text.rstrip("/").lower() for text in given]
    for text, origin in zip(given, found, strict=True):
        if not re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin):
            raise ParameterError(
                f"{text!r} is no origin; expected the scheme and the host of a site, as in "
                "https://example.org or http://localhost:3000"
            )
    return found


def check_extra() -> None:
    """Raise MissingExtraError unless the explorer's libraries are installed."""
    for name in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtraError(
                f"the explorer needs {name}, which is not installed; "
                "pip install 'perfectplay[serve]' installs it (perfectplay site needs no server)"
            )
