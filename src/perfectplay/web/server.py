"""The server: how it runs and how it ends."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Iterable

import uvicorn

from perfectplay.web.app import create_app
from perfectplay.web.catalogue import Catalogue
from perfectplay.web.server_address import ServerAddress
from perfectplay.web.timed_calls import TimedCalls


def run(
    catalogue: Catalogue,
    place: ServerAddress,
    listening: socket.socket,
    opened: str | None,
    *,
    uwapi: bool,
    origins: Iterable[str],
) -> None:
    """Serve until interrupted; ``opened`` is the URL to open in a browser, or None; the rest is
    passed on to `create_app`."""
    app = create_app(catalogue, loopback=place.loopback, uwapi=uwapi, origins=origins)
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, app.state.asker)
    if opened is not None:
        threading.Timer(0.5, webbrowser.open, (opened,)).start()
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends the questions that are running before it waits for their requests."""

    def __init__(self, config: uvicorn.Config, asker: TimedCalls) -> None:
        super().__init__(config)
        self._asker = asker

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._asker.end()
        await super().shutdown(sockets)
