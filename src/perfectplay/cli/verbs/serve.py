"""``perfectplay serve``: the explorer of games, in a browser and over HTTP."""

from __future__ import annotations

import importlib.util
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli.input import completion, options
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import answers, note, say
from perfectplay.core.errors import MissingExtraError, ParameterError
from perfectplay.tablebase.store.remote_files import local_folder

if TYPE_CHECKING:
    from perfectplay.web.server_address import ServerAddress
    from perfectplay.web.solving import RequestedSolves


@dataclass(frozen=True)
class ServerOptions:
    """Where the server listens, and what it may do."""

    host: Annotated[
        str, option("The address to listen at; any other address lets other machines in.")
    ] = "127.0.0.1"
    port: Annotated[int, option("The port; 0 for any that is free.", min=0, max=65535)] = 8000
    open_page: Annotated[bool, option("Open the page in a browser.", "--open")] = False
    keep: Annotated[
        Path | None,
        option(
            "Where solves on request are kept and resumed.",
            metavar="FOLDER",
            show_default="in the user's cache folder",
        ),
    ] = None
    keep_days: Annotated[
        int,
        option(
            "Remove a solve on request that no server has used for so many days.",
            min=1,
            max=1_000_000,
            metavar="DAYS",
        ),
    ] = 30
    longest: Annotated[
        int,
        option(
            "Refuse a solve on request that is estimated to take longer.", min=1, metavar="SECONDS"
        ),
    ] = 600
    memory: options.Memory = None
    uwapi: Annotated[bool, option("Also answer GamesmanUni, under /uwapi/ (docs/rest.md).")] = False
    origin: Annotated[
        list[str] | None,
        option(
            "A site whose pages may read /uwapi/, as in https://example.org; may be repeated.",
            metavar="ORIGIN",
            show_default="none",
        ),
    ] = None

    def solves(self) -> RequestedSolves:
        """The solves on request."""
        from perfectplay.web.solving import RequestedSolves

        keep = self.keep and local_folder(self.keep)
        return RequestedSolves(keep, longest=self.longest, memory=self.memory, days=self.keep_days)

    def origins(self) -> list[str]:
        """The origins, as browsers send them. Raises ParameterError."""
        given = self.origin or []
        if given and not self.uwapi:
            raise ParameterError("--origin lets pages of other sites read /uwapi/; add --uwapi")
        found = [text.rstrip("/").lower() for text in given]
        for text, origin in zip(given, found, strict=True):
            if not re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin):
                raise ParameterError(
                    f"{text!r} is no origin; expected the scheme and the host of a site, as in "
                    "https://example.org or http://localhost:3000"
                )
        return found


def serve(
    how: ServerOptions,
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
) -> None:
    """Serve games to a browser on this machine, and over REST.

    A small game is solved when it is first asked for, a larger one on request. Ctrl-C ends the
    server.
    """
    check_extra()
    origins = how.origins()
    from perfectplay.web.catalogue import Catalogue
    from perfectplay.web.cli_targets import offers_of
    from perfectplay.web.server_address import ServerAddress, listen

    solves = how.solves()
    catalogue = Catalogue(offers_of(games), solves) if games else Catalogue.of_library(solves)
    place = ServerAddress(how.host)
    listening = listen(place, how.port)
    url = place.url(listening)
    _note_limits(place, solves)
    say(f"perfectplay: {url} (Ctrl-C ends)")
    if how.uwapi:
        say(f"GamesmanUni: {url}uwapi/")
    answers().flush()
    with suppress(KeyboardInterrupt):
        # after the address: it takes a second, for which a browser can wait
        from perfectplay.web.server import run

        solves.tidy()
        opened = url if how.open_page else None
        run(catalogue, place, listening, opened, uwapi=how.uwapi, origins=origins)
    say("stopped")


def _note_limits(place: ServerAddress, solves: RequestedSolves) -> None:
    """Say who reaches the server, and what it cannot do."""
    if not place.loopback:
        note(
            f"{place.host} can be reached from other machines, and whoever reaches it can use this "
            "one to solve games; without --host only this machine is let in"
        )
    if not solves.may_keep():
        note(
            f"{solves.folder} cannot be written, so the pages cannot solve larger games; "
            "--keep FOLDER names another folder"
        )


def check_extra() -> None:
    """Raise MissingExtraError unless the explorer's libraries are installed."""
    for name in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtraError(
                f"the explorer needs {name}, which is not installed; "
                "pip install 'perfectplay[serve]' installs it (perfectplay site needs no server)"
            )
